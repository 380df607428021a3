"""Messages of the lobby: every one survives its encoding, and nothing else is taken for one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from crypto import canonical
from crypto.canonical import Value
from p2p.errors import Text
from p2p.lobby.model import (
    MAX_LOBBY_MESSAGE,
    MAX_SPEECH,
    Choose,
    GuestMessage,
    Here,
    HostMessage,
    Join,
    Lend,
    Member,
    MemberSaid,
    NewSecret,
    No,
    Picture,
    Proposal,
    Ready,
    Rules,
    Say,
    charter_of,
    decode_first,
    decode_guest_message,
    decode_host_message,
    encode,
)
from p2p.net.connection import Refusal
from p2p.wire.codec import MessageError, value
from tests.p2p.lobbies import RULES
from tests.p2p.records import put
from tests.p2p.tables import identity, seed

H = bytes(range(32))
ADDRESSES = (("192.0.2.7", 4000), ("2001:db8::7", 65535))
MEMBERS = tuple(
    Member(identity(player).public, b"Ada", seed("chat", player), seed("tip", player), "red", player, True, ADDRESSES)
    for player in range(2)
)
PICTURE = Picture(7, 5, ("open", 0, True), False, MEMBERS)
JOIN = Join(b"Bo", H, H, ADDRESSES)
WISHES: list[GuestMessage] = [JOIN, Choose("red"), Lend(2), Ready(7), Say(b"hello"), Here()]
WORDS: list[HostMessage] = [
    PICTURE,
    MemberSaid(1, b"hello"),
    No(Text("Because.")),
    No(Text("{choice!r} is taken: player {number} was first.", choice="red", number=2)),
    Refusal(Text("Because.")),
    Here(),
    NewSecret(bytes(range(16))),
    Proposal(charter_of(RULES, PICTURE)),
]
DECODERS: list[Callable[[bytes], GuestMessage | HostMessage]] = [decode_guest_message, decode_host_message]


def test_a_new_secret_does_not_show() -> None:
    assert repr(NewSecret(bytes(range(16)))) == "<NewSecret: secret>"


def decode(data: bytes) -> list[GuestMessage | HostMessage]:
    """The message in each direction in which these bytes are one."""
    found = []
    for decoder in DECODERS:
        try:
            found.append(decoder(data))
        except MessageError:
            continue
    return found


@pytest.mark.parametrize(
    "message",
    [message for message in (*WISHES, *WORDS) if message != Here()],
    ids=lambda message: type(message).__name__,
)
def test_a_message_survives_its_encoding_in_one_direction(message: GuestMessage | HostMessage) -> None:
    (decoded,) = decode(encode(message))
    assert type(decoded) is type(message)
    assert decoded == message


def test_a_keepalive_is_one_in_both_directions() -> None:
    assert decode(encode(Here())) == [Here(), Here()]


MEMBER = (5, 0)
"""Where the first member stands in a picture."""


@pytest.mark.parametrize(
    ("message", "path", "other"),
    [
        (RULES, (1,), -1),
        (RULES, (2,), ""),
        (RULES, (2,), "x" * 65),
        (RULES, (3,), ""),
        (RULES, (4,), bytes(31)),
        (JOIN, (1,), bytes(65)),
        (JOIN, (2,), bytes(32)),
        (JOIN, (4,), (("192.0.2.7", 4000),) * 9),
        (JOIN, (4, 0, 1), 0),
        (JOIN, (4, 0, 1), 65536),
        (JOIN, (4, 0, 0), ""),
        (JOIN, (4, 0, 0), "x" * 129),
        (JOIN, (4, 0, 0), "\x1b[2J"),
        (Choose("red"), (1,), ""),
        (Choose("red"), (1,), "x" * 65),
        (Choose("red"), (1,), "red\n"),
        (Lend(2), (1,), -1),
        (Lend(2), (1,), 16),
        (Ready(7), (1,), -1),
        (Say(b"hello"), (1,), b""),
        (Say(b"hello"), (1,), bytes(MAX_SPEECH + 1)),
        (PICTURE, (1,), 0),
        (PICTURE, (2,), 0),
        (PICTURE, (2,), 17),
        (PICTURE, (5,), ()),
        (PICTURE, (5,), tuple(value(MEMBERS[0]) for _ in range(9))),
        (PICTURE, (*MEMBER, 0), bytes(32)),
        (PICTURE, (*MEMBER, 1), bytes(65)),
        (PICTURE, (*MEMBER, 3), H[1:]),
        (PICTURE, (*MEMBER, 4), ""),
        (PICTURE, (*MEMBER, 5), 16),
        (MemberSaid(1, b"hello"), (1,), -1),
        (MemberSaid(1, b"hello"), (2,), b""),
        (Refusal(Text("Because.")), (1,), "x" * 1025),
    ],
)
def test_a_message_with_a_field_beyond_its_limits_is_refused(
    message: GuestMessage | HostMessage | Rules, path: tuple[int, ...], other: Value
) -> None:
    readers = [reader for reader in (*DECODERS, decode_first) if is_read(reader, encode(message))]
    assert readers
    changed = canonical.encode(put(canonical.decode(encode(message)), path, other))
    assert not any(is_read(reader, changed) for reader in readers)


def is_read(reader: Callable[[bytes], object], data: bytes) -> bool:
    try:
        reader(data)
    except MessageError:
        return False
    return True


@pytest.mark.parametrize(
    ("template", "fields"),
    [
        ("\x1b[2J", ()),
        ("{name}", (("other", "Ada"),)),
        ("{name", (("name", "Ada"),)),
        ("{0}", (("0", "Ada"),)),
        ("{name.__class__}", (("name", "Ada"),)),
        ("{name:>1000000000}", (("name", "Ada"),)),
        ("{name:{name}}", (("name", "9"),)),
        ("{name}", (("name", "\x1b[2J"),)),
        ("{name}", (("name", "Ada"), ("name", "Bo"))),
        ("{name}" * 100, (("name", "Ada" * 100),)),
    ],
)
def test_a_reason_that_does_more_than_name_its_fields_is_refused(template: Value, fields: Value) -> None:
    for word in ("no", "refused"):
        with pytest.raises(MessageError):
            decode_host_message(canonical.encode((word, template, fields)))


def test_a_charter_that_no_one_may_sign_is_no_message() -> None:
    charter = list(value(charter_of(RULES, PICTURE)))
    charter[7] = (charter[7][0],) * 2  # type: ignore[index]
    with pytest.raises(MessageError, match="sent a charter that cannot be signed: "):
        decode_host_message(canonical.encode(("charter", tuple(charter))))


def test_a_message_that_is_too_long_is_refused() -> None:
    picture = PICTURE._replace(options=bytes(MAX_LOBBY_MESSAGE))
    with pytest.raises(MessageError, match="no canonical encoding"):
        decode_host_message(encode(picture))


def test_the_largest_lobby_and_its_charter_are_messages() -> None:
    host = ("x" * 64, 65535)
    members = tuple(
        Member(identity(n).public, bytes([n]) * 64, seed("c", n), seed("t", n), "y" * 64, 1, False, (host,) * 8)
        for n in range(8)
    )
    picture = Picture(1 << 40, 16, bytes(4000), True, members)
    assert decode_host_message(encode(picture)) == picture
    proposal = Proposal(charter_of(RULES, picture))
    assert decode_host_message(encode(proposal)) == proposal


def test_the_document_s_example_is_what_a_guest_says() -> None:
    page = (Path(__file__).parents[3] / "docs" / "connecting.md").read_text(encoding="utf-8")
    example = page.partition("## The lobby")[2].partition("**Example.**")[2]
    data = bytes.fromhex("".join(re.findall(r"^    ([0-9a-f]+)$", example, re.MULTILINE)))
    join = Join(b"Bo", b"\x09" * 32, b"\x01" * 32, (("192.168.0.7", 4242),))
    assert decode_guest_message(data) == join
