"""Ed25519 written out from RFC 8032, sections 5.1.1 to 5.1.7: slow, of no use against side channels, and independent.

The tests compare the package with it, and make with it what no honest library makes: points of small and mixed order,
signatures by them, and other spellings of points and scalars.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point: TypeAlias = tuple[int, int, int, int]
"""Extended homogeneous coordinates (X, Y, Z, T): x = X/Z, y = Y/Z, x·y = T/Z."""

NEUTRAL: Point = (0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    return (f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P


def multiply(scalar: int, point: Point) -> Point:
    product = NEUTRAL
    while scalar:
        if scalar & 1:
            product = add(product, point)
        point = add(point, point)
        scalar >>= 1
    return product


def affine(point: Point) -> tuple[int, int]:
    inverse = pow(point[2], -1, P)
    return point[0] * inverse % P, point[1] * inverse % P


def encode(point: Point) -> bytes:
    x, y = affine(point)
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(raw: bytes) -> Point | None:
    """The point that 32 bytes spell, or None: y must be below p, and x = 0 has no odd twin."""
    spelled = int.from_bytes(raw, "little")
    y, odd = spelled & (2**255 - 1), spelled >> 255
    x = _root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if y >= P or x is None or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = P - x
    return x, y, 1, x * y % P


def _root(square: int) -> int | None:
    root = pow(square, (P + 3) // 8, P)
    for candidate in (root, root * pow(2, (P - 1) // 4, P) % P):
        if candidate * candidate % P == square:
            return candidate
    return None


def _base() -> Point:
    base = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert base is not None
    return base


BASE = _base()


def torsion() -> list[Point]:
    """The eight points whose order divides 8, as the multiples of one of order 8."""
    y = 2
    while True:
        point = decode(y.to_bytes(32, "little"))
        if point is not None:
            root = multiply(ORDER, point)
            if affine(multiply(4, root)) != affine(NEUTRAL):
                return [multiply(k, root) for k in range(8)]
        y += 1


def secret_scalar(seed: bytes) -> tuple[int, bytes]:
    """The scalar and the prefix for nonces that follow from a 32-byte private key."""
    hashed = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(hashed[:32], "little") & ((1 << 254) - 8) | 1 << 254
    return scalar, hashed[32:]


def public_key(seed: bytes) -> bytes:
    return encode(multiply(secret_scalar(seed)[0], BASE))


def challenge(nonce_point: bytes, public: bytes, message: bytes) -> int:
    return int.from_bytes(hashlib.sha512(nonce_point + public + message).digest(), "little") % ORDER


def sign(seed: bytes, message: bytes) -> bytes:
    scalar, prefix = secret_scalar(seed)
    nonce = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % ORDER
    return sign_with(scalar, public_key(seed), nonce, multiply(nonce, BASE), message)


def sign_with(scalar: int, public: bytes, nonce: int, nonce_point: Point, message: bytes) -> bytes:
    """A signature with any nonce, and any point given out as the nonce's."""
    encoded = encode(nonce_point)
    response = (nonce + challenge(encoded, public, message) * scalar) % ORDER
    return encoded + response.to_bytes(32, "little")


def holds_up_to_cofactor(public: Point, signature: bytes, message: bytes) -> bool:
    """Whether 8·S·B = 8·R + 8·h·A: the looser of the two equations that RFC 8032 allows a verifier."""
    nonce_point = decode(signature[:32])
    if nonce_point is None:
        return False
    response = int.from_bytes(signature[32:], "little")
    h = challenge(signature[:32], encode(public), message)
    return affine(multiply(8 * response, BASE)) == affine(multiply(8, add(nonce_point, multiply(h, public))))
