"""The sequence of play: a turn has ten phases (5)."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.flow import Procedure
from core.engine.state import NO_EMPIRE, Result
from core.sword.activity import CardRounds
from core.sword.drawing import Drawing
from core.sword.events import TurnBegan
from core.sword.first_player import begin_first_player
from core.sword.order import push_ranking
from core.sword.powers import ETRUSCANS
from core.sword.state import GameTurn, State
from core.sword.victory import ROUND_LIMIT, begin_scoring, end_game, end_last_turn
from core.sword.windows import Window, push_windows


def begin_mines(state: State) -> None:
    """Let the Etruscan check the mines (5.1), if a player has the Etruscans."""
    if state.board.player_of[ETRUSCANS] != NO_EMPIRE:
        state.stack.append(Window(state.board.player_of[ETRUSCANS]))


def begin_draw(state: State) -> None:
    """Let all players discard and draw (5.2), for one power after the other."""
    most = max(map(len, state.board.seated))
    state.stack += [Drawing(slot) for slot in reversed(range(most))]


def begin_actions(state: State) -> None:
    """Begin the five rounds (5.4)."""
    state.stack.append(CardRounds(0))


PHASES: tuple[Callable[[State], None], ...] = (
    begin_mines,
    begin_draw,
    begin_first_player,
    begin_actions,
    push_ranking,
    push_ranking,
    push_ranking,
    begin_scoring,
    push_windows,
    push_ranking,
)
"""How each phase begins, in order."""


class PlayTurn(Procedure[State, GameTurn]):
    """Plays the ten phases in order, then the next turn."""

    def run(self, state: State, frame: GameTurn) -> None:
        if frame.phase < len(PHASES):
            if frame.phase == 0:
                state.tell(TurnBegan(state.round))
            state.stack[-1] = GameTurn(frame.phase + 1)
            PHASES[frame.phase](state)
        elif state.round == state.last_turn:
            end_last_turn(state)
        elif state.round == state.options.max_rounds:
            end_game(state, Result((), ROUND_LIMIT))
        else:
            state.round += 1
            state.first = NO_EMPIRE
            state.stack[-1] = GameTurn(0)
