"""What can be built where and at which price (3.1 to 3.1.3); paying for it is in ``core.payment``.

Every rule stands here once as a refusal with its number; ``buildable`` walks through what is not refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.actions import FREE
from core.board import NOBODY, bits
from core.edition import BUILDING_KINDS
from core.errors import RuleError
from core.payment import PLAIN, Form, Offer, Price, SetOf
from core.state import State, is_held_alone

UNITS = ("legion", "fortress", "trireme")
MOST_TILES = 5
NO_TILE = -1


class BuildTurn(NamedTuple):
    """A build turn: the mask of provinces marked in it, and the tiles whose offers are used up for the round."""

    empire: int
    marked: int
    used: tuple[int, ...]


Payable = Callable[[Price], bool]
"""Whether a player's hand can pay a price."""


class Thing(NamedTuple):
    """Something to build at a price; ``tile`` is the one that offers this price, or NO_TILE."""

    what: str
    where: int
    price: Price
    tile: int


def payment_form(state: State, empire: int) -> Form:
    """How far the empire's heroes let its sets stray from 3.0a."""
    form = PLAIN
    for tile in state.acting(empire):
        form = form.joined(tile.payment_form())
    return form


def open_offers(state: State, turn: BuildTurn, what: str) -> list[Offer]:
    """What the player's tiles still offer this round of a sort of thing."""
    return [
        offer
        for tile in state.acting(turn.empire)
        for offer in tile.build_offers(state, turn.empire)
        if offer.what == what and turn.used.count(offer.tile) < offer.times
    ]


def may_build_in(state: State, empire: int, province: int) -> bool:
    """3.1.2: a province he controls without opponents' units, or his capital's whoever stands there (4.3.5)."""
    if province == state.board.capitals[empire]:
        return True
    record = state.provinces[province]
    return record.controller == empire and is_held_alone(record, empire)


def _refuse_province(state: State, empire: int, province: int) -> RuleError:
    board = state.board
    record = state.provinces[province]
    name = board.province_names[province]
    if record.controller == NOBODY:
        return RuleError("3.1.2", f"{name} is uncontrolled; build only in provinces you control.")
    if record.controller != empire:
        return RuleError("3.1.2", f"{name} is controlled by {board.empire_names[record.controller]}.")
    if record.legions[empire] or record.fortress == empire:
        return RuleError("3.1.2b", f"{name} is at war.")
    return RuleError("3.1.2", f"{name} holds an opponent's units.")


# ---------------------------------------------------------------------- control markers, 3.1.1


def markable(state: State, turn: BuildTurn) -> int:
    """The mask of provinces in which the player may place a control marker.

    Nothing is reached from provinces marked this turn: he has not controlled them since the start of the round.
    """
    reach = state.board.reach(state.fleet(turn.empire))
    reached = 0
    free = 0
    for index, province in enumerate(state.provinces):
        if province.controller == turn.empire:
            if not turn.marked >> index & 1:
                reached |= reach[index]
        elif province.controller == NOBODY and is_held_alone(province, turn.empire):
            free |= 1 << index
    return reached & free


def _refuse_marker(state: State, turn: BuildTurn, province: int) -> RuleError | None:
    record = state.provinces[province]
    board = state.board
    name = board.province_names[province]
    if record.controller == turn.empire:
        return RuleError("3.1.1", f"You control {name} already.")
    if record.controller != NOBODY:
        return RuleError("3.1.1", f"{name} is controlled by {board.empire_names[record.controller]}.")
    if not is_held_alone(record, turn.empire):
        return RuleError("3.1.1", f"An opponent's units stand in {name}.")
    if markable(state, turn) >> province & 1:
        return None
    return RuleError(
        "3.1.1",
        f"{name} is neither adjacent nor connected to a province you have controlled since the start of the round.",
    )


# ---------------------------------------------------------------------- units and buildings, 3.1.2


def _refuse_unit(state: State, turn: BuildTurn, unit: str, where: int) -> RuleError | None:
    board = state.board
    if unit == "trireme":
        if any(may_build_in(state, turn.empire, province) for province in bits(board.shores[where])):
            return None
        sea = board.sea_names[where]
        return RuleError("3.1.2a", f"{sea} is next to no province that you control and that holds no opponent's units.")
    if not may_build_in(state, turn.empire, where):
        return _refuse_province(state, turn.empire, where)
    if unit == "fortress" and state.provinces[where].fortress != NOBODY:
        return RuleError("3.1.2", f"There is a fortress in {board.province_names[where]} already; one is the most.")
    return None


def _in_supply(state: State, empire: int, what: str) -> int:
    player = state.players[empire]
    if what == "control":
        return player.markers
    if what == "legion":
        return player.legions
    return player.fortresses if what == "fortress" else player.triremes


def _refuse_building(state: State, turn: BuildTurn, province: int, icon: int) -> RuleError | None:
    facts = state.board.icons[province][icon]
    if not may_build_in(state, turn.empire, province):
        return _refuse_province(state, turn.empire, province)
    if state.provinces[province].built >> icon & 1:
        name = state.board.province_names[province]
        return RuleError("3.1.2", f"The icon {facts.name} in {name} is built on already.")
    if not state.buildings[facts.kind]:
        return RuleError("0.5", f"No {BUILDING_KINDS[facts.kind].replace('_', ' ')} is left in supply.")
    return None


# ---------------------------------------------------------------------- heroes and wonders, 3.1.3


