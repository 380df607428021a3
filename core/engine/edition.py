"""An edition: rules, with all that a program needs to seat players at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.engine.policy import More, Policy
from core.engine.rulebook import Rulebook
from core.engine.rules import Rules
from core.engine.state import State

RANDOM = "random"
"""What a seat chooses that has its empire dealt."""

MOST_ROUNDS = 1000
"""The highest limit of rounds that a table may choose; 0 is none."""


class GameMap(Protocol):
    """A board and its starts, as a map file says them."""

    @property
    def id(self) -> str:
        """Return the word that names the map."""
        ...

    @property
    def title(self) -> str:
        """Return what people call the map."""
        ...

    @property
    def digest(self) -> bytes:
        """Return the hash of the map's content (32 bytes), which a charter names."""
        ...


class Texts(Protocol):
    """Positions and scenarios as texts; a module can fulfil it. ``game_map`` is None for the standard map."""

    def load_position(self, text: str, game_map: Any) -> Any:
        """Return the game that waits in a position; raises DataError."""
        ...

    def dump_position(self, game: Any) -> str:
        """Return a position as a text."""
        ...

    def parse_scenarios(self, text: str, game_map: Any, open_map: Callable[[str], Any]) -> Sequence[Any]:
        """Return the scenarios of a file; ``open_map`` gives the map that one names. Raises DataError."""
        ...


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game.

    ``release`` is the first release of the program that plays it by the engine of its rules. ``tables`` has the empires
    of a map in seat order, by number of players.

    Options are the edition's own record, with ``players``, ``empires`` by seat and ``max_rounds`` among its fields;
    ``words`` has, by option, the words that it may be. ``write_options`` makes of them what a charter says beside the
    choices of the seats, and ``read_options`` reads both; it raises DataError. ``start`` gives the state before the
    first round, of these options on this map; it raises DataError where they don't fit. ``strengths`` has the built-in
    players, weakest first; each edition has ``steady``, which is the autopilot.
    """

    rules: Rules
    title: str
    release: str
    standard_map: Callable[[], Any]
    load_map: Callable[[str], Any]
    options: Any
    words: Mapping[str, tuple[str, ...]]
    tables: Callable[[Any], Mapping[int, tuple[str, ...]]]
    start: Callable[[Any, Any], State]
    write_options: Callable[[Any], tuple[str | int | bool, ...]]
    read_options: Callable[[Any, tuple[str, ...]], Any]
    autopilot: Policy
    rulebook: Rulebook
    strengths: Mapping[str, Callable[[int, More], Policy]]
    texts: Texts | None = None
    """None for an edition without positions and scenarios."""

    @property
    def id(self) -> str:
        """Return the word that names the edition in charters and on the command line."""
        return self.rules.id

    @property
    def engine(self) -> int:
        """Return the number of the implementation of its rules."""
        return self.rules.engine
