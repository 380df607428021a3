"""The start of the commerce phase: income, and what tiles add to it (3.1). ``trade`` has the trade that follows."""

from __future__ import annotations

from typing import NamedTuple

from core.classic.actions import Obtain
from core.classic.events import Obtained
from core.classic.state import State
from core.classic.trade import Announcing
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.mare.events import CollectedMore
from core.mare.income import due_income, pay_income
from core.mare.kinds import TRADE, Empire
from core.mare.resources import COIN


def begin_commerce(state: State) -> None:
    """Begin phase 1: income at once, then what tiles add in seat order from the Director (K20), then trade."""
    state.odysseus_used = False
    order = state.order_from(state.leaders[TRADE])
    state.bank = pay_income(state, due_income(state, state.worths()), order, state.bank, lambda kind: kind)
    state.stack.append(Announcing())
    for empire, tile in state.all_acting(order):
        if tile.extra_coins and state.gain(empire, COIN, tile.extra_coins):
            state.tell(CollectedMore(empire, tile.extra_coins))
        if tile.chooses_good and any(state.bank[good] for good in state.board.goods):
            state.stack.append(Obtaining(empire))


class Obtaining(NamedTuple):
    """The owner of a tile takes a good of choice."""

    empire: Empire


class ObtainGood(Question[State, Obtaining]):
    """The owner chooses a good that the bank has (3.1f, 0.4a)."""

    accepts = (Obtain,)
    phases = (1,)
    below = ("Announcing",)

    def problem(self, state: State, frame: Obtaining, below: Announcing) -> str:
        if not any(tile.chooses_good for tile in state.acting(frame.empire)):
            return "the empire has no hero or wonder that gives a good of choice (3.1f)."
        return "" if any(state.bank[good] for good in state.board.goods) else "the bank has no goods (0.4a)."

    def asked(self, state: State, frame: Obtaining) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Obtaining) -> Prompt:
        return Prompt("3.1f", Message("Take a good of your choice from the bank: “obtain GOOD”."))

    def answers(self, state: State, frame: Obtaining) -> Answers:
        def refuse(action: Action) -> RuleError:
            if isinstance(action, Obtain) and action.good != COIN:
                return RuleError("0.4a", "The bank has no {token}.", token=state.board.tokens[action.good])
            return RuleError("3.1f", "Take a good from the bank: “obtain GOOD”.")

        return Listed(state.board, [Obtain(good) for good in state.board.goods if state.bank[good]], refuse)

    def apply(self, state: State, frame: Obtaining, action: Obtain) -> None:
        state.stack.pop()
        state.gain(frame.empire, action.good)
        giver = next(tile for tile in state.acting(frame.empire) if tile.chooses_good)
        state.tell(Obtained(frame.empire, action.good, giver.index))
