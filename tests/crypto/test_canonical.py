"""One encoding per value, one value per encoding, and one exception for everything else."""

from __future__ import annotations

import hashlib
import tracemalloc
from enum import StrEnum
from typing import Any, NamedTuple

import msgpack
import msgpack.fallback
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crypto import EncodingError, Label, Value, decode, encode
from crypto.canonical import elements
from tests.crypto import reference, vectors
from tests.crypto.strategies import kind, values

VECTORS = vectors.load()

# The bytes that begin something: mutations made of these reach further into a decoder than random ones.
HEADS = st.sampled_from([0x80, 0x90, 0x91, 0xA0, 0xA1, *range(0xC0, 0xE0), 0xFF]).map(lambda head: bytes([head]))


class Text(str):
    __slots__ = ()


class Blob(bytes):
    __slots__ = ()


class Suit(StrEnum):
    CUPS = "cups"


class Pair(NamedTuple):
    left: int
    right: int


def exactly_equal(a: Any, b: Any) -> bool:
    """Equal with equal types all the way down."""
    if type(a) is not type(b):
        return False
    if type(a) is tuple:
        return len(a) == len(b) and all(map(exactly_equal, a, b))
    return bool(a == b)


def nested(depth: int) -> Value:
    value: Value = ()
    for _ in range(depth - 1):
        value = (value,)
    return value


@pytest.mark.parametrize("vector", VECTORS["canonical"], ids=lambda vector: vector["encoding"][:20])
def test_a_value_and_its_encoding_are_those_of_their_vector(vector: dict[str, Any]) -> None:
    value = vectors.from_json(vector["value"])
    assert encode(value).hex() == vector["encoding"]
    assert exactly_equal(decode(bytes.fromhex(vector["encoding"])), value)


@pytest.mark.parametrize("vector", VECTORS["canonical_long"], ids=lambda vector: str(vector["value"]))
def test_a_long_value_has_the_encoding_of_its_vector_and_comes_back(vector: dict[str, Any]) -> None:
    value = vectors.from_json(vector["value"])
    encoding = encode(value)
    assert hashlib.sha256(encoding).hexdigest() == vector["encoding_sha256"]
    assert exactly_equal(decode(encoding), value)


@pytest.fixture(params=["compiled", "fallback"])
def _decoder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """As msgpack is installed, and as on a machine for which it has no compiled part."""
    if request.param == "fallback":
        monkeypatch.setattr(msgpack, "Unpacker", msgpack.fallback.Unpacker)
        monkeypatch.setattr(msgpack, "unpackb", msgpack.fallback.unpackb)


@pytest.mark.usefixtures("_decoder")
@pytest.mark.parametrize("vector", VECTORS["refused_encodings"], ids=lambda vector: vector["what"])
def test_an_encoding_that_is_not_canonical_is_refused_also_inside_a_tuple(vector: dict[str, str]) -> None:
    for around in (b"", b"\x92\x01"):
        with pytest.raises(EncodingError):
            decode(around + bytes.fromhex(vector["encoding"]))


@given(values)
def test_every_value_comes_back_with_its_types(value: Value) -> None:
    assert exactly_equal(decode(encode(value)), value)


@given(values)
def test_every_value_is_encoded_as_by_the_second_implementation(value: Value) -> None:
    assert encode(value) == reference.encode(value)


@given(values, values)
def test_equal_encodings_mean_equal_values(a: Value, b: Value) -> None:
    assert (encode(a) == encode(b)) == exactly_equal(a, b)


def assert_decoded_as_by_the_reference(data: bytes) -> None:
    try:
        expected = reference.decode(data)
    except ValueError:
        with pytest.raises(EncodingError):
            decode(data)
    else:
        assert exactly_equal(decode(data), expected)


@given(st.binary(max_size=40))
@example(b"\xc7\x0c\xff" + b"\xff" * 12)
@example(b"\xd7\xff" + b"\xff" * 8)
def test_any_bytes_are_decoded_or_refused_as_by_the_second_implementation(data: bytes) -> None:
    assert_decoded_as_by_the_reference(data)


@given(st.lists(st.one_of(HEADS, st.binary(max_size=3)), max_size=25).map(b"".join))
def test_any_run_of_heads_is_decoded_or_refused_as_by_the_second_implementation(data: bytes) -> None:
    assert_decoded_as_by_the_reference(data)


@given(values, st.data())
def test_any_changed_encoding_is_decoded_or_refused_as_by_the_second_implementation(
    value: Value, data: st.DataObject
) -> None:
    encoding = encode(value)
    start = data.draw(st.integers(0, len(encoding)))
    end = data.draw(st.integers(start, min(len(encoding), start + 3)))
    put = data.draw(st.one_of(HEADS, st.binary(max_size=4)))
    assert_decoded_as_by_the_reference(encoding[:start] + put + encoding[end:])


@given(values, st.data())
def test_no_encoding_begins_another(value: Value, data: st.DataObject) -> None:
    encoding = encode(value)
    with pytest.raises(EncodingError):
        decode(encoding[: data.draw(st.integers(0, len(encoding) - 1))])


