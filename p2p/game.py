"""The game as the protocol sees it: nodes that ask, answers that are lines of text, and a state with a digest.

The protocol knows nothing else about the game, so any game with these methods can be played. A game must be
deterministic: equal setups and equal answers give equal digests on every machine.
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
    """The shared dice answer: for each bound (at least 1) an integer from 0 to below it."""

    bounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The end: the seats that won, in rising order (empty if there is no winner), and the victory's name."""

    winners: tuple[int, ...]
    victory: str


Node: TypeAlias = Decision | Simultaneous | Chance | Over


class IllegalAction(Exception):
    """The rules of the game don't allow an answer: the rule's number, and a sentence for the player.

    The game provides the sentence, and ``str()`` of it is English. Like a TableError, this has a ``template`` and
    ``fields`` for translation.
    """

    template = "{rule}: {sentence}"

    def __init__(self, rule: str, sentence: object) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.fields = {"rule": rule, "sentence": sentence}

    def __str__(self) -> str:
        return self.template.format(**self.fields)


class SetupError(Exception):
    """This program can't start a game: a sentence that says why, with both versions if they differ."""


class Setup(NamedTuple):
    """What a charter says about the game.

    ``edition`` names the rules. ``engine`` is the number of their implementation; it is raised whenever any game would
    run differently. ``release`` is the first release of the program that plays the edition with this engine. ``data``
    is the hash of the map's canonical data. ``options`` are the game's own. ``choices`` has by seat what it asked to
    play.
    """

    engine: int
    edition: str
    release: str
    data: bytes
    options: Value
    choices: tuple[str, ...]


Below: TypeAlias = Callable[[int], int]
"""Returns an integer from 0 to below a bound of at least 1."""


class Game(Protocol):
    """A game in progress. Each method that changes it either succeeds or leaves it unchanged."""

    @property
    def node(self) -> Node:
        """Return who answers next, or the result."""
        ...

    def check(self, seat: int, body: str) -> None:
        """Raise IllegalAction unless ``body``, in its one spelling, answers the open question of ``seat``.

        The Decision or Simultaneous node must name the seat. Changes nothing.
        """
        ...

    def act(self, body: str) -> None:
        """Apply the answer to a Decision. Checks it as ``check`` does, so you need not call both."""
        ...

    def reveal(self, bodies: Mapping[int, str]) -> None:
        """Apply the answers to a Simultaneous node, by seat in rising order; each has passed ``check``."""
        ...

    def chance(self, outcome: tuple[int, ...]) -> None:
        """Apply the outcome of a Chance node, one integer below each of its bounds."""
        ...

    def digest(self) -> bytes:
        """Return the 32-byte hash of ``encode()``; called once after every change."""
        ...

    def encode(self) -> bytes:
        """Return the canonical encoding of the state: two states have equal encodings exactly if they are equal."""
        ...

    def round(self) -> int:
        """Return the round, which never goes back while the game goes on."""
        ...

    def autopilot(self, seat: int, below: Below) -> str:
        """Return the answer for a seat whose player is absent: legal, and the same on every machine.

        ``below`` is the only source of randomness.
        """
        ...

    def copy(self) -> Self:
        """Return a copy of the current game, for ``restore``."""
        ...

    def restore(self, earlier: Self) -> None:
        """Take the state of a copy, which stays unchanged."""
        ...


NewGame: TypeAlias = Callable[[Setup], Game]
"""Starts the game of a setup; raises SetupError for another engine, other data, or unplayable options."""
