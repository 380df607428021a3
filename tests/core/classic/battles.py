"""Battles: who takes part in one, and whether the engine's totals and losses are those of the recount."""

from __future__ import annotations

from collections import Counter
from typing import Any

from core.classic.state import State
from tests.core.classic.recount import battle
from tests.core.classic.recount.board import NEUTRAL
from tests.core.classic.recount.position import Position, Unit

LAND = ("LandBattle", "LandDice", "AfterLandBattle")
GOING_ON = (*LAND, "SeaDice", "AfterSeaBattle")


def fighters(state: State, position: Position, frame: Any, side: str) -> tuple[str, list[Unit]]:
    """K37: where a battle is, and the units of a side that take part in it."""
    board, on_land = state.board, type(frame).__name__ in LAND
    place = board.provinces[frame.province] if on_land else board.seas[frame.sea]
    here = position.provinces[place].land if on_land else position.seas[place]
    units = [unit for unit in here if unit.side == side]
    active = next(other for other in reversed(state.stack) if type(other).__name__ == "WarTurn")
    if board.sides.index(side) != frame.attacker or active[0] != frame.attacker:
        return place, units
    ready = [unit for unit in units if not unit.attacked]
    return place, _force(ready, frame.force) if frame.force else ready


def _force(ready: list[Unit], force: tuple[int, ...]) -> list[Unit]:
    """The units of a force that has been said: by what they did, and fortresses."""
    left = Counter(dict(enumerate(force)))
    found = []
    for unit in ready:
        sort = 2 if unit.kind == "fortress" else unit.moved + 2 * unit.supported
        if left[sort]:
            left[sort] -= 1
            found.append(unit)
    return found


class BattleWatch:
    """A battle from its dice to its end."""

    def __init__(self, state: State, position: Position, frame: Any) -> None:
        board = state.board
        self.position = position
        self.on_land = type(frame).__name__ == "LandDice"
        self.attacker = board.sides[frame.attacker]
        self.defender = board.sides[frame.defender]
        self.place, self.attacking = fighters(state, position, frame, self.attacker)
        _, self.defending = fighters(state, position, frame, self.defender)
        self.support = frame.support if self.on_land else 0
        self.totals: dict[str, int] = {}

    def dice(self) -> int:
        """5.5a: how many dice are rolled: one for each legion or trireme."""
        return sum(unit.kind != "fortress" for unit in (*self.attacking, *self.defending))

    def rolled(self, side: str, dice: tuple[int, ...], total: int) -> str:
        """Return what is wrong with the total of a side."""
        units = self.attacking if side == self.attacker else self.defending
        walls = sum(unit.kind == "fortress" for unit in units)
        support = self.support if self.position.has(side, "pericles") else 0
        right = battle.strength(self.position, side, dice, walls, support, at_sea=not self.on_land)
        self.totals[side] = total
        return "" if right == total else f"5.5: {side} rolls {dice}, which is {right}, not {total}."

    def ended(self, after: Position) -> list[str]:
        """Return what is wrong once losses are taken."""
        wrong = []
        sides = ((self.attacker, self.attacking, self.defender), (self.defender, self.defending, self.attacker))
        for side, units, other in sides:
            fallen = battle.losses(self.totals[other], len(units))
            left = self._standing(self.position, side) - self._standing(after, side)
            if left.total() != fallen:
                wrong.append(f"5.5c: {side} loses {left.total()} units in {self.place}, not {fallen}.")
            if side == NEUTRAL and left["fortress"] and self._standing(after, side)["legion"]:
                wrong.append(f"K13: neutrals lose a fortress before a legion in {self.place}.")
        return [*wrong, *self._occupations(after)] if self.on_land else wrong

    def _standing(self, position: Position, side: str) -> Counter[str]:
        here = position.provinces[self.place].land if self.on_land else position.seas[self.place]
        return Counter(unit.kind for unit in here if unit.side == side)

    def _occupations(self, after: Position) -> list[str]:
        """5.6b: all end where two sides are left; else those of legions that are left go on."""
        before, now = self.position.provinces[self.place], after.provinces[self.place]
        was = {(unit.side, unit.on) for unit in before.land if unit.on}
        on = {(unit.side, unit.on) for unit in now.land if unit.on}
        if len(now.sides()) > 1:
            return [f"5.6b: legions go on with {on} in {self.place}."] if on else []
        fallen = sum(unit.kind == "legion" for unit in before.land) - sum(unit.kind == "legion" for unit in now.land)
        goes_on = {side for side, _ in was} == now.sides()
        if not on <= was or (goes_on and len(on) < len(was) - fallen):
            return [f"5.6b: legions that did {was} in {self.place} go on with {on}."]
        return []
