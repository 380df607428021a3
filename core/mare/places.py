"""The places of a board by index: provinces with their icons, seas, and connections between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.engine.masks import mask_of, nth_bit
from core.mare.buildings import BUILDING_KINDS, CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE, Icon, Worths
from core.mare.map import ProvinceFacts, SeaFacts, icon_names
from core.mare.payment import SetOf


class Places:
    """The provinces and seas of a board, which never change. All tuples are indexed by province or sea."""

    def __init__(
        self,
        provinces: Sequence[ProvinceFacts],
        seas: Sequence[SeaFacts],
        goods: Sequence[str],
        prices: Mapping[str, SetOf],
    ) -> None:
        """Index the places; neighbours outside the board are dropped. ``goods`` counts caravans' commodities from 1."""
        index = {province.id: number for number, province in enumerate(provinces)}
        sea_index = {sea.id: number for number, sea in enumerate(seas)}
        self.provinces = tuple(province.id for province in provinces)
        self.province_names = tuple(province.name for province in provinces)
        self.icons = tuple(_icons(province, goods, prices) for province in provinces)
        self.icon_of = tuple({icon.name: number for number, icon in enumerate(row)} for row in self.icons)
        self.of_kind = tuple(map(_masks_by_kind, self.icons))
        """By province: for each building kind the mask of its icons."""
        self.worths = tuple(Worths(row) for row in self.icons)
        """By province: for each mask of its icons the worth of the buildings on them."""
        self.land = tuple(mask_of(index[other] for other in province.land if other in index) for province in provinces)
        """By province: the mask of adjacent provinces."""
        self.coast = tuple(mask_of(sea_index[sea] for sea in province.coast) for province in provinces)
        """By province: the mask of its seas."""
        self.seas = tuple(sea.id for sea in seas)
        self.sea_names = tuple(sea.name for sea in seas)
        self.sea_links = tuple(mask_of(sea_index[other] for other in sea.seas) for sea in seas)
        """By sea: the mask of adjacent seas."""
        self.shores = tuple(
            mask_of(province for province, mask in enumerate(self.coast) if mask >> sea & 1) for sea in range(len(seas))
        )
        """By sea: the mask of provinces on it."""
        self._reach: dict[int, tuple[int, ...]] = {}

    def reach(self, fleet: int) -> tuple[int, ...]:
        """Return by province the mask of provinces adjacent or connected to it, for triremes in the seas of ``fleet``.

        Two provinces are connected if they lie on one unbroken chain of such seas. The result depends on the map alone,
        so it is cached.
        """
        known = self._reach.get(fleet)
        if known is None:
            chains = self._chains(fleet)
            known = tuple([self._reach_from(province, chains) for province in range(len(self.land))])
            self._reach[fleet] = known
        return known

    def _chains(self, fleet: int) -> list[tuple[int, int]]:
        """Return the chains that the seas of a fleet form, each as masks of its seas and of the provinces on them."""
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


def _icons(province: ProvinceFacts, goods: Sequence[str], prices: Mapping[str, SetOf]) -> tuple[Icon, ...]:
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


def _masks_by_kind(icons: Sequence[Icon]) -> tuple[int, ...]:
    return tuple(
        mask_of(number for number, icon in enumerate(icons) if icon.kind == kind) for kind in range(len(BUILDING_KINDS))
    )
