"""Cryptography for games among peers: canonical encodings, labelled digests and signatures, commitments, fair dice.

It knows neither the game nor the network. Nothing here hashes, signs or verifies bytes as they come: always a `Label`
and fields that have one encoding only. All primitives are the `cryptography` package's and the standard library's.
"""

from .beacon import LENGTH, Chain, LinkVerifier, chance_seed
from .canonical import Value, decode, encode
from .commitment import commit, opens, salt
from .digest import digest
from .errors import BeaconError, CryptoError, EncodingError, SignatureError, WeakKeyError
from .identity import Identity, PublicKey
from .labels import Label
from .uniform import uniform

__all__ = [
    "LENGTH",
    "BeaconError",
    "Chain",
    "CryptoError",
    "EncodingError",
    "Identity",
    "Label",
    "LinkVerifier",
    "PublicKey",
    "SignatureError",
    "Value",
    "WeakKeyError",
    "chance_seed",
    "commit",
    "decode",
    "digest",
    "encode",
    "opens",
    "salt",
    "uniform",
]
