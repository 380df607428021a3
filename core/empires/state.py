"""The state of a game: records in four lists, and a few immutable values.

A change to the state replaces a record. So a copy shares all records with its original and costs four short lists.
Records never change, so a province may be a key. Provinces and players are not frozen, because freezing makes creating
one four times as slow. They are no tuples, because every rule reads their fields. *Empire* everywhere is an index into
``board.empires``; NO_EMPIRE stands in place of none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self

import msgpack

from core.empires.board import Board
from core.empires.tile import TileOf
from core.engine.game import Game as AnyGame
from core.engine.state import NO_EMPIRE
from core.mare import state as mare
from core.mare.resources import Counts, Hand, Tokens, changed, is_legendary, kind_of, ordinary


@dataclass(slots=True, unsafe_hash=True)
class Province:
    """A province: ``built`` and ``posts`` are masks of icons.

    ``posts`` are the icons (or MARKER) on which legions of ``occupier`` stand, one legion each: occupied buildings
    (4.3.2), a pillager's emptied icon (4.3.1) or the occupied control marker (4.3.3). At most one empire has legions on
    posts: only a conqueror who is alone occupies, and a battle that leaves two sides ends it (4.3a).
    """

    controller: int
    built: int
    legions: Counts  # by empire
    fortress: int
    occupier: int
    posts: int

    def change_legions(self, empire: int, difference: int) -> Province:
        """Return the province with more or fewer legions of an empire."""
        legions = changed(self.legions, empire, difference)
        return Province(self.controller, self.built, legions, self.fortress, self.occupier, self.posts)

    def controlled(self, controller: int) -> Province:
        """Return the province under the control of an empire, or of none."""
        return Province(controller, self.built, self.legions, self.fortress, self.occupier, self.posts)

    def fortified(self, owner: int) -> Province:
        """Return the province with the fortress of an empire, or none."""
        return Province(self.controller, self.built, self.legions, owner, self.occupier, self.posts)

    def occupied(self, occupier: int, posts: int) -> Province:
        """Return the province with exactly these posts taken by an empire's legions.

        Without posts it has no occupier.
        """
        return Province(
            self.controller, self.built, self.legions, self.fortress, occupier if posts else NO_EMPIRE, posts
        )


@dataclass(slots=True)
class EmpiresMat(mare.Mat):
    """An empire's side of the table; ``copied`` is the hero whose ability Castor and Pollux copy, or NO_EMPIRE."""

    copied: int = NO_EMPIRE

    def made(
        self, hand: Hand, tiles: tuple[int, ...], legions: int, triremes: int, fortresses: int, markers: int
    ) -> Self:
        return type(self)(hand, tiles, legions, triremes, fortresses, markers, self.copied)

    def abilities(self) -> tuple[int, ...]:
        """Return the tiles whose abilities the empire has: those on its mat, and the hero it copies."""
        return self.tiles if self.copied == NO_EMPIRE else (*self.tiles, self.copied)


class Peace(NamedTuple):
    """The Statue of Zeus: its owner's peace with an opponent in a round, and the partner of the round before."""

    owner: int
    partner: int
    former: int


NO_PEACE = Peace(NO_EMPIRE, NO_EMPIRE, NO_EMPIRE)


class Options(NamedTuple):
    """What a table agrees on before it starts.

    ``empires`` names by seat the chosen empire, or ``random`` for a dealt one (0.9). ``display`` is ``open`` or
    ``short`` (0.8). ``max_rounds`` 0 means no limit (R2).
    """

    players: int
    empires: tuple[str, ...]
    display: str = "open"
    max_rounds: int = 0
    open_hands: bool = False


_pack = msgpack.Packer(use_bin_type=True).pack
_ARRAY_OF_17 = bytes.fromhex("dc0011")
"""The head of the state's encoding; its fields follow. Arrays of fewer than 16 have a head of one byte."""


