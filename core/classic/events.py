"""The events of the editions of 2003 only, one record for each kind."""

from __future__ import annotations

from dataclasses import dataclass

from core.classic.kinds import Chain
from core.engine.event import Event
from core.mare.events import BATTLE, Piece, Price, Sailed
from core.mare.kinds import Empire, Number, Province, Sea, Tile, Token, Tokens

# ---------------------------------------------------------------------- chapter 1: setup


@dataclass(slots=True)
class FirstSetUp(Event):
    """The lot has chosen who sets up first (K7)."""

    template = "{empire} sets up first."
    empire: Empire


@dataclass(slots=True)
class Placed(Event):
    """A marker, building or unit is placed before the game (1.4)."""

    template = "{empire} places a {thing} in {province}."
    empire: Empire
    thing: Piece
    province: Province


@dataclass(slots=True)
class HeroPlaced(Event):
    """A hero is bought before the game (1.4a)."""

    template = "{empire} begins with {tile}."
    empire: Empire
    tile: Tile


@dataclass(slots=True)
class Brought(Event):
    """A hero brings a unit before the first round (1.3c)."""

    template = "{tile} brings {empire} a {thing} in {province}, free of charge."
    empire: Empire
    tile: Tile
    thing: Piece
    province: Province


# ---------------------------------------------------------------------- chapter 3: commerce


@dataclass(slots=True)
class Obtained(Event):
    """A tile gives a good of choice (3.1f)."""

    template = "{empire} obtains {token} by {tile}."
    empire: Empire
    token: Token
    tile: Tile


@dataclass(slots=True)
class TakeUndone(Event):
    """Odysseus undoes a take (7.3e)."""

    template = "{taker} gives {token} back to {loser}."
    taker: Empire
    token: Token
    loser: Empire


@dataclass(slots=True)
class Diverted(Event):
    """Odysseus makes a player take from the owner of Odysseus (7.3e)."""

    template = "{owner} makes {taker} take one of its resources, by {tile}."
    owner: Empire
    taker: Empire
    tile: Tile


# ---------------------------------------------------------------------- chapters 4 and 6: build


@dataclass(slots=True)
class MarkerReplaced(Event):
    """A control marker takes the place of another one (4.8a)."""

    template = "{empire} replaces the control marker in {province} {price}."
    empire: Empire
    province: Province
    price: Price


@dataclass(slots=True)
class Exchanged(Event):
    """An empire exchanges a card with the bank (7.2d)."""

    template = "{empire} exchanges {given} for {gained} with the bank."
    empire: Empire
    given: Token
    gained: Token


@dataclass(slots=True)
class GaveBack(Event):
    """An empire gives back what it may not keep (4.9a)."""

    template = "{empire} gives back {tokens} (4.9a)."
    empire: Empire
    tokens: Tokens


@dataclass(slots=True)
class LeadNeeded(Event):
    """Several players are able to win, and none of them is Political Leader (6.2b)."""

    template = "Several players can win now: from here on it takes a lead of one hero or wonder."


@dataclass(slots=True)
class SailedFromDock(Sailed):
    """Triremes put out to sea (5.2a)."""

    source: Province


@dataclass(slots=True)
class LostInAlps(Event):
    """Legions are lost on the way over the Alps (8.2b)."""

    template = "{empire} loses {number} on the way over the Alps."
    topics = BATTLE
    empire: Empire
    number: Number


@dataclass(slots=True)
class Supported(Event):
    """Triremes support a battle on land (7.2b)."""

    template = "{empire} supports the battle in {province} with {number} from {sea}."
    topics = BATTLE
    empire: Empire
    number: Number
    province: Province
    sea: Sea


@dataclass(slots=True)
class LegionReplaced(Event):
    """Helen replaces a legion (7.3c)."""

    template = "{empire} replaces a legion of {other} in {province}."
    topics = BATTLE
    empire: Empire
    other: Empire
    province: Province


@dataclass(slots=True)
class PillagePaid(Event):
    """The bank pays for a pillage (7.3d)."""

    template = "{empire} gets {token} for the pillage of {province}."
    empire: Empire
    token: Token
    province: Province


@dataclass(slots=True)
class SetOut(Event):
    """Legions set out over seas that others may blockade (8.1e)."""

    template = "{empire} ships {number} from {source} to {target} by {seas}."
    empire: Empire
    number: Number
    source: Province
    target: Province
    seas: Chain


@dataclass(slots=True)
class Blockaded(Event):
    """A player blockades a crossing (8.1a)."""

    template = "{empire} blockades {seas}."
    topics = BATTLE
    empire: Empire
    seas: Chain


@dataclass(slots=True)
class CrossingFailed(Event):
    """A blockade keeps legions from crossing (8.1c)."""

    template = "The legions of {empire} can't cross from {source} to {target}."
    topics = BATTLE
    empire: Empire
    source: Province
    target: Province
