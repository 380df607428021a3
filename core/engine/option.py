"""The options that a table chooses before a game. Each option of an edition is declared once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from core.engine.errors import DataError
from core.engine.message import Message, several

MOST_ROUNDS = 1000
"""The highest limit of rounds that a table may choose; 0 means no limit."""

ADVISED = "advised"
"""The word that stands for the empires that the map advises."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that is one of a few words, or a flag: False or True.

    ``name`` is a field of the edition's options. ``meaning`` explains it to the people who choose. ``terms`` has for
    each value what the table agrees to, the usual value first.
    """

    name: str
    meaning: Message
    terms: Mapping[str | bool, Message]

    @property
    def usual(self) -> str | bool:
        """Return the value if none is chosen."""
        return next(iter(self.terms))

    @property
    def is_flag(self) -> bool:
        """Return whether the values are False and True."""
        return self.usual is False or self.usual is True

    def takes(self, value: object) -> bool:
        """Return whether this is one of the values."""
        return any(type(value) is type(known) and value == known for known in self.terms)

    def words(self, empires: Sequence[str]) -> tuple[str, ...]:
        """Return the words that can be typed."""
        return tuple(map(self.typed, self.terms))

    def typed(self, value: Any) -> str:
        """Return the word that stands for a value."""
        return ("yes" if value else "no") if self.is_flag else str(value)

    def read(self, text: str, empires: Sequence[str]) -> str | bool | None:
        """Return the value that was typed, perhaps cut short; None if it is no value or not clear."""
        meant = _meant(text, self.words(empires))
        return next((value for value in self.terms if meant == self.typed(value)), None)

    def told(self, value: Any, playing: Sequence[str]) -> Message:
        """Return what the table agrees to; the empires that play do not matter."""
        return self.terms[value]


@dataclass(frozen=True, slots=True)
class LineUp:
    """The option that names the empires that play. If it names none, the map's advice decides."""

    name: str
    meaning: Message

    @property
    def usual(self) -> tuple[str, ...]:
        """Return the value if none is chosen."""
        return ()

    def takes(self, value: object) -> bool:
        """Return whether this is a line-up. ``line_up`` checks that the map has these empires."""
        return type(value) is tuple and all(type(name) is str for name in value)

    def words(self, empires: Sequence[str]) -> tuple[str, ...]:
        """Return the words that can be typed, several with commas."""
        return (*empires, ADVISED)

    def typed(self, value: Any) -> str:
        """Return the words that stand for a value."""
        return ",".join(value) or ADVISED

    def read(self, text: str, empires: Sequence[str]) -> tuple[str, ...] | None:
        """Return the empires that were typed with commas, perhaps cut short, in seat order.

        Return None if a word is no empire or not clear.
        """
        meant = [_meant(word.strip(), self.words(empires)) for word in text.split(",")]
        if meant == [ADVISED]:
            return ()
        chosen = tuple(empire for empire in empires if empire in meant)
        return chosen if len(chosen) == len(meant) else None

    def told(self, value: Any, playing: Sequence[str]) -> Message:
        """Return what the table agrees to if these empires play."""
        if value:
            return Message("line-up {empires}", empires=several(value))
        return Message("the advised line-up {empires}", empires=several(playing))


@dataclass(frozen=True, slots=True)
class Rounds:
    """The option of every edition that limits the rounds; 0 means no limit."""

    name: str = "max_rounds"

    @property
    def usual(self) -> int:
        """Return the value if none is chosen."""
        return 0

    def takes(self, value: object) -> bool:
        """Return whether this is a limit."""
        return type(value) is int and 0 <= value <= MOST_ROUNDS

    def words(self, empires: Sequence[str]) -> tuple[str, ...]:
        """Return no words: people type a number."""
        return ()

    def typed(self, value: Any) -> str:
        """Return the number."""
        return str(value)

    def read(self, text: str, empires: Sequence[str]) -> int | None:
        """Return the limit that was typed; None if it is no limit."""
        value = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_ROUNDS)) else -1
        return value if self.takes(value) else None


Option: TypeAlias = Choice | LineUp | Rounds

ROUNDS = Rounds()
"""The limit of rounds. Every edition has it among its options."""


def _meant(text: str, words: Sequence[str]) -> str:
    """Return the word that a text is or begins; empty if there is none, or several."""
    typed = text.lower()
    begun = [word for word in words if typed and word.startswith(typed)]
    return typed if typed in words else begun[0] if len(begun) == 1 else ""


def line_up(tables: Mapping[int, Sequence[str]], players: int, chosen: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the empires that play, in seat order: the chosen ones, or else those that the map advises.

    ``tables`` has the advised empires by number of players; the largest table has all empires. Raises DataError if no
    such table is possible.
    """
    if players not in tables:
        known = ", ".join(map(str, sorted(tables)))
        raise DataError(
            "players", Message("the map is for {known} players, not {players}.", known=known, players=players)
        )
    if not chosen:
        return tuple(tables[players])
    every = tables[max(tables)]
    if not set(chosen) <= set(every) or len(set(chosen)) < len(chosen):
        raise DataError("line_up", Message("name only these, each once: {empires}.", empires=several(every)))
    if len(chosen) != players:
        raise DataError(
            "line_up",
            Message(
                "{players} players need a line-up of {players}, not {number}.", players=players, number=len(chosen)
            ),
        )
    return tuple(empire for empire in every if empire in chosen)
