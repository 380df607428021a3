"""The board and the state of the pocket edition."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import msgpack

from core.engine.event import Event
from core.engine.state import NO_EMPIRE, Frame, Result


class Ring(NamedTuple):
    """The only map."""

    id: str = "ring"
    title: str = "Ring"
    digest: bytes = bytes(32)


@dataclass(frozen=True, eq=False)
class Board:
    """Four provinces in a ring; each empire's home is the one of its index."""

    empires: tuple[str, ...]
    empire_names: tuple[str, ...]
    map: Ring
    provinces: tuple[str, ...] = ("north", "east", "south", "west")
    province_names: tuple[str, ...] = ("North", "East", "South", "West")
    seas: tuple[str, ...] = ()


class Options(NamedTuple):
    """What a table agrees on; ``empires`` by seat, ``max_rounds`` 0 means no limit, no ``line_up`` the advised one."""

    players: int
    empires: tuple[str, ...]
    max_rounds: int = 0
    line_up: tuple[str, ...] = ()
    purse: str = "few"
    oracle: bool = False


class Round(NamedTuple):
    """A round, and the number of the phase that is going on."""

    phase: int


@dataclass(slots=True)
class State:
    """All that the course of a game changes; ``legions`` by province and empire."""

    board: Board
    options: Options
    seats: tuple[int, ...]
    coins: tuple[int, ...]
    owners: tuple[int, ...]
    legions: tuple[tuple[int, ...], ...]
    oracle: int = NO_EMPIRE
    round: int = 1
    stack: list[Frame] = field(default_factory=list)
    result: Result | None = None
    listener: Callable[[Event], None] | None = None

    @property
    def phase(self) -> int:
        """The number of the phase that is going on."""
        return next((frame.phase for frame in self.stack if isinstance(frame, Round)), 0)

    def copy(self) -> State:
        """An independent state, without a listener."""
        return replace(self, stack=list(self.stack), listener=None)

    def encode(self) -> bytes:
        """The canonical encoding."""
        frames = [(type(frame).__name__, frame) for frame in self.stack]
        game = (self.options, self.seats, self.round, self.coins, self.owners, self.legions, self.oracle)
        packed: bytes = msgpack.packb((*game, frames, self.result), use_bin_type=True)
        return packed

    def digest(self) -> bytes:
        """SHA-256 of the encoding."""
        return hashlib.sha256(self.encode()).digest()

    def tell(self, event: Event) -> None:
        """Report what has happened."""
        if self.listener is not None:
            self.listener(event)

    def held(self, empire: int) -> int:
        """How many provinces an empire has."""
        return self.owners.count(empire)
