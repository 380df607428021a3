"""What the buildings of one province are worth to the empire that controls them: income and levels."""

from __future__ import annotations

from dataclasses import dataclass

from core.empires.map import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE


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
