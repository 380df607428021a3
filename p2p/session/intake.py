"""What comes in: whether what a message names exists, and how fast messages are taken of which only the newest counts.

A session checks once, when a message comes in, that it names this game, and players and seats of this table. So later
code never looks up a player who doesn't exist.

Of requests, promises, proposals and presences it takes a few of each player at once on each log, so that changes of
epoch keep up with a fast game. Of any more, it takes the newest at the next flush. So no peer makes others verify,
show, sign or keep a flood, and nothing that counts is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from p2p.log import statements
from p2p.log.changes import Change
from p2p.log.charter import Charter
from p2p.log.envelope import Envelope
from p2p.log.log import Log
from p2p.log.messages import CharterSignature, Have, Message, SignedTalk
from p2p.log.presence import SignedPresence
from p2p.log.statements import (
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
)

NOT_OF_TABLE = "a message of another game, or about a player who is not at this table"
"""The reason of the refusal."""

AT_ONCE = 16
"""The messages taken at once on one log, of each kind and player, over each connection."""

Paced: TypeAlias = SignedRequest | Promised | Proposed | SignedPresence
_Key: TypeAlias = tuple[int, type[Paced], int]


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


class Pacing:
    """Says what is taken at once, and holds the rest until the next flush.

    A held message is not verified yet. So it is held for the connection over which it came: a forged message can't
    replace one that came over another connection.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._upon = log.head
        self._taken: Counter[_Key] = Counter()
        self._held: dict[_Key, Paced] = {}

    @property
    def due(self) -> bool:
        """Return whether a flush would release something."""
        return bool(self._held)

    def takes(self, link: int, signed: Paced) -> bool:
        """Return whether to take a message now; if not, it is held."""
        if self._upon != self._log.head:
            self._upon = self._log.head
            self._taken.clear()
        key = link, type(signed), _player(signed)
        if self._taken[key] < AT_ONCE:
            self._taken[key] += 1
            return True
        if key not in self._held or _number(signed) > _number(self._held[key]):
            self._held[key] = signed
        return False

    def release(self) -> Iterator[tuple[int, Paced]]:
        """Yield the newest of the held messages, each with its link."""
        held, self._held = self._held, {}
        for (link, _, _), signed in held.items():
            yield link, signed

    def disconnected(self, link: int) -> None:
        """Drop the messages of a link that has ended; others will offer them again."""
        self._held = {key: signed for key, signed in self._held.items() if key[0] != link}


def _number(signed: Paced) -> int:
    """Return a number that is greater the newer a message is."""
    return signed.signed.content.term if isinstance(signed, Promised | Proposed) else signed.content.counter


def _player(signed: Paced) -> int:
    return signed.signed.player if isinstance(signed, Promised | Proposed) else signed.player
