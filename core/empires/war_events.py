"""The war events of Empires (chapter 4), one record for each kind."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.mare.events import BATTLE, IconName
from core.mare.kinds import Empire, Number, Province, Tile


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
class Copied(Event):
    """Castor and Pollux copy a hero (R12)."""

    template = "{empire} copies {hero}."

    empire: Empire
    hero: Tile


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
