"""The kinds of values in actions, frames and events of Mare Nostrum, whatever the edition.

They ask a board for its ``empires``, ``provinces``, ``seas``, ``tiles``, ``tokens``, ``titles`` and icons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Protocol, TypeAlias

from core.engine.errors import NotationError
from core.engine.kind import Counts, Flag, Kind, Mask, Named, Phase, Said, Setting, Several
from core.engine.masks import bits
from core.engine.message import Message, counted, several
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader
from core.engine.words import Fail, UnknownName, Words, counted_text, indices_of, quote, read_counted
from core.mare.buildings import Icon as BuildingIcon
from core.mare.resources import Counts as CountBytes
from core.mare.resources import Tokens as TokenTuple


class BoardNames(Protocol):
    """What the kinds ask of an edition's board; tuples are indexed by empire, province, sea …"""

    empires: tuple[str, ...]
    empire_names: tuple[str, ...]
    sides: tuple[str, ...]
    side_names: tuple[str, ...]
    """The names of the empires, and of the neutrals if the edition has them."""
    provinces: tuple[str, ...]
    province_names: tuple[str, ...]
    icons: tuple[tuple[BuildingIcon, ...], ...]
    icon_of: tuple[dict[str, int], ...]
    seas: tuple[str, ...]
    sea_names: tuple[str, ...]
    tiles: tuple[Any, ...]
    tile_of: dict[str, int]
    tokens: tuple[str, ...]
    titles: tuple[str, ...]
    track_names: tuple[str, ...]
    """The names of the three tracks in the edition's book, in English."""


CONTROL = -2
"""Stands in place of an icon: the control marker of the province."""

FREE = -1
"""Stands in place of an icon or a place: no particular one."""

NO_TAKE = (NO_EMPIRE, NO_EMPIRE)
"""Stands in place of a take, as taker and loser: no take yet."""

TRACKS = ("trade", "culture", "military")

PIECES = ("control", "legion", "fortress", "trireme")
"""The pieces on the map that are no buildings."""


class EmpireKind(Named):
    """An empire. If a position names none, it is the empire whose turn it is."""

    def load(self, reader: Reader, key: str, at: Setting) -> int:
        return at.turn if key not in reader.table and at.turn != NO_EMPIRE else super().load(reader, key, at)

    def dump(self, value: int, at: Setting) -> str | None:
        return None if value == at.turn else super().dump(value, at)


class ActiveKind(Kind):
    """The empire whose turn it is. Positions leave it out."""

    follows = True

    def load(self, reader: Reader, key: str, at: Setting) -> int:
        return at.turn

    def dump(self, value: int, at: Setting) -> None:
        return None


class TakeKind(Kind):
    """A take in the trade, as taker and loser; NO_TAKE before the first."""

    def load(self, reader: Reader, key: str, at: Setting) -> tuple[int, int]:
        words = reader.words(key) or ()
        if not words:
            return NO_TAKE
        pair = indices_of(words, at.board.empires, "empire", partial(reader.fail, key))
        if len(pair) != 2:
            raise reader.fail(key, "expected who took and from whom, such as “rome egypt”.")
        return pair[0], pair[1]

    def dump(self, value: tuple[int, int], at: Setting) -> str | None:
        return None if value == NO_TAKE else " ".join(at.board.empires[empire] for empire in value)


class TokensByEmpireKind(Kind):
    """The tokens of each empire."""

    def load(self, reader: Reader, key: str, at: Setting) -> tuple[TokenTuple, ...]:
        table = reader.sub(key, {}).only(at.board.empires)
        return tuple(
            read_tokens(table.words(name) or (), at.board, partial(table.fail, name)) for name in at.board.empires
        )

    def dump(self, value: tuple[TokenTuple, ...], at: Setting) -> Mapping[str, str] | None:
        named = zip(at.board.empires, value, strict=True)
        return {empire: counted_tokens(tokens, at.board) for empire, tokens in named if tokens} or None


def read_tokens(words: Iterable[str], board: BoardNames, fail: Fail) -> TokenTuple:
    """Return the tokens that a counted list of resources names, sorted."""
    counts = read_counted(words, board.tokens, "resource", fail)
    return tuple(token for token, count in enumerate(counts) for _ in range(count))


def counted_tokens(tokens: TokenTuple, board: BoardNames) -> str:
    """Return tokens as a counted list of resources."""
    return counted_text([tokens.count(token) for token in range(len(board.tokens))], board.tokens)


