"""Identities: Ed25519 keys (RFC 8032) that sign labelled fields, never bytes that another party chose.

A signature covers ``encode((label, *fields))``, with pure Ed25519 (no context, no prehash).
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from crypto.canonical import Value
from crypto.digest import labelled
from crypto.errors import SignatureError, WeakKeyError
from crypto.keycheck import check_key
from crypto.labels import Label
from crypto.secret import Secret, require_secret

SIGNATURE_SIZE = 64


class PublicKey:
    """The public half of an identity: it verifies that player's signatures.

    Two keys are equal if their 32 bytes are. `keycheck` says which keys are refused, and why.
    """

    __slots__ = ("_key", "_raw")

    def __init__(self, raw: bytes) -> None:
        """Take the 32 bytes of a key (RFC 8032, section 5.1.2); raise WeakKeyError, which says what is wrong."""
        check_key(raw)
        self._raw = raw
        try:
            self._key = Ed25519PublicKey.from_public_bytes(raw)
        except ValueError as error:
            raise WeakKeyError("The public key is refused by the cryptography library.") from error

    @property
    def raw(self) -> bytes:
        """Return the 32 bytes of the key."""
        return self._raw

    @property
    def short(self) -> str:
        """Return the first 8 bytes in hex: enough to tell the keys at a table apart, too little to trust a stranger's
        key.
        """
        return self._raw[:8].hex()

    def verify(self, signature: bytes, label: Label, *fields: Value) -> None:
        """Accept this player's signature, 64 bytes, over a label and its fields; raise SignatureError for any other.

        As in RFC 8032, section 5.1.7, S must be below the group's order, so only the signer can turn one valid
        signature into another. The equation is checked without the cofactor, and R is compared byte by byte. Every peer
        must verify like this, and never in batches. The signer can make many valid signatures of one body, so identify
        a message by the digest of its body, never by its signature. Raises EncodingError if a field is no `Value`.
        """
        if type(signature) is not bytes or len(signature) != SIGNATURE_SIZE:
            raise SignatureError(f"A signature has exactly {SIGNATURE_SIZE} bytes.")
        try:
            self._key.verify(signature, labelled(label, fields))
        except InvalidSignature as error:
            raise SignatureError(f"The key {self.short}… did not sign this {label}.") from error

    def has_signed(self, signature: bytes, label: Label, *fields: Value) -> bool:
        """Return whether ``verify`` accepts a signature."""
        try:
            self.verify(signature, label, *fields)
        except SignatureError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return self._raw == other._raw if isinstance(other, PublicKey) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._raw)

    def __repr__(self) -> str:
        return f"<PublicKey {self.short}…>"

    def __reduce__(self) -> tuple[type[PublicKey], tuple[bytes]]:
        return PublicKey, (self._raw,)


class Identity(Secret):
    """A player's own key pair, which signs. Its secret half can't be copied or pickled; only `pem` exports it."""

    __slots__ = ("_key", "public")

    public: Final[PublicKey]
    """The half by which other players know this player."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        """Take the library's key; callers use `generate` or `from_seed`."""
        self._key = key
        self.public = PublicKey(key.public_key().public_bytes_raw())

    @classmethod
    def generate(cls) -> Identity:
        """Return a new identity from the operating system's randomness."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """Return the identity of a 32-byte private key (RFC 8032, section 5.1.5); raise ValueError for any other
        length.
        """
        require_secret(seed, "An identity's seed")
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    def sign(self, label: Label, *fields: Value) -> bytes:
        """Return the signature, 64 bytes, over a label and its fields; raise EncodingError if a field is no `Value`."""
        return self._key.sign(labelled(label, fields))

    def pem(self, encryption: serialization.KeySerializationEncryption) -> bytes:
        """Return the key pair as PKCS#8 (RFC 8410) in PEM, its only export; `crypto.keyfile` says when it is used."""
        return self._key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption)

    def __repr__(self) -> str:
        return f"<Identity {self.public.short}…>"
