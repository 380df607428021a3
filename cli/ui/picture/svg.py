"""The board as an SVG picture: a chart, with a card for every player below it, and what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from math import ceil
from typing import NamedTuple

from cli.ui.map.geography import Atlas, Boundary, Outline, Place, Point
from cli.ui.map.labels import OPEN, Side
from cli.ui.map.pins import CROWDED, PATIENCE, Wish, ground_of, placed
from cli.ui.map.raster import FIRST, Window, rasterised
from cli.ui.map.view import MapScene, MapView
from cli.ui.picture import tags
from cli.ui.picture.tags import ROW, STYLE, Row, drawn, extent, symbols, wrapped
from core.engine.state import GameState

LINE = 18
INDENTS = {"who": 38, "lead": 14, "fact": 14}
"""By style where a line of a card begins."""

PAD = 10
"""Between the end of a text and the edge."""

TOP = 25
"""Where the first line of a card stands."""


class Block(NamedTuple):
    """A part of the picture with its height, and the colour of its left side; its width is the one it was made for."""

    height: float
    drawing: str
    ink: str = ""

    def framed(self, width: float, height: float) -> str:
        """Return the block on its ground, which is so large."""
        edge = f'<rect class="badge {self.ink}" width="6" height="{height:g}" rx="3"/>' if self.ink else ""
        return f'<rect class="card" width="{width:g}" height="{height:g}" rx="6"/>{edge}{self.drawing}'


def card(side: Side, lines: Sequence[tuple[str, str]], width: float) -> Block:
    """Return a side's card; each line has its style, and goes on in the next where it is too long."""
    shown = [(style, part) for style, text in lines for part in wrapped(style, text, width - INDENTS[style] - PAD)]
    texts = "".join(
        f'<text class="{style}" x="{INDENTS[style]}" y="{TOP + LINE * number}">{escape(text)}</text>'
        for number, (style, text) in enumerate(shown)
    )
    return Block(
        TOP + LINE * (len(shown) - 1) + PAD,
        f'<circle class="badge {side.ink}" cx="24" cy="20" r="9"/>'
        f'<text class="letter" x="24" y="24">{side.letter}</text>{texts}',
        side.ink,
    )


