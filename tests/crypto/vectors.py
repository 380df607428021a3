"""The test vectors, made without the package they are tests of: by `reference`, `edwards`, `chacha`, hashlib and hmac.

``python -m tests.crypto.vectors`` prints them; ``vectors.json`` is its output. The tests hold the file against this
module, and the package against the file. In JSON an array is a tuple, ``{"hex": …}`` bytes, ``{"int": …}`` an integer
that not every JSON reader can hold, and ``{"times": n, "text" | "hex" | "each": …}`` a value too long to print, whose
encoding is given by its SHA-256 hash; where a key's name says what it is, its bytes stand as plain hex.
"""

from __future__ import annotations

import hmac
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.crypto import chacha, edwards
from tests.crypto.reference import CHAIN_LENGTH, chain_values, digest, encode, sha256, uniform

FILE = Path(__file__).with_name("vectors.json")
BIP_39 = (files("mnemonic") / "wordlist/english.txt").read_text("ascii").split()


def load(file: Path = FILE) -> dict[str, Any]:
    """The vectors in a file."""
    loaded: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return loaded


def from_json(value: Any) -> Any:
    """The value that a vector writes."""
    if isinstance(value, list):
        return tuple(map(from_json, value))
    if not isinstance(value, dict):
        return value
    times = value.get("times", 1)
    if "each" in value:
        return (from_json(value["each"]),) * times
    if "text" in value:
        return str(value["text"]) * times
    return int(value["int"]) if "int" in value else bytes.fromhex(value["hex"]) * times


def to_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if type(value) is int and abs(value) >= 2**53:
        return {"int": str(value)}
    return value


GAME, EPOCH, LOG = (sha256(name) for name in (b"game", b"epoch", b"log"))
FIELDS = (GAME, 0, EPOCH, 7, 2, "march latium gallia 2", LOG, 41)

VALUES: tuple[Any, ...] = (
    *(None, False, True, 0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63, 2**64 - 1),
    *(-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63)),
    *("", "a", "\0\n~", "offer coin coin *sheep", "x" * 31, "x" * 32, b"", b"\0\xff", bytes(32)),
    *((), (1, "1", b"1", True), (None,) * 15, (None,) * 16, (((), ()), ((),))),
    ((((((((((((((((),),),),),),),),),),),),),),),),
)

LONG_VALUES: tuple[dict[str, Any], ...] = (
    *({"times": times, "text": "a"} for times in (255, 256, 65535, 65536)),
    *({"times": times, "hex": "ff"} for times in (255, 256, 65535, 65536)),
    *({"times": times, "each": None} for times in (65535, 65536)),
)

REFUSED_ENCODINGS = {
    "nothing at all": "",
    "0 as uint 8": "cc00",
    "127 as uint 8": "cc7f",
    "255 as uint 16": "cd00ff",
    "65535 as uint 32": "ce0000ffff",
    "2**32 - 1 as uint 64": "cf00000000ffffffff",
    "1 as int 8": "d001",
    "128 as int 16": "d10080",
    "2**63 - 1 as int 64": "d37fffffffffffffff",
    "-1 as int 8": "d0ff",
    "-32 as int 8": "d0e0",
    "-128 as int 16": "d1ff80",
    "-32768 as int 32": "d2ffff8000",
    "-2**31 as int 64": "d3ffffffff80000000",
    "a text of 1 as str 8": "d90161",
    "a text of 1 as str 16": "da000161",
    "a text of 1 as str 32": "db0000000161",
    "bytes of 1 as bin 16": "c50001ff",
    "bytes of 1 as bin 32": "c600000001ff",
    "a tuple of 1 as array 16": "dc0001c0",
    "a tuple of 1 as array 32": "dd00000001c0",
    "float 32": "ca3f800000",
    "float 64": "cb3ff0000000000000",
    "float 64 not a number": "cb7ff8000000000000",
    "an empty map": "80",
    "a map": "8101c0",
    "an empty map 16": "de0000",
    "an empty map 32": "df00000000",
    "a map inside a tuple": "9180",
    "fixext 1": "d40100",
    "fixext 4, a timestamp": "d6ff00000000",
    "fixext 8, a timestamp": "d7ff0000000000000000",
    "ext 8, a timestamp": "c70cff000000000000000000000000",
    "ext 8 without data": "c70001",
    "the byte that MessagePack never uses": "c1",
    "a text with é in UTF-8": "a2c3a9",
    "a text with an Arabic digit": "a2d9a1",
    "a text that is not UTF-8": "a1ff",
    "a text with a surrogate": "a3eda080",
    "a text with an overlong slash": "a2c0af",
    "one byte too many": "c0c0",
    "an integer cut short": "cf00000001",
    "a text cut short": "a36162",
    "a length cut short": "da01",
    "bytes cut short": "c40200",
    "a tuple cut short": "9201",
    "a tuple that claims 2**32 - 1 elements": "ddffffffff",
    "a text that claims 2**32 - 1 bytes": "dbffffffff",
    "bytes that claim 2**32 - 1 bytes": "c6ffffffff",
    "17 tuples inside one another": "91" * 16 + "90",
    "40 tuples inside one another": "91" * 39 + "90",
}

