"""What a player can build where, and at which price (3.1 to 3.1.3). Paying for it is in ``core.mare.payment``.

Every rule stands here once, as a refusal with its number. ``Prospects`` walks through everything that is not refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.empires.actions import Build
from core.empires.state import State, Tile, is_held_alone
from core.engine.errors import RuleError
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.buildings import BUILDING_KINDS, Icon
from core.mare.kinds import FREE
from core.mare.payment import NO_TILE, PLAIN, BuildOffer, Payments, Price, SetForm, SetOf, most_payable
from core.mare.resources import Hand

UNITS = ("legion", "fortress", "trireme")
PIECES = ("control", *UNITS)
"""The pieces on the map that are no buildings. Tiles may offer them at prices of their own."""
MOST_TILES = 5


class BuildTurn(NamedTuple):
    """A build turn: the mask of provinces marked in it, and the tiles whose offers are used up for the round."""

    empire: int
    marked: int
    used: tuple[int, ...]


@dataclass(slots=True)
class Thing:
    """Something to build at a price. ``tile`` offers this price; NO_TILE stands for the printed price."""

    what: str
    where: int
    price: Price
    tile: int


def payment_form(tiles: list[Tile]) -> SetForm:
    """Return how far the abilities of these tiles let a player's sets stray from 3.0a."""
    form = PLAIN
    for tile in tiles:
        if tile.payment_form is not PLAIN:
            form = tile.payment_form if form is PLAIN else form.joined(tile.payment_form)
    return form


def open_offers(state: State, turn: BuildTurn, tiles: list[Tile]) -> list[BuildOffer]:
    """Return what the player's tiles still offer this round."""
    empire, used = turn.empire, turn.used
    return [
        offer for tile in tiles for offer in tile.build_offers(state, empire) if used.count(offer.tile) < offer.times
    ]


def offer_taken(offers: list[BuildOffer], action: Build, hand: Hand, form: SetForm) -> BuildOffer | None:
    """Return the first offer that fits the action's thing, place and payment; None if there is none."""
    for offer in offers:
        here = offer.what == action.what and offer.places >> action.where & 1
        if here and offer.price.payments(hand, form).accepts(action.payment):
            return offer
    return None


def may_build_in(state: State, empire: int, province: int) -> bool:
    """Return whether the empire may build in a province (3.1.2).

    It may in a province that it controls without opponents' units, and always in its capital's province (4.3.5).
    """
    if province == state.board.capitals[empire]:
        return True
    record = state.provinces[province]
    return record.controller == empire and is_held_alone(record, empire)


def _refuse_province(state: State, empire: int, province: int) -> RuleError:
    board = state.board
    record = state.provinces[province]
    name = board.province_names[province]
    if record.controller == NO_EMPIRE:
        return RuleError("3.1.2", "{name} is uncontrolled; build only in provinces you control.", name=name)
    if record.controller != empire:
        return RuleError(
            "3.1.2", "{name} is controlled by {empire}.", name=name, empire=board.empire_names[record.controller]
        )
    if record.legions[empire] or record.fortress == empire:
        return RuleError("3.1.2b", "{name} is at war.", name=name)
    return RuleError("3.1.2", "{name} holds an opponent's units.", name=name)


# ---------------------------------------------------------------------- control markers, 3.1.1


def markable(state: State, turn: BuildTurn) -> list[int]:
    """Return the provinces in which the player may place a control marker.

    Provinces marked this turn give no reach: the player has not controlled them since the start of the round.
    """
    reach, sources = state.board.reach(state.fleet(turn.empire)), state.controlled(turn.empire) & ~turn.marked
    return [
        index
        for index, province in enumerate(state.provinces)
        if province.controller == NO_EMPIRE and reach[index] & sources and is_held_alone(province, turn.empire)
    ]


def _in_reach(state: State, turn: BuildTurn, province: int) -> bool:
    reach = state.board.reach(state.fleet(turn.empire))
    return bool(reach[province] & state.controlled(turn.empire) & ~turn.marked)


def _refuse_marker(state: State, turn: BuildTurn, province: int) -> RuleError | None:
    record = state.provinces[province]
    board = state.board
    name = board.province_names[province]
    if record.controller == turn.empire:
        return RuleError("3.1.1", "You already control {name}.", name=name)
    if record.controller != NO_EMPIRE:
        return RuleError(
            "3.1.1", "{name} is controlled by {empire}.", name=name, empire=board.empire_names[record.controller]
        )
    if not is_held_alone(record, turn.empire):
        return RuleError("3.1.1", "An opponent's units stand in {name}.", name=name)
    if _in_reach(state, turn, province):
        return None
    return RuleError(
        "3.1.1",
        "{name} is neither adjacent nor connected to a province you have controlled since the start of the round.",
        name=name,
    )


# ---------------------------------------------------------------------- units and buildings, 3.1.2


