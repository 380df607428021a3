"""Phase 4, battle: which battles the players fight, dice, hits and losses (4.1.1, 4.1.2, 4.2)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.actions import Attack, Fight, LoseLegion
from core.empires.events import FortressHeld
from core.empires.movement import kept_by_peace, leave_post
from core.empires.state import Province, State, is_held_alone, land_units
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Draw, Phases, Procedure, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare import kinds
from core.mare.actions import Done, LoseFortress
from core.mare.events import FortressLost, LegionLost, LegionsLost, Released, RolledAtSea, RolledOnLand, TriremesLost
from core.mare.kinds import CONTROL, FREE
from core.mare.odds import FACES, PIPS_PER_HIT
from core.mare.state import MARKER

FORTRESS_BONUS = 5

# ---------------------------------------------------------------------- which battles


def waters_of_battle(state: State, empire: int) -> int:
    """Return the mask of seas in which the empire has triremes together with an opponent's (4.1.1)."""
    mask = 0
    for sea, triremes in enumerate(state.seas):
        if triremes[empire] and _sea_opponents(state, sea, empire):
            mask |= 1 << sea
    return mask


def _sea_opponents(state: State, sea: int, empire: int) -> list[int]:
    """Return the opponents with triremes there whom the empire may fight."""
    return [
        other
        for other, triremes in enumerate(state.seas[sea])
        if triremes and other != empire and not state.at_peace(empire, other)
    ]


def fields_of_battle(state: State, empire: int) -> int:
    """Return the mask of provinces in which the empire has land units together with an opponent's (4.1.2)."""
    mask = 0
    for index, province in enumerate(state.provinces):
        here = province.legions[empire] or province.fortress == empire
        if here and not is_held_alone(province, empire) and _land_opponents(state, province, empire):
            mask |= 1 << index
    return mask


def _land_opponents(state: State, province: Province, empire: int) -> list[int]:
    """Return the opponents with land units there whom the empire may fight."""
    return [
        other
        for other in range(len(province.legions))
        if other != empire and land_units(province, other) and not state.at_peace(empire, other)
    ]


class SeaBattles(NamedTuple):
    """The seas, as a mask, in which the player may still start a battle this turn."""

    empire: kinds.Active
    seas: kinds.SeaMask


class StartSeaBattles(Question[State, SeaBattles]):
    """In each sea with enemy triremes the player may start one battle with one opponent (4.1.1)."""

    accepts = (Attack, Done)
    phases: Phases = (4,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: SeaBattles, below: Frame) -> str:
        return (
            "not all of those have an enemy to fight (4.1.1)."
            if frame.seas & ~waters_of_battle(state, frame.empire)
            else ""
        )

    def prompt(self, state: State, frame: SeaBattles) -> Prompt:
        return Prompt("4.1.1", Message("Attack enemy triremes, once in a sea, or be done."))

    def answers(self, state: State, frame: SeaBattles) -> Answers:
        actions: list[Action] = [
            Attack(other, sea) for sea in bits(frame.seas) for other in _sea_opponents(state, sea, frame.empire)
        ]

        def refuse(action: Action) -> RuleError:
            if (refusal := kept_by_peace(state, frame.empire, action)) is not None:
                return refusal
            if not isinstance(action, Attack):
                return RuleError("4.1.1", "Start a sea battle (“attack EMPIRE in SEA”) or be “done”.")
            name = state.board.sea_names[action.sea]
            if not frame.seas >> action.sea & 1:
                return RuleError("4.1.1", "You have no battle left to start in {name}.", name=name)
            return RuleError(
                "4.1.1", "{empire} is no opponent in {name}.", empire=state.board.empire_names[action.empire], name=name
            )

        return Listed(state.board, [*actions, Done()], refuse)

    def apply(self, state: State, frame: SeaBattles, action: Action) -> None:
        if not isinstance(action, Attack):
            state.stack.pop()
            return
        state.stack[-1] = SeaBattles(frame.empire, frame.seas & ~(1 << action.sea))
        state.stack.append(SeaBattle(action.sea, frame.empire, action.empire))


