"""What stands on a place of the SVG picture: a tag of rows, each in the middle, below one another.

A tag is drawn around x = 0 from y = 0 downwards. Widths of texts are estimates, for fonts differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from cli.ui.map.labels import Scene, is_at_war
from cli.ui.map.look import inks, letters
from cli.ui.picture.figures import SIZE, figure_of
from core.empires.board import Board, Icon
from core.empires.map import CAPITAL, CARAVAN, LEGENDARY_CITY
from core.empires.state import MARKER, Province
from core.engine.state import NOBODY

ROW = 19
GAP = 4
APART = 4
"""Between a sign and the name behind it, for names begin with strokes of their own."""
NAME_LETTER, GOOD_LETTER, CITY_LETTER, SEA_LETTER = 8.8, 5.9, 5.9, 9.2
"""Widths of a letter of each kind of text, about."""

WIDEST = 112
"""How wide a row of icons may be before it is broken."""


class Piece(NamedTuple):
    """Something that stands in a row: its width, and its drawing, which begins at x = 0 and has its middle at y = 0."""

    width: float
    drawing: str


Row = list[Piece]


def province_rows(scene: Scene, index: int) -> list[Row]:
    """The rows of a province: its name, its icons, its units."""
    icons = list(_icons(scene, index))
    rows = [_heading(scene, index)]
    if _width(icons) <= WIDEST:
        rows.append(icons)
    else:
        halves = ((icons[:cut], icons[cut:]) for cut in range(1, len(icons)))
        rows += min(halves, key=lambda pair: max(map(_width, pair)))
    return [*rows, list(_land_units(scene.board, scene.provinces[index]))]


def sea_rows(scene: Scene, index: int) -> list[Row]:
    """The rows of a sea: its name, its fleets."""
    name = scene.board.sea_names[index]
    heading = Piece(SEA_LETTER * get_cwidth(name), f'<text class="sea-name" y="5">{escape(name)}</text>')
    fleets = [
        _token(scene.board, empire, [("trireme", triremes)])
        for empire, triremes in enumerate(scene.seas[index])
        if triremes
    ]
    return [[heading], fleets]


def extent(rows: list[Row]) -> tuple[float, float]:
    """Width and height of a tag; a row that is empty has its place all the same."""
    return max(map(_width, rows)), ROW * len(rows)


def drawn(rows: list[Row]) -> str:
    """The tag as SVG."""
    parts: list[str] = []
    for number, row in enumerate(rows):
        x = -_width(row) / 2
        for piece in row:
            parts.append(f'<g transform="translate({x:g} {ROW * number + ROW / 2:g})">{piece.drawing}</g>')
            x += piece.width + GAP
    return "".join(parts)


def _width(row: Row) -> float:
    return sum(piece.width for piece in row) + GAP * max(len(row) - 1, 0)


# ---------------------------------------------------------------------- rows


def _heading(scene: Scene, index: int) -> Row:
    board, province = scene.board, scene.provinces[index]
    row = [_badge(board, province.controller)]
    if province.posts == MARKER:
        row += [Piece(5, '<path d="M5 -4 L0 0 L5 4 Z"/>'), _badge(board, province.occupier)]
    name = board.province_names[index]
    row.append(
        Piece(APART + NAME_LETTER * get_cwidth(name), f'<text class="name" x="{APART}" y="5">{escape(name)}</text>')
    )
    if is_at_war(province):
        row.append(Piece(SIZE, _used("war", "war")))
    return row


def _badge(board: Board, empire: int) -> Piece:
    if empire == NOBODY:
        return Piece(11, '<circle class="nobody" cx="5.5" r="5"/>')
    return Piece(
        16,
        f'<circle class="badge {inks(board)[empire]}" cx="8" r="8"/>'
        f'<text class="letter" x="8" y="4">{letters(board)[empire]}</text>',
    )


def _icons(scene: Scene, index: int) -> Iterator[Piece]:
    board, province = scene.board, scene.provinces[index]
    facts = next(facts for facts in board.map.provinces if facts.id == board.provinces[index])
    for number, icon in enumerate(board.icons[index]):
        built = bool(province.built >> number & 1)
        name = {CAPITAL: facts.capital, LEGENDARY_CITY: facts.legendary}.get(icon.kind, "")
        piece = _caravan(board, icon, built) if icon.kind == CARAVAN else _building(icon, name, built)
        if province.posts != MARKER and province.posts >> number & 1:
            holder = _badge(board, province.occupier)
            piece = Piece(
                piece.width + holder.width,
                f'{piece.drawing}<g transform="translate({piece.width:g} 0)">{holder.drawing}</g>',
            )
        yield piece


def _caravan(board: Board, icon: Icon, built: bool) -> Piece:
    good = board.map.commodities[icon.commodity - 1][0]
    width = GOOD_LETTER * get_cwidth(good) + 11
    return Piece(
        width,
        f'<rect class="{"built" if built else "free"}" y="-8" width="{width:g}" height="16" rx="8"/>'
        f'<text class="good {"on" if built else "off"}" x="{width / 2:g}" y="3.8">{escape(good)}</text>',
    )


def _building(icon: Icon, name: str, built: bool) -> Piece:
    drawing = _used(figure_of(icon.kind), "built" if built else "free")
    if not name:
        return Piece(SIZE, drawing)
    text = f'<text class="city-name {"on" if built else "off"}" x="{SIZE + APART}" y="4">{escape(name)}</text>'
    return Piece(SIZE + APART + CITY_LETTER * get_cwidth(name), drawing + text)


def _land_units(board: Board, province: Province) -> Iterator[Piece]:
    for empire, legions in enumerate(province.legions):
        fortress = province.fortress == empire
        if legions or fortress:
            yield _token(board, empire, [("legion", legions), ("fortress", -1 if fortress else 0)])


def _token(board: Board, empire: int, units: list[tuple[str, int]]) -> Piece:
    """Units of one empire; the number of those of which there can be one only is -1."""
    x = 15
    parts = [f'<text class="letter" x="9" y="4">{letters(board)[empire]}</text>']
    for figure, number in units:
        if number:
            parts.append(f'<use href="#{figure}" class="unit" transform="translate({x} -6.4) scale(.8)"/>')
            x += 14
        if number > 0:
            parts.append(f'<text class="number" x="{x}" y="4.2">{number}</text>')
            x += 7 * len(str(number)) + 2
    plate = f'<rect class="badge {inks(board)[empire]}" y="-9" width="{x + 3}" height="18" rx="5"/>'
    return Piece(x + 3, plate + "".join(parts))


def _used(figure: str, style: str) -> str:
    return f'<use href="#{figure}" class="{style}" y="{-SIZE // 2}"/>'
