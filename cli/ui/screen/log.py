"""The log on the screen: its pane, its page, and which line stands in which row."""

from __future__ import annotations

from cli.i18n.texts import tr
from cli.ui.screen import panes
from cli.ui.screen.layout import WIDE, Layout
from cli.ui.screen.rows import Block, Row, Size, block, first_of_newest, folded, newest
from cli.ui.screen.scene import Page, Scene
from cli.ui.screen.story import Told


def pane(scene: Scene, size: Size) -> Block:
    """Return the newest or scrolled lines, below the digest at the beginning of a turn."""
    digest = _digest(scene, size)
    left = Size(size.width, size.height - len(digest))
    rows = newest([told.row for told in _rows(scene, left, below=bool(digest))], left, _back(scene))
    return [*block(digest, Size(size.width, len(digest))), *rows]


def _digest(scene: Scene, size: Size) -> Block:
    """Return the digest since the player's last turn, in the rows there are; nothing once the story has gone on."""
    if not scene.digest.sides or scene.digest.told != scene.story.told or scene.plan is None or _back(scene):
        return []
    rows: Block = [[("", " "), ("class:heading", tr("Since your last turn"))]]
    for ink, name, text in scene.digest.sides:
        row: Row = [("", " "), (f"class:side-{ink}", name), ("", f": {text}")]
        rows += folded(row, size.width, 3)
    room = max(size.height - LEAST_OF_LOG - 1, LEAST_OF_DIGEST)
    if len(rows) > room:
        last = _without_comma(rows[room - 2], scene.glyphs.more)
        rows = [*rows[: room - 2], last, [("class:dim", f" {scene.glyphs.more} “since”")]]
    return [*rows, [("", " "), ("class:heading", tr("Log"))]][: size.height]


LEAST_OF_LOG = 2
"""Rows of the log that stay below a digest."""

LEAST_OF_DIGEST = 3
"""Rows of a digest that is cut: its heading, what fits, and where to read the rest."""


def _without_comma(row: Row, more: str) -> Row:
    """Return the last row of a digest that is cut: a comma at its end becomes a sign that it goes on."""
    *before, (style, text) = row
    return [*before, (style, f"{text[:-1]}{more}" if text.endswith(",") else text)]


def _rows(scene: Scene, size: Size, *, below: bool) -> list[Told]:
    """Return the rows of the pane. ``below`` a digest they begin with a whole line, which seems no part of that."""
    final = scene.final()
    if _back(scene):
        rows = scene.story.page("", size.width, scene.glyphs, steps=False, final=final)
    else:
        rows = scene.story.newest(size.height, size.width, scene.glyphs, final=final)
    if below:
        hidden = rows[: max(len(rows) - size.height, 0)]
        rows = rows[len(hidden) :]
        while hidden and rows and rows[0].number == hidden[-1].number:
            del rows[0]
    return [told for told in rows if told.number] if scene.returning else rows


def _back(scene: Scene) -> int:
    return scene.scroll if scene.page is Page.BOARD else 0


def page(scene: Scene, width: int) -> list[Told]:
    """Return the lines that the filter lets through, and what is staged; the line that is chosen stands out."""
    rows = scene.story.page(scene.filter, width, scene.glyphs, steps=True, final=scene.final())
    if scene.entry:
        rows = [told._replace(row=_chosen(told.row)) if told.number == scene.entry else told for told in rows]
    return [*rows, *(Told(0, row) for row in _staged(scene, width))]


def back(scene: Scene, rows: list[Told], height: int) -> int:
    """Return by how many rows the page is scrolled back; the chosen line always shows."""
    chosen = [place for place, told in enumerate(rows) if scene.entry and told.number == scene.entry]
    first = first_of_newest(len(rows), height, scene.scroll)
    if not chosen or first <= chosen[0] < first + height:
        return scene.scroll
    return max(len(rows) - chosen[0] - height // 2, 0)


def entry_at(scene: Scene, where: Layout, x: int, y: int) -> int:
    """Return the number of the line that stands in a cell of the screen; 0 where there is none."""
    if scene.page is Page.LOG and where.large.y < y < where.large.y + where.large.height:
        rows = page(scene, where.large.width if where.size.width >= WIDE else where.size.width)
        height = where.large.height - 1
        return _number(rows, first_of_newest(len(rows), height, back(scene, rows, height)) + y - where.large.y - 1)
    if where.log.holds(x, y):
        digest = len(_digest(scene, where.log.size))
        height = where.log.height - digest
        rows = _rows(scene, Size(where.log.width, height), below=bool(digest))
        place = y - where.log.y - digest
        return _number(rows, first_of_newest(len(rows), height, _back(scene)) + place) if place >= 0 else 0
    return 0


def _number(rows: list[Told], place: int) -> int:
    return rows[place].number if place < len(rows) else 0


def _chosen(row: Row) -> Row:
    return [(style if not text.strip() else "class:chosen", text) for style, text in row]


def _staged(scene: Scene, width: int) -> Block:
    """Return all steps that are staged and not signed; under the map only as many show as have room."""
    steps = panes.staged_steps(scene)
    if not steps:
        return []
    rows = [row for number, step in enumerate(steps, 1) for row in folded([("", f"{number:>4} {step}")], width, 2)]
    return [[("class:staged", tr("Staged, not signed ({number}): ", number=len(steps)))], *rows]
