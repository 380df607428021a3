"""What happened to a player, kept until they are told: that is before they are asked anything again."""

from __future__ import annotations

from typing import Any

from cli.ui.text.happened import Line, stands
from cli.ui.text.names import empire_of
from cli.ui.view import Report, Words
from core.engine.game import Game
from p2p.log.change_rules import course
from p2p.log.log import Log
from p2p.log.steps import Kind


class Witness:
    """Hears all that happens, and tells once what concerns the player of a seat."""

    def __init__(self, game: Game[Any], words: Words, seat: int, log: Log | None = None) -> None:
        """With a ``log``, what a vote took back is left out, and what happened before the player last answered."""
        self._game = game
        self._words = words
        self._seat = seat
        self._log = log
        self._heard: list[Line] = []
        self._before: Any = game.state.copy()
        self._is_new = True

    def hear(self, line: Line) -> None:
        """Keep an event, with the step of the log that it tells of."""
        self._heard.append(line)

    def due(self) -> list[Report]:
        """Return what the player has not been told yet, and take it as told."""
        state = self._game.state
        if not state.seats:
            return []
        heard = [line for line in self._heard if line.event is not None]
        if self._log is not None:
            first = _last_answer(self._log, self._seat) if self._is_new else 0
            heard = [line for line in heard if line.step > first and stands(self._log, line)]
        events = {id(line.event): line for line in heard}
        told, rest = self._words.reports(
            self._before, state, [line.event for line in heard if line.event is not None], empire_of(state, self._seat)
        )
        self._heard = [events[id(event)] for event in rest]
        self._before, self._is_new = state.copy(), False
        return list(told)


def _last_answer(log: Log, seat: int) -> int:
    """Return the last step in which the player of a seat has answered: they were told of all before it."""
    for step in course(log.steps):
        if step.kind in (Kind.ACTION, Kind.OPENINGS) and seat in {signed.entry.seat for signed in step.entries}:
            return step.number
    return 0
