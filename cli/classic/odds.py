"""The odds of a battle (5.5), exactly."""

from __future__ import annotations

from cli.mare.preview import Odds, Ways, losses
from core.classic.battle import LandDice, land_total, tiles_of
from core.classic.deeds import LandUnits, attacking_units, fighting_ships, units_in
from core.classic.kinds import ALL, Counted
from core.classic.state import State


def on_land(state: State, province: int, empire: int, enemy: int, force: Counted = ALL) -> Odds:
    """Return the odds in a province for the active empire against a side, as they stand there now."""
    own, other = attacking_units(state, province, force), units_in(state, enemy, province)
    return Odds(_lost(state, own, other, enemy), _lost(state, other, own, empire))


def with_support(state: State, battle: LandDice, empire: int, ships: int) -> Odds:
    """Return the odds for an empire of a side of a battle that so many triremes more support (7.2b)."""
    sides = [battle.attacker, battle.defender]
    both = [attacking_units(state, battle.province, battle.force), units_in(state, battle.defender, battle.province)]
    if empire == battle.defender:
        sides.reverse()
        both.reverse()
    own, other = both
    return Odds(_lost(state, own, other, sides[1]), _lost(state, other, own, empire, battle.support + ships))


def _lost(state: State, victim: LandUnits, by: LandUnits, side: int, support: int = 0) -> Ways:
    """Return the ways in which one side makes another lose units; a fortress adds 6 and cancels nothing."""
    if not by.size:
        return (1, *[0] * victim.size)
    return losses(by.all_legions, land_total(state, side, by, []) + support, 0, victim.size)


def at_sea(state: State, sea: int, empire: int, enemy: int, force: Counted = ALL) -> Odds:
    """Return the odds in a sea for the active empire."""
    own = sum(fighting_ships(state, empire, sea, empire, force))
    other = state.seas[sea][enemy]
    return Odds(losses(other, _bonus(state, enemy, other), 0, own), losses(own, _bonus(state, empire, own), 0, other))


def _bonus(state: State, empire: int, ships: int) -> int:
    added: int = sum([tile.ship_bonus for tile in tiles_of(state, empire)])
    return ships * added
