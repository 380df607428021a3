"""Who sits at a simulated table: real keys, or stand-ins whose signatures cost next to nothing.

A stand-in has the shape of an Ed25519 key. Its signatures are keyed hashes, and the key to all of them is known here
only, so that no one at the table can forge one either: a liar signs with the identity that they are given.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, cast
from unittest.mock import patch

from crypto.beacon import Chain
from crypto.canonical import Value
from crypto.digest import labelled
from crypto.errors import SignatureError
from crypto.identity import Identity, PublicKey
from crypto.labels import Label
from crypto.sealing import ChatKey
from p2p.log import messages
from p2p.log.charter import Player
from p2p.session.signer import Signer
from tests.p2p.tables import ShortChain, seed

VALUES = 4096
"""Values of each chain: more than any of these games has attempts at dice."""

_MASTER = seed("the simulator's key")


def _made(raw: bytes, label: Label, fields: tuple[Value, ...]) -> bytes:
    """The one signature of these fields by the stand-in with a public key."""
    return hashlib.blake2b(labelled(label, fields), key=_MASTER, salt=raw[:16]).digest()


def _verify(key: PublicKey, signature: bytes, label: Label, *fields: Value) -> None:
    if signature != _made(key.raw, label, fields):
        raise SignatureError(f"The key {key.short} did not sign this {label}.")


class FastIdentity:
    """A stand-in that signs."""

    def __init__(self, public: PublicKey) -> None:
        self.public = public

    def sign(self, label: Label, *fields: Value) -> bytes:
        return _made(self.public.raw, label, fields)


@cache
def identity(player: int, *, real: bool) -> Identity:
    """The identity of a player of the simulation."""
    signs = Identity.from_seed(seed("identity", player))
    # A stand-in has the same public key, since no other bytes than those of one are let in.
    return signs if real else cast(Identity, FastIdentity(signs.public))


@cache
def chain(player: int, sitting: int = 0) -> Chain:
    """The chain of a player; each sitting has another one."""
    return cast(Chain, ShortChain(seed("chain", player, *_of(sitting)), VALUES))


@cache
def chat(player: int, sitting: int = 0) -> ChatKey:
    """The chat key of a player."""
    return ChatKey.from_seed(seed("chat", player, *_of(sitting)))


def player(number: int, sitting: int = 0, *, real: bool) -> Player:
    """A player as charters name them."""
    return Player(identity(number, real=real).public, chat(number, sitting).public, chain(number, sitting).tip)


def signer(number: int, sitting: int = 0, *, real: bool) -> Signer:
    """The hand of a player."""
    secret = seed("secret", number, *_of(sitting))
    return Signer(identity(number, real=real), chain(number, sitting), secret, chat(number, sitting))


def _of(sitting: int) -> tuple[int, ...]:
    """What tells the secrets of a later sitting from those of the first."""
    return (sitting,) if sitting else ()


@contextmanager
def playing(*, real: bool) -> Iterator[None]:
    """While it lasts, a message is decoded once for all who get it, and keys verify signatures of this kind.

    Messages are immutable, so only the clock can tell the difference.
    """
    known: dict[bytes, Any] = {}
    decode = messages.decode

    def remembered(data: bytes) -> messages.Message:
        message = known.get(data)
        if message is None:
            if len(known) > 20_000:
                known.clear()
            message = known[data] = decode(data)
        return cast(messages.Message, message)

    verify = PublicKey.verify if real else _verify
    with patch.object(messages, "decode", remembered), patch.object(PublicKey, "verify", verify):
        yield