class LandBattles(NamedTuple):
    """The provinces, as a mask, in which the player must still fight this turn."""

    empire: kinds.Active
    provinces: kinds.ProvinceMask


class FightLandBattles(Question[State, LandBattles]):
    """The player must fight once in each province with opponents' land units, in any order (4.1.2).

    If several opponents are there, the player picks one.
    """

    accepts = (Fight, Done)
    phases: Phases = (4,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: LandBattles, below: Frame) -> str:
        fields = fields_of_battle(state, frame.empire)
        return "not all of those have an enemy to fight (4.1.2)." if frame.provinces & ~fields else ""

    def prompt(self, state: State, frame: LandBattles) -> Prompt:
        return Prompt("4.1.2", Message("Choose the next land battle you fight: “fight EMPIRE in PROVINCE”."))

    def answers(self, state: State, frame: LandBattles) -> Answers:
        actions: list[Action] = [
            Fight(other, index)
            for index in bits(frame.provinces)
            for other in _land_opponents(state, state.provinces[index], frame.empire)
        ]

        def refuse(action: Action) -> RuleError:
            if (refusal := kept_by_peace(state, frame.empire, action)) is not None:
                return refusal
            if not isinstance(action, Fight):
                return RuleError("4.1.2", "Battles on land must be fought: “fight EMPIRE in PROVINCE”.")
            name = state.board.province_names[action.province]
            if not frame.provinces >> action.province & 1:
                return RuleError("4.1.2", "You have no battle left to fight in {name}.", name=name)
            return RuleError(
                "4.1.2", "{empire} is no opponent in {name}.", empire=state.board.empire_names[action.empire], name=name
            )

        return Listed(state.board, actions or [Done()], refuse)

    def apply(self, state: State, frame: LandBattles, action: Action) -> None:
        if not isinstance(action, Fight):
            state.stack.pop()
            return
        state.stack[-1] = LandBattles(frame.empire, frame.provinces & ~(1 << action.province))
        state.stack.append(LandBattle(action.province, frame.empire, action.empire))


# ---------------------------------------------------------------------- dice


class SeaBattle(NamedTuple):
    """A battle at sea before its dice are rolled."""

    sea: kinds.Sea
    attacker: kinds.Active
    defender: kinds.Opponent


class LandBattle(NamedTuple):
    """A battle on land before its dice are rolled."""

    province: kinds.Province
    attacker: kinds.Active
    defender: kinds.Opponent


def _battle_problem(state: State, frame: SeaBattle | LandBattle, attacks: bool, defends: bool) -> str:
    enemies = frame.attacker != frame.defender and not state.at_peace(frame.attacker, frame.defender)
    return "" if attacks and defends and enemies else "both must be there to fight, and not at peace (4.1.1, 4.1.2)."


