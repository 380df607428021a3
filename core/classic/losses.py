"""Losses in battle (5.5c): the questions to the players, and the removal of units."""

from __future__ import annotations

from dataclasses import replace

from core.classic.actions import LoseLegion, LoseTrireme
from core.classic.battle_frames import AfterLandBattle, AfterSeaBattle, LandLosses, SeaLosses
from core.classic.deeds import (
    Groups,
    LandUnits,
    attacking_units,
    check_which,
    fighting_ships,
    in_order,
    picked,
    remove_ships,
    take_legions,
    take_posted,
    turn_of,
    units_in,
    whichs,
)
from core.classic.kinds import ALL, deeds_of
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.engine.state import Frame
from core.mare.actions import LoseFortress
from core.mare.events import FortressLost, LegionLost, LegionsLost, TriremesLost
from core.mare.kinds import CONTROL, FREE

NONE = [0] * 8

# ---------------------------------------------------------------------- on land


def hit_on_land(state: State, index: int, side: int, hits: int) -> None:
    """Make a side lose units in the current battle on land, at most all that take part."""
    units = _units(state, index, side)
    if hits >= units.size:
        _lose(state, index, side, units)
    elif side == state.board.neutral:
        # K13: neutrals lose legions before a fortress.
        legions = min(hits, units.all_legions)
        _lose(state, index, side, LandUnits(in_order(units.legions, legions), {}, hits - legions))
    elif hits and units.kinds == 1:
        _lose(state, index, side, LandUnits(in_order(units.legions, hits), {}, hits if units.fortresses else 0))
    elif hits:
        state.stack.append(LandLosses(index, side, hits))


def _units(state: State, index: int, side: int) -> LandUnits:
    """Return the units of a side that take part in the current battle in a province."""
    battle = _battle(state)
    return attacking_units(state, index, battle.force) if side == battle.attacker else units_in(state, side, index)


def _battle(state: State) -> AfterLandBattle:
    return next(frame for frame in reversed(state.stack) if isinstance(frame, AfterLandBattle))


def _lose(state: State, index: int, side: int, units: LandUnits) -> None:
    """Return these units of a side to its supply."""
    battle, number = _battle(state), units.all_legions
    by_deeds = units.by_deeds()
    for icon in units.posts:
        take_posted(state, index, icon)
    if sum(units.legions):
        take_legions(state, side, index, units.legions)
    if units.fortresses:
        province = state.provinces[index]
        state.provinces[index] = replace(province, fortresses=province.fortresses - units.fortresses)
    if side != state.board.neutral:
        state.players[side] = state.players[side].change_supply(legions=number, fortresses=units.fortresses)
    if number:
        state.tell((LegionLost if number == 1 else LegionsLost)(side, number, index))
    for _ in range(units.fortresses):
        state.tell(FortressLost(side, index))
    if side == battle.attacker and battle.force != ALL:
        fresh, moved, fortresses = battle.force
        left = (fresh - by_deeds[0], moved - by_deeds[1], fortresses - units.fortresses)
        state.stack[state.stack.index(battle)] = battle._replace(force=left)


class PickLandLosses(Question[State, LandLosses]):
    """The owner picks each loss (5.5c); legions that stand on nothing go first by default (K34)."""

    accepts = (LoseLegion, LoseFortress)
    phases = (3,)
    below = ("AfterLandBattle", "LandLosses")

    def problem(self, state: State, frame: LandLosses, below: Frame) -> str:
        if frame.province != below[0] or (isinstance(below, LandLosses) and below.empire == frame.empire):
            return "each side of one battle takes its losses once (5.5c)."
        size = _units(state, frame.province, frame.empire).size
        return "" if 0 < frame.hits < size else "nothing is asked unless some units, and not all, are lost (5.5c)."

    def asked(self, state: State, frame: LandLosses) -> int:
        return frame.empire

    def prompt(self, state: State, frame: LandLosses) -> Prompt:
        name = state.board.province_names[frame.province]
        return Prompt("5.5c", Message("Choose your loss in {name} ({hits} to take).", name=name, hits=frame.hits))

    def answers(self, state: State, frame: LandLosses) -> Answers:
        index = frame.province
        units = _units(state, index, frame.empire)
        actions: list[Action] = [LoseLegion(index, which) for which in whichs(units.legions, 1)]
        actions += [LoseLegion(index, icon) for icon in units.posts]
        if units.fortresses:
            actions.append(LoseFortress(index))

        def refuse(action: Action) -> RuleError:
            name = state.board.provinces[index]
            if not isinstance(action, LoseLegion | LoseFortress):
                return RuleError(
                    "5.5c", "Choose what is lost: “lose legion {name}” or “lose fortress {name}”.", name=name
                )
            if isinstance(action, LoseLegion) and action.province == index and deeds_of(action.which) >= 0:
                try:
                    check_which(units.legions, 1, action.which)
                except RuleError as refusal:
                    return refusal
            return RuleError("5.5c", "You have no such unit in this battle.")

        return Listed(state.board, actions, refuse)

    def apply(self, state: State, frame: LandLosses, action: Action) -> None:
        state.stack.pop()
        units = _units(state, frame.province, frame.empire)
        lost = LandUnits(NONE, {}, 1)
        if isinstance(action, LoseLegion):
            if action.which >= 0 or action.which == CONTROL:
                lost = LandUnits(NONE, {action.which: units.posts[action.which]}, 0)
            else:
                lost = LandUnits(picked(units.legions, 1, action.which), {}, 0)
        _lose(state, frame.province, frame.empire, lost)
        hit_on_land(state, frame.province, frame.empire, frame.hits - 1)


