"""What this package refuses, as exceptions; each one's text is a sentence that may be shown to a person."""

from __future__ import annotations


class CryptoError(Exception):
    """Anything from outside that this package refuses."""


class EncodingError(CryptoError):
    """A value without a canonical encoding, or bytes that are not the canonical encoding of any value."""


class WeakKeyError(CryptoError):
    """Bytes that are no public key, or one that protects nothing: anybody could sign for it, or read what it seals."""


class SignatureError(CryptoError):
    """A signature that was not made by this key over this label and these fields."""


class BeaconError(CryptoError):
    """A link that is not the one at its place in a person's chain, or links that make no chance seed."""


class SealingError(CryptoError):
    """A message that cannot be sealed, or was not sealed for this key and context."""


class WordsError(CryptoError):
    """Words that do not spell a secret; ``template`` and ``fields`` are what the sentence was made of."""

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template.format(**fields) if fields else template)
        self.template = template
        self.fields = fields


class KeyFileError(CryptoError):
    """A key file that is damaged, is of another kind, or is closed to whoever has this passphrase."""


class WrongPassphrase(KeyFileError):
    """A passphrase that does not open the key file, or is none that any could have."""
