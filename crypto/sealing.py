"""Sealed messages: what one person writes to another, unreadable to whoever passes it on.

An ephemeral X25519 key (RFC 7748) agrees on a secret with the receiver's, HKDF-SHA256 (RFC 5869) makes a key of it, and
ChaCha20-Poly1305 (RFC 8439) seals with that key once. The receiver learns nothing about the sender: who needs to know
him has the sealed bytes signed. Who steals the receiver's key reads all that was ever sealed for it.
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
"""The bytes that can be sealed at once."""

BLOCK = 64
"""The plaintext's length is hidden up to multiples of this."""

TAG_SIZE = 16

MAX_SEALED = SIZE + MAX_PLAINTEXT + BLOCK + TAG_SIZE
"""The bytes of the longest sealed message."""

_PROBE = X25519PrivateKey.from_private_bytes(bytes(SIZE))
"""Any private key will do, and this one protects nothing."""

# A key seals one message, so its nonce need not differ from any other.
_NONCE = bytes(12)


class ChatKey(Secret):
    """A person's own X25519 key: it opens what was sealed for its public half."""

    __slots__ = ("_key", "public")

    public: Final[bytes]
    """The half that others seal with, 32 bytes."""

    def __init__(self, key: X25519PrivateKey) -> None:
        """Take the library's key; callers use `generate` or `from_seed`."""
        self._key = key
        self.public = key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls) -> ChatKey:
        """A new key from the operating system's randomness."""
        return cls(X25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> ChatKey:
        """The key of 32 private bytes (RFC 7748, section 5); raises ValueError for any other length."""
        require_secret(seed, "A chat key's seed")
        return cls(X25519PrivateKey.from_private_bytes(seed))

    def reveal(self) -> bytes:
        """The 32 private bytes, for the store of the key's owner and nothing else."""
        return self._key.private_bytes_raw()

    def open(self, sealed: bytes, *context: Value) -> bytes:
        """The plaintext of bytes that `seal` made for this key with an equal context.

        Raises SealingError for any other bytes, and EncodingError for a context without encoding.
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
    """Refuse 32 bytes with which no secret can be agreed on; raises WeakKeyError.

    With a key of small order every exchange gives zero (RFC 7748, section 6.1), so any private key shows it.
    """
    try:
        _PROBE.exchange(X25519PublicKey.from_public_bytes(raw))
    except ValueError:
        raise WeakKeyError("The chat key has small order: anybody could read what is sealed for it.") from None


def seal(receiver_public: bytes, plaintext: bytes, *context: Value) -> bytes:
    """The plaintext, at most `MAX_PLAINTEXT` bytes, sealed for the owner of a public key of 32 bytes.

    The context is what the message belongs to, known to both ends and not sent along: a sealed message opens in no
    other. Raises SealingError for a plaintext that is too long, or a key with which no secret can be agreed on, and
    EncodingError for a context without encoding.
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
    """The key, 32 bytes, of one message; both public keys go into it, so that it belongs to no other pair of them."""
    if not is_bytes32(other):
        raise SealingError(f"A chat key has exactly {SIZE} bytes.")
    try:
        shared = own.exchange(X25519PublicKey.from_public_bytes(other))
    except ValueError:
        # RFC 7748, section 6.1: the result is zero, whatever the own key is.
        raise SealingError("The chat key has small order, so anybody could read what is sealed for it.") from None
    info = labelled(Label.SEALED, (ephemeral, receiver, context))
    return HKDF(SHA256(), SIZE, salt=None, info=info).derive(shared)


def _padded(plaintext: bytes) -> bytes:
    """ISO/IEC 7816-4: one byte 0x80, then zeros up to the next multiple of `BLOCK`."""
    return plaintext + b"\x80" + bytes(-(len(plaintext) + 1) % BLOCK)


def _unpadded(padded: bytes) -> bytes:
    stripped = padded.rstrip(b"\0")
    if not stripped.endswith(b"\x80") or len(padded) - len(stripped) >= BLOCK or len(stripped) > MAX_PLAINTEXT + 1:
        raise SealingError("The sealed message is not padded as it should be.")
    return stripped[:-1]
