"""The common parts of all editions' states.

*Empire* everywhere is an index into ``board.empires``; NO_EMPIRE stands in place of none.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self, TypeAlias, TypeVar

from core.engine.event import Event
from core.engine.state import NO_EMPIRE, Frame, Result
from core.mare.buildings import Worth
from core.mare.resources import Counts, Hand, changed

MARKER = 1 << 14
"""Bit in a province's ``posts`` for a legion on the control marker; the lower bits are the icons."""


class Round(NamedTuple):
    """A round; ``phase`` is the number of the current phase, 0 before the first."""

    phase: int


@dataclass(slots=True)
class Mat:
    """An empire's side of the table: hand, tiles in the order they came, and what is left in supply."""

    hand: Hand
    tiles: tuple[int, ...]
    legions: int
    triremes: int
    fortresses: int
    markers: int

    def made(
        self, hand: Hand, tiles: tuple[int, ...], legions: int, triremes: int, fortresses: int, markers: int
    ) -> Self:
        """Return the player with these in place of what every edition has on a mat."""
        return type(self)(hand, tiles, legions, triremes, fortresses, markers)

    def holding(self, hand: Hand) -> Self:
        """Return the player with another hand."""
        return self.made(hand, self.tiles, self.legions, self.triremes, self.fortresses, self.markers)

    def owning(self, tiles: tuple[int, ...]) -> Self:
        """Return the player with other tiles."""
        return self.made(self.hand, tiles, self.legions, self.triremes, self.fortresses, self.markers)

    def change_supply(self, legions: int = 0, triremes: int = 0, fortresses: int = 0, markers: int = 0) -> Self:
        """Return the player with these numbers added to the supply; negative numbers take away."""
        return self.made(
            self.hand,
            self.tiles,
            self.legions + legions,
            self.triremes + triremes,
            self.fortresses + fortresses,
            self.markers + markers,
        )

    def abilities(self) -> tuple[int, ...]:
        """Return the tiles whose abilities the empire has."""
        return self.tiles


B = TypeVar("B", bound=Any)
C = TypeVar("C", bound=Any)


class StateOf(Generic[B, C]):
    """Everything that changes in a game. Two states are equal exactly if their encodings are.

    A family names the types of its board and of its options.
    """

    __slots__ = (
        "board",
        "buildings",
        "leaders",
        "listener",
        "options",
        "packed",
        "players",
        "provinces",
        "result",
        "round",
        "seas",
        "seats",
        "stack",
    )

    board: B
    options: C  # what the table agreed on before it started
    seats: tuple[int, ...]  # by empire: the seat that plays it; empty until empires are dealt
    round: int
    leaders: tuple[int, ...]  # by track: the empire that holds the title
    buildings: Counts  # by building kind: left in supply
    provinces: list[Any]
    seas: list[Counts]  # by sea, by empire: triremes
    players: list[Any]
    stack: list[Frame]
    result: Result | None
    listener: Callable[[Event], None] | None  # receives every event; no part of the state
    packed: tuple[list[Any], bytes]  # the provinces when last encoded, and their encoding; no part either

    def copy(self) -> Self:
        """Return an independent state without a listener. A family adds what only its states have."""
        other = type(self)()
        other.board = self.board
        other.options = self.options
        other.seats = self.seats
        other.round = self.round
        other.leaders = self.leaders
        other.buildings = self.buildings
        other.provinces = self.provinces.copy()
        other.seas = self.seas.copy()
        other.players = self.players.copy()
        other.stack = self.stack.copy()
        other.result = self.result
        other.listener = None
        other.packed = self.packed
        return other

    @abstractmethod
    def encode(self) -> bytes:
        """Return the canonical encoding.

        It is msgpack of nested arrays of integers, bytes, booleans, None and ASCII strings.
        """

    def digest(self) -> bytes:
        """Return SHA-256 of the canonical encoding, 32 bytes."""
        return hashlib.sha256(self.encode()).digest()

    # ------------------------------------------------------------------ looking

    @property
    def max_rounds(self) -> int:
        """Return the number of the last round; 0 for no limit."""
        limit: int = self.options.max_rounds
        return limit

    @property
    def phase(self) -> int:
        """Return the number of the current phase, from 1; 0 before the first and after the end of the game."""
        for frame in self.stack:
            if isinstance(frame, Round):
                return frame.phase
        return 0

    def acting(self, empire: int) -> list[Any]:
        """Return the tiles whose abilities the empire has."""
        tiles = self.board.tiles
        return [tiles[tile] for tile in self.players[empire].abilities()]

    def all_acting(self, empires: Iterable[int]) -> list[tuple[int, Any]]:
        """Return the acting tiles of several empires in this order, each with its empire."""
        tiles, players = self.board.tiles, self.players
        return [(empire, tiles[tile]) for empire in empires for tile in players[empire].abilities()]

    def fleet(self, empire: int) -> int:
        """Return the mask of seas that hold at least one trireme of the empire."""
        mask = 0
        for sea, triremes in enumerate(self.seas):
            if triremes[empire]:
                mask |= 1 << sea
        return mask

    def controlled(self, empire: int) -> int:
        """Return the mask of provinces with the empire's control marker."""
        mask = 0
        for index, province in enumerate(self.provinces):
            if province.controller == empire:
                mask |= 1 << index
        return mask

    def worths(self) -> list[tuple[int, Worth]]:
        """Return each empire with the worth of its buildings in one province, in data order of provinces."""
        found: list[tuple[int, Worth]] = []
        for province, worths in zip(self.provinces, self.board.worths, strict=True):
            if province.built:
                if province.posts:
                    found += [(empire, worths[buildings]) for empire, buildings in holdings(province)]
                elif province.controller != NO_EMPIRE:
                    found.append((province.controller, worths[province.built]))
        return found

    def order_from(self, empire: int) -> tuple[int, ...]:
        """Return all empires in seat order, starting from one."""
        count = len(self.players)
        return (*range(empire, count), *range(empire))

    def tell(self, event: Event) -> None:
        """Tell the listener, if there is one, what has happened."""
        if self.listener is not None:
            self.listener(event)

    # ------------------------------------------------------------------ changing

    def change_buildings(self, kind: int, difference: int) -> None:
        """Add buildings of a kind to supply, or take them if the difference is negative."""
        self.buildings = changed(self.buildings, kind, difference)


CommonState: TypeAlias = StateOf[Any, Any]
"""The state of any family."""


def holdings(province: Any) -> tuple[tuple[int, int], ...]:
    """Return who controls which buildings of a province: pairs of an empire and a mask of icons, none empty.

    The ``controller`` has all ``built`` icons except the occupied ones. The ``occupier`` has those, marked by
    ``posts``. Without a controller the result is empty.
    """
    if province.controller == NO_EMPIRE:
        return ()
    occupied = province.built & province.posts
    if not occupied:
        return ((province.controller, province.built),) if province.built else ()
    rest = province.built ^ occupied
    return ((province.controller, rest), (province.occupier, occupied)) if rest else ((province.occupier, occupied),)
