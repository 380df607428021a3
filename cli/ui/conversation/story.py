"""The story of a game as a player is told it: its lines, how they are found, and what concerns one player.

What happened to the player is kept until they are told. A line may tell of a step of the log that a vote takes back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from cli.i18n.texts import tr, translated
from cli.ui.text.names import empire_of
from cli.ui.view import GameView, Report, Words
from core.engine.event import Event, message_of
from core.engine.game import Game
from core.engine.message import Message
from core.engine.state import GameState
from p2p import Kind, Log, course

ANSWERS = (Kind.ACTION, Kind.OPENINGS)
"""The kinds of steps in which players answer a question."""


class Line(NamedTuple):
    """What has happened, was noticed or was said; ``step`` is that of the log which it tells of, 0 for none.

    ``event`` is what has happened, and ``talk`` who said it, whose colour is ``ink``: a notice has neither.
    ``below`` is the digest of the log below that step: another step of the same number may take its place.
    ``number`` counts the lines of the story from 1. ``is_old`` says that it was told before the game was taken
    up again. ``time`` is the time of day at which something was said, where it was heard then.
    """

    round: int
    phase: int
    step: int
    text: str | Message
    event: Event | None = None
    talk: str = ""
    below: bytes = b""
    ink: str = ""
    number: int = 0
    is_old: bool = False
    time: str = ""


def phase_of(state: GameState, before: Line | None) -> int:
    """Return the phase to which what happens now belongs: how a game ends belongs to what has ended it."""
    return before.phase if state.result is not None and before is not None else state.phase


_HERE = "\0"
"""Stands for a field while its message is parted."""


def heading(words: Words, line: Line, bullet: str) -> str:
    """Return what stands above the lines of a phase: ``Round 3 • Build``."""
    if not line.phase:
        return f"{words.when(line.round, 0)} {bullet} {tr('The table')}"
    return f"{words.round_name(line.round)} {bullet} {tr(words.PHASES[line.phase - 1])}"


def around(message: Message, field: str) -> tuple[str, str]:
    """Return what a message says before and after a field, in the language in use."""
    before, _, after = translated(Message(message.template, **{**message.fields, field: _HERE})).partition(_HERE)
    return before, after


def filtered(lines: Iterable[Line], words: str, phases: Sequence[str]) -> list[Line]:
    """Return the lines that every word lets through: a phase, a topic such as ``battle``, ``round N``, or any text."""
    found = list(lines)
    for word in words.lower().replace("round ", "round").split():
        found = [line for line in found if _fits(line, word, phases)]
    return found


def _fits(line: Line, word: str, all_phases: Sequence[str]) -> bool:
    if word == "talk":
        return bool(line.talk)
    if line.event is not None and word in line.event.topics:
        return True
    if word.startswith("round") and word[5:].isdecimal():
        return line.round == int(word[5:])
    if word.isdecimal():
        return line.step == int(word)
    named = [(number, name) for number, name in enumerate(all_phases, start=1)]
    phases = [number for number, name in named if word and any(n.lower().startswith(word) for n in (name, tr(name)))]
    if phases and len(word) > 2:
        return line.phase in phases
    return word in str(line.text).lower() or word in translated(line.text).lower()


KEPT = 4000
"""Lines that are kept."""


class Story:
    """What has been told so far: what has happened, what was noticed and what was said."""

    def __init__(self, view: GameView) -> None:
        self.view = view
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.told = 0
        """How many lines there have been."""

    def add(
        self,
        state: GameState,
        step: int,
        what: Event | str,
        talk: str = "",
        below: bytes = b"",
        seat: int | None = None,
        *,
        is_old: bool = False,
        time: str = "",
    ) -> None:
        """Keep an event, a notice or talk; ``seat`` is that of the player it comes from, if any."""
        phase = phase_of(state, self.lines[-1] if self.lines else None)
        event = what if isinstance(what, Event) else None
        text = what if isinstance(what, str) else message_of(state.board, what)
        self.told += 1
        dealt = seat is not None and bool(state.seats)
        ink = self.view.map.sides(state.board)[empire_of(state, seat or 0)].ink if dealt else ""
        self.lines.append(Line(state.round, phase, step, text, event, talk, below, ink, self.told, is_old, time))

    def filtered(self, words: str) -> list[Line]:
        """Return the lines that the words let through."""
        return filtered(self.lines, words, self.view.words.PHASES)


class Digest(NamedTuple):
    """The digest since the player's last turn: colour, name and text of each side, and the lines told by then."""

    told: int
    sides: Sequence[tuple[str, str, str]]


NO_DIGEST = Digest(0, ())


def stands(log: Log, line: Line) -> bool:
    """Return whether the step that a line tells of still counts: no vote took it back or put another in its place."""
    steps = takewhile(lambda step: step.number >= line.step, course(log.steps))
    return any(step.number == line.step and log.log_at(step.number - 1) == line.below for step in steps)


def since_turn(log: Log, lines: Iterable[Line], seat: int, now: tuple[int, int]) -> list[Line]:
    """Return the lines since the last turn of a seat, by what the log has now; ``now`` is the round and phase.

    As long as no one else has answered, what happens in this phase is still part of that turn.
    """
    last, others = 0, False
    for step in course(log.steps):
        seats = {signed.entry.seat for signed in step.entries} if step.kind in ANSWERS else set()
        if seat in seats:
            last = step.number
            break
        others = others or bool(seats) or bool(step.automatic)
    later = [line for line in lines if line.step > last and (others or (line.round, line.phase) != now)]
    return [line for line in later if stands(log, line)]


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
