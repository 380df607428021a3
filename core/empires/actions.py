"""Everything a player can say, one record for each kind of action.

Places, empires, tokens and tiles are indices of the board; ``core.empires.notation`` turns actions into text and back.
``icon`` is an icon of the province, or CONTROL for its control marker, or FREE for no particular place.

Actions are values: nobody changes one. They are not frozen, because that makes each take three times as long to create.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.action import Action
from core.mare.resources import Tokens

CONTROL = -2
FREE = -1


@dataclass(slots=True, unsafe_hash=True)
class Done(Action):
    """Nothing more (of this kind) in this turn."""


@dataclass(slots=True, unsafe_hash=True)
class Announce(Action):
    """How many resources everybody must offer (2.1)."""

    number: int


@dataclass(slots=True, unsafe_hash=True)
class Offer(Action):
    """The resources picked in secret, sorted (2.1a)."""

    tokens: Tokens


@dataclass(slots=True, unsafe_hash=True)
class Take(Action):
    """A face-up resource taken from another player (2.2)."""

    token: int
    empire: int


@dataclass(slots=True, unsafe_hash=True)
class Give(Action):
    """The resource that the Trade Leader gives to the player who came one short (2.2.1)."""

    token: int
    empire: int


@dataclass(slots=True, unsafe_hash=True)
class Name(Action):
    """The next active player (3.0, 4.0)."""

    empire: int


@dataclass(slots=True, unsafe_hash=True)
class Build(Action):
    """Something built or bought, with its payment sorted; an empty payment is a free one.

    ``what`` is ``control``, a unit, an icon's name or a tile's id; ``where`` a province, for a trireme a sea, for a
    tile FREE.
    """

    what: str
    where: int
    payment: Tokens


@dataclass(slots=True, unsafe_hash=True)
class Convert(Action):
    """An occupied control marker exchanged for one's own (4.3.3)."""

    province: int


@dataclass(slots=True, unsafe_hash=True)
class Remove(Action):
    """An occupied control marker removed, since the province is out of reach (4.3.3)."""

    province: int


@dataclass(slots=True, unsafe_hash=True)
class Sail(Action):
    """Triremes moved to an adjacent sea (4.1.1)."""

    source: int
    target: int
    number: int


@dataclass(slots=True, unsafe_hash=True)
class Attack(Action):
    """A sea battle started (4.1.1)."""

    empire: int
    sea: int


@dataclass(slots=True, unsafe_hash=True)
class March(Action):
    """Legions moved (4.1.2): free ones, or the single one that stands on ``icon``."""

    source: int
    target: int
    number: int
    icon: int = FREE


@dataclass(slots=True, unsafe_hash=True)
class Fight(Action):
    """A land battle, against one of the opponents there (4.1.2)."""

    empire: int
    province: int


@dataclass(slots=True, unsafe_hash=True)
class LoseLegion(Action):
    """A legion destroyed by a hit (4.2b): a free one, or the one that stands on ``icon``."""

    province: int
    icon: int = FREE


@dataclass(slots=True, unsafe_hash=True)
class LoseFortress(Action):
    """The fortress destroyed by a hit (4.2a)."""

    province: int


@dataclass(slots=True, unsafe_hash=True)
class Pillage(Action):
    """A building removed by a conqueror (4.3.1)."""

    province: int
    icon: int


@dataclass(slots=True, unsafe_hash=True)
class Occupy(Action):
    """Buildings occupied, as a mask of icons (4.3.2)."""

    province: int
    icons: int


@dataclass(slots=True, unsafe_hash=True)
class OccupyMarker(Action):
    """The control marker occupied (4.3.3)."""

    province: int


@dataclass(slots=True, unsafe_hash=True)
class Release(Action):
    """An occupation ended by the occupier himself, who chooses anew each turn (4.3)."""

    province: int


@dataclass(slots=True, unsafe_hash=True)
class Collect(Action):
    """A coin or a legendary commodity, where the rules leave the choice (1.1, 4.3.1)."""

    legendary: bool


@dataclass(slots=True, unsafe_hash=True)
class Size(Action):
    """The number of resources that Antigone's owner offers (chapter 2)."""

    number: int


@dataclass(slots=True, unsafe_hash=True)
class Obtain(Action):
    """The commodity that the Colossus takes from the reserve, as a kind (1.3)."""

    kind: int


@dataclass(slots=True, unsafe_hash=True)
class Copy(Action):
    """The hero whose ability Castor and Pollux copy, as a tile (R12)."""

    tile: int


@dataclass(slots=True, unsafe_hash=True)
class Keep(Action):
    """The commodities that the Hanging Gardens keep, sorted (3.0b)."""

    tokens: Tokens


@dataclass(slots=True, unsafe_hash=True)
class MakePeace(Action):
    """The opponent with whom the Statue of Zeus declares peace (chapter 4)."""

    empire: int


@dataclass(slots=True, unsafe_hash=True)
class Stand(Action):
    """A legion of Circe's owner put on an empty caravan icon (chapter 4)."""

    province: int
    icon: int


@dataclass(slots=True, unsafe_hash=True)
class Award(Action):
    """Who of the tied players gets the title of a track (5.1)."""

    track: int
    empire: int
