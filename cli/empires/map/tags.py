"""What stands on a place in the picture: names, icons and units."""

from __future__ import annotations

from collections.abc import Iterator

from cli.empires.map.board import Shown, is_at_war, sides
from cli.ui.picture import tags
from cli.ui.picture.tags import Piece, Row
from core.mare.buildings import BUILDING_KINDS, CAPITAL, CARAVAN, LEGENDARY_CITY
from core.mare.state import MARKER


def province_rows(shown: Shown, index: int) -> list[Row]:
    """Return the rows of a province: its name, its icons, its units."""
    heading = [*tags.holder(*shown.holders(index)), tags.name(shown.board.province_names[index])]
    if is_at_war(shown.provinces[index]):
        heading.append(tags.figure("war", "war"))
    return [heading, *tags.broken(list(_icons(shown, index))), list(_land_units(shown, index))]


def sea_rows(shown: Shown, index: int) -> list[Row]:
    """Return the rows of a sea: its name, its fleets."""
    fleets = zip(sides(shown.board), shown.seas[index], strict=True)
    return [
        [tags.sea_name(shown.board.sea_names[index])],
        [tags.token(side, [("trireme", triremes)]) for side, triremes in fleets if triremes],
    ]


def _icons(shown: Shown, index: int) -> Iterator[Piece]:
    board, province = shown.board, shown.provinces[index]
    facts = next(facts for facts in board.map.provinces if facts.id == board.provinces[index])
    for number, icon in enumerate(board.icons[index]):
        is_built = bool(province.built >> number & 1)
        if icon.kind == CARAVAN:
            piece = tags.plate(board.map.commodities[icon.commodity - 1][0], is_built)
        else:
            name = {CAPITAL: facts.capital, LEGENDARY_CITY: facts.legendary}.get(icon.kind, "")
            piece = tags.building(BUILDING_KINDS[icon.kind], name, is_built)
        if province.posts != MARKER and province.posts >> number & 1:
            piece = tags.together(piece, tags.badge(sides(board)[province.occupier]))
        yield piece


def _land_units(shown: Shown, index: int) -> Iterator[Piece]:
    province = shown.provinces[index]
    for empire, (side, legions) in enumerate(zip(sides(shown.board), province.legions, strict=True)):
        has_fortress = province.fortress == empire
        if legions or has_fortress:
            yield tags.token(side, [("legion", legions), ("fortress", -1 if has_fortress else 0)])