def hero_price(state: State, empire: int) -> SetOf:
    """3.1.3: the price of the next hero or wonder for a player with so many."""
    prices = state.board.tile_prices
    return prices[min(len(state.players[empire].tiles), len(prices)) - 1]


def tile_price(state: State, empire: int, tile: int) -> SetOf:
    """3.1.3: the price of a hero or wonder, or of the Pyramids."""
    board = state.board
    return board.pyramids_price if board.tiles[tile].kind == "pyramids" else hero_price(state, empire)


def _refuse_tile(state: State, turn: BuildTurn, tile: int) -> RuleError | None:
    if tile not in state.display:
        return RuleError("3.1.3", f"{state.board.tiles[tile].name} does not lie face up.")
    if len(state.players[turn.empire].tiles) >= MOST_TILES:
        return RuleError("3.1.3", "Five heroes and wonders are the most a mat holds.")
    return None


# ---------------------------------------------------------------------- all of it


def icon_index(state: State, province: int, name: str) -> int:
    """The icon of that name in a province, which the notation has made sure of."""
    return next(index for index, icon in enumerate(state.board.icons[province]) if icon.name == name)


def tile_index(state: State, name: str) -> int:
    """The tile of that id."""
    return next(tile.index for tile in state.board.tiles if tile.id == name)


def legal_thing(state: State, turn: BuildTurn, what: str, where: int) -> Thing:
    """The thing at its ordinary price; raises RuleError with the rule by which the player may not build it."""
    if where == FREE:
        tile = tile_index(state, what)
        refusal, price = _refuse_tile(state, turn, tile), tile_price(state, turn.empire, tile)
    elif what == "control" or what in UNITS:
        refuse_marker = what == "control"
        refusal = _refuse_marker(state, turn, where) if refuse_marker else _refuse_unit(state, turn, what, where)
        if refusal is None and not _in_supply(state, turn.empire, what):
            refusal = RuleError("0.5", f"You have no more {what} in supply.")
        price = state.board.prices[what]
    else:
        icon = icon_index(state, where, what)
        refusal = _refuse_building(state, turn, where, icon)
        price = state.board.icons[where][icon].price
    if refusal is not None:
        raise refusal
    return Thing(what, where, price, NO_TILE)


def buildable_markers(state: State, turn: BuildTurn, payable: Payable) -> Iterator[Thing]:
    """The provinces that the player may mark, at each price that is payable."""
    offers = _payable_offers(state, turn, "control", payable)
    if offers:
        for where in bits(markable(state, turn)):
            yield from _at_each_price("control", where, offers)


def buildable_units(state: State, turn: BuildTurn, payable: Payable) -> Iterator[Thing]:
    """The units that the player may build, at each price that is payable."""
    sites: list[int] = []
    for what in UNITS:
        offers = _payable_offers(state, turn, what, payable)
        if offers:
            sites = sites or building_sites(state, turn.empire)
            for where in _unit_places(state, what, sites):
                yield from _at_each_price(what, where, offers)


def _payable_offers(state: State, turn: BuildTurn, what: str, payable: Payable) -> list[Offer]:
    """What the tiles offer of a sort of thing, and what everybody may build at the printed price."""
    if not _in_supply(state, turn.empire, what):
        return []
    offers = [*open_offers(state, turn, what), Offer(NO_TILE, what, state.board.prices[what])]
    return [offer for offer in offers if payable(offer.price)]


def _at_each_price(what: str, where: int, offers: list[Offer]) -> Iterator[Thing]:
    for offer in offers:
        if offer.places >> where & 1:
            yield Thing(what, where, offer.price, offer.tile)


def building_sites(state: State, empire: int) -> list[int]:
    """The provinces in which the empire may build (3.1.2)."""
    return [
        index
        for index, province in enumerate(state.provinces)
        if province.controller == empire and may_build_in(state, empire, index)
    ]


def _unit_places(state: State, unit: str, sites: list[int]) -> Iterator[int]:
    if unit == "fortress":
        return iter([site for site in sites if state.provinces[site].fortress == NOBODY])
    if unit == "legion":
        return iter(sites)
    seas = 0
    for site in sites:
        seas |= state.board.coast[site]
    return bits(seas)


def buildable_buildings(state: State, turn: BuildTurn, payable: Payable) -> Iterator[Thing]:
    """The free icons on which the player may build and pay for it."""
    if not payable(min(state.board.prices.values())):
        return
    for site in building_sites(state, turn.empire):
        built = state.provinces[site].built
        for index, icon in enumerate(state.board.icons[site]):
            if not built >> index & 1 and state.buildings[icon.kind] and payable(icon.price):
                yield Thing(icon.name, site, icon.price, NO_TILE)


def buildable_tiles(state: State, turn: BuildTurn, payable: Payable) -> Iterator[Thing]:
    """The heroes and wonders that the player may buy and pay for."""
    for price in (hero_price(state, turn.empire), state.board.pyramids_price):
        if payable(price):
            for tile in state.display:
                if tile_price(state, turn.empire, tile) is price and _refuse_tile(state, turn, tile) is None:
                    yield Thing(state.board.tiles[tile].id, FREE, price, NO_TILE)


SORTS = (buildable_markers, buildable_units, buildable_buildings, buildable_tiles)
"""All that can be built, sort by sort, in the order of the rulebook (3.1.1 to 3.1.3)."""
