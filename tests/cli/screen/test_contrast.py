"""Every pair of colours that the console writes in can be read in the terminals that people have.

A style is asked of the table that the console uses, written to a terminal as the console writes it, with as many
colours as that has, and read there. Text in the terminal's own colours, either way round, is left to who has chosen it.
"""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations, product
from math import dist
from typing import NamedTuple

import pyte
import pytest
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style
from pyte.graphics import FG_AIXTERM, FG_ANSI

from cli.classic.view import REVISED_VIEW
from cli.empires.view import EMPIRES_VIEW
from cli.output.screens import BITS
from cli.ui.map.labels import BEYOND, INKS, OPEN, SEA, Look
from cli.ui.map.raster import QUADRANTS
from cli.ui.map.textmap import View, draw
from cli.ui.screen.face import face
from cli.ui.screen.look import styles
from tests.cli.map.positions import contested, war_of_2003
from tests.cli.screen.golden import SCENES
from tests.cli.screen.palettes import LEAST, PALETTES, Palette, contrast
from tests.cli.screen.seats import LARGE, SMALL

OWN = "default"

COLOURED = [depth for depth in BITS if depth is not ColorDepth.DEPTH_1_BIT]

LABELS = (
    "map-name",
    "map-built",
    "map-free",
    "map-units",
    "map-war",
    "map-stake",
    "map-arrow",
    "map-selected",
    *(f"map-badge-{ink}" for ink in INKS),
)
LAND, WATER = (BEYOND, OPEN, *INKS), (SEA,)


class Seen(NamedTuple):
    """The colours of a character on a terminal, as that calls them."""

    text: str
    ground: str


@cache
def seen(style: str, depth: ColorDepth) -> Seen:
    """Return what a terminal is told by the console for a style, if it has so many colours."""
    written = io.StringIO()
    output = Vt100_Output(written, lambda: TerminalSize(rows=1, columns=2), term="xterm")
    table = Style.from_dict(styles(BITS[depth]))
    output.set_attributes(table.get_attrs_for_style_str(style), depth)
    output.write("x")
    output.flush()
    screen = pyte.Screen(2, 1)
    pyte.Stream(screen).feed(written.getvalue())
    cell = screen.buffer[0][0]
    return Seen(cell.bg, cell.fg) if cell.reverse else Seen(cell.fg, cell.bg)


def on_map() -> set[str]:
    """Return the styles of all that can stand on the map for all holders of a place."""
    lines = [*product(LAND, ("map-border", "map-coast")), *product(WATER, ("map-strait",))]
    labels = [*product((*LAND, *WATER), LABELS), *product(WATER, ("map-sea-name",))]
    styles_of_lines = {f"class:map-on-{ground} class:{line}" for ground, line in lines}
    return styles_of_lines | {f"class:map-on-{ground} class:map-label class:{text}" for ground, text in labels}


def beside_map() -> set[str]:
    """Return the styles of all that stands elsewhere."""
    badges = {f"class:map-badge-{ink}" for ink in INKS}
    return (
        {f"class:{name}" for name in styles(24) if not name.startswith("map-")} | badges | {"class:status class:asked"}
    )


def colour(name: str, palette: Palette, own: str) -> str:
    """Return a colour as a terminal shows it."""
    names = [FG_ANSI[code] for code in range(30, 38)] + [FG_AIXTERM[code] for code in range(90, 98)]
    if name == OWN:
        return own
    return palette.colours[names.index(name)] if name in names else name


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("name", PALETTES)
def test_every_text_can_be_read_in_every_palette(name: str, depth: ColorDepth) -> None:
    palette = PALETTES[name]
    poor: dict[str, float] = {}
    for style in on_map() | beside_map():
        pair = seen(style, depth)
        if pair != (OWN, OWN):
            reached = contrast(colour(pair.text, palette, palette.text), colour(pair.ground, palette, palette.ground))
            poor |= {style: round(reached, 2)} if reached < LEAST else {}
    assert not poor


@pytest.mark.parametrize("depth", COLOURED)
def test_nothing_relies_on_bright_black(depth: ColorDepth) -> None:
    areas = {f"class:map-ink-{ground}" for ground in (*LAND, *WATER)}
    assert not [style for style in on_map() | beside_map() | areas if "brightblack" in seen(style, depth)]


def test_without_colours_none_is_written() -> None:
    assert {seen(style, ColorDepth.DEPTH_1_BIT) for style in on_map() | beside_map()} == {(OWN, OWN)}


def test_no_screen_writes_in_a_style_that_is_not_measured() -> None:
    blocks = [face(SCENES[name]().scene, size) for name in SCENES for size in (SMALL, LARGE)]
    for view, state in ((EMPIRES_VIEW, contested().state), (REVISED_VIEW, war_of_2003())):
        blocks += [draw(view.map.scene(state), LARGE, view=View(selected=place), look=Look()) for place in PLACES]
    written = {style for block in blocks for row in block for style, text in row if text.strip(QUADRANTS)}
    assert written - on_map() - beside_map() - {"", *WAVES} == set()


PLACES = ("creta", "mare_ionium", "sicilia")
WAVES = {f"class:map-on-{SEA} class:map-wave"}
"""Waves have the sea's colour where that has one."""


@pytest.mark.parametrize("depth", COLOURED)
@pytest.mark.parametrize("name", PALETTES)
def test_the_land_of_every_side_has_another_colour_than_the_sea_and_what_is_free(name: str, depth: ColorDepth) -> None:
    others = {_ground(f"class:map-on-{place}", name, depth) for place in (SEA, OPEN, BEYOND)}
    assert not [ink for ink in INKS if _ground(f"class:map-on-{ink}", name, depth) in others]


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT])
def test_lands_and_seas_are_told_apart_by_their_colours(depth: ColorDepth) -> None:
    places = [place for place in (*LAND, *WATER) if place != "black"]  # with all colours, it is near to grey
    grounds = {place: _rgb(_ground(f"class:map-on-{place}", "dark", depth)) for place in places}
    near = [(one, other) for one, other in combinations(places, 2) if dist(grounds[one], grounds[other]) < 32]
    assert near == []


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT])
@pytest.mark.parametrize("name", PALETTES)
def test_carthage_is_black_and_still_seen_on_a_dark_ground(name: str, depth: ColorDepth) -> None:
    badge, land = (_ground(style, name, depth) for style in ("class:map-badge-black", "class:map-on-black"))
    assert contrast(badge, PALETTES[name].ground) > 2
    assert (
        min(contrast(land, ground) for ground in (PALETTES[name].ground, _ground("class:map-on-sea", name, depth)))
        > 1.3
    )


def _ground(style: str, name: str, depth: ColorDepth) -> str:
    return colour(seen(style, depth).ground, PALETTES[name], PALETTES[name].ground)


def _rgb(shown: str) -> tuple[int, ...]:
    """Return red, green and blue, each from 0 to 255."""
    return tuple(bytes.fromhex(shown))
