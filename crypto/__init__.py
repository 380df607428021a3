"""Cryptography for games between peers.

It offers canonical encodings, labelled digests and signatures, commitments, fair dice, sealed messages, and secrets and
keys in words and files.

The package knows neither the game nor the network. It never hashes, signs or verifies raw bytes, only a `Label` and
fields that have exactly one encoding. All primitives come from the `cryptography` package and the standard library.
"""

from crypto.beacon import LENGTH, Chain, ChainVerifier, chance_seed
from crypto.canonical import Value, decode, encode
from crypto.commitment import commit, opens, salt
from crypto.digest import digest
from crypto.errors import (
    BeaconError,
    CryptoError,
    EncodingError,
    KeyFileError,
    SealingError,
    SignatureError,
    WeakKeyError,
    WordsError,
    WrongPassphrase,
)
from crypto.identity import Identity, PublicKey
from crypto.keyfile import from_pem, needs_passphrase, to_pem
from crypto.labels import Label
from crypto.sealing import ChatKey, seal
from crypto.uniform import uniform
from crypto.words import fingerprint, from_words, to_words

__all__ = [
    "LENGTH",
    "BeaconError",
    "Chain",
    "ChainVerifier",
    "ChatKey",
    "CryptoError",
    "EncodingError",
    "Identity",
    "KeyFileError",
    "Label",
    "PublicKey",
    "SealingError",
    "SignatureError",
    "Value",
    "WeakKeyError",
    "WordsError",
    "WrongPassphrase",
    "chance_seed",
    "commit",
    "decode",
    "digest",
    "encode",
    "fingerprint",
    "from_pem",
    "from_words",
    "needs_passphrase",
    "opens",
    "salt",
    "seal",
    "to_pem",
    "to_words",
    "uniform",
]
