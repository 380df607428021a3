"""The war events of every edition, one record for each kind."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.mare.event_kinds import Dice, IconName, IconNames
from core.mare.kinds import Empire, Number, Province, Sea

BATTLE = ("battle",)
"""The topic of deeds of arms."""


@dataclass(slots=True)
class Sailed(Event):
    """Triremes move."""

    template = "{empire} sails {number} from {source} to {target}."
    topics = BATTLE

    empire: Empire
    number: Number
    source: Sea
    target: Sea


@dataclass(slots=True)
class Marched(Event):
    """Legions move."""

    template = "{empire} marches {number} from {source} to {target}."
    topics = BATTLE

    empire: Empire
    number: Number
    source: Province
    target: Province


@dataclass(slots=True)
class StayedPut(Event):
    """The player moves no legion in a turn."""

    template = "{empire} moves no legions."

    empire: Empire


@dataclass(slots=True)
class Rolled(Event):
    """One side of a battle rolls its dice."""

    template = "{empire} in {place}: {dice}{bonus} = {total}, hits {hits}."
    topics = BATTLE

    empire: Empire
    dice: Dice
    total: Number
    hits: Number

    @property
    def derived(self) -> dict[str, str]:
        """What is added to the dice."""
        bonus = self.total - sum(self.dice)
        return {"bonus": f" +{bonus}" if bonus else ""}


@dataclass(slots=True)
class RolledAtSea(Rolled):
    """One side of a battle at sea rolls its dice."""

    place: Sea


@dataclass(slots=True)
class RolledOnLand(Rolled):
    """One side of a battle on land rolls its dice."""

    place: Province


@dataclass(slots=True)
class TriremesLost(Event):
    """Triremes are lost in a battle."""

    template = "{empire} loses {number} at sea."
    topics = BATTLE

    empire: Empire
    number: Number


@dataclass(slots=True)
class LegionsLost(Event):
    """Legions are lost in a battle."""

    template = "{empire} loses {number} legions in {province}."
    topics = BATTLE

    empire: Empire
    number: Number
    province: Province


@dataclass(slots=True)
class LegionLost(LegionsLost):
    """One legion is lost in a battle."""

    template = "{empire} loses 1 legion in {province}."


@dataclass(slots=True)
class FortressLost(Event):
    """A fortress is lost in a battle."""

    template = "{empire} loses the fortress in {province}."
    topics = BATTLE

    empire: Empire
    province: Province


@dataclass(slots=True)
class Pillaged(Event):
    """A conqueror pillages a building."""

    template = "{empire} pillages {icon} in {province}."
    topics = BATTLE

    empire: Empire
    icon: IconName
    province: Province


@dataclass(slots=True)
class Occupied(Event):
    """A conqueror occupies buildings."""

    template = "{empire} occupies {icons} in {province}."
    topics = BATTLE

    empire: Empire
    icons: IconNames
    province: Province


@dataclass(slots=True)
class MarkerOccupied(Event):
    """A conqueror occupies the control marker."""

    template = "{empire} occupies the control marker of {province}."
    topics = BATTLE

    empire: Empire
    province: Province


@dataclass(slots=True)
class Released(Event):
    """A conqueror gives up an occupation, or a war ends it."""

    template = "{empire} no longer occupies anything in {province}."
    topics = BATTLE

    empire: Empire
    province: Province


@dataclass(slots=True)
class ControlTaken(Event):
    """A province comes under the control of an empire."""

    template = "{province} is now controlled by {empire}."
    topics = BATTLE

    province: Province
    empire: Empire
