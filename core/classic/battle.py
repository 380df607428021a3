"""Phase 5, battle: dice and totals on land and at sea, losses, and the results for occupiers (5.5, 5.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from core.classic.actions import LoseLegion, LoseTrireme
from core.classic.deeds import (
    Groups,
    LandUnits,
    all_moved,
    attacking_units,
    can_attack,
    check_which,
    end_occupation,
    fighting_ships,
    in_order,
    mark_attacked,
    picked,
    remove_ships,
    sea_limits,
    set_turn,
    ships_in,
    take_legions,
    take_posted,
    turn_of,
    units_in,
    whichs,
    without,
)
from core.classic.kinds import ALL, ATTACKED, SUPPORTED, Coming, LandForce, SeaForce, Side, deeds_of
from core.classic.state import State, is_held_alone, land_units
from core.classic.tile import Tile
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Draw, Phases, Procedure, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare import kinds
from core.mare.actions import LoseFortress
from core.mare.events import FortressLost, LegionLost, LegionsLost, Released, RolledAtSea, RolledOnLand, TriremesLost
from core.mare.kinds import CONTROL, FREE


class LandBattle(NamedTuple):
    """A battle on land that begins unless Helen prevents it (7.3c)."""

    province: kinds.Province
    attacker: kinds.Active
    defender: Side
    force: LandForce


class LandDice(NamedTuple):
    """A battle on land before its dice are rolled; ``ships`` triremes support one side (7.2b)."""

    province: kinds.Province
    attacker: kinds.Active
    defender: Side
    force: LandForce
    support: kinds.Number


class AfterLandBattle(NamedTuple):
    """A battle on land after its losses; ``force`` is what is left of it."""

    province: kinds.Province
    attacker: kinds.Active
    force: LandForce


class LandLosses(NamedTuple):
    """Units that an empire still has to lose in a battle on land, fewer than take part."""

    province: kinds.Province
    empire: kinds.Empire
    hits: kinds.Number


class SeaDice(NamedTuple):
    """A battle at sea before its dice are rolled. In a blockade the attacker is not the active player (8.1)."""

    sea: kinds.Sea
    attacker: kinds.Empire
    defender: kinds.Empire
    force: SeaForce


class AfterSeaBattle(NamedTuple):
    """A battle at sea after its losses; ``force`` is what is left of it."""

    sea: kinds.Sea
    attacker: kinds.Empire
    force: SeaForce


class SeaLosses(NamedTuple):
    """Triremes that an empire still has to lose in a battle at sea, fewer than take part."""

    sea: kinds.Sea
    empire: kinds.Empire
    hits: kinds.Number


class Helen(NamedTuple):
    """Legions of which Helen may replace one: those that come in, or ALL that fight in the battle below (7.3c)."""

    province: kinds.Province
    coming: Coming


class Supporting(NamedTuple):
    """Triremes that may support an empire in the battle below (7.2b)."""

    province: kinds.Province
    empire: kinds.Empire


FACES = 6
POINTS_PER_LOSS = 5
FORTRESS_POINTS = 6

# ---------------------------------------------------------------------- on land


def tiles_of(state: State, side: int) -> list[Tile]:
    """Return the tiles of a side; neutrals have none."""
    return [] if side == state.board.neutral else state.acting(side)


class PrepareLandBattle(Procedure[State, LandBattle]):
    """Prepares a battle on land: Helen (7.3c), the end of occupation by a third side (5.6b), and support (7.2b).

    Without attackers there is no battle.
    """

    phases: Phases = (3,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: LandBattle, below: Frame) -> str:
        return _problem_on_land(state, frame)

    def run(self, state: State, frame: LandBattle) -> None:
        state.stack.pop()
        if not attacking_units(state, frame.province, frame.force).size:
            return
        province = state.provinces[frame.province]
        sides = [side for side in range(len(province.legions)) if land_units(province, side)]
        if province.occupier in (frame.attacker, frame.defender) and len(sides) > 2:
            # Other units remain after any roll of the dice, so these legions can lose only themselves.
            stop_occupying(state, frame.province)
        state.stack.append(LandDice(*frame, support=0))
        both = _both_sides(state, state.stack[-1])
        for side, units in zip((frame.attacker, frame.defender), both, strict=True):
            if units.all_legions and any(tile.supports for tile in tiles_of(state, side)):
                state.stack.append(Supporting(frame.province, side))


def _both_sides(state: State, frame: LandDice | Frame) -> tuple[LandUnits, LandUnits]:
    """Return the units of the attacker and of the defender that take part (K37)."""
    province, _, defender, force, *_ = frame
    return attacking_units(state, province, force), units_in(state, defender, province)


def _problem_on_land(state: State, frame: LandBattle | LandDice) -> str:
    if frame.attacker == frame.defender:
        return "a side can't fight its own units (5.4)."
    if not all(units.size for units in _both_sides(state, frame)):
        return "both sides need units there, and the attacker some that have not attacked (5.1c, 5.4)."
    return _problem_of_force(state, frame)


def _problem_of_force(state: State, frame: LandBattle | LandDice | AfterLandBattle) -> str:
    """Return why a force is wrong; empty if it is right.

    Its units must be there and must not have attacked (5.1c, K37).
    """
    units = can_attack(state, frame.province)
    there = (*units.by_deeds()[:2], units.fortresses)
    if frame.force == ALL or all(number <= most for number, most in zip(frame.force, there, strict=True)):
        return ""
    return "the force has more units than can attack there (5.1c, K37)."


def _supporters(state: State, side: int, index: int) -> int:
    """Return how many triremes of a side off a province have supported a battle on land this round (7.2b)."""
    if not any(tile.supports for tile in tiles_of(state, side)):
        return 0
    return sum(number for sea in bits(state.board.coast[index]) for number in ships_in(state, side, sea)[SUPPORTED:])


def _meaning(state: State, attacker: int, defender: int) -> Message:
    names = state.board.side_names
    return Message("the battle of {attacker} against {defender}", attacker=names[attacker], defender=names[defender])


def dice_of(state: State, frame: LandDice | SeaDice) -> dict[int, int]:
    """Return how many dice each side rolls, attacker first: one for each legion, at sea for each trireme (5.5a)."""
    if isinstance(frame, LandDice):
        numbers = [units.all_legions for units in _both_sides(state, frame)]
    else:
        numbers = [sum(ships) for ships in _fleets(state, frame)]
    return dict(zip((frame.attacker, frame.defender), numbers, strict=True))


class RollOnLand(Draw[State, LandDice]):
    """Each side rolls one die per legion and adds 6 per fortress and what heroes add (5.5a, 5.5b)."""

    phases: Phases = (3,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: LandDice, below: Frame) -> str:
        if frame.support > sum(_supporters(state, side, frame.province) for side in (frame.attacker, frame.defender)):
            return "fewer triremes of a player with Pericles have supported off the province (7.2b)."
        return _problem_on_land(state, frame)

    def meaning(self, state: State, frame: LandDice) -> Message:
        return _meaning(state, frame.attacker, frame.defender)

    def bounds(self, state: State, frame: LandDice) -> tuple[int, ...]:
        return (FACES,) * sum(dice_of(state, frame).values())

    def settle(self, state: State, frame: LandDice, outcome: tuple[int, ...]) -> None:
        sides, both = (frame.attacker, frame.defender), _both_sides(state, frame)
        attacking = both[0].all_legions
        faces = [face + 1 for face in outcome]
        hits = []
        for side, units, dice in zip(sides, both, (faces[:attacking], faces[attacking:]), strict=True):
            total = land_total(state, side, units, dice)
            if any(tile.supports for tile in tiles_of(state, side)):
                total += frame.support
            hits.append(total // POINTS_PER_LOSS)
            state.tell(RolledOnLand(side, tuple(dice), total, hits[-1], frame.province))
        turn = turn_of(state)
        set_turn(state, turn._replace(fought=turn.fought | 1 << frame.province))
        state.stack[-1] = AfterLandBattle(frame.province, frame.attacker, frame.force)
        # K39: the defender picks first, so their question lies on top.
        hit_on_land(state, frame.province, frame.attacker, hits[1])
        hit_on_land(state, frame.province, frame.defender, hits[0])


def land_total(state: State, side: int, units: LandUnits, dice: Sequence[int]) -> int:
    """Return a side's total on land without what ships add."""
    bonus: int = sum([tile.legion_bonus for tile in tiles_of(state, side)])
    return sum(dice) + units.all_legions * bonus + units.fortresses * FORTRESS_POINTS