def headline(text: str, width: float) -> Block:
    """Return a sentence in the middle, over the whole width."""
    lines = wrapped("who", text, width - 2 * PAD)
    texts = "".join(
        f'<text class="who" text-anchor="middle" x="{width / 2:g}" y="{TOP + LINE * number}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return Block(TOP + LINE * (len(lines) - 1) + PAD, texts)


def legend(meanings: Sequence[tuple[Row, str]], width: float, columns: int) -> Block:
    """Return what the marks mean, in columns: each mark, and its meaning behind it."""
    each = (width - 2 * PAD) / columns
    signs = max(extent([row])[0] for row, _ in meanings) + PAD if meanings else 0
    parts, y = list[str](), [0.0] * columns
    down = -(-len(meanings) // columns)
    for number, (row, meaning) in enumerate(meanings):
        column, lines = number // down, wrapped("fact", meaning, each - signs - PAD)
        x, top = PAD + column * each, PAD + y[column]
        parts.append(f'<g transform="translate({x + extent([row])[0] / 2:g} {top:g})">{drawn([row])}</g>')
        parts += [
            f'<text class="fact" x="{x + signs:g}" y="{top + 14 + LINE * line:g}">{escape(text)}</text>'
            for line, text in enumerate(lines)
        ]
        y[column] += max(ROW + 3, LINE * len(lines) + 3)
    return Block(max(y) + 2 * PAD, "".join(parts))


CELL = (8.0, 10.0)
"""Units in a cell of the grid on which tags find their room."""

MARGIN = 14

LEGEND_COLUMNS = 4
"""Columns in which the marks are explained below the map."""


def picture(
    edition: str, view: MapView, state: GameState, when: str, names: Sequence[str] = (), ending: str = ""
) -> str:
    """Return a whole SVG document, headed by the edition's title and by ``when`` it is.

    ``names`` are those of the players by seat, if they are known, and ``ending`` says how the game has ended.
    """
    atlas = view.atlas(state.board)
    title = f"{edition}, {when}. {ending}" if ending else f"{edition}, {when}"
    cards_height, cards = _below(view, state, names, ending, atlas.width)
    width, height = atlas.width + 2 * MARGIN, atlas.height + 3 * MARGIN + cards_height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img"><title>{escape(title)}</title>'
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#f7f0dd"/>'
        f'<g transform="translate({MARGIN} {MARGIN})">{chart(edition, view, state, when)}</g>'
        f'<g transform="translate({MARGIN} {atlas.height + 2 * MARGIN:g})">{cards}</g>'
        "</svg>\n"
    )


def chart(edition: str, view: MapView, state: GameState, when: str) -> str:
    """Return the map alone: its ground, and one group for each place whose id is ``tag-`` and the place's."""
    atlas, scene = view.atlas(state.board), view.scene(state)
    parts = [
        _definitions(atlas, view),
        f'<g clip-path="url(#map)"><g class="ground">{_ground(atlas, scene)}</g>',
        _cartouche(atlas, edition, when),
        *(
            f'<g id="tag-{place.id}" class="tag" transform="translate({x:g} {y:g})">{tags.drawn(scene.tag(place))}</g>'
            for place, (x, y) in spots(scene)
        ),
        '<g id="arrows"></g>',
        f'</g><rect class="frame" width="{atlas.width:g}" height="{atlas.height:g}"/>',
    ]
    return "".join(parts)


def land_class(scene: MapScene, place: Place) -> str:
    """Return the classes of a place's ground."""
    if place.is_sea:
        return "waters" if scene.atlas.lines else "sea"
    ink = scene.ink(place)
    return "land" if ink == OPEN else f"land {ink}"


def _below(view: MapView, state: GameState, names: Sequence[str], ending: str, width: float) -> tuple[float, str]:
    """Return what stands below the map, with its height: how the game has ended, and the cards."""
    height, cards = _cards(view, state, names, width)
    if not ending:
        return height, cards
    banner = headline(ending, width)
    top = banner.height + MARGIN
    return top + height, (
        f'<g class="ending">{banner.framed(width, banner.height)}</g><g transform="translate(0 {top:g})">{cards}</g>'
    )


def _cards(view: MapView, state: GameState, names: Sequence[str], width: float) -> tuple[float, str]:
    """Return the players' cards beside each other, and the legend below them, with their height."""
    sides = view.sides(state.board)
    each = (width + MARGIN) / len(sides)
    called = [names[seat] for seat in state.seats] if names and state.seats else [""] * len(sides)
    cards = [
        card(side, view.card(state, index, name), each - MARGIN)
        for index, (side, name) in enumerate(zip(sides, called, strict=True))
    ]
    tallest, marks = (
        max(one.height for one in cards),
        legend([(row, str(meaning)) for row, meaning in view.meanings(state.board)], width, LEGEND_COLUMNS),
    )
    shown = "".join(
        f'<g transform="translate({each * index:g} 0)">{one.framed(each - MARGIN, tallest)}</g>'
        for index, one in enumerate(cards)
    )
    top = tallest + MARGIN
    framed = marks.framed(width, marks.height)
    return top + marks.height, f'{shown}<g transform="translate(0 {top:g})">{framed}</g>'


# ---------------------------------------------------------------------- ground


def _definitions(atlas: Atlas, view: MapView) -> str:
    return (
        f"<defs>{symbols(view.FIGURES)}"
        '<radialGradient id="depth" gradientUnits="userSpaceOnUse" cx="560" cy="480" r="760">'
        '<stop offset="0" stop-color="#7fb0bb"/><stop offset="1" stop-color="#b9d6d8"/></radialGradient>'
        f'<clipPath id="map"><rect width="{atlas.width:g}" height="{atlas.height:g}"/></clipPath>'
        f'<path id="lands" d="{_lands(atlas)}"/></defs>'
    )


def _ground(atlas: Atlas, scene: MapScene) -> str:
    extra = "" if atlas.lines else " box"
    grounds = {
        place.id: f'<path id="ground-{place.id}" class="{land_class(scene, place)}{extra}" d="{path(place.outline)}"/>'
        for place in atlas.places
    }
    parts = [f'<rect class="water" width="{atlas.width:g}" height="{atlas.height:g}"/>']
    if atlas.lines:
        parts += [
            f'<use href="#lands" class="shallow" stroke-width="{width}" stroke-opacity="{opacity}"/>'
            for width, opacity in ((34, 0.1), (22, 0.14), (11, 0.22))
        ]
    parts += [grounds[place.id] for place in atlas.places if place.is_sea]
    # Below all land: a line between seas goes on beyond an island that lies on it.
    parts += [_line(line) for line in atlas.lines if line.kind == "strait"]
    parts += [f'<path class="beyond" d="{path(outline)}"/>' for outline in atlas.beyond]
    parts += [f'<path class="closed" d="{path(outline)}"/>' for outline in atlas.closed]
    parts += [grounds[place.id] for place in atlas.places if not place.is_sea]
    for kind in ("edge", "border", "coast"):
        parts += [_line(line) for line in atlas.lines if line.kind == kind]
    return "".join(parts)


def _line(line: Boundary) -> str:
    return f'<path class="{line.kind}" d="{path(line.points, closed=False)}"/>'


def _lands(atlas: Atlas) -> str:
    """Return all land, as one path."""
    lands = (place.outline for place in atlas.places if not place.is_sea)
    return "".join(path(outline) for outline in (*atlas.beyond, *atlas.closed, *lands))


def path(points: Outline, closed: bool = True) -> str:
    """Return the data of a path."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z" * closed


def _cartouche(atlas: Atlas, edition: str, when: str) -> str:
    if not atlas.lines:
        return ""
    return (
        f'<g transform="translate({atlas.width - 195:g} 46)"><text class="title">MARE NOSTRUM</text>'
        f'<text class="moment" y="24">{escape(edition)}</text>'
        f'<text id="moment" class="moment" y="46">{escape(when)}</text></g>'
    )


# ---------------------------------------------------------------------- where tags stand


def spots(scene: MapScene) -> tuple[tuple[Place, Point], ...]:
    """Return where the middle of the top of each place's tag is; it stays there whatever happens on the map."""
    atlas, usual = scene.atlas, scene.usual
    return _spots(atlas, tuple(tags.extent(usual.tag(place)) for place in atlas.places))


@lru_cache(maxsize=8)
def _spots(atlas: Atlas, extents: Sequence[tuple[float, float]]) -> tuple[tuple[Place, Point], ...]:
    """Return where tags of that width and height find room."""
    columns, rows = ceil(atlas.width / CELL[0]), ceil(atlas.height / CELL[1])
    window = Window(0.0, 0.0, *CELL)
    ground = ground_of(rasterised(atlas, window, columns, rows))
    wishes = tuple(
        Wish(code, place.is_sea, window.cell(*place.anchor), (ceil(width / CELL[0]),) * ceil(height / CELL[1]))
        for code, (place, (width, height)) in enumerate(zip(atlas.places, extents, strict=True), FIRST)
    )
    # Tags that find no room go before the others, and may lie on more land of others, but cover no other tag.
    spots = placed(ground, wishes)
    for _ in range(PATIENCE):
        wishes = tuple(
            wish if spot is not None else wish._replace(turn=wish.turn - 1, foreign=CROWDED)
            for wish, spot in zip(wishes, spots, strict=True)
        )
        spots = placed(ground, wishes)
    found = []
    for place, (width, height), spot in zip(atlas.places, extents, spots, strict=True):
        x, y = place.anchor[0], place.anchor[1] - height / 2
        if spot is not None:
            x, y = spot[0] * CELL[0] + width / 2, spot[1] * CELL[1]
        found.append((place, (x, y)))
    return tuple(found)
