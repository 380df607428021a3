"""The package makes and takes exactly the bytes of the test vectors of a game, which are made without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from crypto import canonical
from crypto.beacon import Chain
from crypto.identity import Identity
from crypto.sealing import ChatKey
from p2p.errors import Text
from p2p.game import Over
from p2p.log import messages
from p2p.log.charter import Charter, decode_charter, encode_charter
from p2p.log.justify import enter, head_of
from p2p.log.log import Log
from p2p.log.messages import CharterSignature, Chunk, Fetch, Have, Message, Presence, SignedPresence, SignedTalk, Talk
from p2p.log.record import accused, verify_proof, verify_record, write_record
from p2p.log.statements import (
    Ack,
    Epoch,
    Equivocation,
    Promise,
    Promised,
    Proposed,
    Request,
    SignedAck,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    Violation,
    common_changes,
    coordinator,
)
from p2p.log.steps import Kind
from p2p.net import door
from p2p.net.door import Unwelcome
from p2p.session import sync
from p2p.session.session import Session
from p2p.session.signer import Signer
from p2p.session.state import Phase
from p2p.wire.codec import Codec
from p2p.wire.frames import FrameReader, frame
from tests.crypto.vectors import from_json, in_lines, load
from tests.p2p import vectors
from tests.p2p.wager import Wager, new_wager

VECTORS: dict[str, Any] = load(vectors.FILE)
STEPS = VECTORS["steps"]
RECORD = bytes.fromhex(VECTORS["record"])
Bids = dict[int, str]


def private(player: int, what: str) -> bytes:
    return bytes.fromhex(VECTORS["players"][player][what])


@cache
def charter() -> Charter:
    return decode_charter(canonical.encode(from_json(VECTORS["charter"]["fields"])))


@cache
def chain(player: int) -> Chain:
    return Chain(private(player, "chain"))


def signer(player: int) -> Signer:
    identity = Identity.from_seed(private(player, "identity"))
    return Signer(identity, chain(player), private(player, "secret"), ChatKey.from_seed(private(player, "chat")))


def message(vector: dict[str, Any]) -> Message:
    """The message in a vector's frame."""
    return messages.decode(content(vector["frame"]))


def content(framed: str) -> bytes:
    """What is in a frame."""
    reader = FrameReader()
    reader.feed(bytes.fromhex(framed))
    taken = reader.next()
    assert taken is not None
    return taken


def framed(sent: Message) -> str:
    """A message as the package sends it."""
    return frame(messages.encode(sent)).hex()


def log_up_to(step: int) -> Log:
    """The log of the vectors before some step."""
    log = Log(charter(), new_wager(charter().setup))
    for vector in STEPS[: step - 1]:
        for packet in packets(vector):
            accept(log, messages.decode(packet))
    return log


def packets(step: dict[str, Any]) -> list[bytes]:
    """What makes a step, as messages: entries, or a proposal; nothing where only the autopilot answered."""
    return [content(framed) for framed in frames(step["entries"]) or ([step["frame"]] if "frame" in step else [])]


def accept(log: Log, accepted: Message) -> None:
    if isinstance(accepted, Proposed):
        enter(log, accepted)
    else:
        assert isinstance(accepted, SignedEntry)
        log.accept(accepted)


def test_the_file_of_vectors_is_up_to_date() -> None:
    assert vectors.FILE.read_text("utf-8") == in_lines(vectors.make_vectors())


def test_the_charter_is_that_of_the_vectors() -> None:
    wanted = VECTORS["charter"]
    assert encode_charter(charter()).hex() == wanted["encoding"]
    assert charter().id.hex() == wanted["game"]
    for player, signature in enumerate(wanted["signatures"]):
        signed = charter().sign(signer(player).identity)
        assert signed.hex() == signature
        assert framed(CharterSignature(charter().id, player, signed)) == wanted["frames"][player]


def test_the_keys_chains_and_chat_keys_are_those_of_the_charter() -> None:
    for player, named in enumerate(charter().players):
        hand = signer(player)
        assert (hand.identity.public, hand.chat.public, hand.chain.tip) == (named.key, named.chat, named.tip)
        assert hand.chain.value(1) == private(player, "value")


def test_the_log_begins_as_in_the_vectors() -> None:
    log = log_up_to(1)
    assert {"log": log.head.hex(), "state": log.state.hex()} == VECTORS["start"]


