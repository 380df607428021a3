"""The end of the building phase: what everyone keeps (4.9)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

from core.classic.events import GaveBack
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Procedure, Prompt, Question
from core.engine.message import Message
from core.mare.actions import Done, Keep
from core.mare.events import Kept
from core.mare.kinds import CULTURE, Empire
from core.mare.resources import COIN, holds, minus, spread


class BuildEnd(NamedTuple):
    """The end of the building phase: all players have built."""


class EndBuilding(Procedure[State, BuildEnd]):
    """Asks what everyone keeps; a contest is judged after that."""

    phases = (2,)

    def run(self, state: State, frame: BuildEnd) -> None:
        state.stack.pop()
        state.stack += [Keeping(empire) for empire in reversed(state.order_from(state.leaders[CULTURE]))]


class Keeping(NamedTuple):
    """An empire keeps some cards and gives back the others."""

    empire: Empire


class KeepCards(Question[State, Keeping]):
    """Coins are kept without a question, goods as far as tiles allow (4.9).

    Only players who may keep goods are asked (K33).
    """

    accepts = (Keep, Done)
    phases = (2,)
    below = ("Round", "Contest", "Keeping")

    def asked(self, state: State, frame: Keeping) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Keeping) -> Prompt:
        return Prompt(
            "4.9b",
            Message(
                "Hanging Gardens: keep commodities (“keep …”), at most {most}, or none (“done”).",
                most=_most_goods(state, frame.empire),
            ),
        )

    def answers(self, state: State, frame: Keeping) -> Answers:
        hand, most = state.players[frame.empire].hand, _most_goods(state, frame.empire)
        held = [token for token, count in enumerate(hand) if count and token != COIN] if most else []
        choices: list[Action] = [
            Keep(tokens)
            for number in range(most, 0, -1)
            for tokens in combinations_with_replacement(held, number)
            if holds(hand, tokens)
        ]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Keep) and not holds(hand, action.tokens):
                return RuleError("4.9b", "You do not hold all the commodities you named.")
            return RuleError("4.9b", "Keep commodities (“keep …”), at most {most}, or be “done”.", most=most)

        return Listed(state.board, [*choices, Done()], refuse)

    def apply(self, state: State, frame: Keeping, action: Keep | Done) -> None:
        state.stack.pop()
        goods = action.tokens if isinstance(action, Keep) else ()
        hand = state.players[frame.empire].hand
        if goods:
            state.tell(Kept(frame.empire, goods))
        lost = spread(minus(hand, (COIN,) * min(state.board.map.coins_kept, hand[COIN]) + goods))
        if lost:
            state.pay(frame.empire, lost)
            state.tell(GaveBack(frame.empire, lost))


def _most_goods(state: State, empire: int) -> int:
    """Return how many goods an empire may keep (4.9b)."""
    return sum([tile.keep for tile in state.acting(empire)])
