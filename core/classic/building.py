"""What a player can build where, and at which price (4.3 to 4.8). Paying for it is in ``core.mare.payment``."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from core.classic.state import State, is_at_war
from core.classic.tile import Tile
from core.engine.errors import RuleError
from core.engine.masks import bits, mask_of
from core.engine.state import NO_EMPIRE
from core.mare.buildings import BUILDING_KINDS, CARAVAN, CITY, UNIT_KINDS
from core.mare.kinds import FREE, PIECES, Active, ProvinceMask, TileList
from core.mare.payment import PlainSets, largest_set
from core.mare.resources import COIN
from core.mare.state import MARKER, Mat


def supply_of(player: Mat, piece: str) -> int:
    """Return how many of a piece a player has left (0.4a)."""
    if piece == "control":
        return player.markers
    if piece == "legion":
        return player.legions
    return player.fortresses if piece == "fortress" else player.triremes


def place(state: State, empire: int, what: str, where: int) -> None:
    """Put a marker, a unit or a building from supply into a province; a trireme goes into its dock."""
    province, player = state.provinces[where], state.players[empire]
    if what == "control":
        province = replace(province, controller=empire)
        player = player.change_supply(markers=-1)
    elif what == "legion":
        province = province.change_legions(empire, 1)
        player = player.change_supply(legions=-1)
    elif what == "fortress":
        province = replace(province, fortresses=province.fortresses + 1)
        player = player.change_supply(fortresses=-1)
    elif what == "trireme":
        province = province.change_docks(empire, 1)
        player = player.change_supply(triremes=-1)
    else:
        icon = state.board.icon_of[where][what]
        state.change_buildings(state.board.icons[where][icon].kind, -1)
        # K42: any building restores a pillaged province.
        province = replace(province, built=province.built | 1 << icon, pillaged=False)
    state.provinces[where], state.players[empire] = province, player


def take_tile(state: State, empire: int, tile: int) -> None:
    """Give a hero or wonder of the display to an empire."""
    player = state.players[empire]
    state.players[empire] = player.owning((*player.tiles, tile))
    state.display = tuple([other for other in state.display if other != tile])


class BuildTurn(NamedTuple):
    """A building turn: the mask of provinces marked in it, and the tiles used up for it."""

    empire: Active
    marked: ProvinceMask = 0
    used: TileList = ()


class Prospects:
    """What the active player of a building turn can build and convert, and what they can pay.

    Masks are of provinces. They say where a rule allows something; ``payable`` says whether the hand pays for it.
    """

    def __init__(self, state: State, turn: BuildTurn) -> None:
        self.state = state
        self.board = state.board
        self.turn = turn
        self.empire = turn.empire
        self.player: Mat = state.players[turn.empire]
        self.tiles = state.acting(turn.empire)
        self.hand = self.player.hand
        self.costs = state.board.costs(self.player.tiles)
        self.most = largest_set(self.hand)
        """The size of the largest set that the player can pay."""
        presence = state.presence()
        self.unclaimed = presence.markers[NO_EMPIRE]
        """The provinces without a marker (4.4b)."""
        self.owned = presence.markers[turn.empire]
        self.fortified = presence.fortified
        """The provinces with fortresses."""
        self.posted = presence.posted & ~self.unclaimed & ~self.owned
        """The provinces of other players in which any legions stand on posts."""
        invaded = presence.against(turn.empire) & ~(1 << state.board.capitals[turn.empire])
        self.sites = self.owned & ~invaded & ~turn.marked
        """Where the player may build and raise units (4.4d, 4.5a, 4.6).

        Others' legions prevent it, except in the capital (K29).
        """
        self.marks_anywhere = False
        """Whether a tile lets the player claim any province (7.4c)."""
        self.giver: Tile | None = None
        """The tile that still gives a marker free in this turn (7.2c)."""
        self.trader: Tile | None = None
        """The tile by which the player may still exchange a card in this turn (7.2d)."""
        for tile in self.tiles:
            if tile.marks_anywhere:
                self.marks_anywhere = True
            if tile.index not in turn.used:
                if tile.gives_marker:
                    self.giver = tile
                if tile.trades_in:
                    self.trader = tile

    # ------------------------------------------------------------------ prices

    def cost(self, what: str) -> int:
        """Return the player's price of a marker, unit, icon's building or tile (4.3)."""
        return self.costs[what]

    def payable(self, what: str) -> bool:
        """Return whether the hand can pay the price."""
        return self.costs[what] <= self.most

    def payments(self, what: str) -> PlainSets:
        """Return the sets that pay the price (4.2a)."""
        return PlainSets(self.hand, self.cost(what), "4.2a")

    # ------------------------------------------------------------------ markers

    @cached_property
    def reached(self) -> int:
        """Return the provinces adjacent or connected to one that the player owned when the turn began (4.4a, 4.4c)."""
        neighbours = self.state.neighbours_of(self.empire)
        mask = 0
        for source in bits(self.owned & ~self.turn.marked):
            mask |= neighbours[source]
        return mask

    @property
    def markable(self) -> int:
        """Return where the player may place a marker (4.4)."""
        if not self.player.markers:
            return 0
        return self.unclaimed if self.marks_anywhere else self.unclaimed & self.reached

    @property
    def convertible(self) -> int:
        """Return where the player may replace a marker by their own (4.8)."""
        if not self.player.markers:
            return 0
        records, empire = self.state.provinces, self.empire
        standing = [index for index in bits(self.posted) if records[index].occupier == empire]
        return mask_of([index for index in standing if _refuse_conversion(self, index) is None])

    @property
    def free_markers(self) -> int:
        """Return where the free marker may go (7.2c)."""
        if self.giver is None:
            return 0
        return self.markable if self.board.variant.marker_for_exchange else self.markable & self.reached

    @property
    def converts_free(self) -> bool:
        """Return whether the free marker may replace another one (K48)."""
        return self.giver is not None and self.board.variant.marker_for_exchange

    # ------------------------------------------------------------------ buildings and units

    @cached_property
    def most_fortresses(self) -> int:
        """Return how many fortresses may stand in one province of the player (4.5c, 7.4e)."""
        return max([tile.most_fortresses for tile in self.tiles], default=1)

    def unit_places(self, unit: str) -> int:
        """Return where the player may raise a unit (4.5)."""
        player = self.player
        if unit == "legion":
            return self.sites if player.legions else 0
        if unit == "trireme":
            return self.sites & self.board.coastal if player.triremes else 0
        return self._fortress_places() if player.fortresses else 0

    def _fortress_places(self) -> int:
        fortified = bits(self.sites & self.fortified)
        if not fortified:
            return self.sites
        records, most = self.state.provinces, self.most_fortresses
        return self.sites & ~mask_of([site for site in fortified if records[site].fortresses >= most])

    def building_places(self) -> dict[str, int]:
        """Return by icon name where the player may build on such an icon (4.5b, 4.5c)."""
        provinces, rows, left = self.state.provinces, self.board.icons, self.state.buildings
        found: dict[str, int] = {}
        for site in bits(self.sites):
            row = rows[site]
            for index in bits(~provinces[site].built & (1 << len(row)) - 1):
                icon = row[index]
                if left[icon.kind]:
                    found[icon.name] = found.get(icon.name, 0) | 1 << site
        return found

    # ------------------------------------------------------------------ heroes and wonders

    def purchasable(self) -> list[str]:
        """Return the heroes and wonders that the player may buy (4.7)."""
        tiles = self.board.tiles
        return [tiles[tile].id for tile in self.state.display if may_buy(self.state, self.empire, tile)]

    # ------------------------------------------------------------------ all of it

    def anything(self) -> bool:
        """Return whether the player can build and pay for anything.

        Units are tried first: they have room most often.
        """
        for unit in UNIT_KINDS:
            if self.costs[unit] <= self.most and self.unit_places(unit):
                return True
        return bool(self.sorts)

    @cached_property
    def sorts(self) -> list[dict[str, int]]:
        """Return what the player can build and pay for, sort by sort, each thing with its places.

        A tile has place 0. No sort is empty.
        """
        if self.most < self.board.least_cost(self.player.tiles) and self.giver is None:
            return []
        sorts = (self._payable_markers(), self._payable_units(), self._payable_buildings(), self._payable_tiles())
        return [sort for sort in sorts if sort]

    def _payable_markers(self) -> dict[str, int]:
        places = self.markable if self.payable("control") else self.free_markers
        return {"control": places} if places else {}

    def _payable_units(self) -> dict[str, int]:
        costs, most = self.costs, self.most
        return {unit: places for unit in UNIT_KINDS if costs[unit] <= most and (places := self.unit_places(unit))}

    def _payable_buildings(self) -> dict[str, int]:
        costs, most = self.costs, self.most
        return {name: places for name, places in self.building_places().items() if costs[name] <= most}

    def _payable_tiles(self) -> dict[str, int]:
        if self.most < self.board.least_tile_cost:
            return {}
        costs, most = self.costs, self.most
        return {name: 0 for name in self.purchasable() if costs[name] <= most}

    def payable_conversions(self) -> int:
        """Return where the player may replace a marker and can pay for it."""
        return self.convertible if self.converts_free or self.payable("control") else 0

    # ------------------------------------------------------------------ Cleopatra

    def given(self) -> list[int]:
        """Return the cards that the player may exchange (7.2d)."""
        if self.trader is None:
            return []
        return [token for token, count in enumerate(self.hand) if count and self.gained(token)]

    def gained(self, given: int) -> list[int]:
        """Return the cards that the bank gives for one (K49)."""
        bank = self.state.bank
        if given == COIN:
            return [token for token in self.board.goods if bank[token]]
        return [COIN] if bank[COIN] else []


def may_buy(state: State, empire: int, tile: int) -> bool:
    """Return whether a hero or wonder is for sale to an empire (4.7b)."""
    is_others = state.board.tiles[tile].kind == "civilization_hero" and tile != state.board.heroes[empire]
    return tile in state.display and not is_others


# ---------------------------------------------------------------------- refusals


def check_thing(prospects: Prospects, what: str, where: int) -> None:
    """Raise RuleError with the rule that forbids building this there at any price."""
    if where == FREE:
        refusal = _refuse_tile(prospects, prospects.board.tile_of[what])
    elif what == "control":
        refusal = _refuse_marker(prospects, where)
    else:
        refusal = _refuse_site(prospects, where)
        if refusal is None and what in UNIT_KINDS:
            refusal = _refuse_unit(prospects, what, where)
        elif refusal is None:
            refusal = _refuse_building(prospects, where, prospects.board.icon_of[where][what])
    if refusal is None and what in PIECES and not supply_of(prospects.player, what):
        refusal = _none_left(what)
    if refusal is not None:
        raise refusal


def check_conversion(prospects: Prospects, where: int) -> None:
    """Raise RuleError with the rule that forbids replacing a marker there."""
    refusal = _refuse_conversion(prospects, where)
    if refusal is None and not prospects.player.markers:
        refusal = _none_left("control")
    if refusal is not None:
        raise refusal


def _none_left(piece: str) -> RuleError:
    return RuleError("0.4a", "You have no more {what} in supply.", what=piece)


def _refuse_marker(prospects: Prospects, where: int) -> RuleError | None:
    name = prospects.board.province_names[where]
    owner = prospects.state.provinces[where].controller
    if owner == prospects.empire:
        return RuleError("4.4b", "You already control {name}.", name=name)
    if owner != NO_EMPIRE:
        return _refuse_foreign(prospects, "4.4b", where)
    if prospects.marks_anywhere or prospects.reached >> where & 1:
        return None
    neighbours = prospects.state.neighbours_of(prospects.empire)
    if neighbours[where] & prospects.turn.marked:
        return RuleError(
            "4.4c", "{name} is adjacent or connected only to provinces that you marked this turn.", name=name
        )
    if any(province.docks[prospects.empire] for province in prospects.state.provinces):
        return RuleError(
            "4.4a",
            "{name} is neither adjacent nor connected to a province you controlled when your turn began; "
            "triremes in dock connect nothing.",
            name=name,
        )
    return RuleError(
        "4.4a", "{name} is neither adjacent nor connected to a province you controlled when your turn began.", name=name
    )


def _refuse_site(prospects: Prospects, where: int) -> RuleError | None:
    if prospects.sites >> where & 1:
        return None
    name = prospects.board.province_names[where]
    owner = prospects.state.provinces[where].controller
    if owner == NO_EMPIRE:
        return RuleError("4.5a", "{name} is uncontrolled; build only in provinces you control.", name=name)
    if owner != prospects.empire:
        return _refuse_foreign(prospects, "4.5a", where)
    if prospects.turn.marked >> where & 1:
        return RuleError("4.4d", "You marked {name} this turn; build there from the next round on.", name=name)
    return RuleError("4.6a", "{name} holds an opponent's units.", name=name)


def _refuse_unit(prospects: Prospects, unit: str, where: int) -> RuleError | None:
    name = prospects.board.province_names[where]
    if unit == "trireme" and not prospects.board.coast[where]:
        return RuleError("4.5d", "{name} has no coast.", name=name)
    if unit == "fortress" and prospects.state.provinces[where].fortresses >= prospects.most_fortresses:
        return RuleError("4.5c", "{name} can hold no more fortresses.", name=name)
    return None


def _refuse_building(prospects: Prospects, where: int, index: int) -> RuleError | None:
    icon = prospects.board.icons[where][index]
    if prospects.state.provinces[where].built >> index & 1:
        name = prospects.board.province_names[where]
        rule = "4.5b" if icon.kind in (CARAVAN, CITY) else "4.5c"
        return RuleError(rule, "{name} already has its {thing}.", name=name, thing=icon.name)
    if not prospects.state.buildings[icon.kind]:
        return RuleError("0.4a", "No {thing} is left in supply.", thing=BUILDING_KINDS[icon.kind])
    return None


def _refuse_tile(prospects: Prospects, tile: int) -> RuleError | None:
    if may_buy(prospects.state, prospects.empire, tile):
        return None
    name = prospects.board.tiles[tile].name
    for owner, player in enumerate(prospects.state.players):
        if tile in player.tiles and owner == prospects.empire:
            return RuleError("4.7a", "You already own {name}.", name=name)
        if tile in player.tiles:
            return RuleError(
                "4.7a", "{name} belongs to {empire}.", name=name, empire=prospects.board.empire_names[owner]
            )
    return RuleError("4.7b", "Only its own civilization can buy {name}.", name=name)


def _refuse_conversion(prospects: Prospects, where: int) -> RuleError | None:
    record = prospects.state.provinces[where]
    name = prospects.board.province_names[where]
    if record.controller == prospects.empire:
        return RuleError("4.8a", "You already control {name}.", name=name)
    if record.occupier != prospects.empire or not record.posts & MARKER:
        return RuleError("4.8a", "No legion of yours stands on the control marker in {name}.", name=name)
    if prospects.board.capital_mask >> where & 1:
        return RuleError("4.8b", "{name} is a capital; its control marker stays.", name=name)
    if is_at_war(record):
        return RuleError("5.7b", "{name} is at war.", name=name)
    return None


def _refuse_foreign(prospects: Prospects, rule: str, where: int) -> RuleError:
    name = prospects.board.province_names[where]
    owner = prospects.state.provinces[where].controller
    if owner == prospects.board.neutral:
        return RuleError(rule, "{name} is neutral.", name=name)
    return RuleError(rule, "{name} is controlled by {empire}.", name=name, empire=prospects.board.empire_names[owner])
