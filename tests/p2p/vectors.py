"""Test vectors of a whole game, made from ``docs/protocol.md`` without the package: by the modules of ``tests/crypto``.

``python -m tests.p2p.vectors`` prints them; ``vectors.json`` is its output. Two players play three rounds of the game
in `wager`: two dice, a bid in secret, and the higher bidder takes the pot. Player 1 resigns while the bids of the
second round are still hidden, and the autopilot goes on for them; an epoch without changes makes the dice of the third
round come anew. S of a state is the hash of its encoding, which stands beside it. JSON is used as in
``tests/crypto/vectors.json``: an array is an array, ``{"hex": …}`` bytes; where a key's name says what it is, its bytes
stand as plain hex. Frames are whole, with their length.
"""

from __future__ import annotations

import hmac
from functools import cache
from pathlib import Path
from typing import Any

from tests.crypto import chacha, edwards
from tests.crypto.reference import chain_values, digest, encode, sha256, uniform
from tests.crypto.vectors import in_lines, to_json

FILE = Path(__file__).with_name("vectors.json")
PERSONS = (0, 1)
NAMES = (b"Ada", b"Zo\xc3\xab")
ROUNDS = 3
COINS = 9
BIDS = ({0: "bid 2", 1: "bid 4"}, {0: "bid 1", 1: "bid 3"}, {0: "bid 7"})
"""By round: what is bid in secret, the second of them by who has resigned before it was revealed."""


def private(what: str, player: int) -> bytes:
    """The 32 private bytes that a player has for something."""
    return sha256(f"{what} of person {player}".encode())


@cache
def public_keys() -> tuple[bytes, ...]:
    """The identity keys."""
    return tuple(edwards.public_key(private("identity", player)) for player in PERSONS)


@cache
def chain(player: int) -> dict[int, bytes]:
    """The tip of a player's chain, as value 0, and the values that the game needs."""
    return chain_values(private("chain", player), (0, 1, 2, 3, 4))


def charter() -> tuple[Any, ...]:
    """[protocol, engine, edition, release, data, options, watch, players, seats]; options: the number of rounds."""
    players = tuple(
        (public_keys()[player], chacha.x25519(private("chat", player), chacha.BASE), chain(player)[0])
        for player in PERSONS
    )
    seats = tuple(("any", player, NAMES[player]) for player in PERSONS)
    return 7, 7, "wager", "1.1.0", sha256(b"wager"), ROUNDS, True, players, seats


def signature(player: int, label: str, *fields: Any) -> bytes:
    """A player's signature over labelled fields."""
    return edwards.sign(private("identity", player), encode((label, *fields)))


def frame(message: tuple[Any, ...] | bytes) -> str:
    """A message, as an array or encoded already, as it stands on the stream."""
    data = message if isinstance(message, bytes) else encode(message)
    return (len(data).to_bytes(4, "big") + data).hex()


class State:
    """The state of the game."""

    def __init__(self) -> None:
        self.round, self.phase, self.pot, self.decider = 1, "dice", 0, 0
        self.coins, self.points = [COINS, COINS], [0, 0]

    @property
    def value(self) -> tuple[Any, ...]:
        """What is hashed."""
        here = (self.round, self.phase, self.pot, self.decider)
        return (ROUNDS, *here, tuple(self.coins), tuple(self.points))

    @property
    def digest(self) -> bytes:
        """S."""
        return sha256(encode(self.value))

    def throw(self, dice: tuple[int, ...]) -> None:
        """Two dice make the pot."""
        if dice[0] == dice[1]:
            raise ValueError("a double is followed by a third die, for which there is no vector: take other chains")
        self.pot, self.phase = sum(dice), "bids"

    def bid(self, bids: dict[int, str]) -> None:
        """The higher bidder pays, and decides."""
        coins = [int(bids[seat][4:]) for seat in sorted(bids)]
        self.decider = coins.index(max(coins))
        self.coins[self.decider] -= max(coins)
        self.phase = "pot"

    def take(self) -> None:
        """Who decides takes the pot."""
        self.points[self.decider] += self.pot
        self.round += 1
        self.phase = "dice" if self.round <= ROUNDS else "over"


