"""What is written on a place of the map: its name and controller, its icons, its units."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cli.empires.map.board import Shown, is_at_war, sides
from cli.empires.map.marks import marks_of
from cli.ui.map import labels
from cli.ui.map.labels import GOODS, ICONS, SIGNS, WORDS, Label, Line
from cli.ui.map.look import Look
from core.empires.map import Map
from core.empires.state import Province, land_units
from core.mare.buildings import CAPITAL, CARAVAN, LEGENDARY_CITY
from core.mare.state import MARKER


def province_label(shown: Shown, index: int, detail: int, look: Look, selected: bool) -> Label:
    """Return the label of a province."""
    province = shown.provinces[index]
    held = labels.holder(look, *shown.holders(index))
    units = _land_units(shown, province, look)
    if detail == SIGNS and not selected:
        return labels.signs(held, units, alone=_is_told_by_units(province))
    head = labels.heading(held, shown.board.province_names[index], detail, look, selected)
    if is_at_war(province):
        head += [("", " "), ("class:map-war", marks_of(look).war)]
    icons = list(_icons(shown, index, detail, look)) if detail >= ICONS else []
    return labels.land_label(head, icons, units, detail)


def sea_label(shown: Shown, index: int, detail: int, look: Look, selected: bool) -> Label:
    """Return the label of a sea."""
    mark = marks_of(look).trireme
    fleets = zip(sides(shown.board), shown.seas[index], strict=True)
    units = labels.units_of([(side, f"{mark}{triremes}") for side, triremes in fleets if triremes])
    return labels.sea_label(shown.board.sea_names[index], units, detail, look, selected)


def _is_told_by_units(province: Province) -> bool:
    """Whether the units by themselves tell whose a province is."""
    holders = [empire for empire in range(len(province.legions)) if land_units(province, empire)]
    return holders == [province.controller] and province.posts != MARKER


def _icons(shown: Shown, index: int, detail: int, look: Look) -> Iterator[Line]:
    board, province, marks = shown.board, shown.provinces[index], marks_of(look)
    facts = next(facts for facts in board.map.provinces if facts.id == board.provinces[index])
    for number, icon in enumerate(board.icons[index]):
        built = province.built >> number & 1
        mark = (marks.built if built else marks.free)[icon.kind]
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
            group.append(labels.badge(sides(board)[province.occupier]))
        yield group


@cache
def goods(game_map: Map) -> tuple[str, ...]:
    """Return the commodities cut as short as they can be told apart, but to two letters at least."""
    names = [name for name, _ in game_map.commodities]
    return tuple(
        next(
            name[:length]
            for length in range(2, len(name) + 3)
            if length >= len(name) or [other[:length] for other in names].count(name[:length]) == 1
        )
        for name in names
    )


def _land_units(shown: Shown, province: Province, look: Look) -> Line:
    marks, groups = marks_of(look), []
    for empire, (side, legions) in enumerate(zip(sides(shown.board), province.legions, strict=True)):
        fortress = marks.fortress * (province.fortress == empire)
        if legions or fortress:
            groups.append((side, f"{marks.legion}{legions}{fortress}" if legions else fortress))
    return labels.units_of(groups)
