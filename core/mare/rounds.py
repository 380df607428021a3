"""The rounds of a game, and its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.engine.flow import Procedure
from core.engine.state import Result
from core.mare.events import NobodyWon, RoundBegan, Won
from core.mare.state import Round, State


def end_game(state: State, result: Result) -> None:
    """End the game with a result, and tell the listener."""
    state.result = result
    state.stack.clear()
    state.tell(Won(result.winners) if result.winners else NobodyWon())


class PlayRound(Procedure[State, Round]):
    """Plays the phases of the edition in order, then the next round, up to the table's limit."""

    def __init__(self, phases: Sequence[Callable[[Any], None]]) -> None:
        self.begin = phases

    def run(self, state: State, frame: Round) -> None:
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
