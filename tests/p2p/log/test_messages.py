"""Messages: every one survives its encoding, and nothing else is taken for one."""

from __future__ import annotations

from typing import Any

import pytest

from crypto import canonical
from p2p.log import messages
from p2p.log.messages import CharterSignature, Chunk, Fetch, Have, Message, Presence, SignedPresence, SignedTalk, Talk
from p2p.log.statements import (
    ABSENT,
    BACK,
    MAX_LISTED,
    STUCK,
    Ack,
    Body,
    Change,
    Closing,
    Entry,
    Epoch,
    Equivocation,
    Head,
    Promise,
    Promised,
    Proposed,
    Request,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    Violation,
)
from p2p.wire.codec import Codec, MessageError
from p2p.wire.codec import value as value_of
from p2p.wire.frames import MAX_MESSAGE

H = bytes(range(32))
SIGNATURE = bytes(64)
BODIES: list[Body] = ["take", H, (H, "bid 3"), (4, H)]
ENTRIES = [SignedEntry(Entry(H, 0, H, 7, 2, body, H, H, 5), SIGNATURE) for body in BODIES]
ACK = SignedAck(1, Ack(H, 0, H, 6, H, H, 2), SIGNATURE)
CLOSING = SignedClosing(2, Closing(H, 0, H, 9, H, H), SIGNATURE)
CHANGES = Change(ABSENT, 1), Change(BACK, 0)
HEAD = Head(2, H, 6, H, H)
REQUEST = SignedRequest(0, Request(H, 1, 4, (*CHANGES, Change(STUCK, 0))), SIGNATURE)
PROMISE = SignedPromise(1, Promise(H, 4, HEAD, CHANGES, (0, 2)), SIGNATURE)
PROPOSAL = SignedProposal(1, Epoch(H, 4, HEAD, CHANGES), SIGNATURE)
MESSAGES: list[Message] = [
    *ENTRIES,
    ACK,
    CLOSING,
    CharterSignature(H, 1, SIGNATURE),
    Fetch(3),
    Chunk(3, 0, 9, (b"one", b"two")),
    Equivocation(ENTRIES[0], ACK),
    REQUEST,
    SignedRequest(2, Request(H, 2, 0, ()), SIGNATURE),
    Promised(PROMISE, (REQUEST,), (ENTRIES[3],)),
    Promised(PROMISE, ()),
    Proposed(PROPOSAL, (PROMISE, PROMISE._replace(player=2))),
    Proposed(PROPOSAL, ()),
    Equivocation(PROMISE, ACK),
    Equivocation(PROPOSAL, PROPOSAL),
    Violation(ENTRIES[2]),
    Have(0, 7, (0, 3, 1)),
    SignedPresence(1, Presence(H, 4, 0, (0, 2), (("192.0.2.7", 4000), ("2001:db8::1", 4001))), SIGNATURE),
    SignedTalk(2, Talk(H, 1, None, b"hello"), SIGNATURE),
    SignedTalk(2, Talk(H, 2, 0, bytes(80)), SIGNATURE),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_survives_its_encoding(message: Message) -> None:
    assert messages.decode(messages.encode(message)) == message
    assert type(messages.decode(messages.encode(message))) is type(message)


CONTENTS = {
    "entry": ENTRIES[0].entry,
    "request": REQUEST.content,
    "promise": PROMISE.content,
    "epoch": PROPOSAL.content,
}


def with_field(name: str, place: int, other: Any) -> tuple[Codec[Any], tuple[Any, ...]]:
    """What reads such a content, and the content with another value in a field."""
    codec, good = Codec[Any](type(CONTENTS[name])), value_of(CONTENTS[name])
    assert codec.read(good) == CONTENTS[name]
    return codec, (*good[:place], other, *good[place + 1 :])


@pytest.mark.parametrize(
    ("name", "place", "other"),
    [
        ("entry", 3, 0),
        ("entry", 3, 1 << 62),
        ("entry", 5, "x" * 1025),
        ("entry", 5, "line\nbreak"),
        ("entry", 5, "\x1b[2J"),
        ("entry", 5, bytes(33)),
        ("entry", 5, (H,)),
        ("entry", 5, (True, H)),
        ("entry", 5, (H, H)),
        ("entry", 5, ("bid 3", H)),
        ("request", 1, 0),
        ("request", 2, 1 << 62),
        ("promise", 1, HEAD.term),
        ("promise", 3, (("stuck", 0),)),
        ("promise", 4, (2, 0)),
        ("promise", 4, (1, 1)),
        ("promise", 4, (8,)),
        ("epoch", 1, HEAD.term),
        ("epoch", 3, (("stuck", 0),)),
        ("epoch", 3, (("absent", 1), ("end", 0))),
        ("epoch", 3, (("end", 0), ("take back", 0))),
    ],
)
def test_a_field_beyond_its_limits_is_refused(name: str, place: int, other: Any) -> None:
    codec, value = with_field(name, place, other)
    with pytest.raises(MessageError):
        codec.read(value)


@pytest.mark.parametrize(
    "changes",
    [
        (("back", 0), ("absent", 1)),
        (("absent", 1), ("absent", 1)),
        (("absent", 2), ("absent", 1)),
        (("end", 1),),
        (("stuck", 1),),
        (("pause", 0),),
        (("absent", 8),),
        (("take back", 1 << 62),),
        tuple(("take back", height) for height in range(MAX_LISTED + 1)),
    ],
)
@pytest.mark.parametrize("name", ["request", "promise", "epoch"])
def test_changes_have_one_spelling_and_every_other_one_is_refused(name: str, changes: Any) -> None:
    codec, value = with_field(name, 3, changes)
    with pytest.raises(MessageError):
        codec.read(value)


def test_a_promise_or_proposal_goes_only_with_what_justifies_it() -> None:
    """On their own they are statements, which stand in proofs and in what justifies."""
    for statement in (PROMISE, PROPOSAL):
        with pytest.raises(MessageError):
            messages.decode(canonical.encode(value_of(statement)))


def test_a_message_that_is_too_long_is_refused() -> None:
    chunk = Chunk(1, 0, 1, (bytes(MAX_MESSAGE),))
    with pytest.raises(MessageError):
        messages.decode(messages.encode(chunk))
