"""The story of a game: every sentence with the round, phase and step it belongs to, to be read, filtered and traced."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from cli.i18n.texts import tr, translated
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Block, Row, folded
from cli.ui.view import GameView
from core.engine.event import Event, message_of
from core.engine.message import Message
from core.engine.state import State

KEPT = 4000
"""Sentences that are kept."""


class Line(NamedTuple):
    """What has happened, was noticed or was said; ``step`` is that of the log which it tells of, 0 for none.

    ``event`` is what has happened, and ``talk`` who said it: a notice has neither.
    ``below`` is the digest of the log below that step: another step of the same number may take its place.
    """

    round: int
    phase: int
    step: int
    text: str | Message
    event: Event | None = None
    talk: str = ""
    below: bytes = b""


class Story:
    """What has been told so far."""

    def __init__(self, view: GameView) -> None:
        self.view = view
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.told = 0
        self._page: tuple[object, Block] = (None, [])

    def add(self, state: State, step: int, what: Event | str, talk: str = "", below: bytes = b"") -> None:
        """Keep what happens at this moment, is noticed or is said."""
        phase = state.phase
        if state.result is not None and self.lines:
            # How the game ends is told with what has ended it.
            phase = self.lines[-1].phase
        event = what if isinstance(what, Event) else None
        text = what if isinstance(what, str) else message_of(state.board, what)
        self.lines.append(Line(state.round, phase, step, text, event, talk, below))
        self.told += 1

    def page(self, words: str, width: int, glyphs: Glyphs, *, steps: bool, final: int) -> Block:
        """The lines that the words let through, as rows; those of the last time where nothing has changed."""
        key = (self.told, words, width, glyphs, steps, final)
        if self._page[0] != key:
            self._page = (key, told(self.filtered(words), width, glyphs, self.view, steps=steps, final=final))
        return self._page[1]

    def filtered(self, words: str) -> list[Line]:
        """The lines that every word lets through: a phase, a topic such as ``battle``, ``round N``, or any text."""
        lines = list(self.lines)
        for word in words.lower().replace("round ", "round").split():
            lines = [line for line in lines if _fits(line, word, self.view.words.PHASES)]
        return lines


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


def told(
    lines: list[Line], width: int, glyphs: Glyphs, view: GameView, *, steps: bool = False, final: int = 0
) -> Block:
    """The lines as rows, under a heading for every round and phase; with the numbers of their steps if wanted.

    Steps above the height that is ``final`` are marked as tentative: behind their numbers, or else behind the text.
    """
    rows: Block = []
    before = (0, 0)
    for line in lines:
        if (line.round, line.phase) != before:
            before = (line.round, line.phase)
            phase = tr(view.words.PHASES[line.phase - 1]) if line.phase else tr("The table")
            rows.append([("class:heading", f"{tr('Round {round}', round=line.round)} {glyphs.bullet} {phase}")])
        is_tentative = line.step > final
        tentative = glyphs.tentative if is_tentative else " "
        margin: Row = [("class:dim", f"{line.step or '':>4}{tentative}")] if steps else []
        indent = 5 if steps else 0
        whole = _row(line, glyphs, view)
        if is_tentative and not steps:
            whole = [*whole, ("class:dim", f" {glyphs.tentative}")]
        for number, row in enumerate(folded(whole, width - indent, 2)):
            rows.append([*(margin if number == 0 else [("", " " * indent)]), *row])
    return rows


def _row(line: Line, glyphs: Glyphs, view: GameView) -> Row:
    if line.talk:
        return [("class:talk", f"{line.talk}: "), ("", str(line.text))]
    if line.event is not None and isinstance(line.text, Message):
        drawn = view.panes.drawn(line.event, line.text, glyphs)
        if drawn is not None:
            return drawn
    return [("", translated(line.text))]
