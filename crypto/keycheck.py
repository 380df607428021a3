"""Which public keys are accepted: Ed25519 points (RFC 8032, section 5.1.3) whose signatures bind their owner.

A key is the y coordinate of a point of the curve -x² + y² = 1 + d·x²·y² over the integers modulo p = 2**255 - 19, in 32
bytes little-endian, with the lowest bit of x in the topmost bit. Refused are

- y ≥ p: a second spelling of a smaller y, so that one key would count as two;
- the eight points whose order divides 8: under them, forged signatures verify for any message. Two of them have x = 0,
  which a set topmost bit would spell a second way. They are recognized by their y, whatever that bit is;
- y without a point: no signature can ever verify under them.

A key of mixed order (a point of the large prime order plus one of those eight) is accepted. Only the holder of its
secret can sign with it, its signatures are as binding as any, and making a second key would be easier. Only verifiers
that multiply by the cofactor would accept more of its signatures than we do, and those may not take part (see
`PublicKey.verify`). Nothing here is secret, so the arithmetic need not run in constant time.
"""

from __future__ import annotations

from crypto.digest import SIZE, is_bytes32
from crypto.errors import WeakKeyError

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P

_Y_OF_ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7

SMALL_ORDER_Y = frozenset({0, 1, P - 1, _Y_OF_ORDER_8, P - _Y_OF_ORDER_8})
"""The y of the points of orders 4; 1; 2; 8 and 8."""


def check_key(raw: bytes) -> None:
    """Raise WeakKeyError for 32 bytes that are no Ed25519 public key, or a weak one."""
    if not is_bytes32(raw):
        raise WeakKeyError(f"A public key has exactly {SIZE} bytes.")
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if y >= P:
        raise WeakKeyError("The public key is not canonical: the same point has a smaller spelling.")
    if y in SMALL_ORDER_Y:
        raise WeakKeyError("The public key has small order: forged signatures would pass for its own.")
    if not _is_on_curve(y):
        raise WeakKeyError("The public key is not a point of the curve Ed25519.")


def _is_on_curve(y: int) -> bool:
    # x² = u/v, and by Euler's criterion u/v is a square exactly if u·v is. v is never 0, since -1/d is not a square.
    u = y * y - 1
    v = D * y * y + 1
    return pow(u * v, (P - 1) // 2, P) == 1
