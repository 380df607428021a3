"""The game as the protocol sees it: nodes that ask, answers that are lines of text, and a state with a digest.

Nothing else is known here about the game that is played, so any game with these few methods can sit at the table. A
game is deterministic: equal setups and equal answers give equal digests on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self, TypeAlias

from crypto.canonical import Value


@dataclass(frozen=True, slots=True)
class Decision:
    """One seat answers with one action."""

    seat: int


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """Several seats, in rising order, answer in secret; their answers are revealed together."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """The persons' joint randomness answers: for each of the bounds (at least 1) one integer from 0 to below it."""

    bounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The end: the seats that won, in rising order (none where nobody did), and the victory's name."""

    winners: tuple[int, ...]
    victory: str


Node: TypeAlias = Decision | Simultaneous | Chance | Over


class IllegalAction(Exception):
    """An answer that the rules of the game do not allow: the rule's number, and a sentence for the player.

    The sentence is as the game tells it, and ``str()`` of it is English. Like an error of the table, this has a
    ``template`` and ``fields``, for other languages.
    """

    template = "{rule}: {sentence}"

    def __init__(self, rule: str, sentence: object) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.fields = {"rule": rule, "sentence": sentence}

    def __str__(self) -> str:
        return self.template.format(**self.fields)


class SetupError(Exception):
    """A game that this program cannot start: a sentence that says why, with both versions where they differ."""


class Setup(NamedTuple):
    """What a charter says of the game.

    ``edition`` names the rules, ``engine`` is the number of their implementation, raised whenever any game would run
    differently. ``release`` is the first release of the program that plays the edition by this engine. ``data`` is the
    hash of the map's canonical data; ``options`` are the game's own; ``choices`` has by seat what it asked to play.
    """

    engine: int
    edition: str
    release: str
    data: bytes
    options: Value
    choices: tuple[str, ...]


Below: TypeAlias = Callable[[int], int]
"""Given a bound of at least 1, an integer from 0 to below it."""


class Game(Protocol):
    """A game in progress. Everything that changes it either succeeds or leaves it as it was."""

    @property
    def node(self) -> Node:
        """Who answers next, or the result."""
        ...

    def check(self, seat: int, body: str) -> None:
        """Raise IllegalAction unless ``body``, in its one spelling, answers the open question of ``seat``.

        The seat is one of those that the Decision or Simultaneous node names. Changes nothing.
        """
        ...

    def act(self, body: str) -> None:
        """Apply the answer to a Decision. Checks it as ``check`` does, so that nobody has to call both."""
        ...

    def reveal(self, bodies: Mapping[int, str]) -> None:
        """Apply the answers to a Simultaneous node by seat, in rising order, each of which ``check`` has passed."""
        ...

    def chance(self, outcome: tuple[int, ...]) -> None:
        """Apply the outcome of a Chance node, one integer below each of its bounds."""
        ...

    def digest(self) -> bytes:
        """The 32-byte hash of ``encode()``; asked once after every change."""
        ...

    def encode(self) -> bytes:
        """The canonical encoding of the state: equal states have equal encodings, and only they."""
        ...

    def round(self) -> int:
        """The round, which never goes back while the game goes on."""
        ...

    def autopilot(self, seat: int, below: Below) -> str:
        """What is answered to the open question of a seat whose person is absent: legal, and the same on every machine.

        ``below`` is the only chance there is.
        """
        ...

    def copy(self) -> Self:
        """The game as it is now, for ``restore``."""
        ...

    def restore(self, earlier: Self) -> None:
        """Be again as a copy is, and leave that as it is."""
        ...


NewGame: TypeAlias = Callable[[Setup], Game]
"""Starts the game of a setup; raises SetupError for another engine, other data, or options that cannot be played."""
