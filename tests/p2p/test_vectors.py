"""The package makes and takes exactly the bytes of the test vectors of a game, which are made without it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from crypto import canonical
from crypto.beacon import Chain
from crypto.identity import Identity
from crypto.sealing import ChatKey
from p2p import hello, messages
from p2p.charter import Charter, charter_from
from p2p.framing import FrameReader, frame
from p2p.game import Over
from p2p.hello import Unwelcome
from p2p.log import Log
from p2p.messages import CharterSignature, Chunk, Fetch, Have, Message
from p2p.presence import Presence, presence_from
from p2p.proof import Breach, Contradiction, verify_proof
from p2p.record import verify_record, write_record
from p2p.session import Phase, Session
from p2p.signer import Signer
from p2p.statements import SignedEntry
from p2p.talk import Talk
from tests.crypto.vectors import from_json, load
from tests.p2p import vectors
from tests.p2p.wager import Wager, new_wager

VECTORS: dict[str, Any] = load(vectors.FILE)
STEPS = VECTORS["steps"]
RECORD = bytes.fromhex(VECTORS["record"])


def private(person: int, what: str) -> bytes:
    return bytes.fromhex(VECTORS["persons"][person][what])


@cache
def charter() -> Charter:
    return charter_from(from_json(VECTORS["charter"]["fields"]))


@cache
def chain(person: int) -> Chain:
    return Chain(private(person, "chain"))


def signer(person: int) -> Signer:
    identity = Identity.from_seed(private(person, "identity"))
    return Signer(identity, chain(person), private(person, "secret"), ChatKey.from_seed(private(person, "chat")))


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
        for entry in vector["entries"]:
            accepted = message(entry)
            assert isinstance(accepted, SignedEntry)
            log.accept(accepted)
    return log


def test_the_file_of_vectors_is_up_to_date() -> None:
    assert vectors.FILE.read_text("utf-8") == vectors.vectors_text()


def test_the_charter_is_that_of_the_vectors() -> None:
    wanted = VECTORS["charter"]
    assert canonical.encode(charter().value).hex() == wanted["encoding"]
    assert charter().id.hex() == wanted["game"]
    for person, signature in enumerate(wanted["signatures"]):
        signed = charter().sign(signer(person).identity)
        assert signed.hex() == signature
        assert framed(CharterSignature(charter().id, person, signed)) == wanted["frames"][person]


def test_the_keys_chains_and_chat_keys_are_those_of_the_charter() -> None:
    for person, named in enumerate(charter().persons):
        hand = signer(person)
        assert (hand.identity.public, hand.chat.public, hand.chain.tip) == (named.key, named.chat, named.tip)
        assert hand.chain.link(1) == private(person, "link")


def test_the_log_begins_as_in_the_vectors() -> None:
    log = log_up_to(1)
    assert {"log": log.head.hex(), "state": log.state.hex()} == VECTORS["start"]


def test_every_step_is_signed_and_leads_where_the_vectors_say() -> None:
    log, hands = log_up_to(1), [signer(person) for person in vectors.PERSONS]
    for step in STEPS:
        assert log.kind == step["kind"]
        makers = {"links": Signer.link, "openings": Signer.opening}
        made = []
        for entry in step["entries"]:
            hand, seat = hands[entry["person"]], entry["person"]
            if step["kind"] in makers:
                made.append(makers[step["kind"]](hand, log, seat))
            elif step["kind"] == "commitments":
                made.append(hand.commitment(log, seat, vectors.BIDS[seat]))
            else:
                made.append(hand.action(log, seat, "take"))
        for entry, signed in zip(step["entries"], made, strict=True):
            assert tuple(signed.entry) == from_json(entry["fields"])
            assert (signed.id.hex(), signed.signature.hex()) == (entry["id"], entry["signature"])
            assert framed(signed) == entry["frame"]
            log.accept(signed)
        assert (log.height, log.head.hex(), log.state.hex()) == (step["step"], step["log"], step["state"])
        assert isinstance(log.game, Wager)
        assert log.game.encode() == canonical.encode(from_json(step["state_value"]))
        assert list(log.steps[-1].outcome or ()) == step.get("outcome", [])
        assert [framed(hand.ack(log, person, log.height)) for person, hand in enumerate(hands)] == frames(step["acks"])
    assert [framed(hand.closing(log, person)) for person, hand in enumerate(hands)] == frames(VECTORS["closings"])


def frames(rows: list[dict[str, Any]]) -> list[str]:
    return [row["frame"] for row in rows]


def test_presences_and_talk_are_signed_as_in_the_vectors() -> None:
    for vector in VECTORS["presence"]:
        presence = presence_from(from_json(vector["fields"]))
        assert isinstance(presence, Presence)
        assert framed(signer(vector["person"]).presence(presence, vector["person"])) == vector["frame"]
    for vector in VECTORS["talk"]:
        talk = Talk._make(from_json(vector["fields"]))
        assert framed(signer(vector["person"]).talk(talk, vector["person"])) == vector["frame"]


def test_the_sealed_talk_is_opened_by_its_receiver() -> None:
    sealed = VECTORS["talk"][1]
    game, counter, to, body = from_json(sealed["fields"])
    assert signer(to).chat.open(body, game, sealed["person"], to, counter).hex() == sealed["plaintext"]


@pytest.mark.parametrize(("name", "kind"), [("contradiction", Contradiction), ("breach", Breach)])
def test_a_proof_of_the_vectors_convicts_its_person(name: str, kind: type) -> None:
    vector = VECTORS[name]
    proof = message(vector)
    assert isinstance(proof, Contradiction | Breach)
    assert type(proof) is kind
    assert framed(proof) == vector["frame"]
    assert f"step {vector['step']}" in verify_proof(charter(), proof, log_up_to(vector["step"]))


def test_have_fetch_and_chunk_are_those_of_the_vectors() -> None:
    have, fetch, chunk = VECTORS["have"], VECTORS["fetch"], VECTORS["chunk"]
    entries = tuple(content(entry["frame"]) for step in STEPS for entry in step["entries"])
    assert framed(Have(have["height"], tuple(have["heard"]))) == have["frame"]
    assert framed(Fetch(fetch["step"])) == fetch["frame"]
    assert framed(Chunk(chunk["step"], chunk["height"], entries)) == chunk["frame"]


def test_the_greeting_is_that_of_the_vectors() -> None:
    asked, let_in, refused = map(content, VECTORS["greeting"])
    assert asked == hello.hello("game", charter().id)
    assert let_in == hello.welcome()
    assert refused == hello.refusal("No.")
    hello.read_answer(let_in)
    with pytest.raises(Unwelcome, match=r"^No\.$"):
        hello.read_answer(refused)


def test_the_record_of_the_vectors_is_written_and_verified() -> None:
    signatures = dict(enumerate(map(bytes.fromhex, VECTORS["charter"]["signatures"])))
    closings = {row["person"]: bytes.fromhex(row["signature"]) for row in VECTORS["closings"]}
    assert write_record(log_up_to(len(STEPS) + 1), signatures, closings) == RECORD
    verification = verify_record(RECORD, new_wager)
    assert verification.result == Over((1,), f"{sum(STEPS[0]['outcome'])} points")
    assert verification.missing == ()


def test_who_hears_the_frames_of_the_vectors_has_the_whole_game() -> None:
    guest = Session(charter(), new_wager, None)
    for person in vectors.PERSONS:
        guest.connected(person, person)
    heard = [*VECTORS["charter"]["frames"]]
    for step in STEPS:
        heard += [*frames(step["entries"]), *frames(step["acks"])]
    for sent in (*heard, *frames(VECTORS["closings"])):
        guest.receive(1, content(sent))
    assert guest.phase is Phase.FINISHED
    assert guest.record() == RECORD
