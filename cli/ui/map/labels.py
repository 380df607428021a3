"""What is written on a place of the map: its name and controller, its icons, its units; in more or fewer words.

A label has *lines* of fragments, a style class and a text each, without a background, which is the map's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from cli.ui.map.look import Look, inks, letters
from core.empires.board import Board
from core.empires.map import CAPITAL, CARAVAN, LEGENDARY_CITY, Map
from core.empires.state import MARKER, Province, State, land_units
from core.engine.state import NOBODY
from core.mare.resources import Counts

Fragment = tuple[str, str]
Line = list[Fragment]
Label = list[Line]

SIGNS, CODE, BARE, ICONS, GOODS, WORDS = range(6)
"""How much a label says: whose it is and units; a short name as well; the name; its icons as well; their goods in two
letters; in words."""

WIDEST = {SIGNS: 6, CODE: 6, BARE: 14, ICONS: 10, GOODS: 13, WORDS: 17}
"""Columns of a line of icons, at most, before it is broken."""


TOGETHER = 13
"""Columns in which icons without their goods and units share a line."""


class Scene(NamedTuple):
    """All of a position that the map shows."""

    board: Board
    provinces: tuple[Province, ...]
    seas: tuple[Counts, ...]


def scene_of(state: State) -> Scene:
    """What the map shows of a state."""
    return Scene(state.board, tuple(state.provinces), tuple(state.seas))


def width(line: Line) -> int:
    """The columns a line takes; East Asian characters take two."""
    return sum([len(text) if text.isascii() else get_cwidth(text) for _, text in line])


def is_at_war(province: Province) -> bool:
    """4.2.1: land units of two or more players stand there."""
    return sum(land_units(province, empire) > 0 for empire in range(len(province.legions))) > 1


def is_held(scene: Scene, index: int, is_sea: bool) -> bool:
    """Whether units or an occupation stand in a place."""
    if is_sea:
        return any(scene.seas[index])
    province = scene.provinces[index]
    return bool(province.posts) or any(land_units(province, empire) for empire in range(len(province.legions)))


def province_label(scene: Scene, index: int, detail: int, look: Look, selected: bool) -> Label:
    """The label of a province."""
    province = scene.provinces[index]
    name = scene.board.province_names[index]
    if detail == SIGNS and not selected:
        return [_signs(scene, province, look)]
    label = [_heading(scene, province, name[:3] if detail <= CODE else name, look, selected)]
    icons = _icons(scene, index, detail, look) if detail >= ICONS else []
    units = _land_units(scene, province, look)
    if detail == ICONS and units and width(icons[0]) + width(units) < TOGETHER:
        return [*label, [*icons[0], ("", " "), *units]]
    return [*label, *icons, *([units] if units else [])]


def sea_label(scene: Scene, index: int, detail: int, look: Look, selected: bool) -> Label:
    """The label of a sea: its name, and the triremes there; these alone where there is room for no more."""
    name = scene.board.sea_names[index]
    words = name.split() if detail == ICONS else [name] if detail > ICONS else [name.split()[-1]]
    if detail <= CODE:
        words = [words[0][:5]]
    label: Label = [[("class:map-selected" if selected else "class:map-sea-name", word)] for word in words]
    if selected:
        label[0] = [("class:map-selected", look.glyphs.left), *label[0]]
        label[-1] = [*label[-1], ("class:map-selected", look.glyphs.right)]
    fleets: Line = []
    for empire, triremes in enumerate(scene.seas[index]):
        if triremes:
            fleets += _apart(fleets, _badge(scene.board, empire))
            fleets.append(("class:map-units", f"{look.glyphs.trireme}{triremes}"))
    if fleets and detail <= CODE and not selected:
        return [_together(fleets) if detail == SIGNS else fleets]
    return [*label, fleets] if fleets else label


def _signs(scene: Scene, province: Province, look: Look) -> Line:
    """Whose a province is, but where only his units tell it, and the units."""
    units = _together(_land_units(scene, province, look))
    holders = [empire for empire in range(len(province.legions)) if land_units(province, empire)]
    if holders == [province.controller] and province.posts != MARKER:
        return units
    return [*_holder(scene, province, look), *([("", " "), *units] if units else [])]


def _together(line: Line) -> Line:
    """A line without its blanks."""
    return [fragment for fragment in line if fragment != ("", " ")]


def _holder(scene: Scene, province: Province, look: Look) -> Line:
    """Whose a province is, and who occupies it."""
    glyphs, board = look.glyphs, scene.board
    line: Line = []
    if province.controller == NOBODY:
        line.append(("class:map-free", glyphs.nobody))
    else:
        line.append(_badge(board, province.controller))
    if province.posts == MARKER:
        line += [("class:map-name", glyphs.held), _badge(board, province.occupier)]
    return line


def _heading(scene: Scene, province: Province, name: str, look: Look, selected: bool) -> Line:
    glyphs, line = look.glyphs, _holder(scene, province, look)
    if selected:
        line.append(("class:map-selected", f"{glyphs.left}{name}{glyphs.right}"))
    else:
        line.append(("class:map-name", f" {name}"))
    if is_at_war(province):
        line += [("", " "), ("class:map-war", glyphs.war)]
    return line


def _badge(board: Board, empire: int) -> Fragment:
    return f"class:map-badge-{inks(board)[empire]}", letters(board)[empire]


def _icons(scene: Scene, index: int, detail: int, look: Look) -> list[Line]:
    """The icons of a province: in one line, or where that would be too long in two that are about as long."""
    groups = list(_icon_groups(scene, index, detail, look))
    whole = _strung(groups, detail)
    if width(whole) <= WIDEST[detail]:
        return [whole]
    halves = [(_strung(groups[:cut], detail), _strung(groups[cut:], detail)) for cut in range(1, len(groups))]
    return list(min(halves, key=lambda pair: max(map(width, pair)), default=(whole,)))


def _strung(groups: list[Line], detail: int) -> Line:
    line: Line = []
    for group in groups:
        line += [("", " "), *group] if line and detail >= GOODS else group
    return line


def _icon_groups(scene: Scene, index: int, detail: int, look: Look) -> Iterator[Line]:
    board, province = scene.board, scene.provinces[index]
    facts = next(facts for facts in board.map.provinces if facts.id == board.provinces[index])
    for number, icon in enumerate(board.icons[index]):
        built = province.built >> number & 1
        mark = (look.glyphs.built if built else look.glyphs.free)[icon.kind]
        if detail >= GOODS and icon.kind == CARAVAN:
            mark += (
                goods(board.map)[icon.commodity - 1]
                if detail == GOODS
                else board.map.commodities[icon.commodity - 1][0]
            )
        elif detail == WORDS and icon.kind in (CAPITAL, LEGENDARY_CITY):
            mark += facts.capital if icon.kind == CAPITAL else facts.legendary
        group: Line = [("class:map-built" if built else "class:map-free", mark)]
        if province.posts != MARKER and province.posts >> number & 1:
            group.append(_badge(board, province.occupier))
        yield group


@cache
def goods(game_map: Map) -> tuple[str, ...]:
    """The commodities cut as short as they can be told apart, but to two letters at least."""
    names = [name for name, _ in game_map.commodities]
    return tuple(
        next(
            name[:length]
            for length in range(2, len(name) + 3)
            if length >= len(name) or [other[:length] for other in names].count(name[:length]) == 1
        )
        for name in names
    )


def _land_units(scene: Scene, province: Province, look: Look) -> Line:
    line: Line = []
    for empire, legions in enumerate(province.legions):
        fortress = look.glyphs.fortress * (province.fortress == empire)
        if legions or fortress:
            line += _apart(line, _badge(scene.board, empire))
            line.append(("class:map-units", f"{look.glyphs.legion}{legions}{fortress}" if legions else fortress))
    return line


def _apart(line: Line, fragment: Fragment) -> Line:
    """The fragment, after a blank if it is not the first of its line."""
    return [("", " "), fragment] if line else [fragment]
