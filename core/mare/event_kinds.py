"""The kinds of values that only events hold. They have no notation, and no position has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from core.engine.kind import Kind
from core.engine.message import Message, several
from core.mare.kinds import EMPIRE, TILE, TOKENS, Board
from core.mare.map import icon_kind
from core.mare.resources import Tokens


class AllOf(Kind):
    """Several things of another kind, joined by ``separator``."""

    def __init__(self, each: Kind, separator: str = ", ") -> None:
        self.each = each
        self.separator = separator

    def shown(self, board: Board, value: Sequence[Any]) -> Message:
        return several((self.each.shown(board, each) for each in value), self.separator)


class PriceKind(Kind):
    """The tokens that a player pays for something."""

    def shown(self, board: Board, value: Tokens) -> Message:
        return Message("for {tokens}", tokens=TOKENS.shown(board, value)) if value else Message("free of charge")


class PieceKind(Kind):
    """A piece or building, by its word or its icon's name, without the number of a second icon of one kind."""

    def shown(self, board: Board, value: str) -> str | Message:
        _, _, good = value.rstrip("0123456789").partition(":")
        return Message("caravan of {good}", good=good) if good else icon_kind(value).replace("_", " ")


FACES = "⚀⚁⚂⚃⚄⚅"


class DiceKind(Kind):
    """Dice, by the faces that they show and in figures, because a face is small."""

    def shown(self, board: Board, value: Sequence[int]) -> str | Message:
        return " ".join(f"{FACES[face - 1]}{face}" for face in value) or Message("no dice")


PIECE = PieceKind()

Price: TypeAlias = Annotated[Tokens, PriceKind()]
Piece: TypeAlias = Annotated[str, PIECE]
IconName: TypeAlias = Annotated[str, PIECE]
IconNames: TypeAlias = Annotated[tuple[str, ...], AllOf(PIECE)]
Dice: TypeAlias = Annotated[tuple[int, ...], DiceKind()]
Tiles: TypeAlias = Annotated[tuple[int, ...], AllOf(TILE)]
Winners: TypeAlias = Annotated[tuple[int, ...], AllOf(EMPIRE, " and ")]
Tied: TypeAlias = Annotated[tuple[int, ...], AllOf(EMPIRE)]
