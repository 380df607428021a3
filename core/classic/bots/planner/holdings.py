"""What places are worth: icons, whole provinces, and what they may become."""

from __future__ import annotations

from core.classic.bots.planner.view import CARD, View
from core.classic.state import Province
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CARAVAN, CITY, MARKET, TEMPLE
from core.mare.graph import bits
from core.mare.resources import COIN

OPEN_ICON_SHARE = 40
"""In percent: what a market or temple gains by an icon beside it that is not built yet."""

MARKER_VALUE = 50
"""What a marker is worth by itself."""

LATER = 80
"""In percent: what a thing is worth that can be built in the next round only."""


def icon_value(view: View, where: int, index: int) -> int:
    """Return what a building on an icon of one's own province is worth, beside those that stand there."""
    icon = view.board.icons[where][index]
    built = view.state.provinces[where].built
    of_kind = view.board.of_kind[where]
    if icon.kind == CARAVAN:
        return view.token_value(icon.commodity, 1 + bool(built & of_kind[MARKET]))
    if icon.kind == CITY:
        return view.token_value(COIN, 1 + bool(built & of_kind[TEMPLE]))
    doubled = CARAVAN if icon.kind == MARKET else CITY
    value = 0
    for other in bits(of_kind[doubled]):
        share = 100 if built >> other & 1 else OPEN_ICON_SHARE
        value += view.token_value(view.board.icons[where][other].commodity) * share // 100
    return value


def income_of(view: View, where: int, icons: int) -> int:
    """Return what the income of some buildings of a province is worth to who controls them all."""
    return sum([view.token_value(token, number) for token, number in view.board.worths[where][icons].income])


def promise(view: View, where: int) -> int:
    """Return what the free icons of a province are worth beyond what building on them costs."""
    province = view.state.provinces[where]
    value = 0
    for index, icon in enumerate(view.board.icons[where]):
        if not province.built >> index & 1 and view.state.buildings[icon.kind]:
            gain = icon_value(view, where, index) - icon.price.cost * CARD
            value += max(0, gain) * LATER // 100
    return value


def marker_value(view: View, where: int) -> int:
    """Return what a marker is worth in a province that nobody owns."""
    return MARKER_VALUE + promise(view, where)


def province_value(view: View, where: int) -> int:
    """Return what it is worth to own a province with all that stands there."""
    return MARKER_VALUE + income_of(view, where, view.state.provinces[where].built) + promise(view, where)


def best_occupation(view: View, where: int, legions: int) -> tuple[int, int]:
    """Return the buildings most worth occupying with so many legions, as a mask, and the income's worth."""
    province: Province = view.state.provinces[where]
    best, chosen = 0, 0
    icons = province.built
    while icons:
        if icons.bit_count() <= legions:
            value = income_of(view, where, icons)
            if value > best:
                best, chosen = value, icons
        icons = (icons - 1) & province.built
    return chosen, best


OCCUPIED_SHARE = 55
"""In percent: what the income of an occupied building is worth of that of one's own."""

LEADER_SHARE, RIVAL_SHARE = 45, 20
"""In percent: what it is worth that the nearest to winning, or another, loses a province."""


def prize(view: View, where: int, legions: int) -> int:
    """Return what it is worth to stand alone in another's province with so many legions."""
    province = view.state.provinces[where]
    owner = province.controller
    if owner in (NO_EMPIRE, view.empire):
        return 0
    value = best_occupation(view, where, legions)[1] * OCCUPIED_SHARE // 100
    if not view.board.capital_mask >> where & 1 and view.player.markers:
        value = max(value, province_value(view, where) - 3 * CARD)
    if owner != view.board.neutral:
        loss = sum([number for _, number in view.board.worths[where][province.built].income]) * view.card_income
        value += loss * (LEADER_SHARE if owner == view.rivals[0] else RIVAL_SHARE) // 100
    return value
