"""A game that was played, on the page: a spectator's screen of one moment of it, and the way to the other moments.

A player or spectator looks back at their own game in this way, and ``mare show --browser`` at any game.
"""

from __future__ import annotations

from collections.abc import Callable

from cli.i18n.texts import tr, translated
from cli.output.notices import Notices
from cli.ui.browser.front import PageFront
from cli.ui.browser.scenery import Json
from cli.ui.browser.tabs import Message, Tabs
from cli.ui.conversation.story import Line
from cli.ui.picture.page import arrows
from cli.ui.replay.replay import Replay, told_of, turning_points
from cli.ui.screen.screen import Screen


class Past(PageFront):
    """Shows one moment after another of a replay on the page that has the table."""

    def __init__(self, tabs: Tabs, notices: Notices, replay: Replay, close: Callable[[], None]) -> None:
        """Begin with the last moment; ``close`` ends the look."""
        super().__init__(tabs, notices)
        self._replay = replay
        self._close = close
        self._number = len(replay.moments) - 1
        self._screen: Screen | None = None
        self._told: list[Line] = []
        for moment in replay.moments:
            self._told += (line._replace(number=len(self._told) + 1 + n) for n, line in enumerate(moment.lines))
        self._points = [
            {"step": point.moment.step, "text": " ".join((f"{point.when}:", *told_of(point, replay.ending)))}
            for point in turning_points(replay)
        ]
        self.go(self._number)

    def go(self, number: int) -> None:
        """Go to another moment, as far as there is one; the place that is looked at, and the page, stay."""
        self._number = min(max(number, 0), len(self._replay.moments) - 1)
        moment, before = self._replay.moments[self._number], self._screen
        screen = Screen(self, moment.game.copy(), self._replay.view, None, dict(enumerate(self._replay.names)))
        talk = screen.conversation
        talk.begun = True
        talk.story.lines.extend(line for line in self._told if line.step <= moment.step)
        talk.story.told = len(talk.story.lines)
        if before is not None:
            screen.scene.viewport, screen.scene.page = before.scene.viewport, before.scene.page
            screen.scene.text, screen.scene.text_title = before.scene.text, before.scene.text_title
        self._screen = screen

    def go_to_step(self, step: int) -> None:
        """Go to the moment after a step, or after the next one that there is."""
        last = len(self._replay.moments) - 1
        self.go(next((number for number, moment in enumerate(self._replay.moments) if moment.step >= step), last))

    def leave(self) -> None:
        """Have the person leave the past."""
        self._close()

    def parts(self) -> dict[str, Json]:
        """Return all that the page shows of the moment."""
        moment, replay = self._replay.moments[self._number], self._replay
        step = tr("step {step} of {last}", step=moment.step, last=replay.last)
        told = [f"{when}: {' '.join(translated(line.text) for line in lines)}" for when, lines in moment.by_phase()]
        parts = super().parts()
        board = moment.state.board
        anchors = {place.id: place.anchor for place in replay.view.map.atlas(board).places}
        return parts | {
            "status": parts["status"] | {"moment": moment.when, "turn": step},
            "question": parts["question"] | {"text": step},
            "advice": parts["advice"] | {"preview": told},
            "unsettled": [line.number for line in self._told if replay.is_tentative(line.step)],
            "arrows": arrows(replay.view.map, moment, replay.view.map.sides(board), anchors),
            "past": {
                "step": moment.step,
                "first": replay.moments[0].step,
                "last": replay.last,
                "points": self._points,
                "ending": replay.ending,
            },
        }

    def take(self, message: Message) -> None:
        """Go where the person wants to, or do what they want on the screen."""
        match message:
            case {"past": "close"}:
                self._close()
            case {"past": "back" | "on" as way}:
                self.go(self._number + (1 if way == "on" else -1))
            case {"past": "earlier" | "later" as way}:
                self.go(self._replay.turn(self._number, 1 if way == "later" else -1))
            case {"past": int(step)}:
                self.go_to_step(step)
            case _:
                super().take(message)
