"""Phase 8 and the end of the game: victory locations, the victory number of the turn, and who wins (4)."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.flow import Phases, Procedure
from core.engine.state import Result
from core.sword.events import GameStopped, GameWon, NumberReached, VictoryHeld
from core.sword.map import FEWEST_PLAYERS
from core.sword.order import leading
from core.sword.powers import GAULS
from core.sword.state import State
from core.sword.windows import push_windows

NUMBER_REACHED, LAST_TURN, ROUND_LIMIT = "number_reached", "last_turn", "round_limit"

VICTORIES = (NUMBER_REACHED, LAST_TURN, ROUND_LIMIT)
"""The ways in which a game ends; the last has no winner."""


class Judging(NamedTuple):
    """The end of scoring."""


def begin_scoring(state: State) -> None:
    """Show who controls which victory locations (4.1.1). The change of points is by hand (5.8)."""
    state.stack.append(Judging())
    push_windows(state)
    for power in state.board.players_powers:
        state.tell(VictoryHeld(power, held(state, power)))


def held(state: State, power: int) -> int:
    """Return the worth of the victory locations that a power controls (4.1.1, 2.2b)."""
    return sum(state.board.victory(place) for place, site in enumerate(state.sites) if site.control == power)


class JudgeNumber(Procedure[State, Judging]):
    """Ends the game if a power has reached this turn's number (4.2)."""

    phases: Phases = (8,)
    below = ("GameTurn",)

    def run(self, state: State, frame: Judging) -> None:
        state.stack.pop()
        number = state.board.map.victory_number[state.round - 1]
        reached = [power for power in state.board.players_powers if state.powers[power].points >= number]
        for power in reached:
            state.tell(NumberReached(power, state.powers[power].points, number))
        if reached:
            end_game(state, Result((winner(state),), NUMBER_REACHED))


def winner(state: State) -> int:
    """Return the side with the most points: by power (S3), ties by 4.4; with two players by sums (4.2, 4.3, S2)."""
    board = state.board
    if board.players > FEWEST_PLAYERS:
        return board.player_of[leading(state, board.players_powers)[0]]
    sums = [sum(state.powers[power].points for power in powers) for powers in board.seated]
    return board.player_of[GAULS] if sums[0] == sums[1] else sums.index(max(sums))


def end_last_turn(state: State) -> None:
    """End the game at the end of its last turn (4.3)."""
    end_game(state, Result((winner(state),), LAST_TURN))


def end_game(state: State, result: Result) -> None:
    """End the game with a result, and tell of it."""
    state.result = result
    state.stack.clear()
    state.tell(GameWon(result.winners[0]) if result.winners else GameStopped())
