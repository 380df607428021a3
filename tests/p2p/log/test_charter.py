"""What a charter may be, and what everybody refuses to sign."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from crypto import fingerprint
from crypto.canonical import Value, encode
from p2p.log.charter import (
    Charter,
    CharterError,
    ForeignCharter,
    Seat,
    decode_charter,
    encode_charter,
    is_key_of,
    told_apart,
)
from p2p.wire.codec import value
from tests.p2p.tables import chain, charter, chat, identity, player, seed

ADA = player(0)
GOOD = charter(3)


def with_seats(*seats: Seat) -> Charter:
    return replace(GOOD, seats=seats)


def seats_of(name: bytes) -> Charter:
    return with_seats(Seat("any", 0, name), Seat("any", 1, b"Bo"), Seat("any", 2, b""))


def test_a_charter_survives_its_encoding() -> None:
    assert decode_charter(encode_charter(GOOD)) == GOOD


def test_a_signature_is_for_one_charter_and_one_person() -> None:
    signature = GOOD.sign(identity(1))
    assert GOOD.has_signed(1, signature)
    assert not GOOD.has_signed(0, signature)
    assert not replace(GOOD, engine=8).has_signed(1, signature)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": (ADA, ADA._replace(tip=seed("tip"), chat=seed("chat")), ADA)}, "same key"),
        ({"players": (ADA, GOOD.players[1]._replace(chat=ADA.chat), GOOD.players[2])}, "same chat key"),
        ({"players": (ADA, GOOD.players[1]._replace(tip=ADA.tip), GOOD.players[2])}, "same beacon tip"),
        ({"options": "x" * 4096}, "options take"),
        ({"options": "\u00e4"}, "options cannot be encoded"),
        ({"seats": (Seat("any", 0, b""), Seat("any", 1, b""))}, "Player 3 of the charter has no seat"),
        ({"seats": (*GOOD.seats, Seat("any", 3, b""))}, "Seat 4 names a player who is not in the charter"),
        ({"seats": (*GOOD.seats, Seat("any", -1, b""))}, "Seat 4 names a player who is not in the charter"),
    ],
)
def test_a_charter_beyond_its_limits_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CharterError, match=sentence):
        replace(GOOD, **change)


def test_options_may_be_nested_only_as_deep_as_a_record_takes_them() -> None:
    deep: Value = 0
    for _ in range(14):
        deep = (deep,)
    assert encode((value(replace(GOOD, options=deep)),))
    with pytest.raises(CharterError, match="options cannot be encoded"):
        replace(GOOD, options=(deep,))


@pytest.mark.parametrize(
    ("place", "other"),
    [
        (1, -1),
        (2, ""),
        (2, "x" * 65),
        (2, "\x1b[2J"),
        (4, b"short"),
        (7, ()),
        (7, value(GOOD)[7] * 3),  # type: ignore[operator]
        (7, ((b"\x01" + bytes(31), chat(0).public, chain(0).tip),)),
        (7, ((bytes(31), chat(0).public, chain(0).tip),)),
        (7, ((identity(0).public.raw, bytes(32), chain(0).tip),)),
        (8, (("any", 0, b"x" * 65),)),
        (8, (("x" * 65, 0, b""),)),
        (8, (("any", 0, b""),) * 17),
    ],
)
def test_a_value_beyond_its_limits_is_no_charter(place: int, other: Value) -> None:
    fields = list(value(GOOD))
    fields[place] = other
    with pytest.raises(CharterError, match="does not have its fields, or a key in it is weak"):
        decode_charter(encode(tuple(fields)))


def test_the_charter_of_another_protocol_is_told_apart() -> None:
    with pytest.raises(ForeignCharter, match="speaks protocol 1; this program speaks protocol 7"):
        decode_charter(encode((1, "whatever", "follows")))


@pytest.mark.parametrize("other", [None, (), (1,), "charter", value(GOOD)[:-1], (*value(GOOD), 0)])
def test_what_has_not_eight_fields_is_no_charter(other: Value) -> None:
    with pytest.raises(CharterError):
        decode_charter(encode(other))


def test_an_identity_that_is_not_in_the_charter_is_told_so() -> None:
    assert GOOD.player(identity(2).public) == 2
    with pytest.raises(CharterError, match="none of the charter's players"):
        GOOD.player(identity(4).public)


def first_words(player: int, count: int = 1) -> str:
    return "-".join(fingerprint(identity(player).public).split("-")[:count])


def test_players_are_called_by_the_name_of_their_first_seat() -> None:
    assert [str(seats_of(b"Ada").name(player)) for player in range(2)] == ["Ada", "Bo"]


def test_a_player_without_a_visible_name_is_called_by_their_key() -> None:
    assert str(seats_of(b"Ada").name(2)) == f"Player {first_words(2)}-…"


@pytest.mark.parametrize("name", [b"Bo", b"bo", "b\u3164o".encode()])
def test_players_whose_names_look_alike_are_told_apart_by_their_keys(name: bytes) -> None:
    both = seats_of(name)
    assert str(both.name(0)) == f"{name.decode().replace(chr(0x3164), '')} ({first_words(0)}-…)"
    assert str(both.name(1)) == f"Bo ({first_words(1)}-…)"


def test_keys_that_begin_alike_are_told_apart_by_more_words(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [identity(player).public for player in range(2)]
    words = dict(zip(keys, ("elegant-cat-a-b-c-d", "elegant-dog-a-b-c-d"), strict=True))
    monkeypatch.setattr("p2p.log.charter.fingerprint", words.__getitem__)
    assert [str(told_apart([b"Bo", b"Bo"], keys, player)) for player in range(2)] == [
        "Bo (elegant-cat-…)",
        "Bo (elegant-dog-…)",
    ]


@pytest.mark.parametrize(
    ("typed", "is_meant"), [("ELEGANT-…", True), ("elegant-cat", True), ("ele", False), ("", False)]
)
def test_the_first_words_of_a_key_mean_its_player(typed: str, is_meant: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.log.charter.fingerprint", lambda key: "elegant-cat-a-b-c-d")
    assert is_key_of(typed, identity(0).public) is is_meant
