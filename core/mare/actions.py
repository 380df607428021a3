"""The actions of every edition of Mare Nostrum, one record for each kind.

Places, empires, tokens and tiles are indices of the board. Actions are immutable by convention. They are not frozen,
because freezing makes creating one three times as slow.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.action import Action
from core.mare.kinds import Empire, Icon, Icons, Number, Province, Token, Tokens, Track


@dataclass(slots=True, unsafe_hash=True)
class Done(Action):
    """Nothing more (of this kind) in this turn."""

    form = "done"
    meaning = "to be done"


@dataclass(slots=True, unsafe_hash=True)
class Announce(Action):
    """How many resources everyone must offer."""

    form = "announce {number}"
    meaning = "to announce"
    number: Number


@dataclass(slots=True, unsafe_hash=True)
class Offer(Action):
    """The resources picked in secret, sorted."""

    form = "offer {tokens}"
    meaning = "to offer"
    tokens: Tokens


@dataclass(slots=True, unsafe_hash=True)
class Take(Action):
    """A face-up resource taken from another player."""

    form = "take {token} from {empire}"
    meaning = "to take"
    token: Token
    empire: Empire


@dataclass(slots=True, unsafe_hash=True)
class Give(Action):
    """The resource that the Trade Leader gives to the player who is one short."""

    form = "give {token} to {empire}"
    meaning = "to give"
    token: Token
    empire: Empire


@dataclass(slots=True, unsafe_hash=True)
class Name(Action):
    """The next active player."""

    form = "name {empire}"
    meaning = "to name"
    empire: Empire


@dataclass(slots=True, unsafe_hash=True)
class LoseFortress(Action):
    """The fortress destroyed by a hit."""

    form = "lose fortress {province}"
    meaning = "to lose"
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class Pillage(Action):
    """A building removed by a conqueror."""

    form = "pillage {province} {icon}"
    meaning = "to pillage"
    province: Province
    icon: Icon


@dataclass(slots=True, unsafe_hash=True)
class Occupy(Action):
    """Buildings occupied, as a mask of icons."""

    form = "occupy {province} {icons}"
    meaning = "to occupy"
    province: Province
    icons: Icons


@dataclass(slots=True, unsafe_hash=True)
class Keep(Action):
    """The commodities that the Hanging Gardens keep, sorted."""

    form = "keep {tokens}"
    meaning = "to keep"
    tokens: Tokens


@dataclass(slots=True, unsafe_hash=True)
class Award(Action):
    """The tied player who gets the title of a track."""

    form = "award {track} to {empire}"
    meaning = "to award"
    track: Track
    empire: Empire
