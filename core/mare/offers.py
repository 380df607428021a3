"""Secret offers of a trade: so many tokens of a hand."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.mare.actions import Offer
from core.mare.kinds import Board
from core.mare.resources import Hand, Tokens, holds, spread


class OfferAnswers(Answers):
    """All ways to pick so many tokens of a hand."""

    def __init__(self, board: Board, hand: Hand, size: int, rule: str) -> None:
        self.board = board
        self.hand = hand
        self.size = size
        self.rule = rule

    def check(self, action: Action) -> None:
        if not isinstance(action, Offer):
            raise RuleError(self.rule, "Offer resources: “offer RESOURCE …”.")
        if len(action.tokens) != self.size:
            raise RuleError(
                self.rule,
                "This offer takes exactly {size}; you named {tokens}.",
                size=self.size,
                tokens=len(action.tokens),
            )
        if not holds(self.hand, action.tokens):
            raise RuleError(self.rule, "You do not hold all the resources you named.")
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
