"""The exceptions of this package. The text of each is a sentence that may be shown to a user."""

from __future__ import annotations


class CryptoError(Exception):
    """Base of all errors about input from outside."""


class EncodingError(CryptoError):
    """A value has no canonical encoding, or bytes are not the canonical encoding of any value."""


class WeakKeyError(CryptoError):
    """Bytes are no public key, or a weak one: anyone could sign for it, or read what is sealed for it."""


class SignatureError(CryptoError):
    """A signature was not made by this key over this label and these fields."""


class BeaconError(CryptoError):
    """A link is not the expected one of a player's chain, or links don't make a chance seed."""


class SealingError(CryptoError):
    """A message can't be sealed, or was not sealed for this key and context."""


class WordsError(CryptoError):
    """Words don't spell a secret. ``template`` and ``fields`` are the parts of the sentence, for translation."""

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template.format(**fields) if fields else template)
        self.template = template
        self.fields = fields


class KeyFileError(CryptoError):
    """A key file is damaged, is of another kind, or doesn't open with this passphrase."""


class WrongPassphrase(KeyFileError):
    """A passphrase doesn't open the key file, or no key file can have it."""
