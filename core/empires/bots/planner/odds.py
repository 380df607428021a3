"""Exact odds of land battles (4.2)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.battle import FORTRESS_BONUS
from core.empires.state import Tile
from core.mare.dice import hit_chance


class Side(NamedTuple):
    """One side of a land battle: its legions and fortresses (0 or 1), its dice, and what is added to their total."""

    legions: int
    fortress: int
    dice: int
    bonus: int

    def destroys(self, enemy: Side) -> int:
        """Return the chance in percent to destroy all of the enemy in one battle."""
        # 4.2a: a fortress takes a hit as a legion does, and cancels one.
        hits = enemy.legions + 2 * enemy.fortress
        return hit_chance(self.dice, self.bonus, hits)

    def conquers(self, enemy: Side) -> int:
        """Return the chance in percent to destroy all of the enemy and keep a legion.

        It treats the two as independent.
        """
        if not self.legions:
            return 0
        return self.destroys(enemy) * (100 - enemy.destroys(self)) // 100


EMPTY = Side(0, 0, 0, 0)


def side_of(heroes: list[Tile], legions: int, fortress: int, own_turn: bool, controls: bool) -> Side:
    """Return the side with these heroes and units, on the empire's own turn or not, in its own province or not."""
    if not legions and not fortress:
        return EMPTY
    dice, bonus = legions, FORTRESS_BONUS * fortress
    for hero in heroes:
        dice += hero.extra_land_dice
        bonus += legions * hero.legion_die_bonus(own_turn) + hero.land_bonus(controls)
    return Side(legions, fortress, dice, bonus)
