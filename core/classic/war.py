"""Phase 5, military: the turns, and the one question that stands open in each of them (5.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.classic.actions import Assimilate, Attack, Cross, Fight, March, Sail
from core.classic.attacks import LandAttacks, SeaAttacks, fields_of_battle
from core.classic.conquest import Assimilations, Occupations, Pillages
from core.classic.deeds import WarTurn, supporting
from core.classic.kinds import SUPPORTED
from core.classic.movement import Crossings, Marches, Sails
from core.classic.orders import Orders
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Answers, FieldByField
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.mare.actions import Done, Occupy, Pillage
from core.mare.kinds import MILITARY
from core.mare.turns import push_turns

ORDERS: tuple[type[Orders], ...] = (
    Sails,
    SeaAttacks,
    Marches,
    Crossings,
    LandAttacks,
    Pillages,
    Occupations,
    Assimilations,
)
"""All that a player may do in a turn, in the order in which answers are listed."""


class WarAnswers(FieldByField):
    """Every order that the player may give now; and being done, once no duty is left."""

    def __init__(self, state: State, turn: WarTurn) -> None:
        self.board = state.board
        self.state = state
        self.turn = turn
        self.orders = {orders.action: orders(state, turn) for orders in ORDERS}

    def check(self, action: Action) -> None:
        orders = self.orders.get(type(action))
        if orders is not None:
            orders.check(action)
        elif not isinstance(action, Done):
            raise RuleError(
                "5.1b",
                "Give an order, such as “sail”, “attack”, “march”, “fight”, “pillage”, “occupy” or “assimilate”; "
                "or be “done”.",
            )
        elif (refusal := duty(self.state, self.turn)) is not None:
            raise refusal

    def actions(self) -> Iterable[type[Action]]:
        for action, orders in self.orders.items():
            if orders.first:
                yield action
        if duty(self.state, self.turn) is None:
            yield Done

    def values(self, action: type[Action], chosen: tuple[Any, ...]) -> Iterable[Any]:
        orders = self.orders[action]
        return orders.values(chosen) if chosen else orders.first


def duty(state: State, turn: WarTurn) -> RuleError | None:
    """Return why the turn can't end: triremes in dock (5.2b), or enemies not fought (5.4b, K38); None where it can."""
    names = state.board.province_names
    for index, province in enumerate(state.provinces):
        if province.docks[turn.empire]:
            return RuleError("5.2b", "Your triremes in the dock of {name} must put out to sea.", name=names[index])
    for index in fields_of_battle(state, turn):
        if not turn.fought >> index & 1:
            return RuleError("5.4e", "In {name} stand enemies: fight them, or leave.", name=names[index])
    return None


class TakeWarTurn(Question[State, WarTurn]):
    """5.1b: moves, battles and conquests in any order, all, some or none."""

    accepts = (Sail, Attack, March, Cross, Fight, Pillage, Occupy, Assimilate, Done)
    phases = (3,)

    def asked(self, state: State, frame: WarTurn) -> int:
        return frame.empire

    def prompt(self, state: State, frame: WarTurn) -> Prompt:
        return Prompt("5.1b", Message("Move, fight and conquer in any order, or be done."))

    def answers(self, state: State, frame: WarTurn) -> Answers:
        return WarAnswers(state, frame)

    def apply(self, state: State, frame: WarTurn, action: Action) -> None:
        for orders in ORDERS:
            if orders.action is type(action):
                orders(state, frame).apply(action)
                return
        state.stack.pop()
        if any(tile.supports for tile in state.acting(frame.empire)):
            state.supported = supporting(frame, len(state.seas))


def begin_military(state: State) -> None:
    """Phase 5: everybody has a turn, in the order the Military Leader sets."""
    state.supported = bytes(len(state.seas))
    state.helen_used = False
    push_turns(state, MILITARY)


def begin_war_turn(state: State, empire: int) -> None:
    """The turn of the player just named, with what their triremes have supported this round."""
    ships: tuple[tuple[int, int, int], ...] = ()
    if any(tile.supports for tile in state.acting(empire)):
        ships = tuple([(sea, SUPPORTED, number) for sea, number in enumerate(state.supported) if number])
        state.supported = bytes(len(state.seas))
    state.stack.append(WarTurn(empire, ships, (), (), bytes(len(state.provinces)), 0, 0, marched=False))
