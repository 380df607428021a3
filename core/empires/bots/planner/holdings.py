"""What buildings and control markers are worth (chapters 1 and 3)."""

from __future__ import annotations

from core.empires.bots.planner.victory_race import great_city_value
from core.empires.bots.planner.view import COIN_VALUE, GOOD_VALUE, View
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE

LEVEL_VALUE = 20
NEW_KIND_VALUE = 15
LATER_PERCENT = 65


def building_value(view: View, index: int, icon: int) -> int:
    """What it is worth to build on a free icon of a province one controls."""
    facts = view.board.icons[index][icon]
    income = _added_income(view, index, facts.kind)
    if facts.kind == CARAVAN and not view.harvest >> facts.commodity & 1:
        income += NEW_KIND_VALUE
    value = view.over_time(income) + LEVEL_VALUE
    if facts.kind in (CAPITAL, LEGENDARY_CITY):
        value += great_city_value(view, NO_EMPIRE)
    return value


def _added_income(view: View, index: int, kind: int) -> int:
    """What a building of a kind adds in a round; what it would double counts half where it is not built yet."""
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
    """Two for each icon that is built on and one for each other."""
    return icons.bit_count() + (icons & built).bit_count()


def province_value(view: View, index: int) -> int:
    """What control of a province is worth: what stands there, and the profit of what could be built there later."""
    province = view.state.provinces[index]
    profit = 0
    for icon, facts in enumerate(view.board.icons[index]):
        if not province.built >> icon & 1 and view.state.buildings[facts.kind]:
            profit += max(0, building_value(view, index, icon) - 100 * facts.price.cost)
    return view.over_time(view.income(index, province.built)) + profit * LATER_PERCENT // 100
