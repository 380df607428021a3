"""The round: five phases in order (0.9), and the turns within a phase that a leader gives out (3.0, 4.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.actions import Action, Name
from core.answers import Answers, Listed
from core.errors import RuleError
from core.flow import Procedure, Prompt, Question
from core.state import CULTURE, Result, State
from core.victory import end_game


class Round(NamedTuple):
    """A round; ``phase`` is the next phase to play."""

    phase: int


class PlayRound(Procedure[Round]):
    """Plays the phases of the edition in order, then the next round, up to the table's limit (R2)."""

    def __init__(self, phases: tuple[Callable[[State], None], ...]) -> None:
        self.phases = phases

    def run(self, state: State, frame: Round) -> None:
        if frame.phase < len(self.phases):
            state.stack[-1] = Round(frame.phase + 1)
            self.phases[frame.phase](state)
        elif state.round == state.options.max_rounds:
            end_game(state, Result((), "round_limit"))
        else:
            state.round += 1
            state.say(f"Round {state.round} begins.")
            state.stack[-1] = Round(0)


class Turns(NamedTuple):
    """The turns of a phase whose order the holder of a title sets; ``waiting`` have not had theirs."""

    track: int
    waiting: tuple[int, ...]


class NextTurn(Question[Turns]):
    """3.0, 4.0: the leader names the active player among those who have not had their turn."""

    def __init__(self, begin: dict[int, Callable[[State, int], None]]) -> None:
        self.begin = begin

    def asked(self, state: State, frame: Turns) -> int:
        return state.leaders[frame.track]

    def prompt(self, state: State, frame: Turns) -> Prompt:
        rule, doing = ("3.0", "builds") if frame.track == CULTURE else ("4.0", "moves")
        return Prompt(rule, f"Name the player who {doing} next, yourself or another.")

    def answers(self, state: State, frame: Turns) -> Answers:
        names = state.board.empire_names

        def refuse(action: Action) -> RuleError:
            rule = self.prompt(state, frame).rule
            if isinstance(action, Name):
                return RuleError(rule, f"{names[action.empire]} has had the turn of this phase.")
            return RuleError(rule, "Name the next active player: “name EMPIRE”.")

        return Listed(state.board, [Name(empire) for empire in frame.waiting], refuse)

    def apply(self, state: State, frame: Turns, action: Name) -> None:
        waiting = tuple([empire for empire in frame.waiting if empire != action.empire])
        state.stack.pop()
        if waiting:
            state.stack.append(Turns(frame.track, waiting))
        self.begin[frame.track](state, action.empire)


def push_turns(state: State, track: int) -> None:
    """Begin the turns of a phase: every player has one."""
    state.stack.append(Turns(track, state.order_from(state.leaders[track])))
