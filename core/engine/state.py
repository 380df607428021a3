"""What the engine asks of the state of a game, and the end of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, Self

from core.engine.event import Event

NO_EMPIRE = -1
"""Stands where an empire could: no empire at all."""

Frame = tuple[Any, ...]
"""A level of the flow: a NamedTuple of its own type, whose handler the flow table names."""


class Result(NamedTuple):
    """The end: winners as empires (none where the round limit ran out, R2) and the victory's name."""

    winners: tuple[int, ...]
    victory: str


class State(Protocol):
    """The state of a game of any edition. Equal states have equal encodings, and only they."""

    board: Any
    """What never changes in a game; each edition has its own."""

    seats: tuple[int, ...]
    """By empire the seat that plays it; empty until empires are dealt."""

    round: int
    """The round that is going on, from 1."""

    stack: list[Frame]
    """Where the game stands; the topmost frame comes last."""

    result: Result | None
    """The end, once there is one."""

    listener: Callable[[Event], None] | None
    """Hears what happens; no part of the state."""

    @property
    def phase(self) -> int:
        """Return the number of the phase that is going on, from 1; 0 between phases."""
        ...

    def copy(self) -> Self:
        """Return an independent state; nobody listens to the copy."""
        ...

    def encode(self) -> bytes:
        """Return the canonical encoding."""
        ...

    def digest(self) -> bytes:
        """Return SHA-256 of the canonical encoding, 32 bytes."""
        ...
