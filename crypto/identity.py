"""Identities: Ed25519 keys (RFC 8032) that sign labelled fields, never bytes of somebody else's choosing.

A signature is made over ``encode((label, *fields))``, with pure Ed25519 (no context, no prehash).
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
    """The public half of an identity: it verifies that person's signatures.

    Equal, and of equal hash, exactly if the 32 bytes are. See `keycheck` for the keys that are refused, and why.
    """

    __slots__ = ("_key", "_raw")

    def __init__(self, raw: bytes) -> None:
        """Take a key in the 32 bytes of RFC 8032, section 5.1.2; raises WeakKeyError, saying what is wrong."""
        check_key(raw)
        self._raw = raw
        try:
            self._key = Ed25519PublicKey.from_public_bytes(raw)
        except ValueError as error:
            raise WeakKeyError("The public key is refused by the cryptography library.") from error

    @property
    def raw(self) -> bytes:
        """The 32 bytes of the key."""
        return self._raw

    @property
    def short(self) -> str:
        """The first 8 bytes in hex: enough to tell the keys at a table apart, too little to trust a stranger by."""
        return self._raw[:8].hex()

    def verify(self, signature: bytes, label: Label, *fields: Value) -> None:
        """Accept this person's signature, 64 bytes, over a label and its fields; raises SignatureError for any other.

        As in RFC 8032, section 5.1.7, S must be below the group's order, so nobody but the signer can turn one valid
        signature into another; the equation is checked without the cofactor and R compared byte by byte, so every peer
        must verify like this, and none in batches. The signer himself can make many valid signatures of one body: what
        identifies a message is the digest of its body, never its signature. EncodingError if a field is no `Value`.
        """
        if type(signature) is not bytes or len(signature) != SIGNATURE_SIZE:
            raise SignatureError(f"A signature has exactly {SIGNATURE_SIZE} bytes.")
        try:
            self._key.verify(signature, labelled(label, fields))
        except InvalidSignature as error:
            raise SignatureError(f"The key {self.short}… did not sign this {label}.") from error

    def __eq__(self, other: object) -> bool:
        return self._raw == other._raw if isinstance(other, PublicKey) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._raw)

    def __repr__(self) -> str:
        return f"<PublicKey {self.short}…>"

    def __reduce__(self) -> tuple[type[PublicKey], tuple[bytes]]:
        return PublicKey, (self._raw,)


class Identity(Secret):
    """A person's own key pair. It signs; its secret half is neither copied nor pickled, and leaves it as `pem` only."""

    __slots__ = ("_key", "public")

    public: Final[PublicKey]
    """The half that others know this person by."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        """Take the library's key; callers use `generate` or `from_seed`."""
        self._key = key
        self.public = PublicKey(key.public_key().public_bytes_raw())

    @classmethod
    def generate(cls) -> Identity:
        """A new identity from the operating system's randomness."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of a 32-byte private key (RFC 8032, section 5.1.5); raises ValueError for any other length."""
        require_secret(seed, "An identity's seed")
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    def sign(self, label: Label, *fields: Value) -> bytes:
        """The signature, 64 bytes, over a label and its fields; EncodingError if a field is no `Value`."""
        return self._key.sign(labelled(label, fields))

    def pem(self, encryption: serialization.KeySerializationEncryption) -> bytes:
        """The key pair as PKCS#8 (RFC 8410) in PEM, the one way out of here; `crypto.keyfile` says when it is taken."""
        return self._key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption)

    def __repr__(self) -> str:
        return f"<Identity {self.public.short}…>"
