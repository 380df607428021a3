"""Talk at the table: to all, or to one person alone. It is kept with the game and is no part of its log.

A private message is sealed to the chat key of its receiver, so those who pass it on cannot read it; the seal binds
game, sender, receiver and counter, and the sender signs the whole. Whoever later steals the receiver's key can read it.
"""

from __future__ import annotations

from typing import NamedTuple

from crypto.canonical import Value
from crypto.identity import Identity
from crypto.labels import Label
from p2p.wire import schema

MAX_BODY = 1024
"""Bytes of what is said, sealed or not."""

KEPT = 1000
"""How much of what each person has said is kept, in memory and in a journal: the newest."""


class Talk(NamedTuple):
    """What is signed: ``body`` is UTF-8 for all, or sealed for the person ``to``. ``counter``: the sender's, from 1."""

    game: bytes
    counter: int
    to: int | None
    body: bytes


class SignedTalk(NamedTuple):
    """What a person said, and his signature."""

    person: int
    content: Talk
    signature: bytes


def sign_talk(identity: Identity, person: int, talk: Talk) -> SignedTalk:
    """What a person says, as he signs it."""
    return SignedTalk(person, talk, identity.sign(Label.TALK, *talk))


def talk_from(value: Value) -> Talk | None:
    """The talk of a decoded value of the right shape, else None."""
    return Talk._make(value) if schema.fits(value, schema.digest, schema.positive, _is_receiver, _is_body) else None


def _is_receiver(value: Value) -> bool:
    return value is None or schema.number(value)


def _is_body(value: Value) -> bool:
    return type(value) is bytes and 0 < len(value) <= MAX_BODY
