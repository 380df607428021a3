"""Phase 2, trade: the exchange marker and the secret offers (2.1). Taking is in ``core.mare.trade``."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Procedure, Prompt, Question
from core.engine.message import Message
from core.mare.actions import Announce
from core.mare.events import Announced, NoTrade
from core.mare.kinds import TRADE, NumberByEmpire
from core.mare.trade import Offers


class Announcing(NamedTuple):
    """The Trade Leader plays an exchange marker."""


class AnnounceNumber(Question[State, Announcing]):
    """The Trade Leader announces the number that everyone must offer (2.1)."""

    accepts = (Announce,)
    phases: Phases = (2,)
    below = ("Round",)

    def asked(self, state: State, frame: Announcing) -> int:
        return state.leaders[TRADE]

    def prompt(self, state: State, frame: Announcing) -> Prompt:
        sides = ", ".join("/".join(map(str, state.board.map.exchange[marker])) for marker in state.exchange)
        return Prompt(
            "2.1",
            Message(
                "How many resources must each player offer? Announce one of the two numbers on an exchange marker;"
                " you have {sides}.",
                sides=sides,
            ),
        )

    def answers(self, state: State, frame: Announcing) -> Answers:
        owned = sum(state.players[state.leaders[TRADE]].hand)
        sides = [state.board.map.exchange[marker] for marker in state.exchange]
        # R6: if the leader can afford neither side of a marker, it counts as its lower number, and there is no trade.
        numbers = sorted([n for side in sides for n in side if n <= owned] or [min(side) for side in sides])

        def refuse(action: Action) -> RuleError:
            if not isinstance(action, Announce):
                return RuleError("2.1", "Announce how many resources each player must offer: “announce NUMBER”.")
            if any(action.number in side for side in sides):
                return RuleError("R6", "You may not announce more than the {owned} resources you own.", owned=owned)
            return RuleError("2.1", "No exchange marker you can play shows {number}.", number=action.number)

        return Listed(state.board, [Announce(number) for number in numbers], refuse)

    def apply(self, state: State, frame: Announcing, action: Announce) -> None:
        state.stack.pop()
        markers = range(len(state.board.map.exchange))
        left = tuple(m for m in state.exchange if action.number not in state.board.map.exchange[m])
        state.exchange = left or tuple(markers)
        leader = state.leaders[TRADE]
        state.tell(Announced(leader, action.number))
        if action.number <= sum(state.players[leader].hand):
            state.stack.append(Offering((action.number,) * len(state.players)))
            # R8: several owners of Antigone act in seat order from the Trade Leader, so the first lies on top.
            for empire, tile in state.all_acting(reversed(state.order_from(leader))):
                tile.after_announcement(state, empire)


class Offering(NamedTuple):
    """By empire, the number of resources to offer, before the check of who owns enough (R7)."""

    numbers: NumberByEmpire


class AskOffers(Procedure[State, Offering]):
    """Players who own fewer take no part (2.1b, R7). If the Leader could take nothing, there are no offers."""

    phases: Phases = (2,)
    below = ("Round",)

    def run(self, state: State, frame: Offering) -> None:
        state.stack.pop()
        sizes = tuple(
            [
                number if number <= sum(player.hand) else 0
                for number, player in zip(frame.numbers, state.players, strict=True)
            ]
        )
        leader = state.leaders[TRADE]
        if sum(sizes) > sizes[leader]:
            state.stack.append(Offers(sizes))
        else:
            state.tell(NoTrade())


def begin_trade(state: State) -> None:
    """Begin phase 2."""
    state.stack.append(Announcing())
