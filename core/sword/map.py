"""What an owner's file says: locations, links, powers, leaders, tables, tracks and starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

PLAIN, STRAIT, ROUGH = range(3)
"""The kinds of links (2.2a)."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5

FACES = 6
"""The faces of a die."""

NO_POWER = -1
"""Stands in place of a power: none at all."""


class Link(NamedTuple):
    """A link that leads from a location to another one, and its kind."""

    target: int
    kind: int


@dataclass(frozen=True, slots=True)
class LocationFacts:
    """A location (2.2): ``home`` is a power or the independents; ``at`` is longitude and latitude, for drawing only."""

    id: str
    name: str
    at: tuple[str, str]
    home: int
    reinforcement: int
    tribe: bool
    victory: int
    five_players_only: bool
    walled_city: bool
    port: bool
    holding_box: bool
    links: tuple[Link, ...]

    @property
    def takes_siege(self) -> bool:
        """Return whether siege points can lie here: at a walled city, or at a tribe (13, by hand)."""
        return self.walled_city or self.tribe


@dataclass(frozen=True, slots=True)
class PowerFacts:
    """A player's power: its points at the start, the size of its hand and deck, its Activation cards by number."""

    points: int
    hand: int
    deck: int
    activations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeaderFacts:
    """A leader: a named or a minor one. Some lead only with five players, some only with fewer (2.3)."""

    id: str
    name: str
    power: int
    minor: bool
    five_players: bool
    fewer_players: bool

    def leads(self, players: int) -> bool:
        """Return whether the leader is in the box of a table."""
        return not (self.fewer_players if players == MOST_PLAYERS else self.five_players)


class AttritionRow(NamedTuple):
    """A row of the attrition table: for at least so many CU, the losses by face of the die."""

    units: int
    losses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table: the powers of each seat, clockwise; after which power's player a Gallic event is rolled, or none."""

    seats: tuple[tuple[int, ...], ...]
    gallic_event_after: int


@dataclass(frozen=True, slots=True)
class StartPieces:
    """What stands where at the start: pairs of indices and values."""

    units: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    leaders: tuple[tuple[int, int], ...]
    alliances: tuple[tuple[int, int], ...]
    sieges: tuple[tuple[int, int], ...]
    markers: tuple[tuple[int, tuple[int, ...]], ...]
    tracks: tuple[tuple[int, int], ...]
    subjugated: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """All that an owner's file says. ``starts`` is by number of players; 0 has the start of the other tables."""

    id: str
    title: str
    practice: bool
    digest: bytes
    turns: int
    victory_number: tuple[int, ...]
    locations: tuple[LocationFacts, ...]
    powers: tuple[PowerFacts, ...]
    leaders: tuple[LeaderFacts, ...]
    markers: tuple[str, ...]
    tracks: tuple[str, ...]
    attrition: tuple[AttritionRow, ...]
    tables: tuple[tuple[int, TableFacts], ...]
    starts: tuple[tuple[int, StartPieces], ...]
