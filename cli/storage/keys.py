"""What a person brings to a table: keys, a beacon chain, a secret, and a source of chance for its choices."""

from __future__ import annotations

import hashlib
import secrets

from core.engine.answers import Below
from crypto.beacon import Chain
from crypto.identity import Identity
from crypto.sealing import ChatKey
from crypto.uniform import uniform
from p2p.session.signer import Signer


def fresh_signer(identity: Identity | None = None) -> Signer:
    """Make keys for one game from the system's randomness, the identity too unless given. Takes about a second."""
    return Signer(
        identity or Identity.generate(), Chain(secrets.token_bytes(32)), secrets.token_bytes(32), ChatKey.generate()
    )


def seeded_signer(seed: int, number: int) -> Signer:
    """Return the keys of a bot in a demonstration. Anyone who knows the seed knows the keys and can repeat the game."""
    return Signer(
        Identity.from_seed(_secret(seed, number, "identity")),
        Chain(_secret(seed, number, "chain")),
        _secret(seed, number, "secret"),
        ChatKey.from_seed(_secret(seed, number, "chat")),
    )


def seeded_chance(seed: int, number: int) -> Below:
    """Return the choices of a bot in a demonstration: integers that are the same on every machine."""
    key = _secret(seed, number, "choices")
    drawn = 0

    def below(bound: int) -> int:
        nonlocal drawn
        drawn += 1
        return uniform(hashlib.sha256(key + drawn.to_bytes(8, "big")).digest(), (bound,))[0]

    return below


def _secret(seed: int, number: int, purpose: str) -> bytes:
    return hashlib.sha256(f"mare demo {seed} {number} {purpose}".encode("ascii")).digest()