class RollAtSea(Draw[State, SeaBattle]):
    """Each side rolls one die per trireme; every full 5 of a total is one hit (4.2)."""

    phases: Phases = (4,)
    below = ("SeaBattles",)

    def problem(self, state: State, frame: SeaBattle, below: Frame) -> str:
        triremes = state.seas[frame.sea]
        return _battle_problem(state, frame, triremes[frame.attacker] > 0, triremes[frame.defender] > 0)

    def meaning(self, state: State, frame: SeaBattle) -> Message:
        names = state.board.empire_names
        return Message(
            "the battle of {attacker} against {defender}",
            attacker=names[frame.attacker],
            defender=names[frame.defender],
        )

    def bounds(self, state: State, frame: SeaBattle) -> tuple[int, ...]:
        triremes = state.seas[frame.sea]
        return (FACES,) * (triremes[frame.attacker] + triremes[frame.defender])

    def settle(self, state: State, frame: SeaBattle, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        triremes = list(state.seas[frame.sea])
        attacking = triremes[frame.attacker]
        dice = [face + 1 for face in outcome]
        lost = {
            frame.defender: sum(dice[:attacking]) // PIPS_PER_HIT,
            frame.attacker: sum(dice[attacking:]) // PIPS_PER_HIT,
        }
        for empire, own in ((frame.attacker, dice[:attacking]), (frame.defender, dice[attacking:])):
            state.tell(RolledAtSea(empire, tuple(own), sum(own), sum(own) // PIPS_PER_HIT, frame.sea))
        for empire, hits in lost.items():
            sunk = min(hits, triremes[empire])
            triremes[empire] -= sunk
            state.players[empire] = state.players[empire].change_supply(triremes=sunk)
            if sunk:
                state.tell(TriremesLost(empire, sunk))
        state.seas[frame.sea] = bytes(triremes)


class RollOnLand(Draw[State, LandBattle]):
    """Each side rolls one die per legion and adds its bonuses (4.2). A fortress adds 5 and cancels one hit (4.2a)."""

    phases: Phases = (4,)
    below = ("LandBattles",)

    def problem(self, state: State, frame: LandBattle, below: Frame) -> str:
        province = state.provinces[frame.province]
        return _battle_problem(
            state, frame, land_units(province, frame.attacker) > 0, land_units(province, frame.defender) > 0
        )

    def meaning(self, state: State, frame: LandBattle) -> Message:
        names = state.board.empire_names
        return Message(
            "the battle of {attacker} against {defender}",
            attacker=names[frame.attacker],
            defender=names[frame.defender],
        )

    def bounds(self, state: State, frame: LandBattle) -> tuple[int, ...]:
        province = state.provinces[frame.province]
        return (FACES,) * (
            dice_on_land(state, province, frame.attacker) + dice_on_land(state, province, frame.defender)
        )

    def settle(self, state: State, frame: LandBattle, outcome: tuple[int, ...]) -> None:
        province = state.provinces[frame.province]
        attacking = dice_on_land(state, province, frame.attacker)
        dice = [face + 1 for face in outcome]
        inflicted = {}
        for empire, own in ((frame.attacker, dice[:attacking]), (frame.defender, dice[attacking:])):
            total = land_total(state, province, empire, own, own_turn=empire == frame.attacker)
            inflicted[empire] = total // PIPS_PER_HIT
            state.tell(RolledOnLand(empire, tuple(own), total, inflicted[empire], frame.province))
        state.stack[-1] = Aftermath(frame.province)
        # R17: the defender picks losses first, so that frame lies on top.
        for empire, enemy in ((frame.attacker, frame.defender), (frame.defender, frame.attacker)):
            hits = inflicted[enemy]
            if hits and province.fortress == empire:
                hits -= 1
                state.tell(FortressHeld(empire, frame.province))
            units = land_units(province, empire)
            if hits >= units:
                _destroy_all(state, frame.province, empire)
            elif hits:
                state.stack.append(Losses(frame.province, empire, hits))


def dice_on_land(state: State, province: Province, empire: int) -> int:
    """Return how many dice a side with units there rolls: one per legion, plus what heroes add (4.2)."""
    extra: int = sum([tile.extra_land_dice for tile in state.acting(empire)])
    return province.legions[empire] + extra


def land_total(state: State, province: Province, empire: int, dice: list[int], own_turn: bool) -> int:
    """Return a side's total on land: dice, what heroes add to dice and total, and the fortress (4.2a)."""
    total = sum(dice) + FORTRESS_BONUS * (province.fortress == empire)
    for tile in state.acting(empire):
        total += province.legions[empire] * tile.legion_die_bonus(own_turn)
        total += tile.land_bonus(controls=province.controller == empire)
    return total


# ---------------------------------------------------------------------- losses


class Losses(NamedTuple):
    """Hits an empire still has to take in a province, fewer than its units there."""

    province: kinds.Province
    empire: kinds.Empire
    hits: kinds.Number


class PickLosses(Question[State, Losses]):
    """The owner picks each loss (4.2, 4.2b); legions that stand on nothing go first by default (R15)."""

    accepts = (LoseLegion, LoseFortress)
    phases: Phases = (4,)
    below = ("Aftermath", "Losses")

    def problem(self, state: State, frame: Losses, below: Frame) -> str:
        if frame.province != below[0] or (isinstance(below, Losses) and below.empire == frame.empire):
            return "each side of one battle takes its losses once (4.2b)."
        units = land_units(state.provinces[frame.province], frame.empire)
        return "" if 0 < frame.hits < units else "nothing is asked unless some units, and not all, are hit (4.2b)."

    def prompt(self, state: State, frame: Losses) -> Prompt:
        name = state.board.province_names[frame.province]
        return Prompt("4.2b", Message("Choose your loss in {name} ({hits} to take).", name=name, hits=frame.hits))

    def answers(self, state: State, frame: Losses) -> Answers:
        index = frame.province
        province = state.provinces[index]
        posts = province.posts if province.occupier == frame.empire else 0
        actions: list[Action] = []
        if province.legions[frame.empire] > posts.bit_count():
            actions.append(LoseLegion(index))
        actions += [LoseLegion(index, CONTROL if 1 << post == MARKER else post) for post in bits(posts)]
        if province.fortress == frame.empire:
            actions.append(LoseFortress(index))

        def refuse(action: Action) -> RuleError:
            name = state.board.provinces[index]
            if isinstance(action, LoseLegion | LoseFortress):
                return RuleError("4.2b", "You have no such unit in this battle.")
            return RuleError("4.2b", "Choose what is lost: “lose legion {name}” or “lose fortress {name}”.", name=name)

        return Listed(state.board, actions, refuse)

    def apply(self, state: State, frame: Losses, action: Action) -> None:
        if isinstance(action, LoseLegion):
            if action.icon != FREE:
                leave_post(state, frame.province, action.icon)
            _destroy_legions(state, frame.province, frame.empire, 1)
        else:
            _destroy_fortress(state, frame.province, frame.empire)
        if frame.hits > 1:
            state.stack[-1] = frame._replace(hits=frame.hits - 1)
        else:
            state.stack.pop()


def _destroy_legions(state: State, index: int, empire: int, number: int) -> None:
    state.provinces[index] = state.provinces[index].change_legions(empire, -number)
    state.players[empire] = state.players[empire].change_supply(legions=number)
    state.tell((LegionLost if number == 1 else LegionsLost)(empire, number, index))


def _destroy_fortress(state: State, index: int, empire: int) -> None:
    state.provinces[index] = state.provinces[index].fortified(NO_EMPIRE)
    state.players[empire] = state.players[empire].change_supply(fortresses=1)
    state.tell(FortressLost(empire, index))


def _destroy_all(state: State, index: int, empire: int) -> None:
    if state.provinces[index].occupier == empire:
        _end_occupation(state, index)
    if state.provinces[index].legions[empire]:
        _destroy_legions(state, index, empire, state.provinces[index].legions[empire])
    if state.provinces[index].fortress == empire:
        _destroy_fortress(state, index, empire)


class Aftermath(NamedTuple):
    """A land battle after its losses."""

    province: kinds.Province


class EndOccupation(Procedure[State, Aftermath]):
    """Ends all occupation if more than one player's land units remain (4.3a)."""

    phases: Phases = (4,)
    below = ("LandBattles",)

    def run(self, state: State, frame: Aftermath) -> None:
        state.stack.pop()
        province = state.provinces[frame.province]
        if province.occupier != NO_EMPIRE and not is_held_alone(province, province.occupier):
            _end_occupation(state, frame.province)


def _end_occupation(state: State, index: int) -> None:
    state.tell(Released(state.provinces[index].occupier, index))
    state.provinces[index] = state.provinces[index].occupied(NO_EMPIRE, 0)
