"""An edition: its rules, and all that a program needs to seat players at a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, Protocol

from core.engine.errors import DataError
from core.engine.game import Rules
from core.engine.option import Option
from core.engine.policy import STEADY, More, Policy, always
from core.engine.rulebook import Rulebook
from core.engine.state import GameState

RANDOM = "random"
"""The choice of a seat whose empire is dealt at random."""


class Texts(Protocol):
    """Reads and writes positions and scenarios; a module can fulfil it. ``game_map`` is None for the standard map."""

    def load_position(self, text: str, game_map: Any) -> Any:
        """Return the game at the position that a text describes. Raises DataError."""
        ...

    def dump_position(self, game: Any) -> str:
        """Return the text of a game's position."""
        ...

    def parse_scenarios(
        self, text: str, game_map: Any = None, open_map: Callable[[str], Any] | None = None
    ) -> Sequence[Any]:
        """Return the scenarios of a file; ``open_map`` returns the map that a scenario names. Raises DataError."""
        ...


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game.

    - ``release`` is the first release of the program that plays the edition with this engine.
    - ``tables`` has by number of players the empires that a map advises, in seat order.
    - ``declared`` has the options from which a table chooses.
    - ``options`` is the NamedTuple of a table's choices: ``players``, ``empires`` by seat, and each declared option.
    - ``start`` returns the state before the first round, for options on a map. It raises DataError if they don't fit.
    - ``check_map`` returns all that is missing or wrong in the text of a map, if the edition can go on after a fault.
    - ``bots`` is the place of the built-in players, ``module:name``. They are loaded when they are asked for.
    """

    rules: Rules
    title: str
    release: str
    standard_map: Callable[[], Any]
    load_map: Callable[[str], Any]
    declared: tuple[Option, ...]
    options: Any
    tables: Callable[[Any], Mapping[int, tuple[str, ...]]]
    start: Callable[[Any, Any], GameState]
    rulebook: Rulebook
    bots: str
    texts: Texts
    check_map: Callable[[str], Sequence[DataError]] | None = None

    @property
    def id(self) -> str:
        """Return the word that names the edition in charters and on the command line."""
        return self.rules.id

    @property
    def engine(self) -> int:
        """Return the number of the engine: the implementation of the edition's rules."""
        return self.rules.engine

    @property
    def strengths(self) -> Mapping[str, Callable[[int, More], Policy]]:
        """Return the built-in players, weakest first, by names of ``LADDER``; ``steady`` is among them."""
        strengths: Mapping[str, Callable[[int, More], Policy]] = resolve_name(self.bots)
        return strengths

    @property
    def autopilot(self) -> Policy:
        """Return the player who answers for who is away."""
        return self.strengths[STEADY](0, always)

    def write_options(self, options: Any) -> tuple[Any, ...]:
        """Return what a charter holds of options, apart from the choices of the seats."""
        return tuple(getattr(options, option.name) for option in self.declared)

    def read_options(self, value: Any, choices: tuple[str, ...]) -> Any:
        """Return the options of a charter. Raises DataError if they are not options of this edition."""
        if type(value) is not tuple or len(value) != len(self.declared):
            raise DataError("options", f"are not {', '.join(option.name for option in self.declared)}.")
        named = {option.name: chosen for option, chosen in zip(self.declared, value, strict=True)}
        for option in self.declared:
            if not option.takes(named[option.name]):
                raise DataError(option.name, f"cannot be {named[option.name]!r}.")
        return self.options(players=len(choices), empires=choices, **named)

    def faults(self, map_text: str) -> Sequence[DataError]:
        """Return what is missing or wrong in the text of a map; nothing if games can be played on it."""
        if self.check_map is not None:
            return self.check_map(map_text)
        try:
            self.load_map(map_text)
        except DataError as error:
            return (error,)
        return ()

    def empires(self, options: Any, game_map: Any) -> tuple[str, ...]:
        """Return the empires that play, in seat order. Raises DataError if the options don't fit the map."""
        return tuple(self.start(options, game_map).board.empires)
