"""Checks that what a message names exists: this game, and players and seats of this table.

A session checks this once, when a message comes in. So later code never looks up a player who doesn't exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p2p.log import statements
from p2p.log.changes import Change
from p2p.log.charter import Charter
from p2p.log.messages import CharterSignature, Have, Message
from p2p.log.presence import SignedPresence
from p2p.log.promises import SignedPromise, SignedProposal, SignedRequest
from p2p.log.statements import (
    Equivocation,
    Promised,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    Statement,
    Violation,
)
from p2p.log.talk import SignedTalk

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
        case SignedEntry(content):
            return content.game
        case SignedAck(_, content) | SignedClosing(_, content) | SignedPresence(_, content) | SignedTalk(_, content):
            return content.game
        case SignedRequest(_, content) | SignedPromise(_, content) | SignedProposal(_, content):
            return content.game
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
