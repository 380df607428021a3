"""The board of a table: who plays which powers, and the locations of an owner's file."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.engine.errors import DataError
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.sword.map import MOST_PLAYERS, NO_POWER, LeaderFacts, LocationFacts, Map, StartPieces
from core.sword.powers import HOLDER_NAMES, HOLDERS, PLAYER_POWERS, POWER_NAMES, POWERS


@dataclass(frozen=True, eq=False)
class Board:
    """What never changes in a game.

    A player's *side* has the powers of one seat. ``empires`` has the sides clockwise, as the engine calls them.
    ``player_of`` has by power the side that plays it, or NO_EMPIRE for a non-player power.
    """

    map: Map
    players: int
    empires: tuple[str, ...] = field(init=False)
    empire_names: tuple[str, ...] = field(init=False)
    seated: tuple[tuple[int, ...], ...] = field(init=False)
    player_of: tuple[int, ...] = field(init=False)
    gallic_event_after: int = field(init=False)
    start: StartPieces = field(init=False)
    leaders: tuple[LeaderFacts, ...] = field(init=False)
    locations: tuple[str, ...] = field(init=False)
    location_names: tuple[str, ...] = field(init=False)
    powers: tuple[str, ...] = POWERS
    power_names: tuple[str, ...] = POWER_NAMES
    holders: tuple[str, ...] = HOLDERS
    holder_names: tuple[str, ...] = HOLDER_NAMES
    seas: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        tables = dict(self.map.tables)
        if self.players not in tables:
            known = ", ".join(map(str, sorted(tables)))
            message = Message("the map is for {known} players, not {players}.", known=known, players=self.players)
            raise DataError("players", message)
        table = tables[self.players]
        starts = dict(self.map.starts)
        after = table.gallic_event_after
        player_of = [NO_EMPIRE] * len(POWERS)
        for side, seat in enumerate(table.seats):
            for power in seat:
                player_of[power] = side
        derived = {
            "empires": side_words(table.seats),
            "empire_names": tuple(" and ".join(POWER_NAMES[power] for power in seat) for seat in table.seats),
            "seated": table.seats,
            "player_of": tuple(player_of),
            "gallic_event_after": NO_EMPIRE if after == NO_POWER else player_of[after],
            "start": starts.get(self.players) or starts[0],
            "leaders": tuple(leader for leader in self.map.leaders if leader.leads(self.players)),
            "locations": tuple(facts.id for facts in self.map.locations),
            "location_names": tuple(facts.name for facts in self.map.locations),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def provinces(self) -> tuple[str, ...]:
        """Return the locations, by the word that the console has for places."""
        return self.locations

    @property
    def province_names(self) -> tuple[str, ...]:
        """Return the names of the locations."""
        return self.location_names

    @property
    def facts(self) -> tuple[LocationFacts, ...]:
        """Return the facts of all locations."""
        return self.map.locations

    @property
    def players_powers(self) -> tuple[int, ...]:
        """Return the powers that players have, in the order of 4.4."""
        return tuple(power for power in range(len(PLAYER_POWERS)) if self.player_of[power] != NO_EMPIRE)

    @property
    def non_players(self) -> tuple[int, ...]:
        """Return the non-player powers."""
        return tuple(power for power, player in enumerate(self.player_of) if player == NO_EMPIRE)

    def victory(self, location: int) -> int:
        """Return the worth of a victory location; some count with five players only (2.2b)."""
        facts = self.map.locations[location]
        return 0 if facts.five_players_only and self.players < MOST_PLAYERS else facts.victory


def side_words(seats: tuple[tuple[int, ...], ...]) -> tuple[str, ...]:
    """Return the word of each side: its powers, such as ``gauls_greeks``."""
    return tuple("_".join(POWERS[power] for power in seat) for seat in seats)