def test_every_step_is_signed_and_leads_where_the_vectors_say() -> None:
    log, hands = log_up_to(1), [signer(player) for player in vectors.PERSONS]
    bids = iter(vectors.BIDS)
    for step in STEPS:
        made: list[SignedEntry] | list[Proposed] = []
        if step["kind"] == Kind.EPOCH:
            made = [proposed(log, hands, step)]
        elif step["entries"]:
            made = signed_entries(log, hands, step, bids)
        assert [messages.encode(one) for one in made] == packets(step)
        for one in made:
            accept(log, one)
        assert_leads(log, step)
        ack = Ack(*log.epoch, step["step"], bytes.fromhex(step["log"]), bytes.fromhex(step["state"]), step["step"])
        acks = [SignedAck.by(hand.identity, player, ack) for player, hand in enumerate(hands)]
        assert [framed(signed) for signed in acks] == frames(step["acks"])
    assert [framed(hand.closing(log, player)) for player, hand in enumerate(hands)] == frames(VECTORS["closings"])


def signed_entries(log: Log, hands: list[Signer], step: dict[str, Any], bids: Iterator[Bids]) -> list[SignedEntry]:
    """The entries of a step, signed as its vector says."""
    assert log.kind == step["kind"]
    makers = {"beacon": Signer.beacon_value, "openings": Signer.opening}
    answers = next(bids) if step["kind"] == "commitments" else {}
    made = []
    for entry in step["entries"]:
        hand, seat = hands[entry["player"]], entry["player"]
        if step["kind"] in makers:
            signed = makers[step["kind"]](hand, log, seat)
        elif step["kind"] == "commitments":
            signed = hand.commitment(log, seat, answers[seat])
        else:
            signed = hand.action(log, seat, "take")
        assert tuple(signed.entry) == from_json(entry["fields"])
        assert (signed.id.hex(), signed.signature.hex()) == (entry["id"], entry["signature"])
        made.append(signed)
    return made


def proposed(log: Log, hands: list[Signer], step: dict[str, Any]) -> Proposed:
    """A proposal with all that leads to it, made as its vector says."""
    evidence = []
    for vector in step["requests"]:
        request: Request = Codec(Request).read(from_json(vector["fields"]))
        evidence.append(SignedRequest.by(hands[vector["player"]].identity, vector["player"], request))
        assert framed(evidence[-1]) == vector["frame"]
    epoch: Epoch = Codec(Epoch).read(from_json(step["proposal"]["fields"]))
    assert (epoch.id.hex(), epoch.base) == (step["epoch"], head_of(log))
    assert common_changes(evidence, epoch.term, log.charter.quorum) != frozenset()
    promises = []
    for vector in step["promises"]:
        promise: Promise = Codec(Promise).read(from_json(vector["fields"]))
        promises.append(SignedPromise.by(hands[vector["player"]].identity, vector["player"], promise))
        assert (promise.head, promises[-1].signature.hex()) == (head_of(log), vector["signature"])
        assert framed(Promised(promises[-1], tuple(evidence))) == vector["frame"]
    by = coordinator(epoch.term, log.charter)
    signed = SignedProposal.by(hands[by].identity, by, epoch)
    assert (by, signed.signature.hex()) == (step["proposal"]["player"], step["proposal"]["signature"])
    return Proposed(signed, tuple(promises))


def assert_leads(log: Log, step: dict[str, Any]) -> None:
    """The step of the log is that of its vector; later ones may follow by the autopilot alone."""
    there = log.steps[step["step"] - 1]
    assert (there.number, there.kind, there.log.hex(), there.state.hex()) == (
        step["step"],
        step["kind"],
        step["log"],
        step["state"],
    )
    assert [{"seat": seat, "answer": answer} for seat, answer in there.automatic] == [
        {"seat": row["seat"], "answer": row["answer"]} for row in step["automatic"]
    ]
    assert list(there.outcome or ()) == step.get("outcome", [])
    assert isinstance(log.game, Wager)
    if log.height == step["step"]:
        assert log.game.encode() == canonical.encode(from_json(step["state_value"]))


def frames(rows: Iterable[dict[str, Any]]) -> list[str]:
    return [row["frame"] for row in rows]


