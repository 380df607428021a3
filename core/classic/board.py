"""The board of one table: its places, its civilizations, and everything else that never changes in a game."""

from __future__ import annotations

from collections.abc import Mapping

from core.classic.map import Map
from core.classic.tile import tile_of
from core.classic.variant import Variant
from core.engine.errors import DataError
from core.engine.masks import mask_of
from core.mare.buildings import BUILDING_KINDS
from core.mare.payment import SetOf
from core.mare.places import Places
from core.mare.resources import COIN

TRACK_NAMES = ("commerce", "politics", "military")

NEUTRAL = "neutral"
"""The word for the pieces of civilizations that no player has."""


class Board(Places):
    """The constant part of a game. Tuples are indexed by province, sea, empire, side, tile or token.

    A *side* is an empire or, last, the neutrals. A *token* is a card: 0 is a coin, the others are goods in data order.
    """

    def __init__(self, game_map: Map, line_up: tuple[str, ...], variant: Variant) -> None:
        """Set up the board for these civilizations, in seat order. Raises DataError if they can't play."""
        names = [empire.id for empire in game_map.empires]
        if list(line_up) != [name for name in names if name in line_up]:
            raise DataError("line_up", f"expected different ones of {', '.join(names)}, in this order.")
        table = game_map.table(len(line_up))
        goods = [name for name, _ in game_map.commodities]
        self.prices = {thing: SetOf(cost) for thing, cost in game_map.costs}
        """The printed price of everything except heroes and wonders, by name."""
        super().__init__(game_map.provinces, game_map.seas, goods, self.prices)
        facts = {empire.id: empire for empire in game_map.empires}
        self.map = game_map
        self.variant = variant
        self.titles: tuple[str, ...] = variant.titles
        self.track_names: tuple[str, ...] = TRACK_NAMES
        self.supply = table.buildings
        """By building kind: how many are in play (1.2)."""
        self.empires = line_up
        """The civilizations in seat order, as words."""
        self.starts = tuple(facts[empire] for empire in line_up)
        self.empire_names = tuple(start.name for start in self.starts)
        self.sides = (*line_up, NEUTRAL)
        self.side_names = (*self.empire_names, "Neutral")
        self.neutral = len(line_up)
        """The side of the neutrals."""
        self.capitals = tuple(self.provinces.index(start.capital) for start in self.starts)
        """By empire: its capital."""
        self.capital_mask = mask_of(self.provinces.index(empire.capital) for empire in game_map.empires)
        """All capitals, including those of neutral civilizations."""
        self.tiles = tuple(tile_of(index, tile, variant) for index, tile in enumerate(game_map.tiles))
        self.tile_of = {tile.id: tile.index for tile in self.tiles}
        self.heroes = tuple(self.tile_of[start.hero] for start in self.starts)
        """By empire: its civilization's hero."""
        self.tokens = ("coin", *goods)
        self.goods = tuple(range(COIN + 1, len(self.tokens)))
        """All tokens except coins."""
        self.alps = (self.provinces.index(game_map.alps.source), self.provinces.index(game_map.alps.target))
        """The provinces at both ends of the way over the Alps: source, target (8.2)."""
        self.coastal = mask_of(index for index, seas in enumerate(self.coast) if seas)
        """The mask of provinces with a coast."""
        self.least_tile_cost = min(game_map.tile_cost, game_map.pyramids_cost)
        """The price of the cheapest hero or wonder (4.3c, 4.3d)."""
        self._costs: dict[tuple[int, ...], dict[str, int]] = {}
        self._least: dict[tuple[int, ...], int] = {}

    def tile_price(self, tile: int) -> SetOf:
        """Return the price of a hero or wonder, or of the Pyramids (4.3c, 4.3d)."""
        is_pyramids = self.tiles[tile].kind == "pyramids"
        return SetOf(self.map.pyramids_cost if is_pyramids else self.map.tile_cost)

    def costs(self, owned: tuple[int, ...]) -> Mapping[str, int]:
        """Return by name what the owner of some tiles pays for everything (4.3, 7.2, 7.4d).

        If tiles give several prices, the least counts. The result depends on the map alone, so it is cached.
        """
        known = self._costs.get(owned)
        if known is None:
            tiles = [self.tiles[tile] for tile in owned]
            known = self._costs[owned] = {
                thing: min([tile.price(thing, price.cost) for tile in tiles], default=price.cost)
                for thing, price in self.prices.items()
            }
            known |= {icon.name: known[BUILDING_KINDS[icon.kind]] for icons in self.icons for icon in icons}
            known |= {tile.id: self.tile_price(tile.index).cost for tile in self.tiles}
        return known

    def least_cost(self, owned: tuple[int, ...]) -> int:
        """Return the least that the owner of some tiles pays for anything."""
        known = self._least.get(owned)
        if known is None:
            known = self._least[owned] = min(self.costs(owned).values())
        return known
