"""The board of one table: the open provinces and seas, by index, with sets of places as bit masks.

A *mask* has bit i set for the place (province, sea or icon) of index i. Closed provinces are not on the board (0.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from core.empires.map import (
    BUILDING_KINDS,
    CAPITAL,
    CARAVAN,
    CITY,
    LEGENDARY_CITY,
    MARKET,
    TEMPLE,
    UNIT_KINDS,
    EmpireFacts,
    Map,
    ProvinceFacts,
    icon_names,
)
from core.empires.tile import TileOf
from core.empires.worth import Worth, worth_of
from core.mare.payment import NO_TILE, Offer, SetOf
from core.mare.resources import token_names


@dataclass(frozen=True, slots=True)
class Icon:
    """A place for one building. ``kind`` indexes BUILDING_KINDS; ``commodity`` is a caravan's kind of resource or 0."""

    name: str
    kind: int
    commodity: int
    price: SetOf


def bits(mask: int) -> Iterator[int]:
    """The indices in a mask, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nth_bit(mask: int, number: int) -> int:
    """The index in a mask that has so many smaller ones before it."""
    for _ in range(number):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def mask_of(indices: Iterable[int]) -> int:
    """The mask of some indices."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


class Worths(dict[int, Worth]):
    """By mask of a province's icons, what buildings on them are worth to one empire that controls them all.

    A function of the map alone; what is asked for is worked out once.
    """

    def __init__(self, icons: tuple[Icon, ...]) -> None:
        super().__init__()
        self.icons = icons

    def __missing__(self, mask: int) -> Worth:
        built = [self.icons[index] for index in bits(mask)]
        worth = self[mask] = worth_of([(icon.kind, icon.commodity) for icon in built])
        return worth


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What never changes in a game: all tuples are indexed by province, sea, empire, tile or token."""

    map: Map
    provinces: tuple[str, ...]
    province_names: tuple[str, ...]
    icons: tuple[tuple[Icon, ...], ...]
    of_kind: tuple[tuple[int, ...], ...]  # by province: for each building kind the mask of its icons
    great: tuple[int, ...]  # by province: mask of its capital and legendary city
    worths: tuple[Worths, ...]  # by province: for each mask of its icons what the buildings there are worth
    land: tuple[int, ...]  # by province: mask of adjacent provinces
    coast: tuple[int, ...]  # by province: mask of its seas
    seas: tuple[str, ...]
    sea_names: tuple[str, ...]
    sea_links: tuple[int, ...]  # by sea: mask of adjacent seas
    shores: tuple[int, ...]  # by sea: mask of provinces on it
    empires: tuple[str, ...]  # in seat order (Words)
    empire_names: tuple[str, ...]
    starts: tuple[EmpireFacts, ...]
    capitals: tuple[int, ...]  # by empire: its capital's province
    capital_mask: int
    tiles: tuple[TileOf[Any], ...]
    tile_of: dict[str, int]  # index by id
    icon_of: tuple[dict[str, int], ...]  # by province: index by name
    tokens: tuple[str, ...]
    prices: dict[str, SetOf]  # of everything but heroes and wonders, by name
    offers: dict[str, Offer]  # the same of control markers and units, as offers made to everybody
    tile_prices: tuple[SetOf, ...]  # of the second hero or wonder on a mat, the third …
    pyramids_price: SetOf
    cheapest: int  # cost of the cheapest thing that is bought with a set
    _reach: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def tile_price(self, held: int) -> SetOf:
        """3.1.3: the price of the next hero or wonder on a mat that has so many; the last price named goes on."""
        return self.tile_prices[min(held, len(self.tile_prices)) - 1]

    def reach(self, fleet: int) -> tuple[int, ...]:
        """By province, the mask of provinces adjacent or connected (0.4) to it for triremes in the seas of ``fleet``.

        A function of the map alone, so each answer is kept.
        """
        known = self._reach.get(fleet)
        if known is None:
            chains = self._chains(fleet)
            known = tuple([self._reach_from(province, chains) for province in range(len(self.land))])
            self._reach[fleet] = known
        return known

    def _chains(self, fleet: int) -> list[tuple[int, int]]:
        """The chains that the seas of a fleet form, each as masks of its seas and of the provinces on them."""
        chains: list[tuple[int, int]] = []
        while fleet:
            chain = shores = 0
            ahead = fleet & -fleet
            while ahead:
                sea = nth_bit(ahead, 0)
                chain |= 1 << sea
                shores |= self.shores[sea]
                ahead = (ahead | self.sea_links[sea] & fleet) & ~chain
            chains.append((chain, shores))
            fleet &= ~chain
        return chains

    def _reach_from(self, province: int, chains: list[tuple[int, int]]) -> int:
        reached = self.land[province]
        for chain, shores in chains:
            if chain & self.coast[province]:
                reached |= shores
        return reached & ~(1 << province)


def build_board(game_map: Map, players: int, tiles: tuple[TileOf[Any], ...]) -> Board:
    """The board for a table of so many players; raises DataError where the map has no such table."""
    table = game_map.table(players)
    open_provinces = [province for province in game_map.provinces if province.id not in table.closed]
    index = {province.id: number for number, province in enumerate(open_provinces)}
    sea_index = {sea.id: number for number, sea in enumerate(game_map.seas)}
    facts = {empire.id: empire for empire in game_map.empires}
    starts = tuple(facts[empire] for empire in table.empires)
    goods = [name for name, _ in game_map.commodities]
    prices = {thing: SetOf(cost) for thing, cost in game_map.costs}
    icons = tuple(_icons(province, goods, prices) for province in open_provinces)
    coast = tuple(mask_of(sea_index[sea] for sea in province.coast) for province in open_provinces)
    return Board(
        map=game_map,
        provinces=tuple(province.id for province in open_provinces),
        province_names=tuple(province.name for province in open_provinces),
        icons=icons,
        of_kind=tuple(
            tuple(mask_of(i for i, icon in enumerate(row) if icon.kind == kind) for kind in range(len(BUILDING_KINDS)))
            for row in icons
        ),
        great=tuple(
            mask_of(i for i, icon in enumerate(row) if icon.kind in (CAPITAL, LEGENDARY_CITY)) for row in icons
        ),
        worths=tuple(Worths(row) for row in icons),
        land=tuple(mask_of(index[p] for p in province.land if p in index) for province in open_provinces),
        coast=coast,
        seas=tuple(sea.id for sea in game_map.seas),
        sea_names=tuple(sea.name for sea in game_map.seas),
        sea_links=tuple(mask_of(sea_index[other] for other in sea.seas) for sea in game_map.seas),
        shores=tuple(
            mask_of(p for p, mask in enumerate(coast) if mask >> sea & 1) for sea in range(len(game_map.seas))
        ),
        empires=table.empires,
        empire_names=tuple(start.name for start in starts),
        starts=starts,
        capitals=tuple(index[start.capital] for start in starts),
        capital_mask=mask_of(index[start.capital] for start in starts),
        tiles=tiles,
        tile_of={tile.id: tile.index for tile in tiles},
        icon_of=tuple({icon.name: index for index, icon in enumerate(row)} for row in icons),
        tokens=token_names(goods),
        prices=prices,
        offers={thing: Offer(NO_TILE, thing, prices[thing]) for thing in ("control", *UNIT_KINDS)},
        tile_prices=tuple(SetOf(cost) for cost in game_map.tile_costs),
        pyramids_price=SetOf(game_map.pyramids_cost),
        cheapest=min(price.cost for price in prices.values()),
    )


def _icons(province: ProvinceFacts, goods: list[str], prices: dict[str, SetOf]) -> tuple[Icon, ...]:
    kinds = (
        [CARAVAN] * len(province.caravans)
        + [MARKET] * province.market
        + [TEMPLE] * province.temple
        + [CITY] * province.city
        + [CAPITAL] * bool(province.capital)
        + [LEGENDARY_CITY] * bool(province.legendary)
    )
    commodities = [1 + goods.index(name) for name in province.caravans]
    commodities += [0] * (len(kinds) - len(commodities))
    return tuple(
        Icon(name, kind, commodity, prices[BUILDING_KINDS[kind]])
        for name, kind, commodity in zip(icon_names(province), kinds, commodities, strict=True)
    )
