"""The messages between connected peers; each is one canonical array that begins with a word.

The types of their fields are declared in the modules of their subjects. `p2p.wire.codec` refuses anything else.

A *presence* names its player's neighbours and the addresses at which that player can be dialled. Two players count as
connected if both say so. The game doesn't depend on it. It spares duplicate messages, shows who can be reached through
whom, and tells where to dial.

Talk is to all, or to one player alone. It is kept with the game, but isn't part of the log. A private message is sealed
to the chat key of its receiver, so the players who pass it on can't read it. The seal binds game, sender, receiver and
counter, and the sender signs the whole. A thief of the receiver's key can read old messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Annotated, NamedTuple, TypeAlias

from crypto.labels import Label
from p2p.log import statements
from p2p.log.charter import Charter, PlayerNumbers
from p2p.log.statements import (
    Change,
    Envelope,
    Equivocation,
    Promised,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    Statement,
    Violation,
    signed_as,
)
from p2p.wire.codec import Codec, Count, Digest, Limits, Line, Number, Signature, begins
from p2p.wire.frames import MAX_MESSAGE

MAX_ADDRESSES = 8
"""The most addresses that one player may name."""

MAX_HOST = 128
"""The most characters of a host in an address: a literal IPv4 or IPv6 address, or an endpoint's key and its relay."""

Address: TypeAlias = tuple[Annotated[Line, Limits(1, MAX_HOST)], Annotated[int, Limits(1, (1 << 16) - 1)]]
"""A host and a port of valid shape; whether we may dial it is another question."""

Addresses: TypeAlias = Annotated[tuple[Address, ...], Limits(0, MAX_ADDRESSES)]


class Status(IntEnum):
    """What a player's session is doing."""

    HERE = 0
    LEFT = 1
    STOPPED = 2


class Presence(NamedTuple):
    """What is signed. ``counter`` numbers a player's presences from 1, and only the newest counts."""

    game: Digest
    counter: Count
    status: Annotated[int, Limits(min(Status), max(Status))]
    neighbours: PlayerNumbers
    addresses: Addresses


@signed_as("presence", Label.PRESENCE)
class SignedPresence(Envelope[Presence]):
    """A presence and its player's signature."""

    __slots__ = ()


class Roster:
    """The newest presence of every player."""

    def __init__(self, charter: Charter) -> None:
        self._charter = charter
        self._newest: dict[int, SignedPresence] = {}

    def __iter__(self) -> Iterator[SignedPresence]:
        return iter(self._newest.values())

    @property
    def heard(self) -> set[int]:
        """Return the players from whom a presence is known."""
        return set(self._newest)

    def is_newer(self, signed: SignedPresence) -> bool:
        """Return whether a presence is newer than the known one; its signature is not checked."""
        known = self._newest.get(signed.player)
        return known is None or known.content.counter < signed.content.counter

    def take(self, signed: SignedPresence) -> bool:
        """Keep a newer presence; return whether a connection of its player or their neighbours may have ended."""
        known = self._newest.get(signed.player)
        self._newest[signed.player] = signed
        return known is not None and not set(known.content.neighbours) <= set(signed.content.neighbours)

    def counter(self, player: int) -> int:
        """Return the number of the player's newest presence, 0 if there is none."""
        known = self._newest.get(player)
        return known.content.counter if known is not None else 0

    def status(self, player: int) -> Status:
        """Return whether a player is here, as far as their presence says."""
        known = self._newest.get(player)
        return Status(known.content.status) if known is not None else Status.HERE

    def addresses(self, player: int) -> tuple[Address, ...]:
        """Return the addresses at which a player says they can be dialled."""
        known = self._newest.get(player)
        return known.content.addresses if known is not None else ()

    def connected(self, one: int, other: int) -> bool:
        """Return whether two players are connected, as both say."""
        return other in self._neighbours(one) and one in self._neighbours(other)

    def reachable(self, start: int, own: Iterable[int]) -> set[int]:
        """Return the players whom messages from ``start``, who is connected with ``own``, reach directly or through
        others.
        """
        found = {start, *own}
        waiting = list(own)
        while waiting:
            one = waiting.pop()
            for other in self._neighbours(one):
                if other not in found and self.connected(one, other):
                    found.add(other)
                    waiting.append(other)
        return found

    def _neighbours(self, player: int) -> tuple[int, ...]:
        known = self._newest.get(player)
        return known.content.neighbours if known is not None else ()


MAX_PAST = MAX_MESSAGE - 1024
"""Bytes of the longest record that a game can continue."""

