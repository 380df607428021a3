"""Test vectors of a whole game, made from ``docs/protocol.md`` without the package: by the modules of ``tests/crypto``.

``python -m tests.p2p.vectors`` prints them; ``vectors.json`` is its output. Two persons play one round of the game in
`wager`: two dice, a bid in secret, and the higher bidder takes the pot. S of a state is the hash of its encoding, which
stands beside it. JSON is used as in ``tests/crypto/vectors.json``: an array is an array, ``{"hex": …}`` bytes; where a
key's name says what it is, its bytes stand as plain hex. Frames are whole, with their length.
"""

from __future__ import annotations

import hmac
import json
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from tests.crypto import chacha, edwards
from tests.crypto.reference import digest, encode, links, sha256, uniform
from tests.crypto.vectors import to_json

FILE = Path(__file__).with_name("vectors.json")
PERSONS = (0, 1)
NAMES = (b"Ada", b"Zo\xc3\xab")
BIDS = ("bid 2", "bid 4")


def private(what: str, person: int) -> bytes:
    """The 32 private bytes that a person has for something."""
    return sha256(f"{what} of person {person}".encode())


@cache
def public_keys() -> tuple[bytes, ...]:
    """The identity keys."""
    return tuple(edwards.public_key(private("identity", person)) for person in PERSONS)


@cache
def chain(person: int) -> dict[int, bytes]:
    """The tip of a person's chain, as link 0, and link 1."""
    return links(private("chain", person), (0, 1))


def charter() -> tuple[Any, ...]:
    """[protocol, engine, edition, data, options, persons, seats]; the options are the number of rounds."""
    persons = tuple(
        (public_keys()[person], chacha.x25519(private("chat", person), chacha.BASE), chain(person)[0])
        for person in PERSONS
    )
    seats = tuple(("any", person, NAMES[person]) for person in PERSONS)
    return 2, 7, "wager", sha256(b"wager"), 1, persons, seats


def signature(person: int, label: str, *fields: Any) -> bytes:
    """A person's signature over labelled fields."""
    return edwards.sign(private("identity", person), encode((label, *fields)))


def frame(message: tuple[Any, ...] | bytes) -> str:
    """A message, as an array or encoded already, as it stands on the stream."""
    data = message if isinstance(message, bytes) else encode(message)
    return (len(data).to_bytes(4, "big") + data).hex()


class Writer:
    """The log as it grows: L and S, and by person the number of entries and acks."""

    def __init__(self) -> None:
        self.game = digest("mare/2/charter", *charter())
        self.height = 0
        self.log = self.game
        self.entered = [0, 0]
        self.entries: list[tuple[Any, ...]] = []
        self.set_state("dice", 0, 0, (9, 9), (0, 0))

    def set_state(self, phase: str, pot: int, decider: int, coins: tuple[int, ...], points: tuple[int, ...]) -> None:
        """The state of the game from now on; the round is the first of one until the game is over."""
        self.state_value = (1, 2 if phase == "over" else 1, phase, pot, decider, coins, points)
        self.state = sha256(encode(self.state_value))

    def entry(self, person: int, body: Any) -> tuple[Any, ...]:
        """The `entry` message for the open step, of the person's own seat or link."""
        step, counter = self.height + 1, self.entered[person] + 1
        fields = (self.game, 0, self.game, step, person, body, self.log, self.state, counter)
        return "entry", fields, signature(person, "mare/2/signed-entry", digest("mare/2/entry", *fields))

    def step(self, kind: str, bodies: dict[int, Any], after: tuple[Any, ...] | None = None) -> dict[str, Any]:
        """The vector of a step with these bodies by person, after which everybody sends an ack.

        ``after`` is the state that follows; None where it stays as it was.
        """
        written = {person: self.entry(person, body) for person, body in bodies.items()}
        self.height += 1
        for person, message in written.items():
            self.entered[person] += 1
            self.entries.append(message)
        self.log = digest("mare/2/log", self.log, tuple(digest("mare/2/entry", *row[1]) for row in written.values()))
        if after is not None:
            self.set_state(*after)
        return {
            "step": self.height,
            "kind": kind,
            "entries": [entry_vector(person, message) for person, message in written.items()],
            "log": self.log.hex(),
            "state_value": to_json(self.state_value),
            "state": self.state.hex(),
            "acks": [self.statement("ack", person, self.height) for person in PERSONS],
        }

    def statement(self, word: str, person: int, *counter: int) -> dict[str, Any]:
        """The vector of an ack with its counter, or of a closing, which has none."""
        fields = (self.game, 0, self.game, self.height, self.log, self.state, *counter)
        return signed_vector(word, person, fields)


def entry_vector(person: int, message: tuple[Any, ...]) -> dict[str, Any]:
    """An entry with all that follows from its fields."""
    _, fields, signed = message
    return {
        "person": person,
        "fields": to_json(fields),
        "id": digest("mare/2/entry", *fields).hex(),
        "signature": signed.hex(),
        "frame": frame(message),
    }


def signed_vector(word: str, person: int, fields: tuple[Any, ...]) -> dict[str, Any]:
    """A statement that is signed as it is: an ack, a closing, a presence or talk."""
    signed = signature(person, f"mare/2/{word}", *fields)
    return {
        "person": person,
        "fields": to_json(fields),
        "signature": signed.hex(),
        "frame": frame((word, person, fields, signed)),
    }


