"""What a full screen shows of a conversation: a page, a part of the map, what is scrolled, the story in rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from cli.i18n.texts import language, term, translated
from cli.ui.conversation.conversation import Conversation
from cli.ui.conversation.draft import Draft
from cli.ui.conversation.story import Line, Story, heading
from cli.ui.map.labels import Look, Side
from cli.ui.map.textmap import View
from cli.ui.screen.look import UNICODE, Glyphs
from cli.ui.screen.rows import Row, folded
from cli.ui.text.names import quoted
from core.engine.message import Message


class Told(NamedTuple):
    """A row of the story, and the number of the line that it belongs to; 0 for a heading."""

    number: int
    row: Row


class StoryRows:
    """The story in rows of styled text."""

    def __init__(self, story: Story, board: Any) -> None:
        """The names of the sides of the ``board`` have their colours."""
        self._story = story
        self._board = board
        self._page: tuple[object, list[Told]] = (None, [])
        self._newest: tuple[object, list[Told]] = (None, [])

    def newest(self, rows: int, width: int, glyphs: Glyphs, *, final: int) -> list[Told]:
        """Return the last rows, or all; they are kept from the last call if nothing has changed."""
        key = (self._story.told, rows, width, glyphs, final)
        if self._newest[0] != key:
            self._newest = (
                key,
                self._rows(list(self._story.lines)[-2 * rows :], width, glyphs, steps=False, final=final),
            )
        return self._newest[1]

    def page(self, words: str, width: int, glyphs: Glyphs, *, steps: bool, final: int) -> list[Told]:
        """Return the lines that the words let through, as rows; those of the last time where nothing has changed."""
        key = (self._story.told, words, width, glyphs, steps, final)
        if self._page[0] != key:
            self._page = (key, self._rows(self._story.filtered(words), width, glyphs, steps=steps, final=final))
        return self._page[1]

    def _rows(self, lines: Sequence[Line], width: int, glyphs: Glyphs, *, steps: bool, final: int) -> list[Told]:
        """Return the lines as rows, under a heading for every round and phase; with step numbers if wanted.

        Steps above the height that is ``final`` are marked as tentative: after their numbers, or else after the text.
        """
        rows: list[Told] = []
        before = (0, 0)
        for line in lines:
            if (line.round, line.phase) != before:
                before = (line.round, line.phase)
                head = heading(self._story.view.words, line, glyphs.bullet)
                rows.append(Told(0, [("", " " * (not steps)), ("class:heading", head)]))
            is_tentative = line.step > final
            whole = self.row(line, glyphs)
            if is_tentative and not steps:
                whole = [*whole, ("class:dim", f" {glyphs.tentative}")]
            first, rest = _margins(line, glyphs, is_tentative=is_tentative, steps=steps)
            room = width - sum([len(text) for _, text in first])
            for number, row in enumerate(folded(whole, room, 2)):
                rows.append(Told(line.number, [*(rest if number else first), *row]))
        return rows

    def row(self, line: Line, glyphs: Glyphs) -> Row:
        """Return a line in one row, however long."""
        if line.talk:
            style = f"class:side-{line.ink}" if line.ink else "class:talk"
            return [(style, line.talk), ("", f": {quoted(str(line.text))}")]
        if line.event is None or not isinstance(line.text, Message):
            return [("", translated(line.text))]
        drawn = self._story.view.panes.drawn(line.event, line.text, glyphs) or [("", translated(line.text))]
        return [part for style, text in drawn for part in ([(style, text)] if style else self.coloured(text))]

    def coloured(self, text: str) -> Row:
        """Return a sentence with the names of the sides in their colours."""
        return list(coloured(text, tuple(self._story.view.map.sides(self._board)), language()))


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


class Page(StrEnum):
    """What the large pane shows."""

    BOARD = "board"
    PLAYERS = "players"
    LOG = "log"
    TALK = "talk"
    HELP = "help"
    TEXT = "text"


@dataclass(slots=True)
class Scene:
    """A conversation on a full screen.

    ``scroll`` counts the rows by which what is large, or the log, is scrolled, ``below`` those of a pane beside it that
    is too long.
    ``shows_map`` says that the person has asked for the map, where a low screen has the answers in its place.
    ``text`` is what a page of text shows, under ``text_title``.
    ``entry`` is the number of the line of the story that is chosen on the page of the log, 0 for none.
    ``kept_line`` is the line as it was when the page was opened, which stays when that is closed.
    """

    conversation: Conversation
    glyphs: Glyphs = UNICODE
    draft: Draft = field(init=False)
    story: StoryRows = field(init=False)
    page: Page = Page.BOARD
    kept_line: str = ""
    scroll: int = 0
    below: int = 0
    filter: str = ""
    entry: int = 0
    look: Look = field(default_factory=Look)
    viewport: View = field(default_factory=View)
    on_map: bool = False
    shows_map: bool = False
    text_title: str = ""
    text: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.draft = self.conversation.draft
        self.story = StoryRows(self.conversation.story, self.conversation.game.state.board)

    @property
    def clears(self) -> bool:
        """Whether Esc clears the line: what was typed last goes before the page under it is closed."""
        return (
            bool(self.draft.line) and not self.on_map and (self.page is Page.BOARD or self.draft.line != self.kept_line)
        )

    @property
    def chooses_entries(self) -> bool:
        """Whether Up and Down go through the log, and not through answers."""
        return self.page is Page.LOG and not self.draft.line.strip()

    @property
    def selected(self) -> str:
        """The place that is looked at, if any."""
        return self.viewport.selected or ""
