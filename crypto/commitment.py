"""Commitments to secret answers: binding and hiding as SHA-256 is, with a salt that nobody else can guess."""

from __future__ import annotations

import hashlib
import hmac

from crypto.digest import SIZE, digest, is_bytes32, labelled
from crypto.errors import EncodingError
from crypto.labels import Label
from crypto.secret import require_secret


def salt(secret: bytes, epoch: bytes, step: int, seat: int) -> bytes:
    """The salt, 32 bytes, of a seat's commitment: HMAC-SHA256 (RFC 2104) of ``encode((SALT, epoch, step, seat))``.

    The secret is 32 random bytes made for one game only. Being computed, not drawn, the salt of a repeated answer is
    the same, and so are its bytes. Raises ValueError for a secret of any other length.
    """
    require_secret(secret, "A game's secret")
    return hmac.digest(secret, labelled(Label.SALT, (epoch, step, seat)), hashlib.sha256)


def commit(game: bytes, epoch: bytes, step: int, seat: int, salt: bytes, body: str) -> bytes:
    """The commitment, 32 bytes, to an answer: ``digest(COMMITMENT, game, epoch, step, seat, salt, body)``.

    It names its game, epoch, step and seat, so that nobody can present it as his own or at another time. Raises
    EncodingError for a salt that is not 32 bytes or a field that has no encoding.
    """
    if not is_bytes32(salt):
        raise EncodingError(f"A commitment's salt has exactly {SIZE} bytes.")
    return digest(Label.COMMITMENT, game, epoch, step, seat, salt, body)


def opens(commitment: bytes, game: bytes, epoch: bytes, step: int, seat: int, salt: bytes, body: str) -> bool:
    """Whether a salt and body are what was committed to; compared in constant time, raises nothing."""
    try:
        expected = commit(game, epoch, step, seat, salt, body)
    except EncodingError:
        return False
    return type(commitment) is bytes and hmac.compare_digest(expected, commitment)
