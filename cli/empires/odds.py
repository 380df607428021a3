"""The odds of a battle (4.2), exactly: every roll of the dice counted, as whole numbers of ways."""

from __future__ import annotations

from typing import NamedTuple

from cli.i18n.texts import tr
from core.empires.battle import dice_on_land, land_total
from core.empires.bots.steward.odds import totals
from core.empires.state import State, land_units
from core.mare.dice import PIPS_PER_HIT

Ways = tuple[int, ...]
"""By number of units lost, in how many ways the enemy's dice fall so; the last is the loss of all."""


class Odds(NamedTuple):
    """What can become of the two sides. Their losses do not depend on each other: each comes from the other's dice."""

    own: Ways
    enemy: Ways

    @property
    def wins(self) -> float:
        """The chance that all enemies are destroyed and something of one's own is left."""
        return self.destroys * (1 - self.own[-1] / sum(self.own))

    @property
    def destroys(self) -> float:
        """The chance that all enemies are destroyed."""
        return self.enemy[-1] / sum(self.enemy)

    @property
    def is_destroyed(self) -> float:
        """The chance that nothing of one's own is left."""
        return self.own[-1] / sum(self.own)

    def sentence(self, name: str) -> str:
        """The odds in words, to a player whose enemy is called so."""
        return tr(
            "{destroyed} to destroy all units of {name} ({wins} with some left), {lost} to lose all of yours. Mean"
            " losses: you {own}, {name} {others}.",
            name=name,
            destroyed=percent(self.destroys),
            wins=percent(self.wins),
            lost=percent(self.is_destroyed),
            own=_mean(self.own),
            others=_mean(self.enemy),
        )


def on_land(state: State, province: int, empire: int, enemy: int, *, own_turn: bool = True) -> Odds:
    """The odds in a province for an empire against another, as they stand there now."""
    record = state.provinces[province]

    def losses(victim: int, by: int, by_own_turn: bool) -> Ways:
        if not land_units(record, by):
            return (1, *[0] * land_units(record, victim))
        bonus = land_total(state, record, by, [], own_turn=by_own_turn)
        cancelled = int(record.fortress == victim)
        return _ways(dice_on_land(state, record, by), bonus, cancelled, land_units(record, victim))

    return Odds(losses(empire, enemy, not own_turn), losses(enemy, empire, own_turn))


def at_sea(state: State, sea: int, empire: int, enemy: int) -> Odds:
    """The odds in a sea."""
    own, other = state.seas[sea][empire], state.seas[sea][enemy]
    return Odds(_ways(other, 0, 0, own), _ways(own, 0, 0, other))


def percent(chance: float) -> str:
    """A chance in percent, which says never and always only of what is so."""
    if 0 < chance < 0.01:
        return "<1%"
    return ">99%" if 0.99 < chance < 1 else f"{chance:.0%}"


def _ways(dice: int, bonus: int, cancelled: int, units: int) -> Ways:
    found = [0] * (units + 1)
    for total, ways in enumerate(totals(dice)):
        hits = max((total + bonus) // PIPS_PER_HIT - cancelled, 0)
        found[min(hits, units)] += ways
    return tuple(found)


def _mean(ways: Ways) -> str:
    return f"{sum(lost * number for lost, number in enumerate(ways)) / sum(ways):.1f}"