class Writer:
    """The log as it grows: L and S, term and epoch, and by player the number of entries and acks."""

    def __init__(self) -> None:
        self.game = digest("mare/7/charter", *charter())
        self.term, self.epoch = 0, self.game
        self.height = 0
        self.attempts = 0
        self.log = self.game
        self.state = State()
        self.entered = [0, 0]
        self.requested = [0, 0]
        self.acked = [0, 0]
        self.messages: list[tuple[Any, ...]] = []
        self.rows: list[Any] = []
        self.logs = {0: self.game}
        self.states = {0: self.state.digest}

    @property
    def here(self) -> tuple[Any, ...]:
        """The game, term and epoch of all that is signed."""
        return self.game, self.term, self.epoch

    def entry(self, player: int, body: Any) -> tuple[Any, ...]:
        """The `entry` message for the open step, of the player's own seat or beacon value."""
        step, counter = self.height + 1, self.entered[player] + 1
        fields = (*self.here, step, player, body, self.log, self.state.digest, counter)
        return "entry", fields, signature(player, "mare/7/signed-entry", digest("mare/7/entry", *fields))

    def step(self, kind: str, bodies: dict[int, Any], automatic: dict[int, str] | None = None) -> dict[str, Any]:
        """The vector of a step with these bodies by player, and these answers of the autopilot by seat.

        The caller brings ``state`` where the step leads, and then calls ``finish``.
        """
        automatic = automatic or {}
        step = self.height + 1
        written = {player: self.entry(player, body) for player, body in bodies.items()}
        ids = {player: digest("mare/7/entry", *message[1]) for player, message in written.items()}
        answers = []
        for seat, answer in automatic.items():
            ids[seat] = digest("mare/7/autopilot-answer", self.term, self.epoch, step, seat, answer)
            answers.append({"seat": seat, "answer": answer, "id": ids[seat].hex()})
        for player, message in written.items():
            self.entered[player] += 1
            self.messages.append(message)
        self.log = digest("mare/7/log", self.log, tuple(ids[slot] for slot in sorted(ids)))
        entries = [entry_vector(player, message) for player, message in written.items()]
        return {"step": step, "kind": kind, "entries": entries, "automatic": answers}

    def finish(self, vector: dict[str, Any], row: Any) -> dict[str, Any]:
        """The vector with what the step leads to, after which everybody sends an ack; ``row`` goes to the record."""
        self.height += 1
        self.logs[self.height], self.states[self.height] = self.log, self.state.digest
        if row is not None:
            self.rows.append(row)
        self.acked = [counter + 1 for counter in self.acked]
        return {
            **vector,
            "log": self.log.hex(),
            "state_value": to_json(self.state.value),
            "state": self.state.digest.hex(),
            "acks": [self.statement("ack", player, self.acked[player]) for player in PERSONS],
        }

    def row(self, vector: dict[str, Any]) -> Any:
        """What the record has of a step, nothing where the autopilot alone has answered."""
        messages = self.messages[len(self.messages) - len(vector["entries"]) :]
        outcome = tuple(vector["outcome"]) if "outcome" in vector else None
        return (tuple((message[1][5], message[2]) for message in messages), outcome) if messages else None

    def statement(self, word: str, player: int, *counter: int) -> dict[str, Any]:
        """The vector of an ack with its counter, or of a closing, which has none."""
        fields = (*self.here, self.height, self.log, self.state.digest, *counter)
        return signed_vector(word, player, fields)

    def head(self, height: int | None = None) -> tuple[Any, ...]:
        """The end of the log as it is, or as it was at a height in the same epoch: [term, epoch, height, L, S]."""
        height = self.height if height is None else height
        return self.term, self.epoch, height, self.logs[height], self.states[height]


def entry_vector(player: int, message: tuple[Any, ...]) -> dict[str, Any]:
    """An entry with all that follows from its fields."""
    _, fields, signed = message
    return {
        "player": player,
        "fields": to_json(fields),
        "id": digest("mare/7/entry", *fields).hex(),
        "signature": signed.hex(),
        "frame": frame(message),
    }


def signed_vector(word: str, player: int, fields: tuple[Any, ...]) -> dict[str, Any]:
    """A statement that is signed as it is: an ack, a closing, a request, a presence or talk."""
    signed = signature(player, f"mare/7/{word}", *fields)
    return {
        "player": player,
        "fields": to_json(fields),
        "signature": signed.hex(),
        "frame": frame((word, player, fields, signed)),
    }


def request(log: Writer, player: int, term: int, changes: tuple[Any, ...]) -> tuple[Any, ...]:
    """The `request` message."""
    log.requested[player] += 1
    fields = log.game, log.requested[player], term, changes
    return "request", player, fields, signature(player, "mare/7/request", *fields)


def promise(
    log: Writer, player: int, term: int, changes: tuple[Any, ...], height: int | None = None
) -> tuple[Any, ...]:
    """A promise as it stands in messages: it names no secret."""
    fields = log.game, term, log.head(height), changes, ()
    return "promise", player, fields, signature(player, "mare/7/promise", *fields)