class EndLandBattle(Procedure[State, AfterLandBattle]):
    """Marks the units that took part as having attacked (5.1c).

    Occupation goes on only if no other side is left (5.6b).
    """

    phases: Phases = (3,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: AfterLandBattle, below: Frame) -> str:
        return _problem_of_force(state, frame)

    def run(self, state: State, frame: AfterLandBattle) -> None:
        state.stack.pop()
        mark_attacked(state, frame.province, attacking_units(state, frame.province, frame.force))
        province = state.provinces[frame.province]
        if province.occupier != NO_EMPIRE and not is_held_alone(province, province.occupier):
            stop_occupying(state, frame.province)


def stop_occupying(state: State, index: int) -> None:
    """End all occupation and assimilation in a province (5.6b, 5.7b)."""
    state.tell(Released(state.provinces[index].occupier, index))
    end_occupation(state, index)


# ---------------------------------------------------------------------- at sea


class RollAtSea(Draw[State, SeaDice]):
    """Each side rolls one die per trireme and adds what heroes add (5.5a)."""

    phases: Phases = (3,)
    below = ("WarTurn", "Shipping")

    def problem(self, state: State, frame: SeaDice, below: Frame) -> str:
        if frame.attacker == frame.defender:
            return "a side can't fight its own units (5.4)."
        if not all(sum(ships) for ships in _fleets(state, frame)):
            return "both sides need units there, and the attacker some that have not attacked (5.1c, 5.4)."
        return _problem_of_fleet(state, frame)

    def meaning(self, state: State, frame: SeaDice) -> Message:
        return _meaning(state, frame.attacker, frame.defender)

    def bounds(self, state: State, frame: SeaDice) -> tuple[int, ...]:
        return (FACES,) * sum(dice_of(state, frame).values())

    def settle(self, state: State, frame: SeaDice, outcome: tuple[int, ...]) -> None:
        attacking = sum(_fleets(state, frame)[0])
        faces = [face + 1 for face in outcome]
        hits = []
        for empire, dice in ((frame.attacker, faces[:attacking]), (frame.defender, faces[attacking:])):
            total = sum(dice) + len(dice) * sum([tile.ship_bonus for tile in state.acting(empire)])
            hits.append(total // POINTS_PER_LOSS)
            state.tell(RolledAtSea(empire, tuple(dice), total, hits[-1], frame.sea))
        state.stack[-1] = AfterSeaBattle(frame.sea, frame.attacker, frame.force)
        hit_at_sea(state, frame.sea, frame.attacker, hits[1])
        hit_at_sea(state, frame.sea, frame.defender, hits[0])


def _fleets(state: State, frame: SeaDice) -> tuple[list[int], list[int]]:
    return (
        fighting_ships(state, frame.attacker, frame.sea, frame.attacker, frame.force),
        fighting_ships(state, frame.defender, frame.sea, frame.attacker, frame.force),
    )


def _problem_of_fleet(state: State, frame: SeaDice | AfterSeaBattle) -> str:
    """Return why a fleet is wrong, as on land (5.1c, K37). A blockade names no force (K53)."""
    if frame.force == ALL:
        return ""
    if frame.attacker != turn_of(state).empire:
        return "in a blockade all triremes fight (K53)."
    ready = without(ships_in(state, frame.attacker, frame.sea), ATTACKED)
    if all(number <= most for number, most in zip(sea_limits(frame.force), ready, strict=True)):
        return ""
    return "the force has more units than can attack there (5.1c, K37)."


class EndSeaBattle(Procedure[State, AfterSeaBattle]):
    """Marks the triremes that took part as having attacked (5.1c), except those of a blockade (K53)."""

    phases: Phases = (3,)
    below = ("WarTurn", "Shipping")

    def problem(self, state: State, frame: AfterSeaBattle, below: Frame) -> str:
        return _problem_of_fleet(state, frame)

    def run(self, state: State, frame: AfterSeaBattle) -> None:
        state.stack.pop()
        turn = turn_of(state)
        if frame.attacker == turn.empire:
            fought = fighting_ships(state, frame.attacker, frame.sea, frame.attacker, frame.force)
            left = all_moved(turn.ships, frame.sea, fought, -1)
            set_turn(state, turn._replace(ships=all_moved(left, frame.sea, fought, adding=ATTACKED)))


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
    phases: Phases = (3,)
    below = ("AfterLandBattle", "LandLosses")

    def problem(self, state: State, frame: LandLosses, below: Frame) -> str:
        if frame.province != below[0] or (isinstance(below, LandLosses) and below.empire == frame.empire):
            return "each side of one battle takes its losses once (5.5c)."
        size = _units(state, frame.province, frame.empire).size
        return "" if 0 < frame.hits < size else "nothing is asked unless some units, and not all, are lost (5.5c)."

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
    phases: Phases = (3,)
    below = ("AfterSeaBattle", "SeaLosses")

    def problem(self, state: State, frame: SeaLosses, below: Frame) -> str:
        if frame.sea != below[0] or (isinstance(below, SeaLosses) and below.empire == frame.empire):
            return "each side of one battle takes its losses once (5.5c)."
        number = sum(_ships(state, frame.sea, frame.empire))
        return "" if 0 < frame.hits < number else "nothing is asked unless some triremes, and not all, are lost (5.5c)."

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
