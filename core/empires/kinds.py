"""The kinds of values that only Empires' actions and frames hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from core.empires.board import Board
from core.engine.errors import NotationError
from core.engine.kind import Kind, Said, Setting
from core.engine.message import Message
from core.engine.toml import Reader
from core.engine.words import Words, quote
from core.mare.kinds import TOKEN, SiteKind
from core.mare.resources import COIN, is_legendary, kind_of, ordinary


class ChoiceRuleKind(Kind):
    """The rule that gives a choice of a coin or a legendary commodity; it follows from the phase."""

    follows = True

    def load(self, reader: Reader, key: str, at: Setting) -> str:
        return "1.1" if at.phase == 1 else "4.3.1"

    def dump(self, value: str, at: Setting) -> None:
        return None


class CommodityKind(Kind):
    """A kind of commodity, written as its ordinary token."""

    def read(self, words: Words, said: Said) -> int:
        token = TOKEN.read(words, said)
        if token == COIN or is_legendary(token):
            raise NotationError("Only an ordinary commodity can be obtained.")
        return kind_of(token)

    def text(self, board: Board, value: int, said: Said) -> str:
        return board.tokens[ordinary(value)]

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return board.tokens[1::2]


class CoinOrLegendaryKind(Kind):
    """Whether it is a legendary commodity, or else a coin."""

    words = ("coin", "legendary")

    def read(self, words: Words, said: Said) -> bool:
        word = words.next(Message("coin or legendary"))
        if word not in self.words:
            raise NotationError("{word} can't be collected; say coin or legendary.", word=quote(word))
        return word == "legendary"

    def text(self, board: Board, value: bool, said: Said) -> str:
        return self.words[value]

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return self.words


Commodity: TypeAlias = Annotated[int, CommodityKind()]
CoinOrLegendary: TypeAlias = Annotated[bool, CoinOrLegendaryKind()]
Site: TypeAlias = Annotated[int, SiteKind("what", at_sea=("trireme",))]

ChoiceRule: TypeAlias = Annotated[str, ChoiceRuleKind()]
