"""What happens in a game of Empires, a record for each kind of event; those of the war are in ``war_events``."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.mare.event_kinds import Piece, Price, Tiles, Winners
from core.mare.kinds import Empire, Number, Province, Sea, Tile, Token, Tokens, Track

# ---------------------------------------------------------------------- rounds and turns


@dataclass(slots=True)
class RoundBegan(Event):
    """A round other than the first begins."""

    template = "Round {round} begins."

    round: Number


@dataclass(slots=True)
class NextNamed(Event):
    """The leader names the next player."""

    template = "{leader} names {empire}."

    leader: Empire
    empire: Empire


@dataclass(slots=True)
class LeaderNext(Event):
    """The leader names themselves."""

    template = "{empire} names itself."

    empire: Empire


@dataclass(slots=True)
class LastNext(Event):
    """The only player left has their turn."""

    template = "{empire} has the last turn."

    empire: Empire


@dataclass(slots=True)
class Won(Event):
    """The game is over, and has been won."""

    template = "Victory for {winners}."

    winners: Winners


@dataclass(slots=True)
class NobodyWon(Event):
    """The game is over by the limit of rounds (R2)."""

    template = "The last round is over; nobody has won."


# ---------------------------------------------------------------------- chapter 1: collect


@dataclass(slots=True)
class Collected(Event):
    """An empire gets its ordinary income (R1)."""

    template = "{empire} collects {tokens}."

    empire: Empire
    tokens: Tokens


@dataclass(slots=True)
class CollectedMore(Event):
    """Tiles add coins to an income (R4)."""

    template = "{empire} collects {number} coin more."

    empire: Empire
    number: Number


@dataclass(slots=True)
class Drew(Event):
    """An empire draws a legendary commodity (1.2)."""

    template = "{empire} draws {token}."

    empire: Empire
    token: Token


@dataclass(slots=True)
class TookCoin(Event):
    """An empire takes a coin and no legendary commodity (1.1, 4.3.1)."""

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
class Announced(Event):
    """The Trade Leader announces how many resources to offer (2.1)."""

    template = "{empire} announces {number}."

    empire: Empire
    number: Number


@dataclass(slots=True)
class SizeNamed(Event):
    """The owner of Antigone names another number (R8)."""

    template = "{empire} will offer {number}."

    empire: Empire
    number: Number


@dataclass(slots=True)
class NoTrade(Event):
    """The Trade Leader could take nothing (R7)."""

    template = "There is no trade."


@dataclass(slots=True)
class Offered(Event):
    """An offer is revealed (2.1a)."""

    template = "{empire} offers {tokens}."

    empire: Empire
    tokens: Tokens


@dataclass(slots=True)
class OfferedAll(Offered):
    """The same, where there was no other offer to make."""

    template = "{empire} offers {tokens}, having no choice."


@dataclass(slots=True)
class Took(Event):
    """A face-up resource changes hands (2.2)."""

    template = "{taker} takes {token} from {loser}."

    taker: Empire
    token: Token
    loser: Empire


@dataclass(slots=True)
class TookLast(Took):
    """The same, where there was no other resource to take."""

    template = "{taker} takes {token} from {loser}, as nothing else can be taken."


@dataclass(slots=True)
class Gave(Event):
    """The Trade Leader gives a resource to the player who came one short (2.2.1)."""

    template = "{leader} gives {token} to {empire}."

    leader: Empire
    token: Token
    empire: Empire


# ---------------------------------------------------------------------- chapter 3: build


@dataclass(slots=True)
class TileGained(Event):
    """A hero or wonder comes to a mat (3.1.3)."""

    template = "{empire} gains {tile} {price}."

    empire: Empire
    tile: Tile
    price: Price


@dataclass(slots=True)
class TriremeBuilt(Event):
    """A trireme is built."""

    template = "{empire} builds a trireme in {sea} {price}."

    empire: Empire
    sea: Sea
    price: Price


@dataclass(slots=True)
class MarkerBuilt(Event):
    """A control marker is placed (3.1.1)."""

    template = "{empire} builds a control marker in {province} {price}."

    empire: Empire
    province: Province
    price: Price


@dataclass(slots=True)
class Built(Event):
    """A building, a legion or a fortress is built."""

    template = "{empire} builds a {thing} in {province} {price}."

    empire: Empire
    thing: Piece
    province: Province
    price: Price


@dataclass(slots=True)
class Kept(Event):
    """Tiles keep commodities from being given back (3.0b)."""

    template = "{empire} keeps {tokens}."

    empire: Empire
    tokens: Tokens


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


@dataclass(slots=True)
class LeaderChanged(Event):
    """A title changes hands (5.1)."""

    template = "{empire} is now {title}."

    empire: Empire
    title: Track
