"""Lies: what can be said instead of a message of one's own; None where there is nothing to lie about.

Each is a method for a liar of the tests or of the simulated evenings, who decides when to lie, and to whom; what can be
said beside a message comes from functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from crypto.identity import Identity
from p2p.log.messages import Message, SignedPresence
from p2p.log.statements import (
    Promised,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedRequest,
    is_beacon_value,
    is_opening,
)
from tests.p2p.tables import seed

GARBAGE = seed("garbage")


class Hand(Protocol):
    """Can sign anything."""

    player: int
    identity: Identity

    def sign(self, signed: SignedEntry, **changes: Any) -> SignedEntry:
        """An entry that differs from one that the session signed."""
        ...

    def beacon_value(self, index: int) -> bytes:
        """A value of their chain."""
        ...


def illegal_action(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedEntry) and type(message.entry.body) is str:
        return hand.sign(message, body="take everything")
    return None


def wrong_opening(hand: Hand, message: Message) -> Message | None:
    """Opens another answer than the one committed to."""
    if isinstance(message, SignedEntry) and is_opening(message.entry.body):
        grain, answer = message.entry.body
        return hand.sign(message, body=(grain, "bid 0" if answer != "bid 0" else "bid 1"))
    return None


def another_salt(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedEntry) and is_opening(message.entry.body):
        return hand.sign(message, body=(GARBAGE, message.entry.body[1]))
    return None


def no_link(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedEntry) and is_beacon_value(message.entry.body):
        return hand.sign(message, body=(message.entry.body[0], GARBAGE))
    return None


def later_link(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedEntry) and is_beacon_value(message.entry.body):
        index = message.entry.body[0] + 1
        return hand.sign(message, body=(index, hand.beacon_value(index)))
    return None


def wrong_counter(hand: Hand, message: Message) -> Message | None:
    return hand.sign(message, counter=99) if isinstance(message, SignedEntry) else None


def action_for_a_commitment(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedEntry) and type(message.entry.body) is bytes:
        return hand.sign(message, body="bid 1")
    return None


def another_commitment(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedEntry) and type(message.entry.body) is bytes:
        return hand.sign(message, body=GARBAGE)
    return None


def another_log_acknowledged(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedAck):
        return SignedAck.by(hand.identity, hand.player, message.content._replace(log=GARBAGE))
    return None


def another_state_acknowledged(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedAck):
        return SignedAck.by(hand.identity, hand.player, message.content._replace(state=GARBAGE))
    return None


def another_log_closed(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedClosing):
        return SignedClosing.by(hand.identity, hand.player, message.content._replace(log=GARBAGE))
    return None


def another_state_closed(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedClosing):
        return SignedClosing.by(hand.identity, hand.player, message.content._replace(state=GARBAGE))
    return None


def forged(hand: Hand, message: Message, another: int) -> Iterator[Message]:
    """The message in another player's, or seat's, name, and with a signature that is none."""
    match message:
        case SignedEntry():
            yield hand.sign(message, seat=another)
            yield message._replace(signature=bytes(64))
        case SignedAck() | SignedClosing() | SignedRequest() | SignedPresence():
            yield message._replace(player=another)
            yield message._replace(signature=bytes(64))
        case Promised(promise):
            yield message._replace(signed=promise._replace(player=another))
            yield message._replace(signed=promise._replace(signature=bytes(64)))
        case Proposed(proposal):
            yield message._replace(signed=proposal._replace(player=another))
            yield message._replace(signed=proposal._replace(signature=bytes(64)))
        case _:
            pass


def of_another_game(hand: Hand, message: Message) -> Iterator[Message]:
    """The same entry or acknowledgement of another game, of another epoch, and of a term that there is not."""
    match message:
        case SignedEntry():
            yield hand.sign(message, game=GARBAGE)
            yield hand.sign(message, epoch=GARBAGE)
            yield hand.sign(message, term=message.entry.term + 1, epoch=GARBAGE)
        case SignedAck(_, content):
            yield SignedAck.by(hand.identity, hand.player, content._replace(game=GARBAGE))
            yield SignedAck.by(hand.identity, hand.player, content._replace(term=content.term + 500, epoch=GARBAGE))
        case _:
            pass