CHUNK = 1 << 17
"""Bytes of entries in one chunk; the rest waits for the next fetch."""


MAX_BODY = 1024
"""The most bytes of one message, sealed or not."""

KEPT = 1000
"""How many messages of each player are kept, in memory and in a journal: the newest."""


@begins("signature")
class CharterSignature(NamedTuple):
    """A player's signature of the charter, with the charter's id."""

    game: Digest
    player: Number
    signature: Signature


@begins("past")
class Past(NamedTuple):
    """The record of the game that the charter continues, up to where it goes on."""

    record: Annotated[bytes, Limits(1, MAX_PAST)]


@begins("have")
class Have(NamedTuple):
    """What the sender has: its term and height, and by player the number of the last talk that it heard.

    On every connection it follows what the sender offers at the start.
    """

    term: Number
    height: Number
    heard: tuple[Number, ...]


@begins("fetch")
class Fetch(NamedTuple):
    """Asks for the entries of all steps from ``first`` on."""

    first: Count


@begins("chunk")
class Chunk(NamedTuple):
    """Answers a fetch: the sender's term and height, and entries and proposals in log order, each as a message."""

    first: Count
    term: Number
    height: Number
    entries: tuple[bytes, ...]


TalkBody: TypeAlias = Annotated[bytes, Limits(1, MAX_BODY)]


class Talk(NamedTuple):
    """What is signed. ``body`` is UTF-8 if it is for all, else sealed for the player ``to``; ``counter`` is the
    sender's.
    """

    game: Digest
    counter: Count
    to: Number | None
    body: TalkBody


@signed_as("talk", Label.TALK)
class SignedTalk(Envelope[Talk]):
    """A player's message and their signature."""

    __slots__ = ()


Message: TypeAlias = (
    CharterSignature
    | Past
    | SignedEntry
    | SignedAck
    | SignedClosing
    | SignedRequest
    | Promised
    | Proposed
    | Have
    | Fetch
    | Chunk
    | Equivocation
    | Violation
    | SignedPresence
    | SignedTalk
)

MESSAGES: Codec[Message] = Codec(Message, MAX_MESSAGE)

encode = MESSAGES.encode
"""Return the bytes of a message."""

decode = MESSAGES.decode
"""Return the message of these bytes; raise MessageError for any others."""


NOT_OF_TABLE = "a message of another game, or about a player who is not at this table"
"""The reason of the refusal."""


def is_of_table(charter: Charter, message: Message | Statement) -> bool:
    """Return whether a message names no other game, and only players of this table."""
    if isinstance(message, Have):
        return len(message.heard) == len(charter.players)
    if isinstance(message, Equivocation):
        one, other = message
        same_author = statements.author(charter, one) == statements.author(charter, other)
        return same_author and is_of_table(charter, one) and is_of_table(charter, other)
    if isinstance(message, Violation):
        return is_of_table(charter, message.entry)
    if isinstance(message, Promised):
        parts: tuple[Message | Statement, ...] = (message.signed, *message.evidence, *message.secrets)
        return all(is_of_table(charter, part) for part in parts)
    if isinstance(message, Proposed):
        signed: tuple[Message | Statement, ...] = (message.signed, *message.promises)
        return all(is_of_table(charter, part) for part in signed)
    named = charter.everyone
    return _game(message) in (None, charter.id) and all(player in named for player in _players(charter, message))


def _game(message: Message | Statement) -> bytes | None:
    """Return the game that a message names, if any."""
    match message:
        case CharterSignature(game):
            return game
        case SignedEntry(entry):
            return entry.game
        case Envelope(_, content):
            named: bytes = content.game
            return named
    return None


def _players(charter: Charter, message: Message | Statement) -> Iterator[int]:
    """Yield the players whom a message names; -1 for the player of a seat that doesn't exist."""
    match message:
        case SignedEntry():
            author = statements.author(charter, message)
            yield -1 if author is None else author
        case CharterSignature(_, player) | SignedAck(player) | SignedClosing(player):
            yield player
        case SignedRequest(player, content) | SignedProposal(player, content):
            yield player
            yield from _changed(content.changes)
        case SignedPromise(player, promise):
            yield from (player, *promise.secrets)
            yield from _changed(promise.changes)
        case SignedPresence(player, presence):
            yield player
            yield from presence.neighbours
        case SignedTalk(player, talk):
            yield player
            if talk.to is not None:
                yield talk.to


def _changed(changes: Iterable[Change]) -> Iterator[int]:
    return (change.number for change in changes if change.is_of_player)
