"""How fast a record is verified, by the path of ``mare verify``, against the bare rate of its signatures."""

from __future__ import annotations

import random
import statistics
import time

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cli.seating import Seating, card_of
from cli.table import new_game
from core import Options
from crypto.beacon import Chain
from crypto.identity import Identity
from crypto.sealing import ChatKey
from p2p.record import verify_record
from p2p.session import Session
from p2p.signer import Signer
from tests.cli.games import play

PLAYERS = 5
RUNS = 5


def measure() -> dict[str, float | int | str]:
    """Entries and signatures per second of processor time; medians over runs taken in turns."""
    record, entries = random_record()
    verified: list[float] = []
    raw: list[float] = []
    for _ in range(RUNS):
        began = time.process_time()
        verify_record(record, new_game)
        verified.append(entries / (time.process_time() - began))
        raw.append(_raw_rate())
    return {
        "verify_entries_per_s": statistics.median(verified),
        "ed25519_verify_per_s": statistics.median(raw),
        "share_of_raw_rate": statistics.median(a / b for a, b in zip(verified, raw, strict=True)),
        "entries": entries,
        "record_bytes": len(record),
    }


def random_record() -> tuple[bytes, int]:
    """A game of random players between sessions in this process, and how many entries it has."""
    source = random.Random(3)
    signers = [
        Signer(
            Identity.from_seed(source.randbytes(32)),
            Chain(source.randbytes(32)),
            source.randbytes(32),
            ChatKey.from_seed(source.randbytes(32)),
        )
        for _ in range(PLAYERS)
    ]
    cards = tuple(card_of(f"Player {number + 1}", signer, 0) for number, signer in enumerate(signers))
    options = Options(PLAYERS, ("random",) * PLAYERS, max_rounds=8)
    charter = Seating(options, cards).charter()
    table = tuple(Session(charter, new_game, signer) for signer in signers)
    play(table)
    record = table[0].record()
    if record is None:
        raise RuntimeError("the game has not begun")
    return record, sum(len(step.entries) for step in table[0].log.steps)


def _raw_rate() -> float:
    """Verifications per second of signatures over messages as long as an entry, by the library alone."""
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    messages = [number.to_bytes(4, "big") * 60 for number in range(1000)]
    signatures = [key.sign(message) for message in messages]
    public = key.public_key()
    began = time.process_time()
    for message, signature in zip(messages, signatures, strict=True):
        public.verify(signature, message)
    return len(messages) / (time.process_time() - began)
