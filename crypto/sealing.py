"""Sealed messages: only the receiver can read them, not the players who pass them on.

An ephemeral X25519 key (RFC 7748) and the receiver's agree on a secret. HKDF-SHA256 (RFC 5869) derives a key from it,
and ChaCha20-Poly1305 (RFC 8439) seals with that key once. The seal doesn't tell who the sender is, so callers sign the
sealed bytes if that matters. There is no forward secrecy: a thief of the receiver's key can read all that was ever
sealed for it.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from crypto.canonical import Value, encode
from crypto.digest import SIZE, is_bytes32, labelled
from crypto.errors import SealingError, WeakKeyError
from crypto.labels import Label
from crypto.secret import Secret, require_secret

MAX_PLAINTEXT = 1024
"""The most bytes that can be sealed at once."""

BLOCK = 64
"""The length of the plaintext is hidden up to multiples of this many bytes."""

TAG_SIZE = 16

MAX_SEALED = SIZE + MAX_PLAINTEXT + BLOCK + TAG_SIZE
"""The length in bytes of the longest sealed message."""

_PROBE = X25519PrivateKey.from_private_bytes(bytes(SIZE))
"""Used only to probe other keys, so any private key will do; this one protects nothing."""

# Each key seals one message only, so the nonce can stay the same.
_NONCE = bytes(12)


class ChatKey(Secret):
    """A player's own X25519 key: it opens messages sealed for its public half."""

    __slots__ = ("_key", "public")

    public: Final[bytes]
    """The half that other players seal with, 32 bytes."""

    def __init__(self, key: X25519PrivateKey) -> None:
        """Take the library's key; callers use `generate` or `from_seed`."""
        self._key = key
        self.public = key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls) -> ChatKey:
        """Return a new key from the operating system's randomness."""
        return cls(X25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> ChatKey:
        """Return the key of 32 private bytes (RFC 7748, section 5); raise ValueError for any other length."""
        require_secret(seed, "A chat key's seed")
        return cls(X25519PrivateKey.from_private_bytes(seed))

    def reveal(self) -> bytes:
        """Return the 32 private bytes. Only the owner's store may keep them."""
        return self._key.private_bytes_raw()

    def open(self, sealed: bytes, *context: Value) -> bytes:
        """Return the plaintext of a message that `seal` made for this key with an equal context.

        Raises SealingError for any other bytes, and EncodingError if the context has no encoding.
        """
        length = len(sealed) if type(sealed) is bytes else 0
        if not SIZE + BLOCK + TAG_SIZE <= length <= MAX_SEALED or (length - SIZE - TAG_SIZE) % BLOCK:
            raise SealingError("These bytes have no length that a sealed message has.")
        ephemeral = sealed[:SIZE]
        key = _message_key(self._key, ephemeral, ephemeral, self.public, context)
        try:
            padded = ChaCha20Poly1305(key).decrypt(_NONCE, sealed[SIZE:], encode(context))
        except InvalidTag:
            raise SealingError("This message was sealed for another key or place, or was changed.") from None
        return _unpadded(padded)


def check_chat_key(raw: bytes) -> None:
    """Raise WeakKeyError for 32 bytes with which no secret can be agreed on.

    With a key of small order every exchange gives zero (RFC 7748, section 6.1), so any private key shows it.
    """
    try:
        _PROBE.exchange(X25519PublicKey.from_public_bytes(raw))
    except ValueError:
        raise WeakKeyError("The chat key has small order: anybody could read what is sealed for it.") from None


def seal(receiver_public: bytes, plaintext: bytes, *context: Value) -> bytes:
    """Return the plaintext, at most `MAX_PLAINTEXT` bytes, sealed for the owner of a public key of 32 bytes.

    The context says what the message belongs to. Both ends know it and it isn't sent; the message opens only with an
    equal context. Raises SealingError if the plaintext is too long or the key is weak, and EncodingError if the context
    has no encoding.
    """
    return _seal_with(X25519PrivateKey.generate(), receiver_public, plaintext, context)


def _seal_with(
    ephemeral: X25519PrivateKey, receiver_public: bytes, plaintext: bytes, context: tuple[Value, ...]
) -> bytes:
    if type(plaintext) is not bytes or len(plaintext) > MAX_PLAINTEXT:
        raise SealingError(f"At most {MAX_PLAINTEXT} bytes can be sealed.")
    public = ephemeral.public_key().public_bytes_raw()
    key = _message_key(ephemeral, receiver_public, public, receiver_public, context)
    return public + ChaCha20Poly1305(key).encrypt(_NONCE, _padded(plaintext), encode(context))


def _message_key(
    own: X25519PrivateKey, other: bytes, ephemeral: bytes, receiver: bytes, context: tuple[Value, ...]
) -> bytes:
    """Return the key, 32 bytes, of one message. It depends on both public keys, so no other pair has it."""
    if not is_bytes32(other):
        raise SealingError(f"A chat key has exactly {SIZE} bytes.")
    try:
        shared = own.exchange(X25519PublicKey.from_public_bytes(other))
    except ValueError:
        # RFC 7748, section 6.1: with a key of small order the result is zero, whatever our own key is.
        raise SealingError("The chat key has small order, so anybody could read what is sealed for it.") from None
    info = labelled(Label.SEALED, (ephemeral, receiver, context))
    return HKDF(SHA256(), SIZE, salt=None, info=info).derive(shared)


def _padded(plaintext: bytes) -> bytes:
    """Pad as in ISO/IEC 7816-4: one byte 0x80, then zeros up to the next multiple of `BLOCK`."""
    return plaintext + b"\x80" + bytes(-(len(plaintext) + 1) % BLOCK)


def _unpadded(padded: bytes) -> bytes:
    stripped = padded.rstrip(b"\0")
    if not stripped.endswith(b"\x80") or len(padded) - len(stripped) >= BLOCK or len(stripped) > MAX_PLAINTEXT + 1:
        raise SealingError("The sealed message is not padded as it should be.")
    return stripped[:-1]
