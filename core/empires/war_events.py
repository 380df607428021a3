"""What happens in the war of Empires (chapter 4), a record for each kind of event."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.mare.event_kinds import Dice, IconName, IconNames
from core.mare.kinds import Empire, Number, Province, Sea, Tile

BATTLE = ("battle",)
"""The topic of what is done by arms."""


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
    """The same of one legion."""

    template = "1 legion goes home from {source} to {home}."


@dataclass(slots=True)
class Copied(Event):
    """Castor and Pollux copy a hero (R12)."""

    template = "{empire} copies {hero}."

    empire: Empire
    hero: Tile


@dataclass(slots=True)
class Sailed(Event):
    """Triremes move (4.1.1)."""

    template = "{empire} sails {number} from {source} to {target}."
    topics = BATTLE

    empire: Empire
    number: Number
    source: Sea
    target: Sea


@dataclass(slots=True)
class Marched(Event):
    """Legions move (4.1.2)."""

    template = "{empire} marches {number} from {source} to {target}."
    topics = BATTLE

    empire: Empire
    number: Number
    source: Province
    target: Province


@dataclass(slots=True)
class StayedPut(Event):
    """No legion moves in a turn (4.1.2)."""

    template = "{empire} moves no legions."

    empire: Empire


@dataclass(slots=True)
class Rolled(Event):
    """One side of a battle rolls its dice (4.2)."""

    template = "{empire} in {place}: {dice}, total {total}, hits {hits}."
    topics = BATTLE

    empire: Empire
    dice: Dice
    total: Number
    hits: Number


@dataclass(slots=True)
class RolledAtSea(Rolled):
    """The same at sea."""

    place: Sea


@dataclass(slots=True)
class RolledOnLand(Rolled):
    """The same on land."""

    place: Province


@dataclass(slots=True)
class FortressHeld(Event):
    """A fortress cancels a hit (4.2a)."""

    template = "The fortress of {empire} in {province} cancels 1 hit."
    topics = BATTLE

    empire: Empire
    province: Province


@dataclass(slots=True)
class TriremesLost(Event):
    """Triremes are lost in a battle (4.2)."""

    template = "{empire} loses {number} at sea."
    topics = BATTLE

    empire: Empire
    number: Number


@dataclass(slots=True)
class LegionsLost(Event):
    """Legions are lost in a battle (4.2b)."""

    template = "{empire} loses {number} legions in {province}."
    topics = BATTLE

    empire: Empire
    number: Number
    province: Province


@dataclass(slots=True)
class LegionLost(LegionsLost):
    """The same of one legion."""

    template = "{empire} loses 1 legion in {province}."


@dataclass(slots=True)
class FortressLost(Event):
    """A fortress is lost in a battle (4.2b)."""

    template = "{empire} loses the fortress in {province}."
    topics = BATTLE

    empire: Empire
    province: Province


@dataclass(slots=True)
class Pillaged(Event):
    """A conqueror pillages a building (4.3.1)."""

    template = "{empire} pillages {icon} in {province}."
    topics = BATTLE

    empire: Empire
    icon: IconName
    province: Province


@dataclass(slots=True)
class Occupied(Event):
    """A conqueror occupies buildings (4.3.2)."""

    template = "{empire} occupies {icons} in {province}."
    topics = BATTLE

    empire: Empire
    icons: IconNames
    province: Province


@dataclass(slots=True)
class MarkerOccupied(Event):
    """A conqueror occupies the control marker (4.3.3)."""

    template = "{empire} occupies the control marker of {province}."
    topics = BATTLE

    empire: Empire
    province: Province


@dataclass(slots=True)
class Released(Event):
    """A conqueror gives up what they occupied (R18)."""

    template = "{empire} occupies nothing in {province} any more."
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
class ControlTaken(Event):
    """A province comes under the control of an empire (4.3.3)."""

    template = "{province} is now controlled by {empire}."
    topics = BATTLE

    province: Province
    empire: Empire


@dataclass(slots=True)
class ControlLost(Event):
    """A province comes under nobody's control (4.3.3)."""

    template = "{province} is now uncontrolled."

    province: Province
