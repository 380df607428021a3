"""What a person at the table can look up, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.i18n.texts import count, tr, translated
from cli.ui.conversation.story import Line, Story
from cli.ui.text.cells import WIDTH, rule_lines, wrapped
from cli.ui.text.entries import entry_lines
from cli.ui.text.help import ANSWERING, JOINING
from cli.ui.text.names import empire_of, empires, quoted
from cli.ui.view import GameView, Report
from core.engine.event import Event, message_of
from core.engine.game import Game
from core.engine.state import NO_EMPIRE

if TYPE_CHECKING:
    from p2p import Session

LOGGED = 20
"""How many lines of the story the log has if no number is named."""


class Lookups:
    """The position, the rules, the story and the log, as one person may see them."""

    def __init__(
        self,
        game: Game[Any],
        view: GameView,
        seat: int | None,
        names: Mapping[int, str],
        story: Story,
        session: Session | None,
    ) -> None:
        self._game = game
        self._view = view
        self._seat = seat
        self._names = names
        self._story = story
        self._session = session

    @property
    def empire(self) -> int:
        """The person's empire; NO_EMPIRE for a spectator, and before empires are dealt."""
        return NO_EMPIRE if self._seat is None else empire_of(self._game.state, self._seat)

    def board(self) -> str:
        """Return the map in lines; what must be known of the edition comes first."""
        notice = [tr(self._view.notice)] if self._view.notice else []
        return "\n".join([*notice, *self._view.words.board_lines(self._game.state)])

    def place(self, rest: str) -> str:
        """Return what a place has and borders."""
        state = self._game.state
        lines = self._view.words.place_lines(state, self._view.words.place_named(state, rest))
        return "\n".join(lines) or self.no_place(rest)

    def no_place(self, rest: str) -> str:
        """Return what is said to a name that no place of the game has."""
        place = self._view.words.examples(self._game.state.board, self.empire).place
        said = tr("Name a place that is in this game: “place {place}”.", place=place)
        return f"{tr('No place is called “{name}”.', name=rest)} {said}" if rest else said

    def players(self) -> str:
        """Return all that lies open about every empire."""
        state = self._game.state
        if not state.seats:
            return tr("Not dealt yet: the {sides}.", sides=tr(self._game.rules.sides))
        lines = []
        for empire, seat in enumerate(state.seats):
            lines += self._view.words.player_lines(state, empire, self._names[seat], own=seat == self._seat)
        return "\n".join([*lines, *self.near(), *self._view.words.below_players()])

    def near(self) -> list[str]:
        """Return who may soon win, a sentence each."""
        return self._view.words.near(self._game.state, self.empire)

    def digest(self, events: Sequence[Event], own: int) -> list[tuple[int, str]]:
        """Return what happened by empire, in as few words as can be; first what the ``own`` one has suffered."""
        return self._view.words.digest(self._game.state, events, own)

    def named(self, empire: int) -> str:
        """Return an empire as the digest calls it."""
        return tr("You") if empire == self.empire else empires(self._game.state)[empire]

    def hand(self) -> str:
        """Return what the player holds."""
        state = self._game.state
        if not state.seats:
            return tr("nothing before the {sides} are dealt", sides=tr(self._game.rules.sides))
        return self._view.words.hand(state, self.empire)

    def log(self, rest: str) -> str:
        """Return the newest lines of the story, or those that the words let through."""
        if rest and not rest.isdecimal():
            found = self._story.filtered(rest)
            return "\n".join(map(shown, found)) or tr(
                "Nothing in the log has these words; “log” shows the newest of it."
            )
        wanted = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 4 else LOGGED
        return "\n".join(map(shown, list(self._story.lines)[-wanted:] if wanted else [])) or tr(
            "Nothing has happened yet."
        )

    def rule(self, rest: str, asked: str) -> str:
        """Return the rules on a topic, else on what is ``asked``; nothing if neither is named."""
        topics = [rest] if rest else [asked, *self._view.words.further_rules(self._game.state)]
        found = [paragraph for topic in filter(None, topics) for paragraph in self._view.rulebook.about(topic, tr)]
        if not found and (place := self._view.words.place_named(self._game.state, rest)):
            return tr("The rules say nothing about that; “place {place}” shows what there is.", place=place)
        return "\n".join(rule_lines(found)) or tr("The rules say nothing about that; try a number such as 4.2.")

    def entry(self, rest: str) -> str:
        """Return what was signed in a step of the log."""
        number = int(rest) if rest.isdecimal() and len(rest) < 8 else 0
        lines = entry_lines(self._session.log, number) if self._session is not None else []
        if number and self._session is not None and not lines:
            return tr("The log has {steps}.", steps=count(self._session.log.height, "step"))
        return "\n".join(lines) or tr("“entry 12” shows step 12 of the log.")

    def how_to_answer(self) -> str:
        """Return how answers are typed, with examples of this table."""
        examples = self._view.words.examples(self._game.state.board, self.empire)._asdict()
        return f"{tr(ANSWERING, **examples)} {tr(JOINING, **examples)}"

    def in_full(self, report: Report) -> list[str]:
        """Return what happened to the player in lines."""
        board = self._game.state.board
        told = [one if isinstance(one, str) else translated(message_of(board, one)) for one in report.told]
        return [f"== {report.title}", *[line for text in told for line in wrapped(text, WIDTH - 2, rest="  ")]]


def shown(line: Line) -> str:
    """Return a line of the story in words."""
    return f"{line.talk}: {quoted(translated(line.text))}" if line.talk else translated(line.text)
