"""The odds of battles, the dangers of an empire, and the targets of its legions (chapter 4)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from core.empires.battle import FORTRESS_BONUS
from core.empires.bots.worth import LEVELS_TO_STOP, View, great_city_loss, great_city_value
from core.empires.state import Tile, is_held_alone, land_units
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.odds import hit_chance


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


# ---------------------------------------------------------------------- dangers and targets


ATTACK_PERCENT = 80
RAID_PERCENT = 15
CONVERSION_PERCENT = 75
STRANGER_PERCENT = 50
"""The share of the chance that counts where legions in a conquered province are in danger from a third player."""

PROVINCE_VALUE = 150
LEGION_COST = 300


class Target(NamedTuple):
    """A province worth sending legions to: the worth of being alone there, and the force to beat."""

    province: int
    prize: int
    defence: Side


class Threat(NamedTuple):
    """An opponent's possible attack on a province, and the loss if it succeeds."""

    force: Side
    loss: int


class Recruit(NamedTuple):
    """The worth of one more legion in an attack, and the mask of provinces from which it could join in."""

    gain: int
    sources: int


class Threats:
    """Dangers and targets of an empire in a position."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.heroes = [view.state.acting(empire) for empire in range(len(view.state.players))]
        self._threats: dict[int, list[Threat]] = {}

    def side(self, index: int, empire: int, legions: int, own_turn: bool) -> Side:
        """Return an empire's side of a battle in a province, with this number of legions."""
        province = self.view.state.provinces[index]
        fortress = int(province.fortress == empire)
        return side_of(self.heroes[empire], legions, fortress, own_turn, province.controller == empire)

    def legions_near(self, index: int, empire: int) -> int:
        """Return how many legions an empire could send to a province."""
        view = self.view
        near = view.reach[empire][index] & view.with_legions[empire]
        return sum([view.state.provinces[source].legions[empire] for source in bits(near)])

    # ------------------------------------------------------------------ danger

    def exposure(self, index: int, legions: int, fortress: int) -> int:
        """Return the expected loss in an own province before the next turn, with this defence."""
        heroes = self.heroes[self.view.empire]
        defence = side_of(heroes, legions, fortress, own_turn=False, controls=True)
        worst = 0
        for threat in self._threats_to(index):
            worst = max(worst, threat.loss * threat.force.conquers(defence) * ATTACK_PERCENT // 10_000)
        if not worst and not legions and not fortress and self._has_neighbours(index):
            worst = self.stake(index) * RAID_PERCENT // 100
        return worst

    def _threats_to(self, index: int) -> list[Threat]:
        if index not in self._threats:
            view = self.view
            great = view.state.provinces[index].built & view.great_icons(index)
            stake = self.stake(index)
            self._threats[index] = [
                Threat(
                    self.side(index, other, number, own_turn=True),
                    stake + (great_city_loss(view, other) if great else 0),
                )
                for other in view.opponents
                if (number := self.legions_near(index, other))
            ]
        return self._threats[index]

    def _has_neighbours(self, index: int) -> bool:
        provinces = self.view.state.provinces
        return any(
            provinces[near].controller not in (NO_EMPIRE, self.view.empire) for near in bits(self.view.own_reach[index])
        )

    def stake(self, index: int) -> int:
        """Return what the empire can lose in its own province; of its capital's province only the income (4.3.5)."""
        view = self.view
        income = view.over_time(view.income(index, view.state.provinces[index].built))
        return (income + PROVINCE_VALUE) // (2 if index == view.board.capitals[view.empire] else 1)

    # ------------------------------------------------------------------ prey

    @cached_property
    def targets(self) -> list[Target]:
        """Return the provinces within reach to conquer or to free, dearest first."""
        view = self.view
        within = view.home
        for source in bits(view.home | view.with_legions[view.empire]):
            within |= view.own_reach[source]
        found = []
        for index in bits(within):
            prize = self._prize(index)
            if prize and not self._peaceful(index):
                found.append(Target(index, prize, self._defence(index)))
        return sorted(found, key=lambda target: (-target.prize, target.province))

    def _peaceful(self, index: int) -> bool:
        """Return whether a peace keeps the empire's legions out (R14)."""
        state, province = self.view.state, self.view.state.provinces[index]
        return any(
            state.at_peace(self.view.empire, other) and (province.controller == other or land_units(province, other))
            for other in self.view.opponents
        )

    def _prize(self, index: int) -> int:
        """Return the worth of being alone in a province, or 0 if there is nothing to gain.

        An opponent's province is worth its control, next turn, or else its best building.
        """
        view = self.view
        province = view.state.provinces[index]
        if province.controller == view.empire:
            return 0 if is_held_alone(province, view.empire) else self.stake(index)
        if province.controller == NO_EMPIRE or province.occupier == view.empire:
            return 0
        if convertible(view, index):
            income = view.income(index, province.built) * CONVERSION_PERCENT // 100
            value = view.over_time(income) + PROVINCE_VALUE
        else:
            value = view.over_time(max([view.income(index, 1 << icon) for icon in bits(province.built)], default=0))
        if province.built & view.great_icons(index):
            value += great_city_value(view, province.controller)
        if province.controller in view.crowned and any(
            view.dethrones(index, 1 << icon) for icon in bits(province.built)
        ):
            value += LEVELS_TO_STOP
        return value + value * self._riches(province.controller) // 100

    def _riches(self, owner: int) -> int:
        """Return by how many percent an opponent's income is above the average.

        Taking from a rich opponent helps against the leader of the race.
        """
        incomes = self.view.incomes
        total = max(1, sum(incomes))
        return max(0, 100 * len(incomes) * incomes[owner] // total - 100)

    def _defence(self, index: int) -> Side:
        """Return the strongest of the opponents' forces in a province: a turn allows one battle there."""
        province = self.view.state.provinces[index]
        if not any(province.legions) and province.fortress == NO_EMPIRE:
            return EMPTY
        forces = [
            self.side(index, other, province.legions[other], own_turn=False)
            for other in self.view.opponents
            if land_units(province, other)
        ]
        return max(forces, key=lambda force: (force.legions + 2 * force.fortress, force.bonus), default=EMPTY)

    def prospect(self, target: Target, legions: int) -> int:
        """Return the expected gain of an attack with this number of legions, less its expected cost."""
        if not legions:
            return 0
        chance = self.side(target.province, self.view.empire, legions, own_turn=True).conquers(target.defence)
        return (target.prize * chance - LEGION_COST * legions * (100 - chance) // 2) // 100

    @cached_property
    def best_attack(self) -> int:
        """Return the best expected gain of an attack with the legions that are near, or 0."""
        best = 0
        for target in self.targets:
            near = self.legions_near(target.province, self.view.empire)
            best = max([best, *[self.prospect(target, number) for number in range(1, near + 1)]])
        return best

    def hold(self, index: int) -> int:
        """Return the chance in percent that the empire's legions stay alone in a province until the phase ends."""
        view, province = self.view, self.view.state.provinces[index]
        mine = self.side(index, view.empire, province.legions[view.empire], own_turn=False)
        worst = 0
        for other in view.movers:
            near = self.legions_near(index, other)
            if near and not view.state.at_peace(view.empire, other):
                chance = self.side(index, other, near, own_turn=True).conquers(mine)
                worst = max(worst, chance if other == province.controller else chance * STRANGER_PERCENT // 100)
        return 100 - worst

    @cached_property
    def recruits(self) -> list[Recruit]:
        """Return what one more legion would add to each attack."""
        view = self.view
        idle = view.board.map.legions - view.player.legions
        found = []
        for target in self.targets:
            near = min(idle, self.legions_near(target.province, view.empire))
            now = max(0, self.prospect(target, near))
            sources = view.own_reach[target.province] | 1 << target.province
            found.append(Recruit(self.prospect(target, near + 1) - now, sources))
            if now:
                # The dearest target comes first. Legions that take it are not there for the next.
                idle = max(0, idle - max(1, target.defence.legions + 2 * target.defence.fortress))
        return found


def convertible(view: View, index: int) -> bool:
    """Return whether a conqueror may occupy the control marker (R21, 4.3.5)."""
    return bool(view.own_reach[index] & view.home) and not view.board.capital_mask >> index & 1
