"""The board of one table: the open provinces and seas by index, and everything else that never changes in a game.

Closed provinces are not on the board (0.7).
"""

from __future__ import annotations

from typing import Any

from core.empires.map import TITLES, Map
from core.empires.tile import TileOf
from core.engine.masks import mask_of
from core.mare.buildings import CAPITAL, LEGENDARY_CITY, UNIT_KINDS
from core.mare.kinds import TRACKS
from core.mare.payment import NO_TILE, BuildOffer, SetOf
from core.mare.places import Places
from core.mare.resources import token_names


class Board(Places):
    """The constant part of a game. All tuples are indexed by province, sea, empire, tile or token."""

    titles: tuple[str, ...] = TITLES
    track_names: tuple[str, ...] = TRACKS

    def __init__(self, game_map: Map, players: int, tiles: tuple[TileOf[Any], ...]) -> None:
        """Set up the board for a table with this number of players. Raises DataError if the map has no such table."""
        table = game_map.table(players)
        goods = [name for name, _ in game_map.commodities]
        self.prices = {thing: SetOf(cost) for thing, cost in game_map.costs}
        """The price of everything except heroes and wonders, by name."""
        is_open = [province for province in game_map.provinces if province.id not in table.closed]
        super().__init__(is_open, game_map.seas, goods, self.prices)
        facts = {empire.id: empire for empire in game_map.empires}
        self.map = game_map
        self.great = tuple(kinds[CAPITAL] | kinds[LEGENDARY_CITY] for kinds in self.of_kind)
        """By province: the mask of its capital and legendary city."""
        self.empires = table.empires
        """The empires in seat order, as words."""
        self.starts = tuple(facts[empire] for empire in table.empires)
        self.empire_names = tuple(start.name for start in self.starts)
        self.sides, self.side_names = self.empires, self.empire_names
        self.capitals = tuple(self.provinces.index(start.capital) for start in self.starts)
        """By empire: its capital's province."""
        self.capital_mask = mask_of(self.capitals)
        self.tiles = tiles
        self.tile_of = {tile.id: tile.index for tile in tiles}
        self.tokens = token_names(goods)
        self.offers = {thing: BuildOffer(NO_TILE, thing, self.prices[thing]) for thing in ("control", *UNIT_KINDS)}
        """Control markers and units at the printed price, as offers to everyone."""
        self.tile_prices = tuple(SetOf(cost) for cost in game_map.tile_costs)
        """The prices of the second hero or wonder on a mat, the third …"""
        self.pyramids_price = SetOf(game_map.pyramids_cost)
        self.cheapest = min(price.cost for price in self.prices.values())
        """The cost of the cheapest thing that a set buys."""

    def tile_price(self, held: int) -> SetOf:
        """Return the price of the next hero or wonder on a mat that holds ``held`` (3.1.3).

        The last price of the list holds for all further ones.
        """
        return self.tile_prices[min(held, len(self.tile_prices)) - 1]
