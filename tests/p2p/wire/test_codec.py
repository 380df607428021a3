"""What is declared once: a value is what the declaration says, both ways, or is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto import canonical
from crypto.canonical import Value
from crypto.identity import PublicKey
from p2p.wire import codec
from p2p.wire.codec import (
    SPREAD,
    Anything,
    Codec,
    Count,
    Digest,
    Key,
    Limits,
    Line,
    MessageError,
    Number,
    begins,
    is_rising,
)
from tests.p2p.records import put
from tests.p2p.tables import identity

H = bytes(range(32))


class Point(NamedTuple):
    """Two numbers, the second not below the first."""

    low: Number
    high: Number

    def is_sound(self) -> bool:
        return self.low <= self.high


@begins("line", 7)
@dataclass(frozen=True)
class Named:
    """A dataclass with two words before its fields."""

    name: Annotated[Line, Limits(1, 4)]
    key: Key | None
    flag: bool


@begins("row")
class Row(NamedTuple):
    """Everything else; the point stands without an array of its own."""

    digest: Digest
    counts: Annotated[tuple[Count, ...], Limits(0, 3), is_rising]
    either: Line | Digest | tuple[Number, Line]
    inner: Named
    rest: Anything
    last: Annotated[Point | tuple[()], SPREAD]


KEY = identity(0).public
NAMED = Named("ada", KEY, True)
NAMED_VALUE = ("line", 7, "ada", KEY.raw, True)
ROW = Row(H, (1, 2), (3, "x"), NAMED, ("any", (None,)), Point(4, 5))
ROW_VALUE = ("row", H, (1, 2), (3, "x"), NAMED_VALUE, ("any", (None,)), 4, 5)
EITHER: Codec[Named | Row] = Codec(Named | Row)

leaves = st.sampled_from([None, True, 0, 1, 7, -1, 1 << 62, "", "ada", "line", "a\n", H, b"", KEY.raw, bytes(32)])
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=4).map(tuple), max_leaves=6)


def test_a_class_is_the_array_of_its_fields_behind_its_words() -> None:
    assert codec.value(ROW) == ROW_VALUE
    assert codec.value(ROW._replace(last=())) == ROW_VALUE[:-2]
    assert codec.value(NAMED) == NAMED_VALUE
    assert codec.value(Point(1, 2)) == (1, 2)


@pytest.mark.parametrize("item", [ROW, ROW._replace(last=()), ROW._replace(either=H), NAMED, Named("ada", None, False)])
def test_what_is_written_is_read_again(item: Named | Row) -> None:
    again = EITHER.decode(EITHER.encode(item))
    assert again == item
    assert type(again) is type(item)


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ((), "row"),
        ((), ()),
        ((), ROW_VALUE[:-1]),
        ((), (*ROW_VALUE, 6)),
        ((0,), "other"),
        ((0,), "line"),
        ((0,), None),
        ((1,), H[1:]),
        ((1,), "x" * 32),
        ((2,), (1, 2, 3, 4)),
        ((2,), (2, 1)),
        ((2,), (1, 1)),
        ((2,), (0,)),
        ((2,), (True,)),
        ((2,), 1),
        ((3,), (3,)),
        ((3,), ("x", 3)),
        ((3,), "\x1b[2J"),
        ((3,), 3),
        ((4,), ROW_VALUE),
        ((4, 1), 8),
        ((4, 2), ""),
        ((4, 2), "adaad"),
        ((4, 3), bytes(32)),
        ((4, 3), H[1:]),
        ((4, 4), 1),
        ((6,), 6),
        ((7,), 1 << 62),
        ((7,), True),
    ],
)
def test_anything_else_is_refused(path: tuple[int, ...], other: Value) -> None:
    with pytest.raises(MessageError, match="none of this protocol"):
        EITHER.read(put(ROW_VALUE, path, other))


@given(st.data())
def test_every_value_is_an_item_that_encodes_to_the_same_bytes_or_is_refused_by_one_error(data: st.DataObject) -> None:
    def changed(value: Value) -> Value:
        if type(value) is tuple and value and data.draw(st.integers(0, 3)):
            place = data.draw(st.integers(0, len(value) - 1))
            return (*value[:place], changed(value[place]), *value[place + 1 :])
        return data.draw(values)

    encoded = canonical.encode(changed(ROW_VALUE))
    try:
        item = EITHER.decode(encoded)
    except MessageError:
        return
    assert EITHER.encode(item) == encoded


def test_a_length_is_looked_at_before_what_it_bounds() -> None:
    seen: list[Any] = []

    def note(item: Any) -> bool:
        seen.append(item)
        return True

    few: Codec[tuple[int, ...]] = Codec(Annotated[tuple[Annotated[int, note], ...], Limits(0, 2)])
    with pytest.raises(MessageError):
        few.read((1, 2, 3))
    assert not seen
    assert few.read((1, 2)) == (1, 2)
    assert seen == [1, 2]


def test_bytes_beyond_a_codec_s_size_are_refused() -> None:
    small: Codec[bytes] = Codec(bytes, max_size=8)
    assert small.decode(small.encode(b"six!!!")) == b"six!!!"
    with pytest.raises(MessageError, match="no canonical encoding"):
        small.decode(small.encode(b"seven!!"))


def test_a_converted_field_is_what_it_stands_for() -> None:
    keys: Codec[PublicKey] = Codec(Key)
    assert keys.encode(KEY) == canonical.encode(KEY.raw)
    assert keys.read(KEY.raw) == KEY
    with pytest.raises(MessageError):
        keys.read(b"\x01" + bytes(31))
