"""The state of a game: locations, powers, leaders, and what is recorded beside them.

A change replaces a record, so a copy shares all records with its original.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import msgpack

from core.engine.event import Event
from core.engine.state import NO_EMPIRE, Frame, Result
from core.sword.board import Board
from core.sword.kinds import Number
from core.sword.powers import HOLDERS, PLAYER_POWERS

NOWHERE = -1
"""Stands in place of a location: off the map."""

MOST_HERE = 250
"""The most CU of one holder in a location."""


class Options(NamedTuple):
    """What a table agrees on: by seat the side or ``random``; 0 turns mean those of the owner's file."""

    players: int
    empires: tuple[str, ...]
    max_rounds: int = 0


class GameTurn(NamedTuple):
    """The bottom of the stack: a turn, and the number of the phase that goes on (5)."""

    phase: Number


@dataclass(frozen=True, slots=True)
class Site:
    """What stands in a location: who controls it, CU by holder, siege points, and a mask of markers."""

    control: int
    units: bytes = bytes(len(HOLDERS))
    siege: int = 0
    subjugated: bool = False
    markers: int = 0

    def changed(self, holder: int, difference: int) -> Site:
        """Return the location with more or fewer CU of a holder."""
        units = bytearray(self.units)
        units[holder] += difference
        return replace(self, units=bytes(units))


@dataclass(frozen=True, slots=True)
class PowerState:
    """What a player's power has: points, the number of cards in hand, and masks of cards by number.

    ``face_up`` are cards that were played or discarded, ``buried`` those that are out of the game.
    """

    points: int
    hand: int = 0
    face_up: int = 0
    buried: int = 0


@dataclass(slots=True)
class State:
    """All that the course of a game changes. ``first`` is the first player of the turn, NO_EMPIRE before 5.3."""

    board: Board
    options: Options
    sites: list[Site]
    powers: list[PowerState]
    leaders: tuple[int, ...]
    alliances: tuple[tuple[int, int], ...]
    tracks: tuple[int, ...]
    seats: tuple[int, ...] = ()
    round: int = 1
    first: int = NO_EMPIRE
    stack: list[Frame] = field(default_factory=list)
    result: Result | None = None
    listener: Callable[[Event], None] | None = None

    def copy(self) -> State:
        """Return an independent state without a listener."""
        return replace(self, sites=self.sites.copy(), powers=self.powers.copy(), stack=self.stack.copy(), listener=None)

    def encode(self) -> bytes:
        """Return the canonical encoding: msgpack of nested arrays of integers, bytes, booleans, None and texts."""
        packed: bytes = msgpack.packb(
            (
                self.options,
                self.seats,
                self.round,
                self.first,
                [(s.control, s.units, s.siege, s.subjugated, s.markers) for s in self.sites],
                [(p.points, p.hand, *map(_mask_bytes, (p.face_up, p.buried))) for p in self.powers],
                self.leaders,
                self.alliances,
                self.tracks,
                [(type(frame).__name__, *map(_frame_value, frame)) for frame in self.stack],
                self.result,
            ),
            use_bin_type=True,
        )
        return packed

    def digest(self) -> bytes:
        """Return SHA-256 of the canonical encoding, 32 bytes."""
        return hashlib.sha256(self.encode()).digest()

    # ------------------------------------------------------------------ looking

    @property
    def phase(self) -> int:
        """Return the number of the current phase, from 1; 0 between turns, and after the end of the game."""
        return next((frame.phase for frame in self.stack if isinstance(frame, GameTurn)), 0)

    @property
    def last_turn(self) -> int:
        """Return the number of the last turn (4.3)."""
        return self.board.map.turns

    def clockwise(self) -> tuple[int, ...]:
        """Return the sides clockwise from the first player; from the first seat before there is one."""
        count, begin = len(self.board.empires), max(self.first, 0)
        return (*range(begin, count), *range(begin))

    def is_tribe(self, location: int) -> bool:
        """Return whether a location is a tribe; a subjugated one is an ordinary location in all respects (2.2c)."""
        return self.board.facts[location].tribe and not self.sites[location].subjugated

    def are_allies(self, power: int, holder: int) -> bool:
        """Return whether an alliance of the two is recorded."""
        return (min(power, holder), max(power, holder)) in self.alliances

    def is_enemy(self, power: int, location: int) -> bool:
        """Return whether a location is an enemy's: no own one, and of no recorded ally (S8, S9)."""
        control = self.sites[location].control
        return control != power and not self.are_allies(power, control)

    def occupied(self, power: int) -> Iterator[int]:
        """Yield the enemy locations in which CU of a power stand."""
        for location, site in enumerate(self.sites):
            if site.units[power] and self.is_enemy(power, location):
                yield location

    def led(self, power: int, location: int) -> bool:
        """Return whether a leader of a power is in a location."""
        return any(
            place == location and leader.power == power
            for leader, place in zip(self.board.leaders, self.leaders, strict=True)
        )

    def deck(self, power: int) -> int:
        """Return the number of cards that are left to draw."""
        own = self.powers[power]
        return self.board.map.powers[power].deck - own.hand - (own.face_up | own.buried).bit_count()

    def decider(self, power: int) -> int:
        """Return the side that decides for a power: its player, or the first player for a non-player power (S10)."""
        player = self.board.player_of[power]
        return max(self.first, 0) if player == NO_EMPIRE else player

    def has_cards(self, side: int) -> bool:
        """Return whether a player has a card in hand."""
        return any(self.powers[power].hand for power in self.board.seated[side])

    # ------------------------------------------------------------------ changing

    def tell(self, event: Event) -> None:
        """Tell the listener, if there is one, what has happened."""
        if self.listener is not None:
            self.listener(event)

    def change_units(self, location: int, holder: int, difference: int) -> None:
        """Add CU of a holder to a location, or take them if the difference is negative."""
        self.sites[location] = self.sites[location].changed(holder, difference)

    def set_control(self, location: int, holder: int) -> None:
        """Give a location to a power, or to the independents."""
        self.sites[location] = replace(self.sites[location], control=holder)

    def change_points(self, power: int, difference: int) -> None:
        """Change the points of a power."""
        own = self.powers[power]
        self.powers[power] = replace(own, points=own.points + difference)


def bare_state(board: Board, options: Options, seats: Sequence[int]) -> State:
    """Return a state without pieces: each location is its home's, and each power has its points."""
    return State(
        board,
        options,
        sites=[Site(facts.home) for facts in board.facts],
        powers=[PowerState(facts.points) for facts in board.map.powers[: len(PLAYER_POWERS)]],
        leaders=(NOWHERE,) * len(board.leaders),
        alliances=(),
        tracks=(0,) * len(board.map.tracks),
        seats=tuple(seats),
    )


def _mask_bytes(mask: int) -> bytes:
    """Return a mask of cards as bytes: it can be longer than an integer of msgpack."""
    return mask.to_bytes((mask.bit_length() + 7) // 8, "big")


def _frame_value(value: object) -> object:
    """Return a value of a frame as it is encoded; a mask of locations can be longer than an integer of msgpack."""
    return _mask_bytes(value) if type(value) is int and value >= 1 << 32 else value
