"""Sealing written out from RFC 7748 (X25519), RFC 5869 (HKDF) and RFC 8439 (ChaCha20-Poly1305), for short messages.

Slow, of no use against side channels, and independent of the package and its library.
"""

from __future__ import annotations

import hmac
from itertools import count
from typing import Any

from tests.crypto.reference import encode

P = 2**255 - 19
BASE = (9).to_bytes(32, "little")


def x25519(scalar: bytes, u: bytes) -> bytes:
    """RFC 7748, section 5: the Montgomery ladder."""
    k = int.from_bytes(scalar, "little") & ~7 & (2**254 - 1) | 2**254
    x1 = int.from_bytes(u, "little") & (2**255 - 1)
    x2, z2, x3, z3 = 1, 0, x1, 1
    for bit in range(254, -1, -1):
        odd = k >> bit & 1
        if odd:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b = (x2 + z2) % P, (x2 - z2) % P
        da, cb = (x3 - z3) * a % P, (x3 + z3) * b % P
        e = (a * a - b * b) % P
        x3, z3 = (da + cb) ** 2 % P, x1 * (da - cb) ** 2 % P
        x2, z2 = a * a * b * b % P, e * (a * a + 121665 * e) % P
        if odd:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def hkdf(secret: bytes, info: bytes) -> bytes:
    """RFC 5869 with SHA-256, no salt, one block."""
    extracted = hmac.digest(bytes(32), secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def encrypt(key: bytes, nonce: bytes, plaintext: bytes, associated: bytes) -> bytes:
    """RFC 8439, section 2.8: the ciphertext and its tag."""
    ciphertext = b""
    for number, start in zip(count(1), range(0, len(plaintext), 64), strict=False):
        stream = _block(key, number, nonce)
        ciphertext += bytes(a ^ b for a, b in zip(plaintext[start : start + 64], stream, strict=False))
    lengths = len(associated).to_bytes(8, "little") + len(ciphertext).to_bytes(8, "little")
    return ciphertext + _poly1305(_block(key, 0, nonce)[:32], _filled(associated) + _filled(ciphertext) + lengths)


def seal(ephemeral: bytes, receiver_public: bytes, plaintext: bytes, context: tuple[Any, ...]) -> bytes:
    """What the package seals with the ephemeral private key of these 32 bytes."""
    public = x25519(ephemeral, BASE)
    key = hkdf(x25519(ephemeral, receiver_public), encode(("mare/7/sealed", public, receiver_public, context)))
    padded = plaintext + b"\x80"
    while len(padded) % 64:
        padded += b"\0"
    return public + encrypt(key, bytes(12), padded, encode(context))


def _block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """RFC 8439, section 2.3."""
    words = b"expand 32-byte k" + key + counter.to_bytes(4, "little") + nonce
    start = [int.from_bytes(words[at : at + 4], "little") for at in range(0, 64, 4)]
    state = start.copy()
    columns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for a, b, c, d in (columns + diagonals) * 10:
        for to, by, turned, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[to] = (state[to] + state[by]) % 2**32
            mixed = state[turned] ^ state[to]
            state[turned] = (mixed << left | mixed >> 32 - left) % 2**32
    return b"".join(((a + b) % 2**32).to_bytes(4, "little") for a, b in zip(state, start, strict=True))


def _poly1305(key: bytes, message: bytes) -> bytes:
    """RFC 8439, section 2.5."""
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    sum_ = 0
    for at in range(0, len(message), 16):
        sum_ = (sum_ + int.from_bytes(message[at : at + 16] + b"\x01", "little")) * r % (2**130 - 5)
    return ((sum_ + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def _filled(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)
