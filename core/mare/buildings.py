"""Buildings: their kinds, the icons they stand on, and their worth to the empire that controls them.

These are the kinds of all editions. If an edition lacks a kind, its map has no icon for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.masks import bits, mask_of
from core.mare.payment import SetOf

BUILDING_KINDS = ("caravan", "market", "city", "capital", "legendary_city", "temple")

CARAVAN, MARKET, CITY, CAPITAL, LEGENDARY_CITY, TEMPLE = range(len(BUILDING_KINDS))

UNIT_KINDS = ("legion", "trireme", "fortress")


@dataclass(frozen=True, slots=True)
class Icon:
    """A place for one building. ``kind`` indexes BUILDING_KINDS; ``commodity`` is a caravan's kind of resource or 0."""

    name: str
    kind: int
    commodity: int
    price: SetOf


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of some buildings together, for one empire that controls them all.

    ``income`` has pairs of a kind of resource and a number (1.1). ``legendary`` has for each legendary city whether a
    temple doubles its draw (1.1). ``trade`` and ``culture`` are the levels (0.6).
    """

    income: tuple[tuple[int, int], ...]
    legendary: tuple[bool, ...]
    trade: int
    culture: int
    coins: int
    """How much of the income is coins."""
    goods: int
    """How much of the income is goods."""
    kinds: int
    """The mask of the kinds of goods in the income."""


def worth_of(buildings: list[tuple[int, int]]) -> Worth:
    """Return the worth of buildings given as pairs of a kind and, for a caravan, the commodity (else 0)."""
    kinds = [kind for kind, _ in buildings]
    # 1.1a: only the empire that controls the temple or market as well gets the doubling.
    temple, market = TEMPLE in kinds, MARKET in kinds
    legendary = kinds.count(LEGENDARY_CITY)
    cities = kinds.count(CITY) + kinds.count(CAPITAL)
    coins = cities * (2 if temple else 1) + legendary
    goods = [(commodity, 2 if market else 1) for kind, commodity in buildings if kind == CARAVAN]
    trade = kinds.count(CARAVAN) + kinds.count(MARKET)
    return Worth(
        income=((0, coins), *goods) if coins else tuple(goods),
        legendary=(temple,) * legendary,
        trade=trade,
        # Every other building is a temple or a kind of city.
        culture=len(kinds) - trade,
        coins=coins,
        goods=sum([number for _, number in goods]),
        kinds=mask_of([kind for kind, _ in goods]),
    )


class Worths(dict[int, Worth]):
    """By mask of a province's icons, the worth of buildings on them to one empire that controls them all.

    It depends on the map alone. Each value is computed once, on first use.
    """

    def __init__(self, icons: tuple[Icon, ...]) -> None:
        super().__init__()
        self.icons = icons

    def __missing__(self, mask: int) -> Worth:
        built = [self.icons[index] for index in bits(mask)]
        worth = self[mask] = worth_of([(icon.kind, icon.commodity) for icon in built])
        return worth
