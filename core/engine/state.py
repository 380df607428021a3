"""What the engine expects of the state of a game, and the result of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, Self

from core.engine.event import Event

NO_EMPIRE = -1
"""Stands in place of an empire: no empire at all."""

Frame = tuple[Any, ...]
"""A level of the flow: a NamedTuple of its own type. The flow has a handler for each type."""


class Result(NamedTuple):
    """The end of a game: the winners and the victory's name.

    Winners are empires; none if the round limit ran out (R2).
    """

    winners: tuple[int, ...]
    victory: str


class GameState(Protocol):
    """The state of a game of any edition. Two states are equal exactly if their encodings are."""

    board: Any
    """The constant part of a game; each edition has its own type."""

    seats: tuple[int, ...]
    """By empire the seat that plays it; empty until empires are dealt."""

    round: int
    """The current round, from 1."""

    stack: list[Frame]
    """The frames of the flow; the topmost frame comes last."""

    result: Result | None
    """The result; None until the game ends."""

    listener: Callable[[Event], None] | None
    """Receives every event; no part of the state."""

    @property
    def phase(self) -> int:
        """Return the number of the current phase, from 1; 0 between phases."""
        ...

    def copy(self) -> Self:
        """Return an independent state without a listener."""
        ...

    def encode(self) -> bytes:
        """Return the canonical encoding."""
        ...

    def digest(self) -> bytes:
        """Return SHA-256 of the canonical encoding, 32 bytes."""
        ...