# ---------------------------------------------------------------------- at sea


def hit_at_sea(state: State, sea: int, empire: int, hits: int) -> None:
    """Make an empire lose triremes in the current battle at sea, at most all that take part."""
    ships = _ships(state, sea, empire)
    hits = min(hits, sum(ships))
    if hits and (hits == sum(ships) or sum(map(bool, ships)) == 1):
        _sink(state, sea, empire, in_order(ships, hits))
    elif hits:
        state.stack.append(SeaLosses(sea, empire, hits))


def _ships(state: State, sea: int, empire: int) -> list[int]:
    battle = _sea_battle(state)
    return fighting_ships(state, empire, sea, battle.attacker, battle.force)


def _sea_battle(state: State) -> AfterSeaBattle:
    return next(frame for frame in reversed(state.stack) if isinstance(frame, AfterSeaBattle))


def _sink(state: State, sea: int, empire: int, ships: Groups) -> None:
    battle = _sea_battle(state)
    remove_ships(state, empire, sea, ships)
    state.tell(TriremesLost(empire, sum(ships)))
    if empire == battle.attacker == turn_of(state).empire and battle.force != ALL:
        lost = (ships[0], ships[1], ships[4], ships[5])
        left = tuple([number - gone for number, gone in zip(battle.force, lost, strict=True)])
        state.stack[state.stack.index(battle)] = battle._replace(force=left)


class PickSeaLosses(Question[State, SeaLosses]):
    """The owner picks each lost trireme if they differ in their deeds (5.5c, K34)."""

    accepts = (LoseTrireme,)
    phases = (3,)
    below = ("AfterSeaBattle", "SeaLosses")

    def problem(self, state: State, frame: SeaLosses, below: Frame) -> str:
        if frame.sea != below[0] or (isinstance(below, SeaLosses) and below.empire == frame.empire):
            return "each side of one battle takes its losses once (5.5c)."
        number = sum(_ships(state, frame.sea, frame.empire))
        return "" if 0 < frame.hits < number else "nothing is asked unless some triremes, and not all, are lost (5.5c)."

    def asked(self, state: State, frame: SeaLosses) -> int:
        return frame.empire

    def prompt(self, state: State, frame: SeaLosses) -> Prompt:
        name = state.board.sea_names[frame.sea]
        return Prompt("5.5c", Message("Choose your loss in {name} ({hits} to take).", name=name, hits=frame.hits))

    def answers(self, state: State, frame: SeaLosses) -> Answers:
        ships = _ships(state, frame.sea, frame.empire)

        def refuse(action: Action) -> RuleError:
            if isinstance(action, LoseTrireme) and action.sea == frame.sea and action.which != FREE:
                try:
                    check_which(ships, 1, action.which)
                except RuleError as refusal:
                    return refusal
            name = state.board.seas[frame.sea]
            return RuleError("5.5c", "Choose what is lost: “lose trireme {name}”.", name=name)

        return Listed(state.board, [LoseTrireme(frame.sea, which) for which in whichs(ships, 1)], refuse)

    def apply(self, state: State, frame: SeaLosses, action: LoseTrireme) -> None:
        state.stack.pop()
        _sink(state, frame.sea, frame.empire, picked(_ships(state, frame.sea, frame.empire), 1, action.which))
        hit_at_sea(state, frame.sea, frame.empire, frame.hits - 1)
