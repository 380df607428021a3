"""Orders by points, and the choices that ties call for (4.4): who is next, and who does a thing that one does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Procedure, Prompt, Question
from core.engine.message import Message
from core.sword.actions import NamePower, NextPower
from core.sword.events import OrderSet, WhoNames
from core.sword.kinds import Power, PowerList
from core.sword.state import State


class Ranking(NamedTuple):
    """Powers whose turn in a phase is still to come: those whose order is set, and all others."""

    order: PowerList
    left: PowerList


class Tied(NamedTuple):
    """Tied powers whose order is being set: by the first of them in 4.4."""

    chooser: Power
    chosen: PowerList
    rest: PowerList


class Part(NamedTuple):
    """What a power does in a phase that goes by points: whether it has something to do, and how it begins."""

    has: Callable[[State, int], bool]
    begin: Callable[[State, int], None]


def push_ranking(state: State) -> None:
    """Begin a phase that goes by points: non-player powers, then players' powers in falling order (5.5, S3)."""
    state.stack.append(Ranking((), (*state.board.non_players, *state.board.players_powers)))


def leading(state: State, powers: tuple[int, ...]) -> tuple[int, ...]:
    """Return those with the most points, in the order of 4.4."""
    most = max(state.powers[power].points for power in powers)
    return tuple(power for power in sorted(powers) if state.powers[power].points == most)


class GoByPoints(Procedure[State, Ranking]):
    """Lets one power after another do its part of a phase."""

    below = ("GameTurn",)

    def __init__(self, parts: Mapping[int, Part]) -> None:
        """Set by phase what a power does in it."""
        self.parts = parts
        self.phases: Phases = tuple(parts)

    def run(self, state: State, frame: Ranking) -> None:
        part = self.parts[state.phase]
        if frame.order:
            self._next(state, Ranking(frame.order[1:], frame.left), frame.order[0])
            return
        acting = tuple(power for power in frame.left if part.has(state, power))
        non_players = [power for power in acting if power in state.board.non_players]
        if not acting:
            state.stack.pop()
        elif non_players:
            self._next(state, self._without(frame, non_players[0]), non_players[0])
        else:
            first = leading(state, acting)
            if len(first) == 1:
                self._next(state, self._without(frame, first[0]), first[0])
            else:
                state.stack.append(Tied(first[0], (), first))

    def _without(self, frame: Ranking, power: int) -> Ranking:
        return Ranking(frame.order, tuple(other for other in frame.left if other != power))

    def _next(self, state: State, frame: Ranking, power: int) -> None:
        state.stack[-1] = frame
        if self.parts[state.phase].has(state, power):
            self.parts[state.phase].begin(state, power)


class SetOrder(Question[State, Tied]):
    """If all tied powers do a thing, the first of them in 4.4 sets the order among the tied."""

    accepts = (NextPower,)
    phases: Phases = (5, 6, 7, 10)
    below = ("Ranking",)

    def problem(self, state: State, frame: Tied, below: object) -> str:
        every = (*frame.chosen, *frame.rest)
        tied = len({*every}) == len(every) and frame.chooser in every and len(frame.rest) > 1
        return "" if tied else "“chosen” and “rest” must name the tied powers, the “chooser” among them."

    def asked(self, state: State, frame: Tied) -> int:
        return state.decider(frame.chooser)

    def prompt(self, state: State, frame: Tied) -> Prompt:
        return Prompt("4.4", Message("Which of the tied powers is next? You set the order among them."))

    def answers(self, state: State, frame: Tied) -> Answers:
        refusal = RuleError("4.4", "Name one of the tied powers (“next POWER”).")
        return Listed(state.board, [NextPower(power) for power in frame.rest], lambda action: refusal)

    def apply(self, state: State, frame: Tied, action: NextPower) -> None:
        state.tell(OrderSet(frame.chooser, action.power))
        chosen = (*frame.chosen, action.power)
        rest = tuple(power for power in frame.rest if power != action.power)
        if len(rest) > 1:
            state.stack[-1] = Tied(frame.chooser, chosen, rest)
            return
        state.stack.pop()
        ranking = state.stack[-1]
        if isinstance(ranking, Ranking):
            order = (*chosen, *rest)
            left = tuple(power for power in ranking.left if power not in order)
            state.stack[-1] = Ranking(order, left)


class Naming(NamedTuple):
    """Tied powers with the fewest points, of which one is to name the first player."""

    tied: PowerList


class NameNamer(Question[State, Naming]):
    """If one tied power does a thing, the first of them in 4.4 says which of them does (5.3)."""

    accepts = (NamePower,)
    phases: Phases = (3,)
    below = ("GameTurn",)

    def __init__(self, begin: Callable[[State, int], None]) -> None:
        """Set what begins when one is named."""
        self.begin = begin

    def problem(self, state: State, frame: Naming, below: object) -> str:
        return "" if len(frame.tied) > 1 else "“tied” must name two powers or more."

    def asked(self, state: State, frame: Naming) -> int:
        return state.decider(frame.tied[0])

    def prompt(self, state: State, frame: Naming) -> Prompt:
        return Prompt("4.4", Message("Which of the tied powers names the first player?"))

    def answers(self, state: State, frame: Naming) -> Answers:
        refusal = RuleError("4.4", "Name one of the tied powers (“name POWER”).")
        return Listed(state.board, [NamePower(power) for power in frame.tied], lambda action: refusal)

    def apply(self, state: State, frame: Naming, action: NamePower) -> None:
        state.stack.pop()
        state.tell(WhoNames(action.power))
        self.begin(state, action.power)
