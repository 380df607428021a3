"""Cryptography for games among peers: canonical encodings, labelled digests and signatures, commitments, fair dice,
sealed messages, secrets and keys in words, keys in files.

It knows neither the game nor the network. Nothing here hashes, signs or verifies bytes as they come: always a `Label`
and fields that have one encoding only. All primitives are the `cryptography` package's and the standard library's.
"""

from crypto.beacon import LENGTH, Chain, LinkVerifier, chance_seed
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
    "ChatKey",
    "CryptoError",
    "EncodingError",
    "Identity",
    "KeyFileError",
    "Label",
    "LinkVerifier",
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