def test_presences_and_talk_are_signed_as_in_the_vectors() -> None:
    for vector in VECTORS["presence"]:
        presence: Presence = Codec(Presence).read(from_json(vector["fields"]))
        assert (
            framed(SignedPresence.by(signer(vector["player"]).identity, vector["player"], presence)) == vector["frame"]
        )
    for vector in VECTORS["talk"]:
        talk = Talk._make(from_json(vector["fields"]))
        assert framed(SignedTalk.by(signer(vector["player"]).identity, vector["player"], talk)) == vector["frame"]


def test_the_sealed_talk_is_opened_by_its_receiver() -> None:
    sealed = VECTORS["talk"][1]
    game, counter, to, body = from_json(sealed["fields"])
    assert signer(to).chat.open(body, game, sealed["player"], to, counter).hex() == sealed["plaintext"]


@pytest.mark.parametrize(
    ("name", "kind", "deed"),
    [
        ("equivocation", Equivocation, "signed two versions of an entry of step 4"),
        ("violation", Violation, "signed an illegal action"),
        ("two_promises", Equivocation, "signed two versions of a promise of term 1"),
        ("two_proposals", Equivocation, "signed two versions of a proposal of term 1"),
        ("promise_below", Equivocation, "promised a term as if the log ended at step 2"),
    ],
)
def test_a_proof_of_the_vectors_convicts_its_person(name: str, kind: type, deed: str) -> None:
    vector = VECTORS[name]
    proof = message(vector)
    assert isinstance(proof, Equivocation | Violation)
    assert type(proof) is kind
    assert framed(proof) == vector["frame"]
    assert accused(charter(), proof) == vector["player"]
    assert f" {deed}" in str(verify_proof(charter(), proof, log_up_to(4)))


def test_who_asks_for_nothing_says_so_as_in_the_vectors() -> None:
    vector = VECTORS["request_of_nothing"]
    request: Request = Codec(Request).read(from_json(vector["fields"]))
    assert request == Request(charter().id, 1, 0, ())
    assert framed(SignedRequest.by(signer(vector["player"]).identity, vector["player"], request)) == vector["frame"]


def test_have_fetch_and_chunk_are_those_of_the_vectors() -> None:
    have, fetch, chunk = VECTORS["have"], VECTORS["fetch"], VECTORS["chunk"]
    assert framed(Have(have["term"], have["height"], tuple(have["heard"]))) == have["frame"]
    assert framed(Fetch(fetch["step"])) == fetch["frame"]
    served = tuple(packet for step in STEPS for packet in packets(step))
    assert framed(Chunk(chunk["step"], chunk["term"], chunk["height"], served)) == chunk["frame"]
    assert framed(sync.chunk(log_up_to(len(STEPS) + 1), 1)) == chunk["frame"]


def test_the_greeting_is_that_of_the_vectors() -> None:
    asked, asked_again, let_in, refused = map(content, VECTORS["greeting"])
    assert asked == door.hello("game", charter().id)
    assert asked_again == door.hello("watch", charter().id)
    assert let_in == door.welcome()
    assert refused == door.refusal(Text("No."))
    door.read_answer(let_in)
    with pytest.raises(Unwelcome, match=r"^No\.$"):
        door.read_answer(refused)


def test_the_record_of_the_vectors_is_written_and_verified() -> None:
    signatures = dict(enumerate(map(bytes.fromhex, VECTORS["charter"]["signatures"])))
    closings = {row["player"]: bytes.fromhex(row["signature"]) for row in VECTORS["closings"]}
    assert write_record(log_up_to(len(STEPS) + 1), signatures, closings) == RECORD
    verification = verify_record(RECORD, new_wager)
    points = STEPS[-1]["state_value"][-1]
    assert verification.result == Over((points.index(max(points)),), f"{max(points)} points")
    assert verification.missing == ()


def test_who_hears_the_frames_of_the_vectors_has_the_whole_game() -> None:
    guest = Session(charter(), new_wager, None)
    for player in vectors.PERSONS:
        guest.connected(player, player)
    heard = [*VECTORS["charter"]["frames"]]
    for step in STEPS:
        heard += [*frames(step["entries"]), *frames(step.get("requests", ())), *frames(step.get("promises", ()))]
        heard += [*([step["frame"]] if "frame" in step else []), *frames(step["acks"])]
    for sent in (*heard, *frames(VECTORS["closings"])):
        guest.receive(1, content(sent))
    assert guest.phase is Phase.FINISHED
    assert guest.record() == RECORD