def make_vectors() -> dict[str, Any]:
    """All vectors, as JSON values."""
    log = Writer()
    steps = [_chance(log), *_bids(log)]
    proofs = _proofs(log)
    steps.append(log.step("action", {1: "take"}, ("over", _pot(steps[0]), 1, (9, 5), (0, _pot(steps[0])))))
    return {
        "about": "Made by tests/p2p/vectors.py, which says how to read it, without the package it is a test of.",
        "persons": [_person(person) for person in PERSONS],
        "charter": _charter(log.game),
        "start": {"log": log.game.hex(), "state": sha256(encode((1, 1, "dice", 0, 0, (9, 9), (0, 0)))).hex()},
        "steps": steps,
        "closings": [log.statement("closing", person) for person in PERSONS],
        **proofs,
        "presence": [signed_vector("presence", 0, (log.game, 1, 0, (1,), (("192.168.0.7", 4242), ("fd00::7", 4242))))],
        "talk": [signed_vector("talk", 0, (log.game, 1, None, NAMES[1])), _sealed_talk(log.game)],
        "have": {"height": log.height, "heard": [0, 1], "frame": frame(("have", log.height, (0, 1)))},
        "fetch": {"step": 1, "frame": frame(("fetch", 1))},
        "chunk": {"step": 1, "height": log.height, "frame": frame(("chunk", 1, 4, tuple(map(encode, log.entries))))},
        "greeting": [frame(("hello", 2, "game", log.game)), frame(("welcome", 2)), frame(("refused", "No."))],
        "record": _record(log, steps).hex(),
    }


def _person(person: int) -> dict[str, str]:
    private_parts = {what: private(what, person).hex() for what in ("identity", "chat", "chain", "secret")}
    return {**private_parts, "link": chain(person)[1].hex()}


def _charter(game: bytes) -> dict[str, Any]:
    signed = [signature(person, "mare/2/charter", *charter()) for person in PERSONS]
    return {
        "fields": to_json(charter()),
        "encoding": encode(charter()).hex(),
        "game": game.hex(),
        "signatures": [one.hex() for one in signed],
        "frames": [frame(("signature", game, person, one)) for person, one in enumerate(signed)],
    }


def _chance(log: Writer) -> dict[str, Any]:
    shown = tuple((person, chain(person)[1]) for person in PERSONS)
    chance = digest("mare/2/seed", log.game, log.game, 1, log.log, shown)
    dice = uniform(chance, (6, 6))
    if dice[0] == dice[1]:
        raise ValueError("a double is followed by a third die, for which there is no vector: take other chains")
    made = log.step("links", {person: (1, link) for person, link in shown}, ("bids", sum(dice), 0, (9, 9), (0, 0)))
    return {**made, "bounds": [6, 6], "seed": chance.hex(), "outcome": to_json(dice)}


def _pot(chance: dict[str, Any]) -> int:
    return sum(chance["outcome"])


def _bids(log: Writer) -> list[dict[str, Any]]:
    """Both steps of a Simultaneous node; the salts are those of the step of the commitments."""
    salts = [
        hmac.digest(private("secret", person), encode(("mare/2/salt", log.game, 2, person)), "sha256")
        for person in PERSONS
    ]
    hidden = {
        person: digest("mare/2/commitment", log.game, log.game, 2, person, salts[person], BIDS[person])
        for person in PERSONS
    }
    pot = log.state_value[3]
    commitments = log.step("commitments", hidden)
    openings = {person: (salts[person], BIDS[person]) for person in PERSONS}
    return [commitments, log.step("openings", openings, ("pot", pot, 1, (9, 5), (0, 0)))]


def _proofs(log: Writer) -> dict[str, Any]:
    """In the open step, of person 1's action: two versions of it, and an answer that the rules do not know."""
    versions, illegal = (log.entry(1, "take"), log.entry(1, "give 0")), log.entry(1, "take all")
    return {
        "contradiction": {"person": 1, "step": 4, "frame": frame(("contradiction", *versions))},
        "breach": {"person": 1, "step": 4, "frame": frame(("breach", illegal))},
    }


def _sealed_talk(game: bytes) -> dict[str, Any]:
    plaintext, ephemeral = b"Attack at dawn.", sha256(b"ephemeral")
    receiver = chacha.x25519(private("chat", 0), chacha.BASE)
    sealed = chacha.seal(ephemeral, receiver, plaintext, (game, 1, 0, 1))
    return {**signed_vector("talk", 1, (game, 1, 0, sealed)), "plaintext": plaintext.hex()}


def _record(log: Writer, steps: list[dict[str, Any]]) -> bytes:
    rows = iter(log.entries)
    by_step = tuple(
        (
            tuple((row[1][5], row[2]) for row in islice(rows, len(step["entries"]))),
            tuple(step["outcome"]) if "outcome" in step else None,
        )
        for step in steps
    )
    signed = tuple(signature(person, "mare/2/charter", *charter()) for person in PERSONS)
    closing = (log.game, 0, log.game, log.height, log.log, log.state)
    closings = tuple((person, signature(person, "mare/2/closing", *closing)) for person in PERSONS)
    head = b"mare record\n" + b"\1" + encode((charter(), signed, by_step, closings))
    return head + digest("mare/2/record", head)


def vectors_text() -> str:
    """The vectors as a file: one a line, so that a change shows as one."""
    sections = []
    for name, section in make_vectors().items():
        if isinstance(section, list):
            rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in section)
            sections.append(f'"{name}": [\n{rows}\n ]')
        else:
            sections.append(f'"{name}": {json.dumps(section, ensure_ascii=False)}')
    return "{\n " + ",\n ".join(sections) + "\n}\n"


if __name__ == "__main__":
    print(vectors_text(), end="")
