"""How many steps towards winning an empire can make in one round, as far as all players know."""

from __future__ import annotations

from collections.abc import Mapping

from core.empires.map import TITLES
from core.empires.reach import reach
from core.empires.state import State
from core.mare.titles import Levels, all_levels


def steps(state: State) -> list[Mapping[str, int]]:
    """Return by empire, and by the name of a victory, the most steps that it can make in the coming round.

    It pays with the resources that it has then, of which only the number is known, and each thing has its price. Of
    heroes and wonders enough must lie face up. Great cities are built on its own free icons, or conquered: where it has
    more legions, beside the city and there, than others have land units in it. Of titles it needs the levels that it
    lacks, at the lowest price of a level.
    """
    levels = all_levels(state)
    found: list[Mapping[str, int]] = []
    for empire in range(len(state.players)):
        number = reach(state, empire, known=False).number
        found.append(
            {
                "heroes_and_wonders": _tiles(state, empire, number),
                "capitals_and_legendary_cities": _cities(state, empire, number),
                "leadership": _titles(state, empire, number, levels),
            }
        )
    return found


def _tiles(state: State, empire: int, number: int) -> int:
    """Return how many heroes and wonders so many resources pay for, each at its price."""
    held = len(state.players[empire].tiles)
    face_up = sum(state.board.tiles[tile].kind != "pyramids" for tile in state.display)
    bought = 0
    while bought < face_up and (cost := state.board.tile_price(held + bought).cost) <= number:
        number, bought = number - cost, bought + 1
    return bought


def _cities(state: State, empire: int, number: int) -> int:
    """Return how many great cities it can build or conquer."""
    board, sites, conquests = state.board, 0, 0
    near = board.reach(state.fleet(empire))
    for index, (province, great) in enumerate(zip(state.provinces, board.great, strict=True)):
        free = great & ~province.built
        if province.controller == empire:
            sites += free.bit_count()
        elif province.built & great and province.occupier != empire:
            legions = province.legions[empire] + sum(
                [other.legions[empire] for at, other in enumerate(state.provinces) if near[index] >> at & 1]
            )
            others = sum(province.legions) - province.legions[empire] + (province.fortress >= 0)
            conquests += legions > 0 and legions + number // board.prices["legion"].cost > others
    return min(sites, number // board.prices["legendary_city"].cost) + conquests


def _titles(state: State, empire: int, number: int, levels: list[Levels]) -> int:
    """Return how many of the titles that it lacks it can come to, the nearest first."""
    missing = [track for track in range(len(TITLES)) if state.leaders[track] != empire]
    needs = sorted(
        max(of[track] for other, of in enumerate(levels) if other != empire) + 1 - levels[empire][track]
        for track in missing
    )
    gained, left = 0, number // state.board.cheapest
    for need in needs:
        if need > left:
            break
        left -= max(need, 0)
        gained += 1
    return gained
