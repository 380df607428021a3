"""The events of every edition of Mare Nostrum, one record for each kind. War events are in ``war_events``."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.mare.event_kinds import Piece, Price, Tied, Winners
from core.mare.kinds import Empire, Number, Province, Tile, Token, Tokens, Track


@dataclass(slots=True)
class RoundBegan(Event):
    """A round other than the first begins."""

    template = "Round {round} begins."

    round: Number


@dataclass(slots=True)
class NextNamed(Event):
    """The leader names the next player."""

    template = "{leader} gives the next turn to {empire}."

    leader: Empire
    empire: Empire


@dataclass(slots=True)
class LeaderNext(Event):
    """The leader names themselves."""

    template = "{empire} takes the next turn."

    empire: Empire


@dataclass(slots=True)
class LastNext(Event):
    """The only player left has their turn."""

    template = "{empire} has the last turn."

    empire: Empire


@dataclass(slots=True)
class Won(Event):
    """A player has won, and the game is over."""

    template = "Victory for {winners}."

    winners: Winners


@dataclass(slots=True)
class NobodyWon(Event):
    """The game ends at the limit of rounds, without a winner."""

    template = "The last round is over; there is no winner."


@dataclass(slots=True)
class Collected(Event):
    """An empire gets its ordinary income."""

    template = "{empire} collects {tokens}."

    empire: Empire
    tokens: Tokens


@dataclass(slots=True)
class CollectedMore(Event):
    """Tiles add coins to an income."""

    template = "{empire} collects {number} coin more."

    empire: Empire
    number: Number


@dataclass(slots=True)
class Announced(Event):
    """The Trade Leader announces how many resources to offer."""

    template = "{empire} announces {number}."

    empire: Empire
    number: Number


@dataclass(slots=True)
class NoTrade(Event):
    """The Trade Leader could take nothing, so there is no trade."""

    template = "There is no trade: fewer than two players make an offer."


@dataclass(slots=True)
class Offered(Event):
    """An offer is revealed."""

    template = "{empire} offers {tokens}."

    empire: Empire
    tokens: Tokens


@dataclass(slots=True)
class OfferedAll(Offered):
    """An offer is revealed that was the only possible one."""

    template = "{empire} offers {tokens}, having no choice."


@dataclass(slots=True)
class Took(Event):
    """A face-up resource changes hands."""

    template = "{taker} takes {token} from {loser}."

    taker: Empire
    token: Token
    loser: Empire


@dataclass(slots=True)
class TookLast(Took):
    """A face-up resource changes hands; it was the only possible take."""

    template = "{taker} takes {token} from {loser}, as nothing else can be taken."


@dataclass(slots=True)
class Gave(Event):
    """The Trade Leader gives a resource to the player who is one short."""

    template = "{leader} gives {token} to {empire}."

    leader: Empire
    token: Token
    empire: Empire


@dataclass(slots=True)
class TileGained(Event):
    """A hero or wonder comes to a mat."""

    template = "{empire} gains {tile} {price}."

    empire: Empire
    tile: Tile
    price: Price


@dataclass(slots=True)
class MarkerBuilt(Event):
    """A control marker is placed."""

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
    """Tiles keep commodities from going back to the bank."""

    template = "{empire} keeps {tokens}."

    empire: Empire
    tokens: Tokens


@dataclass(slots=True)
class TitleAwarded(Event):
    """The holder of a title decides who of several tied players gets it."""

    template = "A tie at {level} ({tied}): the title {title} goes to {empire}."

    tied: Tied
    level: Number
    empire: Empire
    title: Track


@dataclass(slots=True)
class LeaderChanged(Event):
    """A title changes hands."""

    template = "{empire} is now {title}."

    empire: Empire
    title: Track