def _refuse_unit(state: State, turn: BuildTurn, unit: str, where: int) -> RuleError | None:
    board = state.board
    if unit == "trireme":
        if any(may_build_in(state, turn.empire, province) for province in bits(board.shores[where])):
            return None
        sea = board.sea_names[where]
        return RuleError(
            "3.1.2a", "{sea} borders no province that you control and that is free of opponents' units.", sea=sea
        )
    if not may_build_in(state, turn.empire, where):
        return _refuse_province(state, turn.empire, where)
    if unit == "fortress" and state.provinces[where].fortress != NO_EMPIRE:
        return RuleError(
            "3.1.2", "{province} already has a fortress; one is the most.", province=board.province_names[where]
        )
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
        return RuleError("3.1.2", "The icon {icon} in {name} is already built on.", icon=facts.name, name=name)
    if not state.buildings[facts.kind]:
        return RuleError("0.5", "No {thing} is left in supply.", thing=BUILDING_KINDS[facts.kind].replace("_", " "))
    return None


# ---------------------------------------------------------------------- heroes and wonders, 3.1.3


def hero_price(state: State, empire: int) -> SetOf:
    """Return the price of the next hero or wonder for an empire (3.1.3)."""
    return state.board.tile_price(len(state.players[empire].tiles))


def tile_price(state: State, empire: int, tile: int) -> SetOf:
    """Return the price of a hero or wonder, or of the Pyramids (3.1.3)."""
    board = state.board
    return board.pyramids_price if board.tiles[tile].kind == "pyramids" else hero_price(state, empire)


def _refuse_tile(state: State, turn: BuildTurn, tile: int) -> RuleError | None:
    if tile not in state.display:
        name = state.board.tiles[tile].name
        for owner, player in enumerate(state.players):
            if tile in player.tiles:
                return RuleError(
                    "3.1.3", "{name} belongs to {empire}.", name=name, empire=state.board.empire_names[owner]
                )
        return RuleError("3.1.3", "{name} does not lie face up.", name=name)
    # The Pyramids are no hero or wonder: they win at once, even on a full mat (6.1).
    if len(state.players[turn.empire].tiles) >= MOST_TILES and state.board.tiles[tile].kind != "pyramids":
        return RuleError("3.1.3", "A mat holds at most five heroes and wonders.")
    return None


# ---------------------------------------------------------------------- all of it


def legal_thing(state: State, turn: BuildTurn, what: str, where: int) -> Thing:
    """Return the thing at its ordinary price. Raises RuleError with the rule that forbids building it."""
    if where == FREE:
        tile = state.board.tile_of[what]
        refusal, price = _refuse_tile(state, turn, tile), tile_price(state, turn.empire, tile)
    elif what in PIECES:
        refuse_marker = what == "control"
        refusal = _refuse_marker(state, turn, where) if refuse_marker else _refuse_unit(state, turn, what, where)
        if refusal is None and not _in_supply(state, turn.empire, what):
            refusal = RuleError("0.5", "You have no more {what} in supply.", what=what)
        price = state.board.prices[what]
    else:
        icon = state.board.icon_of[where][what]
        refusal = _refuse_building(state, turn, where, icon)
        price = state.board.icons[where][icon].price
    if refusal is not None:
        raise refusal
    return Thing(what, where, price, NO_TILE)


