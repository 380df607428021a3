"""Commitments to secret answers: binding and hiding like SHA-256, with a salt that other players can't guess."""

from __future__ import annotations

import hashlib
import hmac

from crypto.digest import SIZE, digest, is_bytes32, labelled
from crypto.errors import EncodingError
from crypto.labels import Label
from crypto.secret import require_secret


def salt(secret: bytes, epoch: bytes, step: int, seat: int) -> bytes:
    """Return the salt, 32 bytes, of a seat's commitment: HMAC-SHA256 (RFC 2104) of ``encode((SALT, epoch, step,
    seat))``.

    The secret is 32 random bytes made for one game only. The salt is computed, not drawn, so a repeated answer has the
    same salt and the same bytes. Raises ValueError if the secret has any other length.
    """
    require_secret(secret, "A game's secret")
    return hmac.digest(secret, labelled(Label.SALT, (epoch, step, seat)), hashlib.sha256)


def commit(game: bytes, epoch: bytes, step: int, seat: int, salt: bytes, body: str) -> bytes:
    """Return the commitment, 32 bytes, to an answer: ``digest(COMMITMENT, game, epoch, step, seat, salt, body)``.

    It names its game, epoch, step and seat, so no player can reuse it for another seat or at another time. Raises
    EncodingError if the salt is not 32 bytes or a field has no encoding.
    """
    if not is_bytes32(salt):
        raise EncodingError(f"A commitment's salt has exactly {SIZE} bytes.")
    return digest(Label.COMMITMENT, game, epoch, step, seat, salt, body)


def opens(commitment: bytes, game: bytes, epoch: bytes, step: int, seat: int, salt: bytes, body: str) -> bool:
    """Return whether a commitment is to this salt and body. Compares in constant time; raises nothing."""
    try:
        expected = commit(game, epoch, step, seat, salt, body)
    except EncodingError:
        return False
    return type(commitment) is bytes and hmac.compare_digest(expected, commitment)
