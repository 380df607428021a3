"""The exact odds of a battle: every roll of the dice is counted, in whole numbers."""

from __future__ import annotations

from typing import NamedTuple

from cli.i18n.texts import tr
from core.mare.dice import PIPS_PER_HIT, totals

Ways = tuple[int, ...]
"""By number of units lost, in how many ways the enemy's dice fall so; the last is the loss of all."""


class Odds(NamedTuple):
    """What can become of the two sides. Their losses do not depend on each other: each comes from the other's dice."""

    own: Ways
    enemy: Ways

    @property
    def wins(self) -> float:
        """The chance that all enemies are destroyed and some units of your own are left."""
        return self.destroys * (1 - self.own[-1] / sum(self.own))

    @property
    def destroys(self) -> float:
        """The chance that all enemies are destroyed."""
        return self.enemy[-1] / sum(self.enemy)

    @property
    def is_destroyed(self) -> float:
        """The chance that no unit of your own is left."""
        return self.own[-1] / sum(self.own)

    def sentence(self, name: str) -> str:
        """Return the odds in words, to a player whose enemy is called so."""
        return tr(
            "{destroyed} to destroy all units of {name} ({wins} with some of yours left), {lost} to"
            " lose all of yours. Mean losses: you {own}, {name} {others}.",
            name=name,
            destroyed=percent(self.destroys),
            wins=percent(self.wins),
            lost=percent(self.is_destroyed),
            own=_mean(self.own),
            others=_mean(self.enemy),
        )


def percent(chance: float) -> str:
    """Return a chance in percent, which says never and always only of what is so."""
    if 0 < chance < 0.01:
        return "<1%"
    return ">99%" if 0.99 < chance < 1 else f"{chance:.0%}"


def losses(dice: int, bonus: int, cancelled: int, units: int) -> Ways:
    """Return by number of units lost in how many ways so many dice, with a bonus on their total, fall so."""
    found = [0] * (units + 1)
    for total, ways in enumerate(totals(dice)):
        hits = max((total + bonus) // PIPS_PER_HIT - cancelled, 0)
        found[min(hits, units)] += ways
    return tuple(found)


def _mean(ways: Ways) -> str:
    return f"{sum(lost * number for lost, number in enumerate(ways)) / sum(ways):.1f}"
