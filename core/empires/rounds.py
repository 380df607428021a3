"""The round: five phases in order (0.9), and the turns within a phase that a leader gives out (3.0, 4.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from core.empires.actions import Name
from core.empires.board import Board
from core.empires.events import LastNext, LeaderNext, NextNamed, RoundBegan
from core.empires.state import CULTURE, Round, State
from core.empires.victory import end_game
from core.engine.action import Action
from core.engine.answers import Answers, Below, FieldByField
from core.engine.errors import RuleError
from core.engine.event import Event
from core.engine.flow import Procedure, Prompt, Question
from core.engine.message import Message
from core.engine.state import Result


class PlayRound(Procedure[State, Round]):
    """Plays the phases of the edition in order, then the next round, up to the table's limit (R2)."""

    def __init__(self, phases: tuple[Callable[[State], None], ...]) -> None:
        self.begin = phases

    def run(self, state: State, frame: Round) -> None:
        if frame.phase < len(self.begin):
            state.stack[-1] = Round(frame.phase + 1)
            if frame.phase == 0 and state.round > 1:
                state.tell(RoundBegan(state.round))
            self.begin[frame.phase](state)
        elif state.round == state.options.max_rounds:
            end_game(state, Result((), "round_limit"))
        else:
            state.round += 1
            state.stack[-1] = Round(0)


class Turns(NamedTuple):
    """The turns of a phase whose order the holder of a title sets; ``waiting`` have not had theirs."""

    track: int
    waiting: tuple[int, ...]


class NameAnswers(FieldByField):
    """The players who have not had their turn."""

    def __init__(self, board: Board, turns: Turns) -> None:
        self.board = board
        self.turns = turns
        self.waiting = turns.waiting

    def check(self, action: Action) -> None:
        if not isinstance(action, Name):
            raise RuleError(_rule_of(self.turns), "Name the next active player: “name EMPIRE”.")
        if action.empire not in self.waiting:
            name = self.board.empire_names[action.empire]
            raise RuleError(_rule_of(self.turns), "{name} has had the turn of this phase.", name=name)

    def actions(self) -> Iterable[type[Action]]:
        return (Name,)

    def values(self, action: type[Action], chosen: tuple[int, ...]) -> Iterable[int]:
        return self.waiting

    def draw(self, below: Below) -> Action:
        return Name(self.waiting[below(len(self.waiting))])

    def sole(self) -> Action | None:
        return Name(self.waiting[0]) if len(self.waiting) == 1 else None


class NextTurn(Question[State, Turns]):
    """3.0, 4.0: the leader names the active player among those who have not had their turn."""

    accepts = (Name,)
    phases = (3, 4)

    def __init__(self, begin: dict[int, Callable[[State, int], None]]) -> None:
        self.begin = begin

    def asked(self, state: State, frame: Turns) -> int:
        return state.leaders[frame.track]

    def prompt(self, state: State, frame: Turns) -> Prompt:
        if frame.track == CULTURE:
            return Prompt(_rule_of(frame), Message("Name the player who builds next, yourself or another."))
        return Prompt(_rule_of(frame), Message("Name the player who moves next, yourself or another."))

    def answers(self, state: State, frame: Turns) -> Answers:
        return NameAnswers(state.board, frame)

    def apply(self, state: State, frame: Turns, action: Name) -> None:
        named = frame.waiting.index(action.empire)
        waiting = frame.waiting[:named] + frame.waiting[named + 1 :]
        state.tell(self._event(state, frame, action.empire, is_last=not waiting))
        state.stack.pop()
        if waiting:
            state.stack.append(Turns(frame.track, waiting))
        self.begin[frame.track](state, action.empire)

    def _event(self, state: State, frame: Turns, empire: int, *, is_last: bool) -> Event:
        if is_last:
            return LastNext(empire)
        leader = self.asked(state, frame)
        return LeaderNext(empire) if empire == leader else NextNamed(leader, empire)


def _rule_of(turns: Turns) -> str:
    return "3.0" if turns.track == CULTURE else "4.0"


def push_turns(state: State, track: int) -> None:
    """Begin the turns of a phase: every player has one."""
    state.stack.append(Turns(track, state.order_from(state.leaders[track])))
