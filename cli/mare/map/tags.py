"""What stands on a place in the picture: names, icons and units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cli.mare.map.labels import city_names
from cli.ui.map.look import Side
from cli.ui.picture import tags
from cli.ui.picture.tags import Piece, Row
from core.mare.buildings import BUILDING_KINDS, CARAVAN

if TYPE_CHECKING:
    from cli.mare.map.scene import Shown


def province_rows(shown: Shown, index: int) -> list[Row]:
    """Return the rows of a province: its name, its icons, its units."""
    heading = [*tags.holder(*shown.holders(index)), tags.name(shown.board.province_names[index])]
    if shown.provinces[index].is_at_war:
        heading.append(tags.figure("war", "war"))
    if shown.provinces[index].pillaged:
        heading.append(tags.figure("pillaged", "built"))
    return [heading, *tags.broken(list(_icons(shown, index))), list(_units(shown, index))]


def sea_rows(shown: Shown, index: int) -> list[Row]:
    """Return the rows of a sea: its name, its fleets."""
    fleets = zip(shown.sides, shown.seas[index], strict=False)
    return [
        [tags.sea_name(shown.board.sea_names[index])],
        [tags.token(side, [("trireme", triremes)]) for side, triremes in fleets if triremes],
    ]


def meanings(board: Any, sides: Sequence[Side], kinds: Sequence[int], land: str) -> list[tuple[Row, str]]:
    """Return the marks that pictures of all editions explain; ``land`` words what units of a side stand on land."""
    one, other = sides[0], sides[-1]
    good = board.map.commodities[0][0]
    buildings = [(BUILDING_KINDS[kind], BUILDING_KINDS[kind].replace("_", " ")) for kind in kinds if kind != CARAVAN]
    return [
        (tags.holder(one), f"controlled by {one.name}"),
        (tags.holder(None), "uncontrolled"),
        (tags.holder(other, one), f"a legion of {one.name} stands on the marker of {other.name}"),
        ([tags.plate(good, True), tags.plate(good, False)], "a caravan, and a place for one"),
        *(
            ([tags.building(kind, "", True), tags.building(kind, "", False)], f"{name}, and a place for one")
            for kind, name in buildings
        ),
        ([tags.together(tags.building("market", "", True), tags.badge(one))], f"held by a legion of {one.name}"),
        ([tags.token(one, [("legion", 2), ("fortress", -1)])], land.format(side=one.name)),
        ([tags.token(one, [("trireme", 2)])], f"two triremes of {one.name}"),
        ([tags.figure("war", "war")], "at war"),
    ]


def _icons(shown: Shown, index: int) -> Iterator[Piece]:
    board, province = shown.board, shown.provinces[index]
    cities = city_names(board.map.provinces, board.provinces[index])
    for number, icon in enumerate(board.icons[index]):
        is_built = bool(province.built >> number & 1)
        if icon.kind == CARAVAN:
            piece = tags.plate(board.map.commodities[icon.commodity - 1][0], is_built)
        else:
            piece = tags.building(BUILDING_KINDS[icon.kind], cities.get(icon.kind, ""), is_built)
        if province.on_icons >> number & 1:
            piece = tags.together(piece, tags.badge(shown.sides[province.occupier]))
        yield piece


def _units(shown: Shown, index: int) -> Iterator[Piece]:
    province = shown.provinces[index]
    for side in province.present:
        legions, fortresses = province.land[side]
        ships = province.docked(side)
        units = [("legion", legions), ("fortress", -1 if fortresses == 1 else fortresses), ("dock", ships)]
        yield tags.token(shown.sides[side], units)
