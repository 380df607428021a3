"""What is written on a place of the map: its controller, its icons, its units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from cli.mare.map.marks import marks_of
from cli.ui.map import labels
from cli.ui.map.labels import GOODS, ICONS, WORDS, Label, Line
from cli.ui.map.look import Look
from core.mare.buildings import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY
from core.mare.map import ProvinceFacts

if TYPE_CHECKING:
    from cli.mare.map.scene import Shown
    from cli.mare.standing import Standing


def province_label(shown: Shown, index: int, detail: int, look: Look) -> Label:
    """Return what is written on a province besides its name."""
    province, marks = shown.provinces[index], marks_of(look)
    holder, occupier = shown.holders(index)
    notes: Line = []
    if occupier is not None:
        notes += [("class:map-name", look.glyphs.held), labels.badge(occupier)]
    elif province.is_at_war or province.pillaged:
        notes.append(("", " "))
    if province.is_at_war:
        notes.append(("class:map-war", marks.war))
    if province.pillaged:
        notes.append(("class:map-units", marks.pillaged))
    icons = list(_icons(shown, index, detail, look)) if detail >= ICONS else []
    return Label(labels.holder(look, holder), notes, icons, _units(shown, province, look))


def sea_label(shown: Shown, index: int, look: Look) -> Label:
    """Return what is written on a sea besides its name."""
    mark = marks_of(look).trireme
    fleets = zip(shown.sides, shown.seas[index], strict=False)
    units = labels.units_of([(side, f"{mark}{triremes}") for side, triremes in fleets if triremes])
    return Label([], [], [], units)


def _icons(shown: Shown, index: int, detail: int, look: Look) -> Iterator[Line]:
    board, province, marks = shown.board, shown.provinces[index], marks_of(look)
    cities = city_names(board.map.provinces, board.provinces[index])
    for number, icon in enumerate(board.icons[index]):
        built = province.built >> number & 1
        mark = (marks.built if built else marks.free)[icon.kind]
        if detail >= GOODS and icon.kind == CARAVAN:
            names = [name for name, _ in board.map.commodities]
            mark += (goods(tuple(names)) if detail == GOODS else names)[icon.commodity - 1]
        elif detail == WORDS:
            mark += cities.get(icon.kind, "")
        group: Line = [("class:map-built" if built else "class:map-free", mark)]
        if province.on_icons >> number & 1:
            group.append(labels.badge(shown.sides[province.occupier]))
        yield group


def city_names(provinces: Sequence[ProvinceFacts], province: str) -> dict[int, str]:
    """Return the names of a province's cities that have one on the board, by kind."""
    facts = next(facts for facts in provinces if facts.id == province)
    return {CAPITAL: facts.capital, LEGENDARY_CITY: facts.legendary, CITY: facts.city_name}


@cache
def goods(names: Sequence[str]) -> tuple[str, ...]:
    """Return the commodities cut as short as they can be told apart, but to two letters at least."""
    return tuple(
        next(
            name[:length]
            for length in range(2, len(name) + 3)
            if length >= len(name) or [other[:length] for other in names].count(name[:length]) == 1
        )
        for name in names
    )


def _units(shown: Shown, province: Standing, look: Look) -> Line:
    """Return the units of every side in a province, triremes in dock last."""
    marks, groups = marks_of(look), []
    for side in province.present:
        legions, fortresses = province.land[side]
        ships = province.docked(side)
        text = f"{marks.legion}{legions}" * bool(legions) + marks.fortress * fortresses
        groups.append((shown.sides[side], text + f"{marks.dock}{ships}" * bool(ships)))
    return labels.units_of(groups)