class State(mare.StateOf[Board, "Options"]):
    """Everything that changes in a game. Two states are equal exactly if their encodings are."""

    __slots__ = ("discard", "display", "exchange", "face_down", "options", "packed", "peace", "pile", "reserve")

    exchange: tuple[int, ...]  # exchange markers available, as indices
    reserve: Counts  # by kind: coins and ordinary commodities
    pile: Counts  # by commodity - 1: legendary tokens face down
    discard: Counts  # by commodity - 1: legendary tokens used or discarded
    display: tuple[int, ...]  # tiles face up
    face_down: tuple[int, ...]
    peace: Peace
    provinces: list[Province]
    players: list[EmpiresMat]

    def copy(self) -> Self:
        other = super().copy()
        other.exchange = self.exchange
        other.reserve = self.reserve
        other.pile = self.pile
        other.discard = self.discard
        other.display = self.display
        other.face_down = self.face_down
        other.peace = self.peace
        return other

    def encode(self) -> bytes:
        """Return the canonical encoding: msgpack of integers, bytes, booleans, None and ASCII strings in nested arrays.

        It is one array. Its longest part is encoded again only after a change to a province, which few actions make.
        """
        before: bytes = _pack(
            (
                self.options,
                self.seats,
                self.round,
                self.leaders,
                self.exchange,
                self.reserve,
                self.pile,
                self.discard,
                self.buildings,
                self.display,
                self.face_down,
                self.peace,
            )
        )
        after: bytes = _pack(
            (
                self.seas,
                [(p.hand, p.tiles, p.legions, p.triremes, p.fortresses, p.markers, p.copied) for p in self.players],
                [(type(frame).__name__, frame) for frame in self.stack],
                self.result,
            )
        )
        provinces, packed = self.packed
        if provinces != self.provinces:
            packed = _pack(
                [(p.controller, p.built, p.legions, p.fortress, p.occupier, p.posts) for p in self.provinces]
            )
            self.packed = self.provinces.copy(), packed
        return b"".join((_ARRAY_OF_17, before[1:], packed, after[1:]))

    # ------------------------------------------------------------------ looking

    def at_peace(self, one: int, other: int) -> bool:
        """Return whether Statue of Zeus keeps the two from fighting each other until the round ends."""
        return self.peace[:2] in ((one, other), (other, one))

    # ------------------------------------------------------------------ changing

    def pay(self, empire: int, tokens: Tokens) -> None:
        """Spend tokens of a hand. Coins and commodities return at once (R1), legendary ones are discarded (1.2)."""
        if not tokens:
            return
        player = self.players[empire]
        hand, reserve = bytearray(player.hand), bytearray(self.reserve)
        for token in tokens:
            hand[token] -= 1
            if is_legendary(token):
                self.discard = changed(self.discard, kind_of(token) - 1, 1)
            else:
                reserve[kind_of(token)] += 1
        self.players[empire] = player.holding(bytes(hand))
        self.reserve = bytes(reserve)

    def gain(self, empire: int, kind: int, number: int = 1) -> int:
        """Take ordinary tokens of a kind from the reserve, as far as it has them. Return how many (R1)."""
        number = min(number, self.reserve[kind])
        if number:
            self.reserve = changed(self.reserve, kind, -number)
            player = self.players[empire]
            self.players[empire] = player.holding(changed(player.hand, ordinary(kind), number))
        return number


Tile = TileOf[State]
"""A hero or wonder of Empires."""


def land_units(province: Province, empire: int) -> int:
    """Return the number of the empire's legions and fortress in a province."""
    return province.legions[empire] + (province.fortress == empire)


def is_held_alone(province: Province, empire: int) -> bool:
    """Return whether no opponent of the empire has land units in the province."""
    return sum(province.legions) == province.legions[empire] and province.fortress in (NO_EMPIRE, empire)


Game = AnyGame[State]
"""A game of Empires: the engine's game, with this state."""
