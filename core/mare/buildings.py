"""Buildings: their kinds, the icons they stand on, and what they are worth to the empire that controls them.

These are the kinds of all editions; the map of an edition that lacks a kind has no icon for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.mare.graph import bits
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
    """What some buildings are worth together, while one empire controls them all.

    ``income`` has pairs of a kind of resource and a number (1.1), ``legendary`` has for each legendary city whether a
    temple doubles its draw (1.1), ``trade`` and ``culture`` are the levels (0.6).
    """

    income: tuple[tuple[int, int], ...]
    legendary: tuple[bool, ...]
    trade: int
    culture: int


def worth_of(buildings: list[tuple[int, int]]) -> Worth:
    """The worth of buildings given as pairs of a kind and, for a caravan, the commodity (else 0)."""
    kinds = [kind for kind, _ in buildings]
    # 1.1a: who controls the temple or market as well has the doubling, and only he.
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
        # What is neither a caravan nor a market is a city of some kind or a temple.
        culture=len(kinds) - trade,
    )


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
