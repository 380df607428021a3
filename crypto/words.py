"""Words for bytes: secrets that you can read aloud and type, and keys that you can compare by ear.

The words are the 2,048 English ones of BIP-39, from the `mnemonic` package. Each stands for 11 bits and is unique in
its first four letters.
"""

from __future__ import annotations

import re
from functools import cache

from mnemonic import Mnemonic

from crypto.digest import digest
from crypto.errors import WordsError
from crypto.identity import PublicKey
from crypto.labels import Label

SECRET_SIZE = 16
"""The number of bytes that twelve words spell; the remaining 4 bits are a checksum."""

SECRET_WORDS = 12

FINGERPRINT_WORDS = 6

_WORD_BITS = 11
_TELLING = 4
"""The number of letters that identify a word; the rest may be left out."""


def to_words(secret: bytes) -> str:
    """Return the twelve words, separated by spaces, of 16 bytes; raise ValueError for any other length."""
    if type(secret) is not bytes or len(secret) != SECRET_SIZE:
        raise ValueError(f"a secret that is put into words is exactly {SECRET_SIZE} bytes")
    return _bip39().to_mnemonic(secret)


def from_words(text: str) -> bytes:
    """Return the 16 bytes of twelve words.

    The words may have any case, be separated by spaces or commas, and be cut to four letters or more. Raises
    WordsError, which names the wrong word and its place.
    """
    typed = re.findall(r"[^\s,]+", text)
    if len(typed) != SECRET_WORDS:
        raise _other_number(len(typed))
    words = [_whole(word, place) for place, word in enumerate(typed, start=1)]
    try:
        return bytes(_bip39().to_entropy(words))
    except ValueError:
        raise WordsError(
            "These words do not belong together: one is mistaken for another, or two have changed places."
        ) from None


def fingerprint(public: PublicKey) -> str:
    """Return six words, joined by "-", that identify a key: the first 66 bits of ``digest(FINGERPRINT, key)``.

    Players compare them aloud. To find a second key with the same six words is infeasible.
    """
    number = int.from_bytes(digest(Label.FINGERPRINT, public.raw), "big") >> 256 - FINGERPRINT_WORDS * _WORD_BITS
    words = _bip39().wordlist
    places = range((FINGERPRINT_WORDS - 1) * _WORD_BITS, -1, -_WORD_BITS)
    return "-".join(words[number >> place & len(words) - 1] for place in places)


@cache
def _bip39() -> Mnemonic:
    return Mnemonic("english")


def _whole(typed: str, place: int) -> str:
    """Return the word that was typed in full or abbreviated; raise WordsError if it is not in the list."""
    word = typed.lower()
    words = _bip39().wordlist
    if word in words:
        return word
    begun = [known for known in words if known.startswith(word)] if len(word) >= _TELLING else []
    if len(begun) == 1:
        return begun[0]
    raise WordsError(
        "Word {place}, “{word}”, is not in the list of words; look how it is spelled.", place=place, word=typed[:20]
    )


def _other_number(number: int) -> WordsError:
    if number == 0:
        return WordsError("The secret is {wanted} words, and here are none.", wanted=SECRET_WORDS)
    if number == 1:
        return WordsError("The secret is {wanted} words, and here is one.", wanted=SECRET_WORDS)
    return WordsError("The secret is {wanted} words, and here are {number}.", wanted=SECRET_WORDS, number=number)
