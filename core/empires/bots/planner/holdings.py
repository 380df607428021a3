"""The worth of buildings and control markers (chapters 1 and 3)."""

from __future__ import annotations

from core.empires.bots.planner.victory_race import great_city_value
from core.empires.bots.planner.view import COIN_VALUE, GOOD_VALUE, View
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE

LEVEL_VALUE = 20
NEW_KIND_VALUE = 15
LATER_PERCENT = 65


def building_value(view: View, index: int, icon: int) -> int:
    """Return the worth of building on a free icon of a province that the empire controls."""
    facts = view.board.icons[index][icon]
    income = _added_income(view, index, facts.kind)
    if facts.kind == CARAVAN and not view.harvest >> facts.commodity & 1:
        income += NEW_KIND_VALUE
    value = view.over_time(income) + LEVEL_VALUE
    if facts.kind in (CAPITAL, LEGENDARY_CITY):
        value += great_city_value(view, NO_EMPIRE)
    return value


def _added_income(view: View, index: int, kind: int) -> int:
    """Return the income of a round that a building of a kind adds.

    Markets and temples count half for buildings that are not there yet.
    """
    kinds = view.board.of_kind[index]
    built = view.state.provinces[index].built
    if kind == MARKET:
        return GOOD_VALUE * _doubled(kinds[CARAVAN], built) // 2
    if kind == TEMPLE:
        return COIN_VALUE * _doubled(kinds[CITY] | kinds[CAPITAL] | kinds[LEGENDARY_CITY], built) // 2
    if kind == CARAVAN:
        return GOOD_VALUE * (1 + bool(built & kinds[MARKET]))
    return COIN_VALUE * (1 + bool(built & kinds[TEMPLE])) + GOOD_VALUE * (kind == LEGENDARY_CITY)


def _doubled(icons: int, built: int) -> int:
    """Return two for each built icon and one for each free one."""
    return icons.bit_count() + (icons & built).bit_count()


def province_value(view: View, index: int) -> int:
    """Return the worth of control of a province: its buildings, and the profit of those still to build."""
    province = view.state.provinces[index]
    profit = 0
    for icon, facts in enumerate(view.board.icons[index]):
        if not province.built >> icon & 1 and view.state.buildings[facts.kind]:
            profit += max(0, building_value(view, index, icon) - 100 * facts.price.cost)
    return view.over_time(view.income(index, province.built)) + profit * LATER_PERCENT // 100
