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


@pytest.mark.parametrize(("place", "value"), [(1, -1), (2, ""), (2, "x" * 65), (3, ""), (4, bytes(31))])
def test_what_the_table_plays_keeps_its_limits(place: int, value: Value) -> None:
    fields: list[Value] = ["table", *RULES]
    assert decode_first(canonical.encode(tuple(fields))) == RULES
    fields[place] = value
    with pytest.raises(MessageError):
        decode_first(canonical.encode(tuple(fields)))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (1, bytes(65)),
        (2, bytes(32)),
        (4, (("192.0.2.7", 4000),) * 9),
        (4, (("192.0.2.7", 0),)),
        (4, (("192.0.2.7", 65536),)),
        (4, (("", 4000),)),
        (4, (("x" * 129, 4000),)),
        (4, (("\x1b[2J", 4000),)),
    ],
)
def test_a_guest_who_joins_with_a_field_beyond_its_limits_is_refused(place: int, value: Value) -> None:
    fields: list[Value] = ["join", *JOIN]
    decode_guest_message(canonical.encode(tuple(fields)))
    fields[place] = value
    with pytest.raises(MessageError):
        decode_guest_message(canonical.encode(tuple(fields)))


@pytest.mark.parametrize(
    "value",
    [
        ("choose", ""),
        ("choose", "x" * 65),
        ("choose", "red\n"),
        ("lend", -1),
        ("lend", 16),
        ("ready", -1),
        ("say", b""),
        ("say", bytes(MAX_SPEECH + 1)),
    ],
)
def test_a_wish_beyond_its_limits_is_refused(value: Value) -> None:
    with pytest.raises(MessageError):
        decode_guest_message(canonical.encode(value))


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


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, bytes(32)), (1, bytes(65)), (3, H[1:]), (4, ""), (5, 16)],
)
def test_a_lobby_in_which_a_member_is_beyond_its_limits_is_refused(place: int, value: Value) -> None:
    row: list[Value] = [MEMBERS[0].key.raw, *MEMBERS[0][1:]]
    decode_host_message(canonical.encode(("lobby", 1, 5, None, True, (tuple(row),))))
    row[place] = value
    with pytest.raises(MessageError):
        decode_host_message(canonical.encode(("lobby", 1, 5, None, True, (tuple(row),))))


@pytest.mark.parametrize(
    "value",
    [
        ("lobby", 0, 5, None, True, ()),
        ("lobby", 1, 0, None, True, ()),
        ("lobby", 1, 17, None, True, ()),
        ("lobby", 1, 5, None, True, ((),) * 9),
        ("said", 0, b""),
        ("said", -1, b"hello"),
        ("refused", "x" * 1025, ()),
    ],
)
def test_a_word_of_a_host_beyond_its_limits_is_refused(value: Value) -> None:
    with pytest.raises(MessageError):
        decode_host_message(canonical.encode(value))


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