@pytest.mark.parametrize(
    "value",
    [
        *(1.0, float("nan"), 1j, [], [1], {}, {1: 2}, set(), frozenset(), bytearray(b"a"), memoryview(b"a")),
        *(
            object(),
            int,
            Ellipsis,
            msgpack.ExtType(1, b""),
            msgpack.Timestamp(0),
            Text("a"),
            Blob(b"a"),
            Suit.CUPS,
            Pair(1, 2),
        ),
        *(2**64, -(2**63) - 1, "é", "٣", "\ud800", "\x80"),
    ],
    ids=kind,
)
def test_what_is_no_value_is_not_encoded(value: Any) -> None:
    with pytest.raises(EncodingError):
        encode((1, ("a", value)))


def test_a_label_is_encoded_as_its_text() -> None:
    assert encode((Label.LOG, 1)) == encode(("mare/7/log", 1))


def test_sixteen_tuples_inside_one_another_come_back() -> None:
    assert decode(encode(nested(16))) == nested(16)


@pytest.mark.parametrize("depth", [17, 1000, 100_000])
def test_deeper_tuples_are_not_encoded(depth: int) -> None:
    value = nested(depth)
    with pytest.raises(EncodingError, match="nested more than 16 deep"):
        encode(value)


@pytest.mark.usefixtures("_decoder")
@pytest.mark.parametrize("depth", [17, 511, 512, 1023, 1024, 1025, 100_000, 1_000_000])
def test_deeper_tuples_are_not_decoded(depth: int) -> None:
    with pytest.raises(EncodingError, match="nested more than 16 deep"):
        decode(b"\x91" * (depth - 1) + b"\x90")


@pytest.mark.parametrize("levels", [1, 16, 500])
def test_tuples_that_claim_elements_they_lack_take_no_memory(levels: int) -> None:
    size = 1 << 20
    claim = b"\xdd" + (size - 5000).to_bytes(4, "big")
    bomb = claim * levels
    bomb += b"\xc0" * (size - len(bomb))
    tracemalloc.start()
    try:
        with pytest.raises(EncodingError):
            decode(bomb)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * size


@pytest.mark.parametrize("size", [512, 513])
def test_short_encodings_that_claim_much_take_a_mebibyte_at_most(size: int) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(EncodingError):
            decode((b"\xdc" + size.to_bytes(2, "big")) * (size // 3) + b"\xc0" * (size % 3))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20


@given(st.lists(values).map(tuple))
def test_the_elements_of_a_tuple_have_their_own_encodings(items: tuple[Value, ...]) -> None:
    assert elements(encode(items)) == tuple(map(encode, items))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc0",
        encode((1, 2))[:-1],
        encode((1, 2)) + b"\xc0",
        b"\xdc\x00\x01\xc0",
        b"\xdd\xff\xff\xff\xff\xc0",
        b"\x91" * 2000 + b"\x90",
    ],
    ids=["nothing", "no tuple", "cut short", "more follows", "a longer head", "a claim", "too deep"],
)
def test_only_a_whole_tuple_has_elements(data: bytes) -> None:
    with pytest.raises(EncodingError):
        elements(data)


@pytest.mark.parametrize("size", [100, 600])
def test_what_follows_a_whole_value_is_refused_for_that(size: int) -> None:
    with pytest.raises(EncodingError, match="Bytes follow the end"):
        decode(encode(bytes(size)) + b"\xc0")


def test_data_of_the_largest_size_is_decoded_and_no_more() -> None:
    assert decode(encode(b"a" * 8), max_size=10) == b"a" * 8
    with pytest.raises(EncodingError, match="11 bytes; at most 10"):
        decode(encode(b"a" * 9), max_size=10)


def test_at_most_a_mebibyte_is_decoded_unless_asked_for() -> None:
    value = b"a" * (1 << 20)
    with pytest.raises(EncodingError, match="at most 1048576"):
        decode(encode(value))
    assert decode(encode(value), max_size=1 << 21) == value


@pytest.mark.parametrize("data", [None, 1, "a", bytearray(b"\xc0"), memoryview(b"\xc0"), (b"\xc0",)], ids=kind)
def test_only_bytes_are_decoded(data: Any) -> None:
    with pytest.raises(EncodingError, match="Only bytes"):
        decode(data)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (1.5, "The value is a float; only None, bool, int, str, bytes and tuples are encoded."),
        ((1, (2, 2**64)), "Field 1.1 is an integer beyond 64 bits."),
        (("a", "ä"), "Field 1 is text with characters beyond ASCII."),
        (((),) * 9 + ([],), "Field 9 is a list; only None, bool, int, str, bytes and tuples are encoded."),
    ],
)
def test_a_refused_value_is_named_by_place_and_kind(value: Any, sentence: str) -> None:
    with pytest.raises(EncodingError) as caught:
        encode(value)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("encoding", "sentence"),
    [
        ("cc00", "not canonical"),
        ("c0c0", "Bytes follow the end"),
        ("9201", "cut short"),
        ("80", "The value is a dict"),
        ("81a161c0", "contains a map or an extension type"),
        ("d6ff00000000", "contains a map or an extension type"),
        ("a1ff", "not ASCII"),
        ("a2c3a9", "ASCII"),
        ("c1", "begins no MessagePack value"),
        ("9301cb3ff0000000000000c0", "Field 1 is a float"),
    ],
)
def test_a_refused_encoding_is_refused_with_the_reason(encoding: str, sentence: str) -> None:
    with pytest.raises(EncodingError, match=sentence):
        decode(bytes.fromhex(encoding))
