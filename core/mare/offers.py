"""Secret offers of a trade: a number of tokens from a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Secret
from core.engine.message import Message
from core.engine.state import Frame
from core.mare.actions import Offer
from core.mare.events import Offered, OfferedAll
from core.mare.kinds import TRADE, Board, NumberByEmpire
from core.mare.resources import Hand, Tokens, holds, minus, spread
from core.mare.state import State
from core.mare.taking import begin_taking


class OfferAnswers(Answers):
    """All ways to pick a number of tokens from a hand."""

    def __init__(self, board: Board, hand: Hand, size: int, rule: str) -> None:
        self.board = board
        self.hand = hand
        self.size = size
        self.rule = rule

    def check(self, action: Action) -> None:
        if not isinstance(action, Offer):
            raise RuleError(self.rule, "Offer resources: “offer RESOURCE …”.")
        if not holds(self.hand, action.tokens):
            raise RuleError(self.rule, "You do not hold all the resources you named.")
        if len(action.tokens) != self.size:
            raise RuleError(
                self.rule,
                "This offer takes exactly {size}; you named {tokens}.",
                size=self.size,
                tokens=len(action.tokens),
            )
        if tuple(sorted(action.tokens)) != action.tokens:
            raise RuleError(self.rule, "Name the resources in their order.")

    def __iter__(self) -> Iterator[Action]:
        for tokens in self._picks(0, self.size):
            yield Offer(tokens)

    def _picks(self, token: int, size: int) -> Iterator[Tokens]:
        if size == 0:
            yield ()
        elif token < len(self.hand):
            for number in range(min(size, self.hand[token]), -1, -1):
                for rest in self._picks(token + 1, size - number):
                    yield (token,) * number + rest

    def draw(self, below: Below) -> Action:
        tokens = list(spread(self.hand))
        for index in range(self.size):
            chosen = index + below(len(tokens) - index)
            tokens[index], tokens[chosen] = tokens[chosen], tokens[index]
        return Offer(tuple(sorted(tokens[: self.size])))

    def sole(self) -> Action | None:
        sorts = len(self.hand) - self.hand.count(0)
        if self.size == sum(self.hand) or sorts == 1:
            return Offer(spread(self.hand)[: self.size])
        return None

    def next_words(self, words: list[str]) -> list[str]:
        names = self.board.tokens
        if not words:
            return ["offer"]
        if words[0] != "offer" or any(word not in names for word in words[1:]):
            return []
        picked = tuple(names.index(word) for word in words[1:])
        if len(picked) >= self.size:
            return []
        return [name for token, name in enumerate(names) if holds(self.hand, (*picked, token))]


class Offers(NamedTuple):
    """By empire, the number of resources it now offers in secret; 0 for empires that take no part."""

    sizes: NumberByEmpire


class MakeOffers(Secret[State, Offers]):
    """Each player who takes part secretly picks their number of resources."""

    accepts = (Offer,)
    below = ("Round",)

    def __init__(
        self,
        phase: int,
        *,
        rule: str,
        owned: str,
        nothing: str,
        begin: Callable[[Any, tuple[Tokens, ...]], None] = begin_taking,
    ) -> None:
        """Set the numbers of three rules: of offers, of players who own too few, of trades with nothing to take.

        ``begin`` begins the taking.
        """
        self.phases = (phase,)
        self.rule, self.owned, self.nothing = rule, owned, nothing
        self.begin = begin

    def problem(self, state: State, frame: Offers, below: Frame) -> str:
        owned = [sum(player.hand) for player in state.players]
        if any(size > number for size, number in zip(frame.sizes, owned, strict=True)):
            return f"no player offers more than they own ({self.owned})."
        others = [size for empire, size in enumerate(frame.sizes) if empire != state.leaders[TRADE]]
        leader = state.board.titles[TRADE]
        return "" if any(others) else f"the {leader} could take nothing, so there are no offers ({self.nothing})."

    def prompt(self, state: State, frame: Offers) -> Prompt:
        number = max(frame.sizes)
        if all(size in (0, number) for size in frame.sizes):
            return Prompt(
                self.rule, Message("Offer {number} of your resources, in secret: “offer RESOURCE …”.", number=number)
            )
        # A tile can make the numbers differ.
        names = zip(state.board.empire_names, frame.sizes, strict=True)
        numbers = ", ".join(f"{name} {size}" for name, size in names if size)
        return Prompt(
            self.rule,
            Message("Offer so many of your resources, in secret: {numbers} (“offer RESOURCE …”).", numbers=numbers),
        )

    def answers(self, state: State, frame: Offers) -> Mapping[int, Answers]:
        return {
            empire: OfferAnswers(state.board, state.players[empire].hand, size, self.rule)
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
        self.begin(state, tuple(offers))
