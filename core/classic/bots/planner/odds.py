"""Exact odds of land battles (5.5)."""

from __future__ import annotations

from typing import NamedTuple

from core.classic.state import Province, State
from core.mare.dice import hit_chance

FORTRESS_POINTS = 6


class Side(NamedTuple):
    """One side of a battle on land: its legions and fortresses, and the bonus on each die."""

    legions: int
    fortresses: int
    bonus: int = 0

    def destroys(self, units: int) -> int:
        """Return the chance in percent to destroy this number of units in one battle."""
        return hit_chance(self.legions, self.bonus * self.legions + FORTRESS_POINTS * self.fortresses, units)

    def conquers(self, enemy: Side) -> int:
        """Return the chance in percent to destroy all of the enemy in one battle and keep a legion."""
        if not self.legions:
            return 0
        units = enemy.legions + enemy.fortresses
        if not units:
            return 100
        return self.destroys(units) * (100 - enemy.destroys(self.legions + self.fortresses)) // 100


def bonus_of(state: State, side: int) -> int:
    """Return what heroes add to each die of a side's legions."""
    if side == state.board.neutral:
        return 0
    return sum([tile.legion_bonus for tile in state.acting(side)])


def side_in(state: State, side: int, province: Province) -> Side:
    """Return the land units of a side in a province."""
    fortresses = province.fortresses if province.controller == side else 0
    return Side(province.legions[side], fortresses, bonus_of(state, side))


def enemies_in(state: State, empire: int, province: Province) -> dict[int, Side]:
    """Return the land units of all others in a province, by side."""
    found = {}
    for side in range(len(province.legions)):
        if side != empire and (province.legions[side] or (province.fortresses and province.controller == side)):
            found[side] = side_in(state, side, province)
    return found


def together(sides: dict[int, Side]) -> Side:
    """Return several sides added up to one."""
    return Side(
        sum([side.legions for side in sides.values()]),
        sum([side.fortresses for side in sides.values()]),
        max([side.bonus for side in sides.values()], default=0),
    )
