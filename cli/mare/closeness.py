"""How near players are to winning, in one number each."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from core.mare.race import Race


def closeness(races: Iterable[Race]) -> list[Fraction]:
    """Return by empire how much it has of what the nearest way to win takes: from 0 to 1."""
    return [max(Fraction(min(way.have, way.need), way.need) for way in race) for race in races]
