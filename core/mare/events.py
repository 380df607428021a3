"""The events of every edition of Mare Nostrum, one record for each kind, and the kinds of values in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from core.engine.event import Event
from core.engine.kind import Kind
from core.engine.message import Message, several
from core.mare.kinds import EMPIRE, TILE, TOKENS, BoardNames, Empire, Number, Province, Sea, Tile, Token, Tokens, Track
from core.mare.map import icon_kind
from core.mare.resources import Tokens as TokenTuple


class AllOf(Kind):
    """Several things of another kind, joined by ``separator``."""

    def __init__(self, each: Kind, separator: str = ", ") -> None:
        self.each = each
        self.separator = separator

    def shown(self, board: BoardNames, value: Sequence[Any]) -> Message:
        return several((self.each.shown(board, each) for each in value), self.separator)


class PriceKind(Kind):
    """The tokens that a player pays for something."""

    def shown(self, board: BoardNames, value: TokenTuple) -> Message:
        return Message("for {tokens}", tokens=TOKENS.shown(board, value)) if value else Message("free of charge")


class PieceKind(Kind):
    """A piece or building, by its word or its icon's name, without the number of a second icon of one kind."""

    def shown(self, board: BoardNames, value: str) -> str | Message:
        _, _, good = value.rstrip("0123456789").partition(":")
        return Message("caravan of {good}", good=good) if good else icon_kind(value).replace("_", " ")


FACES = "⚀⚁⚂⚃⚄⚅"


class DiceKind(Kind):
    """Dice, by the faces that they show and in figures, because a face is small."""

    def shown(self, board: BoardNames, value: Sequence[int]) -> str | Message:
        return " ".join(f"{FACES[face - 1]}{face}" for face in value) or Message("no dice")


PIECE = PieceKind()

Price: TypeAlias = Annotated[TokenTuple, PriceKind()]
Piece: TypeAlias = Annotated[str, PIECE]
IconName: TypeAlias = Annotated[str, PIECE]
IconNames: TypeAlias = Annotated[tuple[str, ...], AllOf(PIECE)]
Dice: TypeAlias = Annotated[tuple[int, ...], DiceKind()]
Tiles: TypeAlias = Annotated[tuple[int, ...], AllOf(TILE)]
Winners: TypeAlias = Annotated[tuple[int, ...], AllOf(EMPIRE, " and ")]
Tied: TypeAlias = Annotated[tuple[int, ...], AllOf(EMPIRE)]


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


BATTLE = ("battle",)
"""The topic of deeds of arms; a move alone is none."""


@dataclass(slots=True)
class Sailed(Event):
    """Triremes move."""

    template = "{empire} sails {number} from {source} to {target}."
    empire: Empire
    number: Number
    source: Sea
    target: Sea


@dataclass(slots=True)
class Marched(Event):
    """Legions move."""

    template = "{empire} marches {number} from {source} to {target}."
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
