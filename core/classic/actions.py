"""The actions of the editions of 2003 only; the others are in ``core.mare.actions``.

Actions are immutable by convention. They are not frozen, because freezing makes creating one three times as slow.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.classic.kinds import (
    ALL,
    Berth,
    Chain,
    Good,
    LandForce,
    SeaForce,
    Side,
    Site,
    WhichHere,
    WhichShips,
    WhichThere,
)
from core.engine.action import Action
from core.mare.kinds import FREE, Empire, Number, Payment, Province, Sea, Thing


@dataclass(slots=True, unsafe_hash=True)
class PlacePiece(Action):
    """A thing placed before the game for its points (1.4); ``where`` is FREE for the hero."""

    form = "place {what} {where}"
    meaning = "to place"
    what: Thing
    where: Site


@dataclass(slots=True, unsafe_hash=True)
class Obtain(Action):
    """A good taken from the bank (3.1f, 7.3d)."""

    form = "obtain {good}"
    meaning = "to obtain"
    good: Good


@dataclass(slots=True, unsafe_hash=True)
class Divert(Action):
    """Odysseus speaks: a take is undone or redirected (7.3e)."""

    form = "divert"
    meaning = "to divert"


@dataclass(slots=True, unsafe_hash=True)
class Pass(Action):
    """The player forgoes what a hero or an option allows (7.3c, 7.3e, 8.1a)."""

    form = "pass"
    meaning = "to pass"


@dataclass(slots=True, unsafe_hash=True)
class Build(Action):
    """A thing built or bought, with its payment sorted; an empty payment means it is free (4.1b).

    ``what`` is ``control``, a unit, an icon's name or a tile's id; ``where`` is a province, or FREE for a tile.
    """

    form = "build {what} {where} {payment}"
    meaning = "to build"
    what: Thing
    where: Site
    payment: Payment


@dataclass(slots=True, unsafe_hash=True)
class Convert(Action):
    """A marker under the player's legion, replaced by the player's own (4.8a)."""

    form = "convert {province} {payment}"
    meaning = "to convert"
    province: Province
    payment: Payment


@dataclass(slots=True, unsafe_hash=True)
class Exchange(Action):
    """A good exchanged for a coin with the bank, or a coin for a good (7.2d)."""

    form = "exchange {given} for {gained}"
    meaning = "to exchange"
    given: Good
    gained: Good


@dataclass(slots=True, unsafe_hash=True)
class Sail(Action):
    """Triremes put out to sea or moved to an adjacent sea (5.2a)."""

    form = "sail {source} {target} {number} [from {which}]"
    meaning = "to sail"
    source: Berth
    target: Sea
    number: Number
    which: WhichShips = FREE


@dataclass(slots=True, unsafe_hash=True)
class Attack(Action):
    """A sea battle (5.2c), with all triremes that can attack, or against several opponents with some (K37)."""

    form = "attack {empire} in {sea} [with {force}]"
    meaning = "to attack"
    empire: Empire
    sea: Sea
    force: SeaForce = ALL


@dataclass(slots=True, unsafe_hash=True)
class March(Action):
    """Legions moved (5.3a)."""

    form = "march {source} {target} {number} [from {which}]"
    meaning = "to march"
    source: Province
    target: Province
    number: Number
    which: WhichThere = FREE


@dataclass(slots=True, unsafe_hash=True)
class Cross(Action):
    """Legions that march over the Alps (8.2)."""

    form = "cross {number} [from {which}]"
    meaning = "to cross the Alps"
    number: Number
    which: WhichShips = FREE


@dataclass(slots=True, unsafe_hash=True)
class Fight(Action):
    """A land battle against one side (5.4), with all units that can attack, or against several with some (K37)."""

    form = "fight {side} in {province} [with {force}]"
    meaning = "to fight"
    side: Side
    province: Province
    force: LandForce = ALL


@dataclass(slots=True, unsafe_hash=True)
class Assimilate(Action):
    """A legion put on a control marker (5.8e)."""

    form = "assimilate {province}"
    meaning = "to assimilate"
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class LoseLegion(Action):
    """A legion lost in a battle (5.5c)."""

    form = "lose legion {province} [from {which}]"
    meaning = "to lose"
    province: Province
    which: WhichHere = FREE


@dataclass(slots=True, unsafe_hash=True)
class LoseTrireme(Action):
    """A trireme lost in a battle (5.5c)."""

    form = "lose trireme {sea} [from {which}]"
    meaning = "to lose"
    sea: Sea
    which: WhichShips = FREE


@dataclass(slots=True, unsafe_hash=True)
class Support(Action):
    """Triremes that support a battle on land (7.2b)."""

    form = "support {sea} {number} [from {which}]"
    meaning = "to support"
    sea: Sea
    number: Number
    which: WhichShips = FREE


@dataclass(slots=True, unsafe_hash=True)
class Replace(Action):
    """Helen replaces a legion (7.3c)."""

    form = "replace {province} [from {which}]"
    meaning = "to replace"
    province: Province
    which: WhichHere = FREE


@dataclass(slots=True, unsafe_hash=True)
class Ship(Action):
    """The seas of the chain over which legions are shipped (8.1e)."""

    form = "ship by {seas}"
    meaning = "to ship"
    seas: Chain


@dataclass(slots=True, unsafe_hash=True)
class Blockade(Action):
    """The seas in which a player fights legions on their way (8.1a)."""

    form = "blockade {seas}"
    meaning = "to blockade"
    seas: Chain
