"""How fast a record is verified, as by ``mare verify``, and a game is caught up with, against the bare signatures."""

from __future__ import annotations

import random
import statistics
import time

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cli.play.seating import Seating, card_of
from cli.table_game import DEFAULT, new_game
from core.empires.state import Options
from crypto.beacon import Chain
from crypto.identity import Identity
from crypto.sealing import ChatKey
from p2p.log.record import verify_record
from p2p.session.events import Output, Send
from p2p.session.session import Session
from p2p.session.signer import Signer
from tests.cli.games import play

PLAYERS = 5
RUNS = 5
GUEST = 99
"""The link to a spectator."""


def measure() -> dict[str, float | int | str]:
    """Entries and signatures per second of processor time; medians over runs taken in turns."""
    session, record, entries = _random_game()
    verified: list[float] = []
    caught_up: list[float] = []
    raw: list[float] = []
    for _ in range(RUNS):
        began = time.process_time()
        verify_record(record, new_game)
        verified.append(entries / (time.process_time() - began))
        caught_up.append(entries / _catching_up(session))
        raw.append(_raw_rate())
    return {
        "verify_entries_per_s": statistics.median(verified),
        "catch_up_entries_per_s": statistics.median(caught_up),
        "ed25519_verify_per_s": statistics.median(raw),
        "share_of_raw_rate": statistics.median(a / b for a, b in zip(verified, raw, strict=True)),
        "entries": entries,
        "record_bytes": len(record),
    }


def _random_game() -> tuple[Session, bytes, int]:
    """One player's side of a game of random players in this process, its record, and how many entries it has."""
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
    charter = Seating(DEFAULT, options, cards).charter()
    table = tuple(Session(charter, new_game, signer) for signer in signers)
    play(table)
    record = table[0].record()
    if record is None:
        raise RuntimeError("the game has not begun")
    return table[0], record, sum(len(step.entries) for step in table[0].log.steps)


def random_record() -> bytes:
    """The record of a game of random players."""
    return _random_game()[1]


def _catching_up(player: Session) -> float:
    """Seconds of processor time in which a guest who has missed a whole game takes it from a player who has it."""
    guest = Session(player.charter, new_game, None)
    spent = 0.0
    link = GUEST
    to_guest = [output.data for output in player.connected(link, None) if isinstance(output, Send)]
    outputs: list[Output] = guest.connected(0, 0)
    while to_guest or outputs or guest.due:
        for output in outputs:
            if isinstance(output, Send):
                to_guest += [sent.data for sent in player.receive(link, output.data) if isinstance(sent, Send)]
        began = time.process_time()
        outputs = [output for data in to_guest for output in guest.receive(0, data)]
        outputs += guest.flush()
        spent += time.process_time() - began
        to_guest = []
    player.disconnected(link)
    if guest.log.head != player.log.head:
        raise RuntimeError("the guest has another log")
    return spent


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
