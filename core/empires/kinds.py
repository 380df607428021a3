"""The kinds of values that Empires' actions, frames and events hold."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from core.empires.board import Board
from core.empires.map import TITLES, TRACKS
from core.engine.kind import Kind, Named
from core.engine.message import Message, counted
from core.mare.resources import Tokens as TokenTuple


class TokensKind(Kind):
    """Tokens, sorted."""

    def shown(self, board: Board, value: TokenTuple) -> Message:
        return counted(board.tokens[token] for token in value) if value else Message("nothing")


NUMBER = Kind()
EMPIRE = Named("empire", lambda board: board.empires, lambda board: board.empire_names)
PROVINCE = Named("province", lambda board: board.provinces, lambda board: board.province_names)
SEA = Named("sea", lambda board: board.seas, lambda board: board.sea_names)
TILE = Named(
    "hero or wonder",
    lambda board: tuple(tile.id for tile in board.tiles),
    lambda board: tuple(tile.name for tile in board.tiles),
)
TRACK = Named("track", lambda board: TRACKS, lambda board: TITLES)
TOKEN = Named("resource", lambda board: board.tokens)
TOKENS = TokensKind()

Number: TypeAlias = Annotated[int, NUMBER]
Empire: TypeAlias = Annotated[int, EMPIRE]
Province: TypeAlias = Annotated[int, PROVINCE]
Sea: TypeAlias = Annotated[int, SEA]
Tile: TypeAlias = Annotated[int, TILE]
Track: TypeAlias = Annotated[int, TRACK]
Token: TypeAlias = Annotated[int, TOKEN]
Tokens: TypeAlias = Annotated[TokenTuple, TOKENS]