class TrackKind(Named):
    """A track. The board has no name for it."""

    def read(self, words: Words, said: Said) -> int:
        track = words.next(Message("a track"))
        if track not in TRACKS:
            raise NotationError("{word} is no track; say trade, culture or military.", word=quote(track))
        return TRACKS.index(track)


class TokensKind(Kind):
    """One or more tokens, sorted."""

    lists = True

    def shown(self, board: BoardNames, value: TokenTuple) -> Message:
        if not value:
            return Message("nothing")
        return counted((TOKEN.shown(board, token), number) for token, number in Counter(value).items())

    def read(self, words: Words, said: Said) -> TokenTuple:
        tokens = [TOKEN.read(words, said)]
        while words.more():
            tokens.append(TOKEN.read(words, said))
        return tuple(sorted(tokens))

    def text(self, board: BoardNames, value: TokenTuple, said: Said) -> str:
        return tokens_text(board, value)

    def options(self, board: BoardNames, said: Said) -> Sequence[str]:
        return board.tokens


def tokens_text(board: BoardNames, tokens: TokenTuple) -> str:
    """Return resources in words: ``coin coin *sheep``."""
    return " ".join([board.tokens[token] for token in tokens])


class PaymentKind(TokensKind):
    """A payment: ``with`` tokens, or ``free`` if there are none."""

    def read(self, words: Words, said: Said) -> TokenTuple:
        if not words.more():
            raise NotationError("Say what you pay with: “with coin coin coin”, or “free” where it costs nothing.")
        if words.left() == ["free"]:
            words.next("free")
            return ()
        return super().read(words, said)

    def text(self, board: BoardNames, value: TokenTuple, said: Said) -> str:
        return "with " + tokens_text(board, value) if value else "free"


class IconKind(Kind):
    """An icon of the province in the field ``of``, or CONTROL."""

    def __init__(self, of: str) -> None:
        self.of = of

    def read(self, words: Words, said: Said) -> int:
        return read_icon(words, said[self.of])

    def text(self, board: BoardNames, value: int, said: Said) -> str:
        return icon_word(board, said[self.of], value)

    def options(self, board: BoardNames, said: Said) -> Sequence[str]:
        return ["control", *board.icon_of[said[self.of]]]


def icon_word(board: BoardNames, province: int, icon: int) -> str:
    """Return the word for an icon of a province, or for CONTROL."""
    return "control" if icon == CONTROL else board.icons[province][icon].name


def read_icon(words: Words, province: int) -> int:
    """Take an icon of a province, or CONTROL. Raises NotationError."""
    board: BoardNames = words.board
    word = words.next(Message("a building"))
    if word == "control":
        return CONTROL
    icon = board.icon_of[province].get(word)
    if icon is not None:
        return icon
    name = board.province_names[province]
    icons = [other for other in board.icon_of[province] if other.startswith(f"{word}:")]
    if icons:
        raise NotationError(
            "Say which {word} of {province} you mean: {icons}.", word=word, province=name, icons=several(icons)
        )
    raise NotationError("{province} has no icon {word}.", province=name, word=quote(word))


class IconsKind(IconKind):
    """One or more buildings of the province in the field ``of``, as a mask of icons."""

    lists = True

    def read(self, words: Words, said: Said) -> int:
        icons = [super().read(words, said)]
        while words.more():
            icons.append(super().read(words, said))
        if CONTROL in icons:
            raise NotationError("Occupy the control marker or buildings, not both.")
        if len(set(icons)) < len(icons):
            raise NotationError("Name each building once.")
        return sum(1 << icon for icon in icons)

    def text(self, board: BoardNames, value: int, said: Said) -> str:
        return " ".join(board.icons[said[self.of]][icon].name for icon in bits(value))

    def options(self, board: BoardNames, said: Said) -> Sequence[str]:
        return list(board.icon_of[said[self.of]])


class ThingKind(Kind):
    """A thing to build: a piece, an icon's name or a tile's id."""

    def read(self, words: Words, said: Said) -> str:
        what = words.next(Message("what is built"))
        board: BoardNames = words.board
        if what in PIECES or what in board.tile_of:
            return what
        # A building without its commodity is refused later with its province, which names the possible icons.
        if not any(icon == what or icon.startswith(f"{what}:") for icons in board.icon_of for icon in icons):
            raise UnknownName(what, "piece, building, hero or wonder")
        return what

    def text(self, board: BoardNames, value: str, said: Said) -> str:
        return value

    def options(self, board: BoardNames, said: Said) -> Sequence[str]:
        icons = dict.fromkeys(icon for icons in board.icon_of for icon in icons)
        return [*PIECES, *icons, *board.tile_of]


