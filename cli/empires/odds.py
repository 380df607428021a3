"""The exact odds of a battle (4.2): every roll of the dice is counted, in whole numbers."""

from __future__ import annotations

from cli.mare.preview import Odds, Ways, losses
from core.empires.battle import dice_on_land, land_total
from core.empires.state import State, land_units


def on_land(state: State, province: int, empire: int, enemy: int, *, own_turn: bool = True) -> Odds:
    """Return the odds in a province for an empire against another, as they stand there now."""
    record = state.provinces[province]

    def lost(victim: int, by: int, by_own_turn: bool) -> Ways:
        if not land_units(record, by):
            return (1, *[0] * land_units(record, victim))
        bonus = land_total(state, record, by, [], own_turn=by_own_turn)
        cancelled = int(record.fortress == victim)
        return losses(dice_on_land(state, record, by), bonus, cancelled, land_units(record, victim))

    return Odds(lost(empire, enemy, not own_turn), lost(enemy, empire, own_turn))


def at_sea(state: State, sea: int, empire: int, enemy: int) -> Odds:
    """Return the odds in a sea."""
    own, other = state.seas[sea][empire], state.seas[sea][enemy]
    return Odds(losses(other, 0, 0, own), losses(own, 0, 0, other))
