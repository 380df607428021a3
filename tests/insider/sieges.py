"""A siege: one table, or one lobby, and an insider who says whatever comes to mind. Then all must be well."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol


class Broken(Exception):
    """What must hold after a siege does not; the message says what."""


@dataclass
class Tally:
    """What was said in sieges, by kind and by stage, and how often it cost the connection."""

    kinds: Counter[str] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    """Messages after which the connection was ended: of no shape, or not from such a sender."""

    @property
    def messages(self) -> int:
        """How many messages were said."""
        return self.kinds.total()

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.kinds += other.kinds
        self.stages += other.stages
        self.refused += other.refused


class Siege(Protocol):
    """A target: plays the siege of a number, which decides everything."""

    def __call__(self, number: int) -> Tally:
        """Returns what was said; raises whatever the program raised, or Broken."""
        ...
