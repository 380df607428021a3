"""The course of a game: rounds have phases, and in some phases each player has a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers, Below, FieldByField
from core.engine.errors import RuleError
from core.engine.event import Event
from core.engine.flow import Procedure, Prompt, Question
from core.engine.message import Message
from core.engine.state import Result
from core.mare.actions import Name
from core.mare.events import LastNext, LeaderNext, NextNamed, NobodyWon, RoundBegan, Won
from core.mare.kinds import BoardNames
from core.mare.state import CommonState, Round


def end_game(state: CommonState, result: Result) -> None:
    """End the game with a result, and tell the listener."""
    state.result = result
    state.stack.clear()
    state.tell(Won(result.winners) if result.winners else NobodyWon())


class PlayRound(Procedure[CommonState, Round]):
    """Plays the phases of the edition in order, then the next round, up to the table's limit."""

    def __init__(self, phases: Sequence[Callable[[Any], None]]) -> None:
        self.begin = phases

    def run(self, state: CommonState, frame: Round) -> None:
        if frame.phase < len(self.begin):
            state.stack[-1] = Round(frame.phase + 1)
            if frame.phase == 0 and state.round > 1:
                state.tell(RoundBegan(state.round))
            self.begin[frame.phase](state)
        elif state.round == state.max_rounds:
            end_game(state, Result((), "round_limit"))
        else:
            state.round += 1
            state.stack[-1] = Round(0)


class Turns(NamedTuple):
    """The turns of a phase whose order the holder of a title sets; ``waiting`` empires still have theirs to come."""

    track: int
    waiting: tuple[int, ...]


class Order(NamedTuple):
    """How a phase, by number, orders its turns: the rule, the question to the title's holder, the start of a turn."""

    phase: int
    rule: str
    sentence: Message
    begin: Callable[[Any, int], None]


class NameAnswers(FieldByField):
    """The players who have not had their turn yet."""

    def __init__(self, board: BoardNames, waiting: tuple[int, ...], rule: str) -> None:
        self.board = board
        self.waiting = waiting
        self.rule = rule

    def check(self, action: Action) -> None:
        if not isinstance(action, Name):
            raise RuleError(self.rule, "Name the next active player: “name PLAYER”.")
        if action.empire not in self.waiting:
            name = self.board.empire_names[action.empire]
            raise RuleError(self.rule, "{name} has already had a turn in this phase.", name=name)

    def actions(self) -> Iterable[type[Action]]:
        return (Name,)

    def values(self, action: type[Action], chosen: tuple[int, ...]) -> Iterable[int]:
        return self.waiting

    def draw(self, below: Below) -> Action:
        return Name(self.waiting[below(len(self.waiting))])

    def sole(self) -> Action | None:
        return Name(self.waiting[0]) if len(self.waiting) == 1 else None


class NextTurn(Question[CommonState, Turns]):
    """The leader names the next active player among those whose turn is still to come."""

    accepts = (Name,)

    def __init__(self, orders: Mapping[int, Order]) -> None:
        """Set the order of turns by track."""
        self.orders = orders
        self.phases = tuple(order.phase for order in orders.values())

    def asked(self, state: CommonState, frame: Turns) -> int:
        return state.leaders[frame.track]

    def prompt(self, state: CommonState, frame: Turns) -> Prompt:
        order = self.orders[frame.track]
        return Prompt(order.rule, order.sentence)

    def answers(self, state: CommonState, frame: Turns) -> Answers:
        return NameAnswers(state.board, frame.waiting, self.orders[frame.track].rule)

    def apply(self, state: CommonState, frame: Turns, action: Name) -> None:
        named = frame.waiting.index(action.empire)
        waiting = frame.waiting[:named] + frame.waiting[named + 1 :]
        if state.listener is not None:
            state.tell(self._event(state, frame, action.empire, is_last=not waiting))
        state.stack.pop()
        if waiting:
            state.stack.append(Turns(frame.track, waiting))
        self.orders[frame.track].begin(state, action.empire)

    def _event(self, state: CommonState, frame: Turns, empire: int, *, is_last: bool) -> Event:
        if is_last:
            return LastNext(empire)
        leader = self.asked(state, frame)
        return LeaderNext(empire) if empire == leader else NextNamed(leader, empire)


def push_turns(state: CommonState, track: int) -> None:
    """Begin the turns of a phase: every player has one."""
    state.stack.append(Turns(track, state.order_from(state.leaders[track])))
