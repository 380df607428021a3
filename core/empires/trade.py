"""Phase 2, trade: the exchange marker and the secret offers (2.1). The taking that follows is in ``taking``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.empires.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Procedure, Prompt, Question, Secret
from core.engine.message import Message
from core.engine.state import Frame
from core.mare.actions import Announce, Offer
from core.mare.events import Announced, NoTrade, Offered, OfferedAll
from core.mare.kinds import TRADE, NumberByEmpire
from core.mare.offers import OfferAnswers
from core.mare.resources import Tokens, minus
from core.mare.taking import begin_taking


class Announcing(NamedTuple):
    """The Trade Leader is to play an exchange marker."""


class AnnounceNumber(Question[State, Announcing]):
    """2.1: the number that everybody must offer."""

    accepts = (Announce,)
    phases = (2,)
    below = ("Round",)

    def asked(self, state: State, frame: Announcing) -> int:
        return state.leaders[TRADE]

    def prompt(self, state: State, frame: Announcing) -> Prompt:
        sides = ", ".join("/".join(map(str, state.board.map.exchange[marker])) for marker in state.exchange)
        return Prompt(
            "2.1",
            Message(
                "Play an exchange marker (you have {sides}): how many resources must everybody offer?", sides=sides
            ),
        )

    def answers(self, state: State, frame: Announcing) -> Answers:
        owned = sum(state.players[state.leaders[TRADE]].hand)
        sides = [state.board.map.exchange[marker] for marker in state.exchange]
        # R6: a marker none of whose sides he can afford is played by its lower number, and there is no trade.
        numbers = sorted([n for side in sides for n in side if n <= owned] or [min(side) for side in sides])

        def refuse(action: Action) -> RuleError:
            if not isinstance(action, Announce):
                return RuleError("2.1", "Announce how many resources everybody must offer: “announce NUMBER”.")
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
            # R8: several owners of Antigone in seat order from the Trade Leader, so the first lies on top.
            for empire, tile in state.all_acting(reversed(state.order_from(leader))):
                tile.after_announcement(state, empire)


class Offering(NamedTuple):
    """By empire, the number of resources to offer, before it is seen who owns enough (R7)."""

    numbers: NumberByEmpire


class AskOffers(Procedure[State, Offering]):
    """2.1b, R7: who owns fewer takes no part. Nobody is asked where the Leader could take nothing."""

    phases = (2,)
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


class Offers(NamedTuple):
    """By empire, the number of resources it now offers in secret; 0 for those who take no part."""

    sizes: NumberByEmpire


class MakeOffers(Secret[State, Offers]):
    """2.1a: each player secretly picks that many of his own resources."""

    accepts = (Offer,)
    phases = (2,)
    below = ("Round",)

    def problem(self, state: State, frame: Offers, below: Frame) -> str:
        owned = [sum(player.hand) for player in state.players]
        if any(size > number for size, number in zip(frame.sizes, owned, strict=True)):
            return "nobody offers more than he owns (R7)."
        others = [size for empire, size in enumerate(frame.sizes) if empire != state.leaders[TRADE]]
        return "" if any(others) else "the Trade Leader could take nothing, so nobody offers (2.2)."

    def prompt(self, state: State, frame: Offers) -> Prompt:
        number = max(frame.sizes)
        if all(size in (0, number) for size in frame.sizes):
            return Prompt(
                "2.1a", Message("Offer {number} of your resources, in secret: “offer RESOURCE …”.", number=number)
            )
        # Antigone makes the numbers differ.
        names = zip(state.board.empire_names, frame.sizes, strict=True)
        numbers = ", ".join(f"{name} {size}" for name, size in names if size)
        return Prompt(
            "2.1a",
            Message("Offer so many of your resources, in secret: {numbers} (“offer RESOURCE …”).", numbers=numbers),
        )

    def answers(self, state: State, frame: Offers) -> Mapping[int, Answers]:
        return {
            empire: OfferAnswers(state.board, state.players[empire].hand, size, "2.1a")
            for empire, size in enumerate(frame.sizes)
            if size
        }

    def apply(self, state: State, frame: Offers, actions: Mapping[int, Offer]) -> None:
        state.stack.pop()
        offers: list[Tokens] = [()] * len(state.players)
        legal = self.answers(state, frame) if state.listener is not None else {}
        for empire, action in actions.items():
            offers[empire] = action.tokens
            player = state.players[empire]
            state.players[empire] = player.holding(minus(player.hand, action.tokens))
            if legal:
                event = Offered if legal[empire].sole() is None else OfferedAll
                state.tell(event(empire, action.tokens))
        begin_taking(state, tuple(offers))


def begin_trade(state: State) -> None:
    """Phase 2."""
    state.stack.append(Announcing())