def proposal(log: Writer, term: int, changes: tuple[Any, ...]) -> tuple[Any, ...]:
    """A proposal as it stands in messages: the coordinator of its term signs the id."""
    fields = log.game, term, log.head(), changes
    player = term % len(PERSONS)
    return "proposal", player, fields, signature(player, "mare/7/signed-epoch", digest("mare/7/epoch", *fields))


def make_vectors() -> dict[str, Any]:
    """All vectors, as JSON values."""
    log = Writer()
    steps = [_chance(log, PERSONS), *_bids(log, 0)]
    proofs = _proofs(log)
    steps += [_take(log), _chance(log, PERSONS), *_bids(log, 1, (("resign", 1),)), _take(log)]
    steps += [_epoch(log, 3, (("stuck", 0),), ()), _chance(log, (0,)), *_bids(log, 2), _take(log)]
    return {
        "about": "Made by tests/p2p/vectors.py, which says how to read it, without the package it is a test of.",
        "players": [_player(player) for player in PERSONS],
        "charter": _charter(log.game),
        "start": {"log": log.game.hex(), "state": State().digest.hex()},
        "steps": steps,
        "closings": [log.statement("closing", player) for player in PERSONS],
        **proofs,
        "presence": [signed_vector("presence", 0, (log.game, 1, 0, (1,), (("192.168.0.7", 4242), ("fd00::7", 4242))))],
        "talk": [signed_vector("talk", 0, (log.game, 1, None, NAMES[1])), _sealed_talk(log.game)],
        "have": {
            "term": log.term,
            "height": log.height,
            "heard": [0, 1],
            "frame": frame(("have", log.term, log.height, (0, 1))),
        },
        "fetch": {"step": 1, "frame": frame(("fetch", 1))},
        "chunk": {
            "step": 1,
            "term": log.term,
            "height": log.height,
            "frame": frame(("chunk", 1, log.term, log.height, tuple(map(encode, log.messages)))),
        },
        "greeting": [
            *(frame(("hello", 15, purpose, log.game)) for purpose in ("game", "watch")),
            frame(("welcome", 15)),
            frame(("refused", "No.", ())),
        ],
        "record": _record(log).hex(),
    }


def _player(player: int) -> dict[str, str]:
    private_parts = {what: private(what, player).hex() for what in ("identity", "chat", "chain", "secret")}
    return {**private_parts, "value": chain(player)[1].hex()}


def _charter(game: bytes) -> dict[str, Any]:
    signed = [signature(player, "mare/7/charter", *charter()) for player in PERSONS]
    return {
        "fields": to_json(charter()),
        "encoding": encode(charter()).hex(),
        "game": game.hex(),
        "signatures": [one.hex() for one in signed],
        "frames": [frame(("signature", game, player, one)) for player, one in enumerate(signed)],
    }


def _chance(log: Writer, present: tuple[int, ...]) -> dict[str, Any]:
    """Those who are present show their values; an epoch at an open Chance node has used up an index."""
    log.attempts += 1
    shown = tuple((player, chain(player)[log.attempts]) for player in present)
    chance = digest("mare/7/seed", log.game, log.epoch, log.height + 1, log.log, shown)
    dice = uniform(chance, (6, 6))
    vector = log.step("beacon", {player: (log.attempts, value) for player, value in shown})
    log.state.throw(dice)
    vector |= {"bounds": [6, 6], "seed": chance.hex(), "outcome": to_json(dice)}
    return log.finish(vector, log.row(vector))


