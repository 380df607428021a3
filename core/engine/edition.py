"""An edition: rules, with all that a program needs to seat players at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.engine.errors import DataError
from core.engine.option import Option
from core.engine.policy import More, Policy
from core.engine.rulebook import Rulebook
from core.engine.rules import Rules
from core.engine.state import State

RANDOM = "random"
"""What a seat chooses that has its empire dealt."""


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

    def parse_scenarios(
        self, text: str, game_map: Any = None, open_map: Callable[[str], Any] | None = None
    ) -> Sequence[Any]:
        """Return the scenarios of a file; ``open_map`` gives the map that one names. Raises DataError."""
        ...


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game.

    ``release`` is the first release of the program that plays it by the engine of its rules. ``tables`` has the empires
    that a map advises, in seat order, by number of players.

    ``declared`` has the options from which a table chooses. ``options`` is the NamedTuple of what it has chosen: its
    fields are ``players``, ``empires`` by seat, and the declared options by name. ``start`` gives the state before the
    first round, of such options on a map; it raises DataError where the two don't fit.
    ``strengths`` has the built-in players, weakest first; each edition has ``steady``, which is the autopilot.
    """

    rules: Rules
    title: str
    release: str
    standard_map: Callable[[], Any]
    load_map: Callable[[str], Any]
    declared: tuple[Option, ...]
    options: Any
    tables: Callable[[Any], Mapping[int, tuple[str, ...]]]
    start: Callable[[Any, Any], State]
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

    def write_options(self, options: Any) -> tuple[Any, ...]:
        """Return what a charter says of options beside the choices of the seats."""
        return tuple(getattr(options, option.name) for option in self.declared)

    def read_options(self, value: Any, choices: tuple[str, ...]) -> Any:
        """Return the options of a charter; raises DataError where they are none of this edition."""
        if type(value) is not tuple or len(value) != len(self.declared):
            raise DataError("options", f"are not {', '.join(option.name for option in self.declared)}.")
        named = {option.name: chosen for option, chosen in zip(self.declared, value, strict=True)}
        for option in self.declared:
            if not option.takes(named[option.name]):
                raise DataError(option.name, f"cannot be {named[option.name]!r}.")
        return self.options(players=len(choices), empires=choices, **named)

    def empires(self, options: Any, game_map: Any) -> tuple[str, ...]:
        """Return the empires that play, in seat order; raises DataError where the options don't fit the map."""
        return tuple(self.start(options, game_map).board.empires)
