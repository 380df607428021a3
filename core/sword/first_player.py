"""Phase 3: who is first in the action phase (5.3)."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.message import Message
from core.sword.actions import NameFirst
from core.sword.events import FirstNamed
from core.sword.kinds import Power
from core.sword.order import Naming
from core.sword.state import State


def begin_first_player(state: State) -> None:
    """Find the power with the fewest points. Of tied ones of several players, one is chosen first (4.4)."""
    powers = state.board.players_powers
    fewest = min(state.powers[power].points for power in powers)
    tied = [power for power in powers if state.powers[power].points == fewest]
    if len({state.board.player_of[power] for power in tied}) == 1:
        begin_naming(state, tied[0])
    else:
        state.stack.append(Naming(tuple(tied)))


class NamingFirst(NamedTuple):
    """A power is to name the first player."""

    power: Power


def begin_naming(state: State, power: int) -> None:
    """Let a power name the first player."""
    state.stack.append(NamingFirst(power))


class NameFirstPlayer(Question[State, NamingFirst]):
    """The player with the fewest points says who is first; anybody may be named (5.3)."""

    accepts = (NameFirst,)
    phases: Phases = (3,)
    below = ("GameTurn",)

    def asked(self, state: State, frame: NamingFirst) -> int:
        return state.decider(frame.power)

    def prompt(self, state: State, frame: NamingFirst) -> Prompt:
        return Prompt("5.3", Message("You have the fewest points: who is the first player? Anybody may be."))

    def answers(self, state: State, frame: NamingFirst) -> Answers:
        refusal = RuleError("5.3", "Name a player (“first PLAYER”).")
        sides = range(len(state.board.empires))
        return Listed(state.board, [NameFirst(side) for side in sides], lambda action: refusal)

    def apply(self, state: State, frame: NamingFirst, action: NameFirst) -> None:
        state.stack.pop()
        state.first = action.side
        state.tell(FirstNamed(action.side))
