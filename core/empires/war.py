"""Phase 4, move and battle: the course of a turn (chapter 4) and its conversions (4.3.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.empires.actions import Convert, Remove
from core.empires.battle import LandBattles, SeaBattles, fields_of_battle, waters_of_battle
from core.empires.conquest import Conquests, marker_in_reach, provinces_to_conquer
from core.empires.events import ControlLost
from core.empires.movement import Marching, Sailing
from core.empires.state import Peace, State
from core.empires.victory import VictoryTest
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Procedure, Prompt, Question
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Done
from core.mare.events import ControlTaken
from core.mare.kinds import MILITARY, Active
from core.mare.rounds import push_turns
from core.mare.state import MARKER


class WarTurn(NamedTuple):
    """A player's turn of the phase; ``stage`` is the next of its stages."""

    empire: int
    stage: int


class TakeWarTurn(Procedure[State, WarTurn]):
    """Conversions, sailing, sea battles, marching, land battles, conquests, then what tiles add (4.0)."""

    def run(self, state: State, frame: WarTurn) -> None:
        empire = frame.empire
        for stage in range(frame.stage, len(STAGES)):
            begun = STAGES[stage](state, empire)
            if begun is not None:
                state.stack[-1:] = [WarTurn(empire, stage + 1), begun]
                return
        if frame.stage > len(STAGES):
            state.stack.pop()
            return
        turn = state.stack[-1] = WarTurn(empire, len(STAGES) + 1)
        for tile in state.acting(empire):
            tile.after_conquests(state, empire)
        if state.stack[-1] is turn:
            state.stack.pop()


def _conversions(state: State, empire: int) -> Conversions | None:
    occupied = [province for province in state.provinces if province.posts & MARKER and province.occupier == empire]
    return Conversions(empire) if occupied else None


def _sailing(state: State, empire: int) -> Sailing | None:
    at_sea = state.players[empire].triremes < state.board.map.triremes
    return Sailing(empire, bytes(len(state.seas))) if at_sea else None


def _sea_battles(state: State, empire: int) -> SeaBattles | None:
    seas = waters_of_battle(state, empire)
    return SeaBattles(empire, seas) if seas else None


def _marching(state: State, empire: int) -> Marching:
    return Marching(empire, bytes(len(state.provinces)))


def _land_battles(state: State, empire: int) -> LandBattles | None:
    provinces = fields_of_battle(state, empire)
    return LandBattles(empire, provinces) if provinces else None


def _conquests(state: State, empire: int) -> Conquests | None:
    provinces = provinces_to_conquer(state, empire)
    return Conquests(empire, provinces, ()) if provinces else None


STAGES: tuple[Callable[[State, int], Frame | None], ...] = (
    _conversions,
    _sailing,
    _sea_battles,
    _marching,
    _land_battles,
    _conquests,
)
"""What begins at each stage of a turn (4.0). A stage with nothing to do is skipped."""


class Conversions(NamedTuple):
    """The conversions at the start of a turn."""

    empire: Active


class ConvertMarkers(Question[State, Conversions]):
    """Markers on which the player's legions still stand are exchanged or, out of reach, removed (4.3.3, R22)."""

    accepts = (Convert, Remove, Done)
    phases: Phases = (4,)
    below = ("WarTurn",)

    def prompt(self, state: State, frame: Conversions) -> Prompt:
        return Prompt("4.3.3", Message("Exchange the control markers you occupy for your own, or be done."))

    def answers(self, state: State, frame: Conversions) -> Answers:
        actions: list[Action] = []
        for index, province in enumerate(state.provinces):
            if province.occupier == frame.empire and province.posts & MARKER:
                if not marker_in_reach(state, frame.empire, index):
                    actions.append(Remove(index))
                elif state.players[frame.empire].markers:
                    actions.append(Convert(index))

        def refuse(action: Action) -> RuleError:
            if not isinstance(action, Convert | Remove):
                return RuleError("4.3.3", "“convert PROVINCE”, “remove PROVINCE” or “done”.")
            name = state.board.province_names[action.province]
            province = state.provinces[action.province]
            if province.occupier != frame.empire or not province.posts & MARKER:
                return RuleError("4.3.3", "No legion of yours stands on the control marker of {name}.", name=name)
            if isinstance(action, Remove):
                return RuleError("4.3.3", "{name} is within reach: convert it, or leave it as it is.", name=name)
            if not marker_in_reach(state, frame.empire, action.province):
                return RuleError("4.3.3", "{name} is no longer adjacent or connected to your provinces.", name=name)
            return RuleError("R22", "You have no control marker left in supply.")

        return Listed(state.board, [*actions, Done()], refuse)

    def apply(self, state: State, frame: Conversions, action: Action) -> None:
        if isinstance(action, Convert):
            change_control(state, action.province, frame.empire)
        elif isinstance(action, Remove):
            change_control(state, action.province, NO_EMPIRE)
        else:
            state.stack.pop()


def change_control(state: State, index: int, to: int) -> None:
    """Return the controller's marker to supply, and replace it by the new controller's, if there is one."""
    province = state.provinces[index]
    state.players[province.controller] = state.players[province.controller].change_supply(markers=1)
    if to != NO_EMPIRE:
        state.players[to] = state.players[to].change_supply(markers=-1)
    state.provinces[index] = province.occupied(province.occupier, province.posts & ~MARKER).controlled(to)
    state.tell(ControlLost(index) if to == NO_EMPIRE else ControlTaken(index, to))


def begin_war(state: State) -> None:
    """Begin phase 4: peace may be declared, then everyone has a turn in the order that the Military Leader sets."""
    state.peace = Peace(NO_EMPIRE, NO_EMPIRE, state.peace.partner)
    state.stack.append(VictoryTest(4))
    push_turns(state, MILITARY)
    for empire, tile in state.all_acting(reversed(state.order_from(state.leaders[MILITARY]))):
        tile.before_moving(state, empire)


def begin_war_turn(state: State, empire: int) -> None:
    """Begin the turn of the player just named."""
    state.stack.append(WarTurn(empire, 0))
