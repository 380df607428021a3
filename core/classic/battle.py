"""Phase 5, battle: dice and totals on land and at sea, and the results for occupiers (5.5, 5.6)."""

from __future__ import annotations

from collections.abc import Sequence

from core.classic.battle_frames import (
    AfterLandBattle,
    AfterSeaBattle,
    LandBattle,
    LandDice,
    SeaDice,
    Supporting,
)
from core.classic.deeds import (
    LandUnits,
    all_moved,
    attacking_units,
    can_attack,
    end_occupation,
    fighting_ships,
    mark_attacked,
    sea_limits,
    set_turn,
    ships_in,
    turn_of,
    units_in,
    without,
)
from core.classic.kinds import ALL, ATTACKED, SUPPORTED
from core.classic.losses import hit_at_sea, hit_on_land
from core.classic.state import State, is_held_alone, land_units
from core.classic.tile import Tile
from core.engine.flow import Draw, Procedure
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.events import Released, RolledAtSea, RolledOnLand
from core.mare.graph import bits

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

    phases = (3,)
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

    phases = (3,)
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

    phases = (3,)
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

    phases = (3,)
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

    phases = (3,)
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
