"""The charter: what is played, by which players, with which keys. All players sign it; its hash is the game's id.

A *player* is a player at the table: one identity key, one process, one beacon chain, one stream of acknowledgements. A
*seat* is a side of the game. Each seat names its player, who may play several seats. Players and seats are numbered
from 0 in the charter's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, NamedTuple, TypeAlias

from crypto import canonical
from crypto.canonical import Value
from crypto.digest import digest
from crypto.errors import EncodingError
from crypto.identity import Identity, PublicKey
from crypto.labels import Label
from crypto.words import fingerprint
from p2p.errors import Text
from p2p.game import Setup
from p2p.wire.codec import (
    SPREAD,
    Anything,
    ChatKey,
    Codec,
    Digest,
    Key,
    Limits,
    Line,
    MessageError,
    Number,
    begins,
    is_rising,
    value,
)
from p2p.wire.text import folded, shown

PROTOCOL = 7
"""Raised whenever a signed or hashed form changes, so that old ones don't match. `hello.GREETING` covers the rest."""

MAX_PLAYERS = 8
MAX_SEATS = 16
MAX_NAME = 64
"""The most bytes of a seat's name, and the most characters of the name of an edition or a choice."""
MAX_OPTIONS = 4096
"""The most bytes of the encoded options."""

PlayerNumber: TypeAlias = Annotated[int, Limits(0, MAX_PLAYERS - 1)]
PlayerNumbers: TypeAlias = Annotated[tuple[PlayerNumber, ...], Limits(0, MAX_PLAYERS), is_rising]
"""Players in rising order, each once."""

Name: TypeAlias = Annotated[Line, Limits(1, MAX_NAME)]
"""The name of an edition, or of something that a player can choose to play."""


class CharterError(Exception):
    """A charter is not fit to be signed; the message is one sentence."""


class ForeignCharter(CharterError):
    """A charter is of another protocol, so of another release; ``protocol`` is its number."""

    def __init__(self, protocol: int) -> None:
        super().__init__(f"The charter speaks protocol {protocol}; this program speaks protocol {PROTOCOL}.")
        self.protocol = protocol


class Player(NamedTuple):
    """A player's identity key, key for private messages, and tip of the hash chain that feeds the shared dice."""

    key: Key
    chat: ChatKey
    tip: Digest


class Seat(NamedTuple):
    """What the seat asked to play, the player who plays it, and that player's name as opaque bytes."""

    choice: Annotated[Line, Limits(0, MAX_NAME)]
    player: PlayerNumber
    name: Annotated[bytes, Limits(0, MAX_NAME)]


class After(NamedTuple):
    """Where a charter goes on: a game, and the height, L and S of its log there.

    The seats are those of that game. ``own`` has by player the seat that they play themselves.
    """

    game: Digest
    height: Number
    log: Digest
    state: Digest
    own: Annotated[tuple[Annotated[int, Limits(0, MAX_SEATS - 1)], ...], Limits(1, MAX_PLAYERS)]


