"""The story of a game: every sentence with the round, phase and step it belongs to, to be read, filtered and traced."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cli.i18n.texts import language, term, tr, translated
from cli.ui.map.labels import Side
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Row, folded
from cli.ui.text.happened import Line, filtered, phase_of
from cli.ui.text.names import quoted
from cli.ui.text.sides import empire_of
from cli.ui.view import GameView
from core.engine.event import Event, message_of
from core.engine.message import Message
from core.engine.state import GameState

KEPT = 4000
"""Sentences that are kept."""


class Told(NamedTuple):
    """A row of the story, and the number of the line that it belongs to; 0 for a heading."""

    number: int
    row: Row


class Story:
    """What has been told so far."""

    def __init__(self, view: GameView) -> None:
        self.view = view
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.told = 0
        self._sides: Sequence[Side] = ()
        self._page: tuple[object, list[Told]] = (None, [])
        self._newest: tuple[object, list[Told]] = (None, [])

    def add(
        self,
        state: GameState,
        step: int,
        what: Event | str,
        talk: str = "",
        below: bytes = b"",
        seat: int | None = None,
    ) -> None:
        """Keep an event, a notice or talk; ``seat`` is that of the player it comes from, if any."""
        phase = phase_of(state, self.lines[-1] if self.lines else None)
        event = what if isinstance(what, Event) else None
        text = what if isinstance(what, str) else message_of(state.board, what)
        self.told += 1
        self._sides = self.view.map.sides(state.board)
        ink = self._sides[empire_of(state, seat)].ink if seat is not None and state.seats else ""
        self.lines.append(Line(state.round, phase, step, text, event, talk, below, ink, self.told))

    def newest(self, rows: int, width: int, glyphs: Glyphs, *, final: int) -> list[Told]:
        """Return the last rows, or all; they are kept from the last call if nothing has changed."""
        key = (self.told, rows, width, glyphs, final)
        if self._newest[0] != key:
            self._newest = (key, self._rows(list(self.lines)[-2 * rows :], width, glyphs, steps=False, final=final))
        return self._newest[1]

    def page(self, words: str, width: int, glyphs: Glyphs, *, steps: bool, final: int) -> list[Told]:
        """Return the lines that the words let through, as rows; those of the last time where nothing has changed."""
        key = (self.told, words, width, glyphs, steps, final)
        if self._page[0] != key:
            self._page = (key, self._rows(self.filtered(words), width, glyphs, steps=steps, final=final))
        return self._page[1]

    def filtered(self, words: str) -> list[Line]:
        """Return the lines that the words let through."""
        return filtered(self.lines, words, self.view.words.PHASES)

    def _rows(self, lines: Sequence[Line], width: int, glyphs: Glyphs, *, steps: bool, final: int) -> list[Told]:
        """Return the lines as rows, under a heading for every round and phase; with step numbers if wanted.

        Steps above the height that is ``final`` are marked as tentative: after their numbers, or else after the text.
        """
        rows: list[Told] = []
        before = (0, 0)
        for line in lines:
            if (line.round, line.phase) != before:
                before = (line.round, line.phase)
                phase = tr(self.view.words.PHASES[line.phase - 1]) if line.phase else tr("The table")
                heading = f"{tr('Round {round}', round=line.round)} {glyphs.bullet} {phase}"
                rows.append(Told(0, [("", " " * (not steps)), ("class:heading", heading)]))
            is_tentative = line.step > final
            whole = self._row(line, glyphs)
            if is_tentative and not steps:
                whole = [*whole, ("class:dim", f" {glyphs.tentative}")]
            first, rest = _margins(line, glyphs, is_tentative=is_tentative, steps=steps)
            room = width - sum([len(text) for _, text in first])
            for number, row in enumerate(folded(whole, room, 2)):
                rows.append(Told(line.number, [*(rest if number else first), *row]))
        return rows

    def _row(self, line: Line, glyphs: Glyphs) -> Row:
        if line.talk:
            style = f"class:side-{line.ink}" if line.ink else "class:talk"
            return [(style, line.talk), ("", f": {quoted(str(line.text))}")]
        if line.event is None or not isinstance(line.text, Message):
            return [("", translated(line.text))]
        drawn = self.view.panes.drawn(line.event, line.text, glyphs) or [("", translated(line.text))]
        return [part for style, text in drawn for part in ([(style, text)] if style else self.coloured(text))]

    def coloured(self, text: str) -> Row:
        """Return a sentence with the names of the sides in their colours."""
        return list(coloured(text, tuple(self._sides), language()))


def _margins(line: Line, glyphs: Glyphs, *, is_tentative: bool, steps: bool) -> tuple[Row, Row]:
    """Return what stands before the first row of a line, and before the others; talk has a bar at all rows."""
    indent: Row = [("", " " * 4)] if steps else []
    if line.talk:
        bar = [*indent, (f"class:map-bar-{line.ink}" if line.ink else "class:talk", glyphs.said)]
        return bar, bar
    if line.event is None and not line.step:
        bullet = " " if str(line.text).startswith(" ") else glyphs.bullet
        return [*indent, ("", bullet)], [*indent, ("", " ")]
    if not steps:
        return [("", " ")], [("", " ")]
    return [("class:dim", f"{line.step or '':>4}{glyphs.tentative if is_tentative else ' '}")], [("", " " * 5)]


@lru_cache(maxsize=2048)
def coloured(text: str, sides: tuple[Side, ...], _language: str) -> Row:
    """Return a sentence of the rules in fragments: the names of the sides are in their colours."""
    inks = {term(side.name): side.ink for side in sides}
    if not inks:
        return [("", text)]
    parts = _named(tuple(inks)).split(text)
    return [(f"class:side-{inks[part]}" if part in inks else "", part) for part in parts if part]


@lru_cache(maxsize=16)
def _named(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds names as whole words; in Korean a particle may follow at once."""
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?![a-zA-Z\u0100-\u04ff])")
