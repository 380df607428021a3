"""What has happened, line by line, and how words choose among the lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from cli.i18n.texts import tr, translated
from core.engine.event import Event
from core.engine.message import Message
from core.engine.state import GameState
from p2p.log.change_rules import course
from p2p.log.log import Log
from p2p.log.steps import Kind

ANSWERS = (Kind.ACTION, Kind.OPENINGS)
"""The kinds of steps in which players answer a question."""


class Line(NamedTuple):
    """What has happened, was noticed or was said; ``step`` is that of the log which it tells of, 0 for none.

    ``event`` is what has happened, and ``talk`` who said it, whose colour is ``ink``: a notice has neither.
    ``below`` is the digest of the log below that step: another step of the same number may take its place.
    ``number`` counts the lines of the story from 1.
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


def phase_of(state: GameState, before: Line | None) -> int:
    """Return the phase to which what happens now belongs: how a game ends belongs to what has ended it."""
    return before.phase if state.result is not None and before is not None else state.phase


_HERE = "\0"
"""Stands for a field while its message is parted."""


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