class Prospects:
    """What the active player of a build turn can spend, and everything to build with it."""

    def __init__(self, state: State, turn: BuildTurn) -> None:
        self.state = state
        self.turn = turn
        tiles = state.acting(turn.empire)
        self.hand = state.players[turn.empire].hand
        self.form = payment_form(tiles)
        self.offers = open_offers(state, turn, tiles)
        self.most = most_payable(self.hand, self.form)

    def payments(self, price: Price) -> Payments:
        """Return the ways to pay a price from the player's hand."""
        return price.payments(self.hand, self.form)

    def payable(self, price: Price) -> bool:
        """Return whether the player's hand can pay a price."""
        return price.cost <= self.most if isinstance(price, SetOf) else self.payments(price).possible()

    def units(self) -> list[Thing]:
        """Return the units that the player may build, at each payable price."""
        things: list[Thing] = []
        sites: list[int] = []
        for what in UNITS:
            offers = self._payable_offers(what)
            if offers:
                sites = sites or self.sites()
                places = dict.fromkeys(place for site in sites for place in self._places_at(what, site))
                things += _at_each_price(what, sorted(places), offers)
        return things

    def markers(self) -> list[Thing]:
        """Return the provinces that the player may mark, at each payable price."""
        offers = self._payable_offers("control")
        return _at_each_price("control", markable(self.state, self.turn), offers) if offers else []

    def _payable_offers(self, what: str) -> list[BuildOffer]:
        """Return the payable offers of a piece: those of tiles, and the printed price."""
        if not _in_supply(self.state, self.turn.empire, what):
            return []
        offers = [offer for offer in self.offers if offer.what == what and self.payable(offer.price)]
        if self.state.board.prices[what].cost <= self.most:
            offers.append(self.state.board.offers[what])
        return offers

    def sites(self) -> list[int]:
        """Return the provinces in which the player may build (3.1.2)."""
        state, empire = self.state, self.turn.empire
        return [
            index
            for index, province in enumerate(state.provinces)
            if province.controller == empire and may_build_in(state, empire, index)
        ]

    def _places_at(self, unit: str, site: int) -> Sequence[int]:
        """Return where a unit built in a province stands: there, or for a trireme in a sea next to it (3.1.2a)."""
        if unit == "trireme":
            return bits(self.state.board.coast[site])
        return [] if unit == "fortress" and self.state.provinces[site].fortress != NO_EMPIRE else [site]

    def buildings(self) -> list[Thing]:
        """Return the free icons on which the player may build and can pay for it."""
        if self.most < self.state.board.cheapest:
            return []
        return [Thing(icon.name, site, icon.price, NO_TILE) for site in self.sites() for icon in self._free_icons(site)]

    def _free_icons(self, site: int) -> list[Icon]:
        """Return the free icons of a province whose building is in supply and payable."""
        built, supply, most = self.state.provinces[site].built, self.state.buildings, self.most
        return [
            icon
            for index, icon in enumerate(self.state.board.icons[site])
            if not built >> index & 1 and supply[icon.kind] and icon.price.cost <= most
        ]

    def tiles(self) -> list[Thing]:
        """Return the heroes and wonders that the player may buy and can pay for, then the Pyramids."""
        state, empire = self.state, self.turn.empire
        face_up = [state.board.tiles[tile] for tile in state.display]
        things: list[Thing] = []
        price = hero_price(state, empire)
        if price.cost <= self.most and len(state.players[empire].tiles) < MOST_TILES:
            things += [Thing(tile.id, FREE, price, NO_TILE) for tile in face_up if tile.kind != "pyramids"]
        price = state.board.pyramids_price
        if price.cost <= self.most:
            things += [Thing(tile.id, FREE, price, NO_TILE) for tile in face_up if tile.kind == "pyramids"]
        return things

    def sorts(self) -> list[Callable[[], list[Thing]]]:
        """Return the functions that list each sort of thing."""
        return [self.markers, self.units, self.buildings, self.tiles]

    def anything(self) -> bool:
        """Return whether the player can build anything. A legion always has room in the capital's province (3.1.2)."""
        if self.state.players[self.turn.empire].legions and self.state.board.prices["legion"].cost <= self.most:
            return True
        return any(sort() for sort in self.sorts())

    # ------------------------------------------------------------------ by chance

    def draw(self, below: Callable[[int], int]) -> Thing | None:
        """Return a random thing, or None for being done. Everything has a chance.

        The sort is drawn before the thing, so that no list is made to draw one thing from it.
        """
        sorts = [self._draw_marker, self._draw_unit, self._draw_building, self._draw_tile]
        while sorts:
            chosen = below(len(sorts) + 1)
            if chosen == len(sorts):
                return None
            thing = sorts.pop(chosen)(below)
            if thing is not None:
                return thing
        return None

    def _draw_marker(self, below: Callable[[int], int]) -> Thing | None:
        offers = self._payable_offers("control")
        return _draw_piece("control", markable(self.state, self.turn), offers, below) if offers else None

    def _draw_unit(self, below: Callable[[int], int]) -> Thing | None:
        units = list(UNITS)
        while units:
            what = units.pop(below(len(units)))
            offers = self._payable_offers(what)
            if offers:
                for site in self._sites_by_chance(below):
                    thing = _draw_piece(what, self._places_at(what, site), offers, below)
                    if thing is not None:
                        return thing
        return None

    def _draw_building(self, below: Callable[[int], int]) -> Thing | None:
        if self.most < self.state.board.cheapest:
            return None
        for site in self._sites_by_chance(below):
            icons = self._free_icons(site)
            if icons:
                icon = icons[below(len(icons))]
                return Thing(icon.name, site, icon.price, NO_TILE)
        return None

    def _draw_tile(self, below: Callable[[int], int]) -> Thing | None:
        tiles = self.tiles()
        return tiles[below(len(tiles))] if tiles else None

    def _sites_by_chance(self, below: Callable[[int], int]) -> Iterator[int]:
        """Yield the provinces in which the player may build, in a random order.

        Each is checked only when its turn comes.
        """
        state, empire = self.state, self.turn.empire
        provinces = [index for index, province in enumerate(state.provinces) if province.controller == empire]
        while provinces:
            site = provinces.pop(below(len(provinces)))
            if may_build_in(state, empire, site):
                yield site


def _draw_piece(
    what: str, places: Sequence[int], offers: list[BuildOffer], below: Callable[[int], int]
) -> Thing | None:
    """Return the piece at one of its prices, in one of the places of that price; None if there is none."""
    offer = offers[below(len(offers))] if len(offers) > 1 else offers[0]
    here = [place for place in places if offer.places >> place & 1]
    return Thing(what, here[below(len(here))], offer.price, offer.tile) if here else None


def _at_each_price(what: str, places: Iterable[int], offers: list[BuildOffer]) -> list[Thing]:
    return [
        Thing(what, where, offer.price, offer.tile) for where in places for offer in offers if offer.places >> where & 1
    ]