def _bids(log: Writer, number: int, changes: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
    """Both steps of a Simultaneous node, and an epoch between them if it is to change something.

    The salts are those of the epoch and the step of the commitments. The autopilot bids for who has resigned.
    """
    bids, steps = BIDS[number], []
    at = log.epoch, log.height + 1
    salts = {
        player: hmac.digest(private("secret", player), encode(("mare/7/salt", *at, player)), "sha256")
        for player in bids
    }
    hidden = {
        player: digest("mare/7/commitment", log.game, *at, player, salts[player], bid) for player, bid in bids.items()
    }
    commitments = log.step("commitments", hidden)
    steps.append(log.finish(commitments, log.row(commitments)))
    drawn_from = log.log
    if changes:
        steps.append(_epoch(log, 1, changes, changes))
    openers = [player for player in bids if not changes or player == 0]
    automatic = {
        seat: f"bid {_below(drawn_from, seat, log.state.coins[seat] + 1)}" for seat in PERSONS if seat not in openers
    }
    openings = log.step("openings", {player: (salts[player], bids[player]) for player in openers}, automatic)
    log.state.bid({player: bids[player] for player in openers} | automatic)
    return [*steps, log.finish(openings, log.row(openings))]


def _below(log: bytes, seat: int, bound: int) -> int:
    """The autopilot's first chance for a seat: an integer from 0 to below the bound."""
    return uniform(digest("mare/7/autopilot-chance", log, seat, 0), (bound,))[0]


def _take(log: Writer) -> dict[str, Any]:
    """Who decides takes the pot: by an own entry, or because the autopilot takes the first of two answers."""
    seat = log.state.decider
    if log.term and seat == 1:
        if _below(log.log, seat, 2):
            raise ValueError("the autopilot gives the pot away, for which there is no vector: take other bids")
        vector = log.step("action", {}, {seat: "take"})
    else:
        vector = log.step("action", {seat: "take"})
    log.state.take()
    return log.finish(vector, log.row(vector))


def _epoch(log: Writer, term: int, asked: tuple[Any, ...], changes: tuple[Any, ...]) -> dict[str, Any]:
    """Both ask for the same and name the term, and promise it; its coordinator proposes the epoch, the next step."""
    evidence = tuple(request(log, player, term, asked) for player in PERSONS)
    promises = tuple(promise(log, player, term, changes) for player in PERSONS)
    proposed = proposal(log, term, changes)
    epoch = digest("mare/7/epoch", *proposed[2])
    log.term, log.epoch = term, epoch
    log.attempts += log.state.phase == "dice"
    log.log = digest("mare/7/log", log.log, (epoch,))
    message = ("proposed", proposed, promises)
    log.messages.append(message)
    vector = {
        "step": log.height + 1,
        "kind": "epoch",
        "entries": [],
        "automatic": [],
        "requests": [message_vector(one) for one in evidence],
        "promises": [{**message_vector(one), "frame": frame(("promised", one, evidence, ()))} for one in promises],
        "proposal": message_vector(proposed),
        "epoch": epoch.hex(),
        "frame": frame(message),
    }
    return log.finish(vector, (term, changes, promises, proposed[3]))


def message_vector(message: tuple[Any, ...]) -> dict[str, Any]:
    """A request, a promise or a proposal; of the latter two, the frame is that of what they go with."""
    word, player, fields, signed = message
    vector = {"player": player, "fields": to_json(fields), "signature": signed.hex()}
    return {**vector, "frame": frame(message)} if word == "request" else vector


def _proofs(log: Writer) -> dict[str, Any]:
    """In the open step, of player 1's action: two versions of it, and an answer that the rules do not know.

    Also two promises and two proposals of theirs in one term, and a promise below what they have acknowledged.
    """
    versions, illegal = (log.entry(1, "take"), log.entry(1, "give 0")), log.entry(1, "take all")
    promises = [promise(log, 1, 1, changes) for changes in ((), (("absent", 0),))]
    proposals = [proposal(log, 1, changes) for changes in ((), (("absent", 0),))]
    acked = ("ack", 1, fields := (*log.here, log.height, log.log, log.state.digest, 3))
    below = (*acked, signature(1, "mare/7/ack", *fields)), promise(log, 1, 1, (), 2)
    request_of_nothing = log.game, 1, 0, ()
    return {
        "equivocation": {"player": 1, "step": 4, "frame": frame(("equivocation", *versions))},
        "violation": {"player": 1, "step": 4, "frame": frame(("violation", illegal))},
        "two_promises": {"player": 1, "term": 1, "frame": frame(("equivocation", *promises))},
        "two_proposals": {"player": 1, "term": 1, "frame": frame(("equivocation", *proposals))},
        "promise_below": {"player": 1, "step": 4, "height": 2, "frame": frame(("equivocation", *below))},
        "request_of_nothing": signed_vector("request", 1, request_of_nothing),
    }


def _sealed_talk(game: bytes) -> dict[str, Any]:
    plaintext, ephemeral = b"Attack at dawn.", sha256(b"ephemeral")
    receiver = chacha.x25519(private("chat", 0), chacha.BASE)
    sealed = chacha.seal(ephemeral, receiver, plaintext, (game, 1, 0, 1))
    return {**signed_vector("talk", 1, (game, 1, 0, sealed)), "plaintext": plaintext.hex()}


def _record(log: Writer) -> bytes:
    signed = tuple(signature(player, "mare/7/charter", *charter()) for player in PERSONS)
    closing = (*log.here, log.height, log.log, log.state.digest)
    closings = tuple((player, signature(player, "mare/7/closing", *closing)) for player in PERSONS)
    head = b"mare record\n" + b"\x0b" + encode((charter(), signed, tuple(log.rows), closings, (), ()))
    return head + digest("mare/7/record", head)


if __name__ == "__main__":
    print(in_lines(make_vectors()), end="")
