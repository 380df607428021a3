"""The actions of Empires, one record for each kind, and the kinds of values that only its actions and frames hold.

Places, empires, tokens and tiles are indices of the board. ``form`` is the line that spells an action; ``meaning`` is
the meaning of its verb. From these and the kinds of the fields ``core.engine.notation`` makes the grammar. ``icon`` is
an icon of the province, CONTROL for its control marker, or FREE for no particular place.

Actions are immutable by convention. They are not frozen, because freezing makes creating one three times as slow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from core.empires.board import Board
from core.engine.action import Action
from core.engine.errors import NotationError
from core.engine.kind import Kind, Said, Setting
from core.engine.message import Message
from core.engine.toml import Reader
from core.engine.words import Words, quote
from core.mare.kinds import FREE, TOKEN, Empire, Icon, IconLeft, Number, Payment, Province, Sea, SiteKind, Thing, Tile
from core.mare.resources import COIN, is_legendary, kind_of, ordinary


class ChoiceRuleKind(Kind):
    """The rule that gives a choice of a coin or a legendary commodity; it follows from the phase."""

    follows = True

    def load(self, reader: Reader, key: str, at: Setting) -> str:
        return "1.1" if at.phase == 1 else "4.3.1"

    def dump(self, value: str, at: Setting) -> None:
        return None


class CommodityKind(Kind):
    """A kind of commodity, written as its ordinary token."""

    def read(self, words: Words, said: Said) -> int:
        token = TOKEN.read(words, said)
        if token == COIN or is_legendary(token):
            raise NotationError("Only an ordinary commodity can be obtained.")
        return kind_of(token)

    def text(self, board: Board, value: int, said: Said) -> str:
        return board.tokens[ordinary(value)]

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return board.tokens[1::2]


class CoinOrLegendaryKind(Kind):
    """Whether it is a legendary commodity, or else a coin."""

    words = ("coin", "legendary")

    def read(self, words: Words, said: Said) -> bool:
        word = words.next(Message("coin or legendary"))
        if word not in self.words:
            raise NotationError("{word} can't be collected; say coin or legendary.", word=quote(word))
        return word == "legendary"

    def text(self, board: Board, value: bool, said: Said) -> str:
        return self.words[value]

    def options(self, board: Board, said: Said) -> Sequence[str]:
        return self.words


Commodity: TypeAlias = Annotated[int, CommodityKind()]
CoinOrLegendary: TypeAlias = Annotated[bool, CoinOrLegendaryKind()]
Site: TypeAlias = Annotated[int, SiteKind("what", at_sea=("trireme",))]

ChoiceRule: TypeAlias = Annotated[str, ChoiceRuleKind()]


@dataclass(slots=True, unsafe_hash=True)
class Build(Action):
    """A thing to build or buy, with its payment sorted; an empty payment means it is free.

    ``what`` is ``control``, a unit, an icon's name or a tile's id. ``where`` is a province, a sea for a trireme, or
    FREE for a tile.
    """

    form = "build {what} {where} {payment}"
    meaning = "to build"
    what: Thing
    where: Site
    payment: Payment


@dataclass(slots=True, unsafe_hash=True)
class Convert(Action):
    """An occupied control marker exchanged for the player's own (4.3.3)."""

    form = "convert {province}"
    meaning = "to convert"
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class Remove(Action):
    """An occupied control marker removed, because the province is out of reach (4.3.3)."""

    form = "remove {province}"
    meaning = "to remove"
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class Sail(Action):
    """Triremes moved to an adjacent sea (4.1.1)."""

    form = "sail {source} {target} {number}"
    meaning = "to sail"
    source: Sea
    target: Sea
    number: Number


@dataclass(slots=True, unsafe_hash=True)
class Attack(Action):
    """A sea battle started (4.1.1)."""

    form = "attack {empire} in {sea}"
    meaning = "to attack"
    empire: Empire
    sea: Sea


@dataclass(slots=True, unsafe_hash=True)
class March(Action):
    """Legions moved (4.1.2): free ones, or the single one that stands on ``icon``."""

    form = "march {source} {target} {number} [from {icon}]"
    meaning = "to march"
    source: Province
    target: Province
    number: Number
    icon: IconLeft = FREE


@dataclass(slots=True, unsafe_hash=True)
class Fight(Action):
    """A land battle, against one of the opponents there (4.1.2)."""

    form = "fight {empire} in {province}"
    meaning = "to fight"
    empire: Empire
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class LoseLegion(Action):
    """A legion destroyed by a hit (4.2b): a free one, or the one that stands on ``icon``."""

    form = "lose legion {province} [from {icon}]"
    meaning = "to lose"
    province: Province
    icon: Icon = FREE


@dataclass(slots=True, unsafe_hash=True)
class OccupyMarker(Action):
    """The control marker occupied (4.3.3)."""

    form = "occupy {province} control"
    meaning = "to occupy"
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class Release(Action):
    """An occupation that the occupier ends (4.3)."""

    form = "release {province}"
    meaning = "to release"
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class Collect(Action):
    """A coin or a legendary commodity, when the rules leave the choice (1.1, 4.3.1)."""

    form = "collect {legendary}"
    meaning = "to collect"
    legendary: CoinOrLegendary


@dataclass(slots=True, unsafe_hash=True)
class Size(Action):
    """The number of resources that Antigone's owner offers (chapter 2)."""

    form = "size {number}"
    meaning = "to choose the size"
    number: Number


@dataclass(slots=True, unsafe_hash=True)
class Obtain(Action):
    """The commodity that the Colossus takes from the reserve, as a kind (1.3)."""

    form = "obtain {kind}"
    meaning = "to obtain"
    kind: Commodity


@dataclass(slots=True, unsafe_hash=True)
class Copy(Action):
    """The hero whose ability Castor and Pollux copy, as a tile (R12)."""

    form = "copy {tile}"
    meaning = "to copy"
    tile: Tile


@dataclass(slots=True, unsafe_hash=True)
class MakePeace(Action):
    """The opponent with whom the Statue of Zeus declares peace (chapter 4)."""

    form = "peace {empire}"
    meaning = "to make peace"
    empire: Empire


@dataclass(slots=True, unsafe_hash=True)
class Stand(Action):
    """A legion of Circe's owner put on an empty caravan icon (chapter 4)."""

    form = "stand {province} {icon}"
    meaning = "to stand on"
    province: Province
    icon: Icon
