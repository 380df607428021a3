"""What the states of all editions of Mare Nostrum have in common.

*Empire* everywhere is an index into ``board.empires``; NO_EMPIRE stands where no empire does.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from core.engine.event import Event
from core.engine.state import NO_EMPIRE, Frame, Result
from core.mare.buildings import Worth
from core.mare.resources import Counts, Hand, changed

MARKER = 1 << 14
"""Bit in a province's ``posts`` for a legion on the control marker; the lower bits are the icons."""


class Round(NamedTuple):
    """A round; ``phase`` is the number of the phase that is going on, 0 before the first."""

    phase: int


@dataclass(slots=True)
class Player:
    """An empire's side of the table: hand, tiles in the order they came, and what is left in supply."""

    hand: Hand
    tiles: tuple[int, ...]
    legions: int
    triremes: int
    fortresses: int
    markers: int

    def holding(self, hand: Hand) -> Self:
        """The player with another hand."""
        return replace(self, hand=hand)

    def change_supply(self, legions: int = 0, triremes: int = 0, fortresses: int = 0, markers: int = 0) -> Self:
        """The player with so many more of each, or fewer, left in supply."""
        return replace(
            self,
            legions=self.legions + legions,
            triremes=self.triremes + triremes,
            fortresses=self.fortresses + fortresses,
            markers=self.markers + markers,
        )

    def abilities(self) -> tuple[int, ...]:
        """The tiles whose abilities the empire has."""
        return self.tiles


class State(ABC):
    """Everything a game's course has changed so far. Equal states have equal encodings, and only they."""

    __slots__ = (
        "board",
        "buildings",
        "leaders",
        "listener",
        "players",
        "provinces",
        "result",
        "round",
        "seas",
        "seats",
        "stack",
    )

    board: Any
    options: Any  # what the table agreed on before it started
    seats: tuple[int, ...]  # by empire: the seat that plays it; empty until empires are dealt
    round: int
    leaders: tuple[int, ...]  # by track: the empire that holds the title
    buildings: Counts  # by building kind: left in supply
    provinces: list[Any]
    seas: list[Counts]  # by sea, by empire: triremes
    players: list[Any]
    stack: list[Frame]
    result: Result | None
    listener: Callable[[Event], None] | None  # hears what happens; no part of the state

    @abstractmethod
    def copy(self) -> Self:
        """An independent state; nobody listens to the copy."""

    @abstractmethod
    def encode(self) -> bytes:
        """The canonical encoding: msgpack of nested arrays of integers, bytes, booleans, None and ASCII strings."""

    def digest(self) -> bytes:
        """SHA-256 of the canonical encoding, 32 bytes."""
        return hashlib.sha256(self.encode()).digest()

    # ------------------------------------------------------------------ looking

    @property
    @abstractmethod
    def max_rounds(self) -> int:
        """The number of the last round; 0 for no limit."""

    @property
    def phase(self) -> int:
        """The number of the phase that is going on, from 1; 0 before the first, and once the game is over."""
        return next((frame.phase for frame in self.stack if isinstance(frame, Round)), 0)

    def acting(self, empire: int) -> list[Any]:
        """The tiles whose abilities the empire has."""
        tiles = self.board.tiles
        return [tiles[tile] for tile in self.players[empire].abilities()]

    def all_acting(self, empires: Iterable[int]) -> list[tuple[int, Any]]:
        """The same of several empires in this order, each tile with the empire."""
        tiles, players = self.board.tiles, self.players
        return [(empire, tiles[tile]) for empire in empires for tile in players[empire].abilities()]

    def fleet(self, empire: int) -> int:
        """The mask of seas that hold at least one trireme of the empire."""
        mask = 0
        for sea, triremes in enumerate(self.seas):
            if triremes[empire]:
                mask |= 1 << sea
        return mask

    def controlled(self, empire: int) -> int:
        """The mask of provinces in which the control marker of the empire lies."""
        mask = 0
        for index, province in enumerate(self.provinces):
            if province.controller == empire:
                mask |= 1 << index
        return mask

    def worths(self) -> list[tuple[int, Worth]]:
        """Of all buildings of a province that one empire controls, the empire and their worth, in data order."""
        found: list[tuple[int, Worth]] = []
        for province, worths in zip(self.provinces, self.board.worths, strict=True):
            if province.built:
                if province.posts:
                    found += [(empire, worths[buildings]) for empire, buildings in holdings(province)]
                elif province.controller != NO_EMPIRE:
                    found.append((province.controller, worths[province.built]))
        return found

    def order_from(self, empire: int) -> tuple[int, ...]:
        """All empires in seat order, starting from one."""
        count = len(self.players)
        return (*range(empire, count), *range(empire))

    def tell(self, event: Event) -> None:
        """Tell the listener, if there is one, what has happened."""
        if self.listener is not None:
            self.listener(event)

    # ------------------------------------------------------------------ changing

    def change_buildings(self, kind: int, difference: int) -> None:
        """Take buildings of a kind from supply, or give them back."""
        self.buildings = changed(self.buildings, kind, difference)


def holdings(province: Any) -> tuple[tuple[int, int], ...]:
    """Who controls which buildings of a province: pairs of an empire and a mask of icons, none of them empty.

    Its ``controller`` has all that are ``built`` but the occupied ones, on which a legion of the ``occupier`` stands as
    ``posts`` say: these are the occupier's. Without a controller nobody has any.
    """
    if province.controller == NO_EMPIRE:
        return ()
    occupied = province.built & province.posts
    if not occupied:
        return ((province.controller, province.built),) if province.built else ()
    rest = province.built ^ occupied
    return ((province.controller, rest), (province.occupier, occupied)) if rest else ((province.occupier, occupied),)