@begins(PROTOCOL)
@dataclass(frozen=True)
class Charter:
    """A charter that can be played; making any other raises CharterError."""

    engine: Number
    edition: Name
    release: Name
    """The first release of the program that plays this edition with this engine."""
    data: Digest
    options: Anything
    watch: bool
    """Whether spectators may follow the game. If False, the players' programs don't let them in."""
    players: Annotated[tuple[Player, ...], Limits(1, MAX_PLAYERS)]
    seats: Annotated[tuple[Seat, ...], Limits(1, MAX_SEATS)]
    after: Annotated[tuple[()] | After, SPREAD] = ()
    """The recorded game that this one continues; empty if it begins anew."""

    def __post_init__(self) -> None:
        self._check_options()
        self._check_players()
        self._check_seats()

    @cached_property
    def id(self) -> bytes:
        """Return the game's id: the hash of the charter."""
        return digest(Label.CHARTER, *value(self))

    @property
    def everyone(self) -> range:
        """Return the numbers of all players."""
        return range(len(self.players))

    @property
    def quorum(self) -> int:
        """Return the size of a quorum: a strict majority of all players in the charter, present or not."""
        return len(self.players) // 2 + 1

    @property
    def setup(self) -> Setup:
        """Return what the game needs in order to start."""
        choices = tuple(seat.choice for seat in self.seats)
        return Setup(self.engine, self.edition, self.release, self.data, self.options, choices)

    def sign(self, identity: Identity) -> bytes:
        """Return a player's signature of this charter."""
        return identity.sign(Label.CHARTER, *value(self))

    def has_signed(self, player: int, signature: bytes) -> bool:
        """Return whether this is the player's signature of this charter."""
        return self.players[player].key.has_signed(signature, Label.CHARTER, *value(self))

    def player(self, key: PublicKey) -> int:
        """Return the number of the player with this key; raise CharterError if there is none."""
        for index, player in enumerate(self.players):
            if player.key == key:
                return index
        raise CharterError("This identity is none of the charter's players.")

    def seats_of(self, player: int) -> tuple[int, ...]:
        """Return the seats of a player, first the one that they play themselves; their bots play the others."""
        seats = tuple(index for index, seat in enumerate(self.seats) if seat.player == player)
        if not self.after:
            return seats
        own = self.after.own[player]
        return (own, *(seat for seat in seats if seat != own))

    def name(self, player: int) -> Text:
        """Return how messages name a player, safe for any terminal; see `told_apart`."""
        own = [self.seats[self.seats_of(index)[0]].name for index in range(len(self.players))]
        return told_apart(own, [one.key for one in self.players], player)

    def own_name(self, player: int) -> str:
        """Return the name of a player's own seat, safe for any terminal; empty if nothing of it is visible."""
        return shown(self.seats[self.seats_of(player)[0]].name)

    def _check_options(self) -> None:
        try:
            # A record puts two tuples around the options. With the same depth here, every signed charter fits a record.
            size = len(canonical.encode(((self.options,),)))
        except EncodingError as error:
            raise CharterError(f"The charter's options cannot be encoded: {error}") from None
        if size > MAX_OPTIONS:
            raise CharterError(f"The charter's options take {size} bytes; at most {MAX_OPTIONS} are allowed.")

    def _check_players(self) -> None:
        for part, name in enumerate(("key", "chat key", "beacon tip")):
            if len({player[part] for player in self.players}) < len(self.players):
                raise CharterError(f"Two players of the charter have the same {name}.")

    def _check_seats(self) -> None:
        for number, seat in enumerate(self.seats, start=1):
            if seat.player not in range(len(self.players)):
                raise CharterError(f"Seat {number} names a player who is not in the charter.")
        holders = [seat.player for seat in self.seats]
        for index in range(len(self.players)):
            if index not in holders:
                raise CharterError(f"Player {index + 1} of the charter has no seat.")
        own = self.after.own if self.after else ()
        if self.after and [holders[seat] for seat in own if seat < len(holders)] != list(self.everyone):
            raise CharterError("The charter names another player's seat as a player's own.")


_ALONE = "{name}"
"""A name by itself. It stands in no catalogue, since it has no words."""


def told_apart(names: Sequence[bytes], keys: Sequence[PublicKey], player: int) -> Text:
    """Return how messages name one of several players, safe for any terminal: ``Ada``, or ``Ada (brisk-…)``.

    Players choose their names. If two look alike, as many words of the key's fingerprint follow as tell them apart.
    They are the same on every screen and in every game, as a number would not be.
    """
    name, like = shown(names[player]), folded(names[player])
    alike = [index for index, other in enumerate(names) if index != player and folded(other) == like]
    if name and not alike:
        return Text(_ALONE, name=name)
    words = fingerprint(keys[player]).split("-")
    others = [fingerprint(keys[index]).split("-") for index in alike]
    counts = range(1, len(words))
    most = next((count for count in counts if words[:count] not in [one[:count] for one in others]), len(words))
    beginning = "-".join(words[:most])
    return Text("{name} ({words}-…)", name=name, words=beginning) if name else Text("Player {words}-…", words=beginning)


def is_key_of(typed: str, key: PublicKey) -> bool:
    """Return whether these are the first words of a key's fingerprint, as `told_apart` shows them."""
    words = typed.casefold().removesuffix("…").strip("-.")
    return bool(words) and f"{fingerprint(key)}-".startswith(f"{words}-")


_CHARTER: Codec[Charter] = Codec(Charter)

encode_charter = _CHARTER.encode
"""Return the bytes of a charter."""


def decode_charter(data: bytes) -> Charter:
    """Return the charter of these bytes; raise CharterError for any others, also if a key is weak."""
    try:
        value = canonical.decode(data)
        require_own_protocol(value)
        return _CHARTER.read(value)
    except (EncodingError, MessageError):
        raise CharterError("The charter does not have its fields, or a key in it is weak.") from None


def require_own_protocol(charter: Value) -> None:
    """Raise ForeignCharter if a decoded charter, of whatever fields, is of another protocol."""
    match charter:
        case (int(protocol), *_) if type(protocol) is int and protocol != PROTOCOL:
            raise ForeignCharter(protocol)
