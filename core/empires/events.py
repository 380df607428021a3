"""The events of Empires, one record for each kind."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.mare.events import BATTLE, IconName, Price, Tiles
from core.mare.kinds import Empire, Number, Province, Sea, Tile, Token, Tokens

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


@dataclass(slots=True)
class Copied(Event):
    """Castor and Pollux copy a hero (R12)."""

    template = "{empire} copies {hero}."
    empire: Empire
    hero: Tile


# ---------------------------------------------------------------------- chapter 4: move and battle


@dataclass(slots=True)
class PeaceDeclared(Event):
    """The owner of the Statue of Zeus declares peace (4.0)."""

    template = "{empire} declares peace with {other}."
    empire: Empire
    other: Empire


@dataclass(slots=True)
class LegionsWentHome(Event):
    """Peace sends legions home (4.0)."""

    template = "{number} legions go home from {source} to {home}."
    number: Number
    source: Province
    home: Province


@dataclass(slots=True)
class LegionWentHome(LegionsWentHome):
    """Peace sends one legion home (4.0)."""

    template = "1 legion goes home from {source} to {home}."


@dataclass(slots=True)
class FortressHeld(Event):
    """A fortress cancels a hit (4.2a)."""

    template = "The fortress of {empire} in {province} cancels 1 hit."
    topics = BATTLE
    empire: Empire
    province: Province


@dataclass(slots=True)
class StoodOnIcon(Event):
    """Circe puts a legion on an empty icon (R23)."""

    template = "A legion of {empire} stands on {icon} in {province}."
    empire: Empire
    icon: IconName
    province: Province


@dataclass(slots=True)
class ControlLost(Event):
    """A province loses its controller and has none now (4.3.3)."""

    template = "{province} is now uncontrolled."
    province: Province
