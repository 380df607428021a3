"""The odds of battles, the targets within an empire's reach, and the dangers of its own provinces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from core.classic.bots.worth import CARD, View, prize, province_value
from core.classic.state import Province, State, land_units
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.odds import hit_chance

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


# ---------------------------------------------------------------------- dangers and targets


MOST_LEGIONS = 5
"""A target that needs more legions does not count."""

LEAST_CHANCE = 34
"""In percent: the least chance with which an attack begins."""

LOSS_SHARE = 53
"""In percent: the share of its price that counts for a legion that may be lost."""

SURE = 43
"""In percent: the chance that is enough for an attack."""


OWN_SHARE = 173
"""In percent: the worth of an own province compared with what it brings: a rival gains it, too."""

OPEN_DANGER = 80
"""In percent: the chance to lose a province without units to legions that can come."""


class Target(NamedTuple):
    """A province of another side: the worth of standing there alone, and the legions that this takes."""

    where: int
    value: int
    legions: int


class Threats:
    """The provinces that an empire can attack, and its own that others can attack."""

    def __init__(self, view: View, reach: Sequence[int] = ()) -> None:
        """Look round; ``reach`` has by province where the empire's legions could go if its triremes stood elsewhere."""
        self.view = view
        self.state = view.state
        self.reach = reach or view.state.neighbours_of(view.empire)

    def legions_needed(self, where: int) -> int:
        """Return how many legions it takes to stand alone in a province after one battle, by SURE; 0 for too many."""
        enemy = together(enemies_in(self.state, self.view.empire, self.state.provinces[where]))
        bonus = bonus_of(self.state, self.view.empire)
        for legions in range(1, MOST_LEGIONS + 1):
            if Side(legions, 0, bonus).conquers(enemy) >= SURE:
                return legions
        return 0

    @cached_property
    def in_reach(self) -> int:
        """Return the provinces that the empire's units can reach from where they stand or can be raised."""
        mask = 0
        for where, province in enumerate(self.state.provinces):
            if province.controller == self.view.empire or province.legions[self.view.empire]:
                mask |= self.reach[where] | 1 << where
        return mask

    @cached_property
    def targets(self) -> list[Target]:
        """Return the provinces worth attacking, the best for each legion first."""
        found = []
        for where in bits(self.in_reach):
            province = self.state.provinces[where]
            if province.controller in (NO_EMPIRE, self.view.empire) or province.occupier == self.view.empire:
                continue
            needed = self.legions_needed(where)
            value = prize(self.view, where, needed) if needed else 0
            if value > 0:
                found.append(Target(where, value, needed))
        return sorted(found, key=lambda target: target.value // target.legions, reverse=True)

    @cached_property
    def most_coming(self) -> list[int]:
        """Return by province the most legions that one other empire can march there at once."""
        found = [0] * len(self.state.provinces)
        for other in self.view.rivals:
            found = [max(known, more) for known, more in zip(found, self.coming(other), strict=True)]
        return found

    def coming(self, empire: int, reach: Sequence[int] = ()) -> list[int]:
        """Return by province the legions that an empire can march there at once, or has there.

        ``reach`` has by province where they could go if its triremes stood elsewhere.
        """
        reach = reach or self.state.neighbours_of(empire)
        found = [0] * len(self.state.provinces)
        for source, province in enumerate(self.state.provinces):
            free = province.legions[empire]
            if province.occupier == empire:
                free -= province.posts.bit_count()
            if free:
                for where in bits(reach[source] | 1 << source):
                    found[where] += free
        return found

    def prospect(self, target: Target, legions: int) -> int:
        """Return the expected gain of an attack with this number of legions, less its cost; 0 if it is too bold."""
        enemy = together(enemies_in(self.state, self.view.empire, self.state.provinces[target.where]))
        chance = Side(legions, 0, bonus_of(self.state, self.view.empire)).conquers(enemy)
        if chance < LEAST_CHANCE:
            return 0
        return target.value * chance // 100 - enemy.destroys(1) * 3 * CARD * LOSS_SHARE // 10000

    @cached_property
    def latent(self) -> int:
        """Return the provinces next to others', which legions raised there could attack."""
        mask = 0
        for other in self.view.rivals:
            reach = self.state.neighbours_of(other)
            for where in bits(self.state.controlled(other)):
                mask |= reach[where]
        return mask

    def exposure(self, where: int, units: int) -> int:
        """Return the chance in percent to lose an own province held by this number of units."""
        return self.danger(where, units, self.most_coming[where])

    def danger(self, where: int, units: int, threat: int) -> int:
        """Return the same chance if so many legions can come at once."""
        if threat > units:
            return OPEN_DANGER if not units else 100 * (threat - units) // (2 * threat)
        if units > 1:
            return 0
        return (33, 6)[units] if self.latent >> where & 1 else (8, 2)[units]

    def stake(self, where: int) -> int:
        """Return the worth of an own province, as far as it can be lost."""
        value = province_value(self.view, where) * OWN_SHARE // 100
        return value // 2 if self.view.board.capital_mask >> where & 1 else value

    def defence(self, where: int, more: int = 1) -> int:
        """Return the worth of ``more`` units in an own province."""
        units = land_units(self.state.provinces[where], self.view.empire)
        saved = self.exposure(where, units) - self.exposure(where, units + more)
        return self.stake(where) * max(0, saved) // 100