RFC_8032_SEEDS = (
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
)


def make_vectors() -> dict[str, Any]:
    """All vectors, as JSON values."""
    return {
        "about": "Made by tests/crypto/vectors.py, which says how to read it, without the package it is a test of.",
        "canonical": [{"value": to_json(value), "encoding": encode(value).hex()} for value in VALUES],
        "canonical_long": [
            {"value": value, "encoding_sha256": sha256(encode(from_json(value))).hex()} for value in LONG_VALUES
        ],
        "refused_encodings": [{"what": what, "encoding": encoding} for what, encoding in REFUSED_ENCODINGS.items()],
        "digest": [_digest_vector(label, *FIELDS) for label in ("mare/7/entry", "mare/7/ack")]
        + [_digest_vector("mare/7/log")],
        "signature": [_signature_vector(bytes.fromhex(seed)) for seed in RFC_8032_SEEDS],
        "refused_signatures": _refused_signatures(bytes.fromhex(RFC_8032_SEEDS[0])),
        "refused_keys": _refused_keys(),
        "salt": [_salt_vector(7, 2), _salt_vector(300, 4)],
        "commitment": [_commitment_vector(body) for body in ("offer coin coin *sheep", "")],
        "chain": _chain_vector(sha256(b"seed")),
        "chance_seed": [_chance_vector((0, 1, 2)), _chance_vector((4,))],
        "uniform": [
            _uniform_vector(sha256(b"outcome %d" % k), bounds)
            for k, bounds in enumerate(
                ((), (1, 1), (6, 6, 6), (5, 4, 3, 2, 1), (256, 257), (129,) * 20, (52, 51, 50), (2**64, 2**64 + 1))
            )
        ],
        "sealed": [_sealed_vector(plaintext) for plaintext in (b"", b"Attack at dawn.", b"a" * 63, b"a" * 64)],
        "fingerprint": [_fingerprint_vector(bytes.fromhex(seed)) for seed in RFC_8032_SEEDS],
    }


def _digest_vector(label: str, *fields: Any) -> dict[str, Any]:
    encoding = encode((label, *fields))
    return {"label": label, "fields": to_json(fields), "encoding": encoding.hex(), "digest": sha256(encoding).hex()}


def _signature_vector(seed: bytes) -> dict[str, Any]:
    label = "mare/7/entry"
    return {
        "seed": seed.hex(),
        "public": edwards.public_key(seed).hex(),
        "label": label,
        "fields": to_json(FIELDS),
        "signature": edwards.sign(seed, encode((label, *FIELDS))).hex(),
    }


def _refused_signatures(seed: bytes) -> list[dict[str, str]]:
    """Of the first signature vector."""
    message = encode(("mare/7/entry", *FIELDS))
    public, signature = edwards.public_key(seed), edwards.sign(seed, message)
    response = int.from_bytes(signature[32:], "little")
    nonce_point, scalar = edwards.torsion()[1], edwards.secret_scalar(seed)[0]
    over_the_log = edwards.sign(seed, encode(("mare/7/log", *FIELDS)))
    return [
        {"what": "S + L: the same equation, a second spelling", "signature": _with_response(signature, response, 1)},
        {"what": "S + 2L", "signature": _with_response(signature, response, 2)},
        {"what": "S = 0", "signature": signature[:32].hex() + "00" * 32},
        {
            "what": "R of order 8: holds only if multiplied by the cofactor",
            "signature": edwards.sign_with(scalar, public, 0, nonce_point, message).hex(),
        },
        {"what": "the signature over another label", "signature": over_the_log.hex()},
        {"what": "cut short", "signature": signature[:-1].hex()},
        {"what": "one byte too long", "signature": signature.hex() + "00"},
        {"what": "empty", "signature": ""},
    ]