class SiteKind(Kind):
    """The place of the thing in the field ``of``: a province or sea, or FREE for a tile.

    ``at_sea`` are the pieces that are built in a sea.
    """

    def __init__(self, of: str, at_sea: Container[str] = ()) -> None:
        self.of = of
        self.at_sea = at_sea

    def read(self, words: Words, said: Said) -> int:
        what: str = said[self.of]
        if what in words.board.tile_of:
            return FREE
        if what in self.at_sea:
            return SEA.read(words, said)
        province = PROVINCE.read(words, said)
        if what not in PIECES:
            read_icon(Words(words.board, [what]), province)
        return province

    def text(self, board: BoardNames, value: int, said: Said) -> str:
        return "" if value == FREE else self._places(board, said)[value]

    def options(self, board: BoardNames, said: Said) -> Sequence[str]:
        return () if said[self.of] in board.tile_of else self._places(board, said)

    def _places(self, board: BoardNames, said: Said) -> Sequence[str]:
        return board.seas if said[self.of] in self.at_sea else board.provinces


NUMBER = Kind()

EMPIRE = EmpireKind("empire", lambda board: board.empires, lambda board: board.side_names)

OPPONENT = Named("empire", lambda board: board.empires, lambda board: board.side_names)

PROVINCE = Named("province", lambda board: board.provinces, lambda board: board.province_names)

SEA = Named("sea", lambda board: board.seas, lambda board: board.sea_names)

TILE = Named(
    "hero or wonder",
    lambda board: tuple(tile.id for tile in board.tiles),
    lambda board: tuple(tile.name for tile in board.tiles),
)

TRACK = TrackKind("track", lambda board: TRACKS, lambda board: board.titles)


class TokenKind(Named):
    """A resource. People read a legendary one in words, not with the star that they type."""

    def shown(self, board: BoardNames, value: int) -> str | Message:
        name = board.tokens[value]
        return Message("legendary {good}", good=name.removeprefix("*")) if name.startswith("*") else name


TOKEN = TokenKind("resource", lambda board: board.tokens)

TOKENS = TokensKind()

Number: TypeAlias = Annotated[int, NUMBER]
Empire: TypeAlias = Annotated[int, EMPIRE]
Province: TypeAlias = Annotated[int, PROVINCE]
Sea: TypeAlias = Annotated[int, SEA]
Tile: TypeAlias = Annotated[int, TILE]
Track: TypeAlias = Annotated[int, TRACK]
Token: TypeAlias = Annotated[int, TOKEN]
Tokens: TypeAlias = Annotated[TokenTuple, TOKENS]
Payment: TypeAlias = Annotated[TokenTuple, PaymentKind()]
Icon: TypeAlias = Annotated[int, IconKind("province")]
IconLeft: TypeAlias = Annotated[int, IconKind("source")]
Icons: TypeAlias = Annotated[int, IconsKind("province")]
Thing: TypeAlias = Annotated[str, ThingKind()]
Opponent: TypeAlias = Annotated[int, OPPONENT]
Active: TypeAlias = Annotated[int, ActiveKind()]
EmpireList: TypeAlias = Annotated[tuple[int, ...], Several(OPPONENT)]
TileList: TypeAlias = Annotated[tuple[int, ...], Several(TILE)]
ProvinceMask: TypeAlias = Annotated[int, Mask(PROVINCE)]
SeaMask: TypeAlias = Annotated[int, Mask(SEA)]
ByProvince: TypeAlias = Annotated[CountBytes, Counts(PROVINCE)]
BySea: TypeAlias = Annotated[CountBytes, Counts(SEA)]
NumberByEmpire: TypeAlias = Annotated[tuple[int, ...], Counts(OPPONENT, tuple)]
TokensByEmpire: TypeAlias = Annotated[tuple[TokenTuple, ...], TokensByEmpireKind()]
Pair: TypeAlias = Annotated[tuple[int, int], TakeKind()]
Begun: TypeAlias = Annotated[bool, Flag()]
PhaseNumber: TypeAlias = Annotated[int, Phase()]

TRADE, CULTURE, MILITARY = range(len(TRACKS))
