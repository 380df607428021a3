"""The state of a game of 2003: records in lists, and a few immutable values.

A change to the state replaces a record, so a copy shares all records with its original. *Empire* is an index into
``board.empires``. A *side* is an empire or the neutrals, which come last. NO_EMPIRE stands in place of no side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress, count
from operator import is_not
from typing import NamedTuple, Self

import msgpack

from core.classic.board import Board
from core.classic.tile import Tile
from core.engine.state import NO_EMPIRE
from core.mare import state as mare
from core.mare.resources import Counts, Hand, Tokens, changed, minus, plus
from core.mare.state import Mat

NOWHERE = -1
"""Stands in place of a province: none at all."""


@dataclass(slots=True, unsafe_hash=True)
class Province:
    """A province: ``built`` and ``posts`` are masks of icons.

    ``controller`` is the side of the marker there, or NO_EMPIRE; fortresses are always its own. ``posts`` are the icons
    (or MARKER) on which legions of ``occupier`` stand, one legion each: occupied buildings (5.8d), or the marker during
    assimilation (5.8e). ``docks`` has the triremes in dock (0.5). ``pillaged`` says that nothing has been built since
    the last pillage (5.8c).
    """

    controller: int
    built: int
    legions: Counts  # by side
    fortresses: int
    docks: Counts  # by empire
    occupier: int
    posts: int
    pillaged: bool

    def change_legions(self, side: int, difference: int) -> Province:
        """Return the province with more or fewer legions of a side."""
        legions = changed(self.legions, side, difference)
        rest = (self.docks, self.occupier, self.posts, self.pillaged)
        return Province(self.controller, self.built, legions, self.fortresses, *rest)

    def change_docks(self, empire: int, difference: int) -> Province:
        """Return the province with more or fewer triremes of an empire in dock."""
        docks = changed(self.docks, empire, difference)
        rest = (self.occupier, self.posts, self.pillaged)
        return Province(self.controller, self.built, self.legions, self.fortresses, docks, *rest)

    def occupied(self, occupier: int, posts: int) -> Province:
        """Return the province with exactly these posts taken by an empire's legions.

        Without posts it has no occupier.
        """
        land = (self.controller, self.built, self.legions, self.fortresses, self.docks)
        return Province(*land, occupier if posts else NO_EMPIRE, posts, self.pillaged)


@dataclass(slots=True)
class PieceMasks:
    """Masks of the provinces with pieces of each player. They follow from the provinces alone and never change.

    ``legions`` and ``markers`` are by side, ``docks`` by empire; the last of the ``markers`` has those of NO_EMPIRE.
    In ``held`` provinces there are land units, in ``contested`` ones those of two or more sides.
    """

    provinces: Sequence[Province]
    legions: Sequence[int]
    docks: Sequence[int]
    markers: Sequence[int]
    fortified: int
    posted: int
    held: int
    contested: int

    def after(self, provinces: Sequence[Province]) -> PieceMasks:
        """Return the masks after a change of provinces. Only what has changed in them is looked at."""
        differing = [*compress(count(), map(is_not, self.provinces, provinces))]
        if not differing:
            return self
        legions, docks, markers = self.legions, self.docks, self.markers
        fortified, posted, held, contested = self.fortified, self.posted, self.held, self.contested
        for index in differing:
            old, new, bit = self.provinces[index], provinces[index], 1 << index
            if new.legions != old.legions:
                legions = [
                    mask | bit if number else mask & ~bit for mask, number in zip(legions, new.legions, strict=True)
                ]
            if new.docks != old.docks:
                docks = [mask | bit if number else mask & ~bit for mask, number in zip(docks, new.docks, strict=True)]
            if new.controller != old.controller:
                markers = [*markers]
                markers[old.controller] &= ~bit
                markers[new.controller] |= bit
            fortified = fortified | bit if new.fortresses else fortified & ~bit
            posted = posted | bit if new.posts else posted & ~bit
            sides = sides_in(new)
            held = held | bit if sides else held & ~bit
            contested = contested | bit if sides > 1 else contested & ~bit
        return PieceMasks([*provinces], legions, docks, markers, fortified, posted, held, contested)

    def against(self, side: int) -> int:
        """Return the provinces with land units of other sides."""
        own = self.legions[side] | self.fortified & self.markers[side]
        return self.contested | self.held & ~own


def bare_province(players: int) -> Province:
    """Return a province without any piece."""
    return Province(NO_EMPIRE, 0, bytes(players + 1), 0, bytes(players), NO_EMPIRE, 0, False)


def absence(provinces: int, players: int) -> PieceMasks:
    """Return the masks of a board without any piece."""
    sides = players + 1
    markers = [0] * sides + [(1 << provinces) - 1]
    return PieceMasks([bare_province(players)] * provinces, [0] * sides, [0] * players, markers, 0, 0, 0, 0)


class Options(NamedTuple):
    """What a table agrees on before it starts.

    ``empires`` names by seat the chosen civilization, or ``random`` for a dealt one (1.1a). ``line_up`` names those
    that play, none for the advised ones (K5). ``start`` is ``printed`` or ``points``. ``max_rounds`` 0 means no limit
    (K15).
    """

    players: int
    empires: tuple[str, ...]
    start: str = "printed"
    line_up: tuple[str, ...] = ()
    max_rounds: int = 0
    open_hands: bool = False
    blockade: bool = False
    alps: bool = False


_pack = msgpack.Packer(use_bin_type=True).pack


class State(mare.StateOf[Board, "Options"]):
    """Everything that changes in a game. Two states are equal exactly if their encodings are."""

    __slots__ = ("bank", "contest", "display", "helen_at", "odysseus_used", "seen", "supported")

    bank: Counts  # by token: the cards that no player holds
    display: tuple[int, ...]  # tiles that can be bought
    provinces: list[Province]
    seas: list[Counts]  # by sea, by empire: triremes at sea
    supported: Counts  # by sea: triremes that have supported a battle on land this round (7.2b)
    odysseus_used: bool  # whether Odysseus has undone or redirected a take this phase (7.3e)
    helen_at: int  # the province in which Helen has replaced a legion this phase, or NOWHERE (7.3c)
    contest: bool  # whether a lead of one is needed to win from now on (6.2c)
    players: list[Mat]
    seen: PieceMasks  # as it was when last asked for; no part of the state

    def copy(self) -> Self:
        other = super().copy()
        other.bank = self.bank
        other.display = self.display
        other.supported = self.supported
        other.odysseus_used = self.odysseus_used
        other.helen_at = self.helen_at
        other.contest = self.contest
        other.seen = self.seen
        return other

    def encode(self) -> bytes:
        """Return the canonical encoding: msgpack of two arrays with the provinces between them.

        The provinces are encoded again only after a change to one, which few actions make.
        """
        before: bytes = _pack(
            (
                self.options,
                self.seats,
                self.round,
                self.leaders,
                self.bank,
                self.buildings,
                self.display,
                self.supported,
                self.odysseus_used,
                self.helen_at,
                self.contest,
            )
        )
        after: bytes = _pack(
            (
                self.seas,
                [(p.hand, p.tiles, p.legions, p.triremes, p.fortresses, p.markers) for p in self.players],
                [(type(frame).__name__, frame) for frame in self.stack],
                self.result,
            )
        )
        provinces, packed = self.packed
        if provinces != self.provinces:
            packed = _pack(
                [
                    (p.controller, p.built, p.legions, p.fortresses, p.docks, p.occupier, p.posts, p.pillaged)
                    for p in self.provinces
                ]
            )
            self.packed = self.provinces.copy(), packed
        return b"".join((before, packed, after))

    # ------------------------------------------------------------------ looking

    def acting(self, empire: int) -> list[Tile]:
        """Return the tiles of an empire. Their abilities hold from the moment of buying (4.7a)."""
        tiles = self.board.tiles
        return [tiles[tile] for tile in self.players[empire].tiles]

    def presence(self) -> PieceMasks:
        """Return the masks of provinces with pieces of each player."""
        self.seen = self.seen.after(self.provinces)
        return self.seen

    def neighbours_of(self, empire: int) -> tuple[int, ...]:
        """Return by province the mask of provinces adjacent or connected to it for an empire (0.2)."""
        return self.board.reach(self.fleet(empire))

    def cost(self, empire: int, thing: str) -> int:
        """Return what an empire pays for a marker, building, unit or tile (4.3, 7.2, 7.4d)."""
        return self.board.costs(self.players[empire].tiles)[thing]

    # ------------------------------------------------------------------ changing

    def pay(self, empire: int, tokens: Tokens) -> None:
        """Spend cards of a hand; they go back to the bank at once (4.2b)."""
        player = self.players[empire]
        self.players[empire] = player.holding(minus(player.hand, tokens))
        self.bank = plus(self.bank, tokens)

    def gain(self, empire: int, token: int, number: int = 1) -> int:
        """Take cards of a kind from the bank, as far as it has them. Return how many (0.4a)."""
        number = min(number, self.bank[token])
        if number:
            self.bank = changed(self.bank, token, -number)
            player = self.players[empire]
            self.players[empire] = player.holding(changed(player.hand, token, number))
        return number


def land_units(province: Province, side: int) -> int:
    """Return the number of legions and fortresses of a side in a province."""
    return province.legions[side] + (province.fortresses if province.controller == side else 0)


def sides_in(province: Province) -> int:
    """Return how many sides have land units in a province."""
    legions = province.legions
    number = len(legions) - legions.count(0)
    return number + 1 if province.fortresses and not legions[province.controller] else number


def is_held_alone(province: Province, side: int) -> bool:
    """Return whether no other side has land units in the province."""
    own = province.legions[side]
    return sum(province.legions) == own and (not province.fortresses or province.controller == side)


def is_at_war(province: Province) -> bool:
    """Return whether land units of two or more sides stand in the province (5.7a)."""
    return sides_in(province) > 1


def empty_hand(board: Board) -> Hand:
    """Return a hand without cards."""
    return bytes(len(board.tokens))