def _with_response(signature: bytes, response: int, orders: int) -> str:
    return (signature[:32] + (response + orders * edwards.ORDER).to_bytes(32, "little")).hex()


def _refused_keys() -> list[dict[str, str]]:
    small = sorted({spelling for point in edwards.torsion() for spelling in spellings(edwards.affine(point)[1])})
    ones = 2**255 - 1
    return [
        *({"what": "a point of small order", "key": key.hex()} for key in small),
        {"what": "y ≥ p", "key": (edwards.P + 3).to_bytes(32, "little").hex()},
        {"what": "y ≥ p", "key": ones.to_bytes(32, "little").hex()},
        {"what": "y ≥ p", "key": "ff" * 32},
        {"what": "no point has this y", "key": (2).to_bytes(32, "little").hex()},
        {"what": "31 bytes", "key": edwards.encode(edwards.BASE)[:31].hex()},
        {"what": "33 bytes", "key": edwards.encode(edwards.BASE).hex() + "00"},
        {"what": "empty", "key": ""},
    ]


def spellings(y: int) -> list[bytes]:
    """All 32 bytes that a careless decoder would take for a point of this y: any y + kp, either sign."""
    return [(number | sign << 255).to_bytes(32, "little") for number in range(y, 2**255, edwards.P) for sign in (0, 1)]


def _salt_vector(step: int, seat: int) -> dict[str, Any]:
    secret = sha256(b"secret")
    made = hmac.new(secret, encode(("mare/7/salt", EPOCH, step, seat)), "sha256").hexdigest()
    return {"secret": secret.hex(), "epoch": EPOCH.hex(), "step": step, "seat": seat, "salt": made}


def _commitment_vector(body: str) -> dict[str, Any]:
    salt = sha256(b"salt")
    made = digest("mare/7/commitment", GAME, EPOCH, 7, 2, salt, body).hex()
    named = {"game": GAME.hex(), "epoch": EPOCH.hex(), "step": 7, "seat": 2}
    return {**named, "salt": salt.hex(), "body": body, "commitment": made}


def _chain_vector(seed: bytes) -> dict[str, Any]:
    found = chain_values(seed, (0, 1, 2, 1023, 1024, 1025, 500_000, CHAIN_LENGTH - 1, CHAIN_LENGTH))
    return {"seed": seed.hex(), "values": {str(index): value.hex() for index, value in found.items()}}


def _chance_vector(players: tuple[int, ...]) -> dict[str, Any]:
    pairs = tuple((player, sha256(b"link %d" % player)) for player in players)
    return {
        "game": GAME.hex(),
        "epoch": EPOCH.hex(),
        "step": 7,
        "log": LOG.hex(),
        "values": [[player, value.hex()] for player, value in pairs],
        "seed": digest("mare/7/seed", GAME, EPOCH, 7, LOG, pairs).hex(),
    }


def _uniform_vector(seed: bytes, bounds: tuple[int, ...]) -> dict[str, Any]:
    return {"seed": seed.hex(), "bounds": to_json(bounds), "outcome": to_json(uniform(seed, bounds))}


def _sealed_vector(plaintext: bytes) -> dict[str, Any]:
    receiver, ephemeral, context = sha256(b"receiver"), sha256(b"ephemeral"), (GAME, 0, 1, 7)
    public = chacha.x25519(receiver, chacha.BASE)
    return {
        "receiver": receiver.hex(),
        "public": public.hex(),
        "ephemeral": ephemeral.hex(),
        "context": to_json(context),
        "plaintext": plaintext.hex(),
        "sealed": chacha.seal(ephemeral, public, plaintext, context).hex(),
    }


def _fingerprint_vector(seed: bytes) -> dict[str, str]:
    public = edwards.public_key(seed)
    bits = "".join(f"{byte:08b}" for byte in digest("mare/7/fingerprint", public))
    words = [BIP_39[int(bits[at : at + 11], 2)] for at in range(0, 66, 11)]
    return {"seed": seed.hex(), "public": public.hex(), "words": "-".join(words)}


def in_lines(vectors: dict[str, Any]) -> str:
    """Return vectors as a file: one vector a line, so that a change shows as one."""
    sections = []
    for name, section in vectors.items():
        if isinstance(section, list):
            rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in section)
            sections.append(f'"{name}": [\n{rows}\n ]')
        else:
            sections.append(f'"{name}": {json.dumps(section, ensure_ascii=False)}')
    return "{\n " + ",\n ".join(sections) + "\n}\n"


if __name__ == "__main__":
    print(in_lines(make_vectors()), end="")
