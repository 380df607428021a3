"""The events of Empires, one record for each kind. War events are in ``war_events``."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.mare.events import Price, Tiles
from core.mare.kinds import Empire, Number, Sea, Token, Tokens

# ---------------------------------------------------------------------- chapter 1: collect


@dataclass(slots=True)
class Drew(Event):
    """An empire draws a legendary commodity (1.2)."""

    template = "{empire} draws {token}."

    empire: Empire
    token: Token


@dataclass(slots=True)
class TookCoin(Event):
    """An empire takes a coin instead of a legendary commodity (1.1, 4.3.1)."""

    template = "{empire} takes a coin."

    empire: Empire


@dataclass(slots=True)
class Obtained(Event):
    """An empire takes a commodity from the reserve (1.3)."""

    template = "{empire} obtains {token} by the Colossus of Rhodes."

    empire: Empire
    token: Token


# ---------------------------------------------------------------------- chapter 2: trade


@dataclass(slots=True)
class SizeNamed(Event):
    """The owner of Antigone names another number (R8)."""

    template = "{empire} will offer {number}."

    empire: Empire
    number: Number


# ---------------------------------------------------------------------- chapter 3: build


@dataclass(slots=True)
class TriremeBuilt(Event):
    """A trireme is built."""

    template = "{empire} builds a trireme in {sea} {price}."

    empire: Empire
    sea: Sea
    price: Price


@dataclass(slots=True)
class GaveBack(Event):
    """An empire gives back what it may not keep (3.0b)."""

    template = "{empire} gives back {tokens} (3.0b)."

    empire: Empire
    tokens: Tokens


@dataclass(slots=True)
class TurnedUp(Event):
    """Tiles are turned up (0.8)."""

    template = "Turned up: {tiles}."

    tiles: Tiles


# ---------------------------------------------------------------------- chapter 5: leadership
