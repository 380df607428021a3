"""The canonical encoding of everything signed, hashed or sent: a subset of MessagePack with one form per value.

The values are None, bool, int from -2**63 to 2**64 - 1, ASCII str, bytes, and tuples of these, nested at most `DEPTH`
deep. Types are exact: True is not 1, a list is not a tuple. Each value has the shortest form in the MessagePack
specification; text uses the str family, bytes the bin family. Maps, floats and extension types don't occur. So equal
encodings mean equal values of equal types, and a hash or signature has one meaning only.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgpack

from crypto.errors import EncodingError
from crypto.labels import Label

Value: TypeAlias = "bool | int | str | bytes | tuple[Value, ...] | None"

DEPTH = 16
"""How many levels of tuples are allowed; ``()`` is one level."""

MAX_SIZE = 1 << 20
"""The most bytes that `decode` takes by default."""

_SHORT = 512
"""In so few bytes, tuples can't claim elements that need more than a mebibyte together."""

_TRAILING = "Bytes follow the end of the encoded value."

_packer = msgpack.Packer()

_LEAST = -(2**63)
_GREATEST = 2**64 - 1


def encode(value: Value) -> bytes:
    """Return the canonical encoding of a value; a Label counts as its text.

    Raises EncodingError, which names the place, for anything that is not a `Value`, whatever its static type says.
    """
    if not _are_values((value,), DEPTH):
        _refuse((value,), ())
    return _pack(value)


def decode(data: bytes, *, max_size: int = MAX_SIZE) -> Value:
    """Return the value that these bytes encode: ``encode(decode(data)) == data`` always holds.

    `max_size` is in bytes. Raises EncodingError for all other bytes. Uses at most a mebibyte and a small multiple of
    the data's size in memory.
    """
    if type(data) is not bytes:
        raise EncodingError(f"Only bytes can be decoded, not {_kind(data)}.")
    if len(data) > max_size:
        raise EncodingError(f"The encoding has {len(data)} bytes; at most {max_size} are taken.")
    value = _unpack(data)
    if not _are_values((value,), DEPTH):
        _refuse((value,), ())
    if _pack(value) != data:
        raise EncodingError("The encoding is not canonical: the same value has a shorter form.")
    return value


def elements(data: bytes) -> tuple[bytes, ...]:
    """Return the encodings of the elements of an encoded tuple, which are not decoded, hence not yet checked.

    So one can decode a long tuple element by element. Raises EncodingError if these bytes are no whole tuple, or its
    length does not have its shortest form. Uses a small multiple of the data's size in memory.
    """
    unpacker = msgpack.Unpacker(max_buffer_size=max(len(data), 1))
    unpacker.feed(data)
    try:
        length = unpacker.read_array_header()
        start = unpacker.tell()
        if _packer.pack_array_header(length) != data[:start]:
            raise EncodingError("The encoding is not canonical: the same value has a shorter form.")
        found = []
        for _ in range(length):
            unpacker.skip()
            found.append(data[start : unpacker.tell()])
            start = unpacker.tell()
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        raise EncodingError(_reason(error)) from error
    if start != len(data):
        raise EncodingError(_TRAILING)
    return tuple(found)


def _are_values(values: tuple[Any, ...], depth: int) -> bool:
    """Return whether all `values` are `Value`s with at most `depth` levels of tuples.

    A peer spends much of its time here, and nearly all input is right. So this only says yes or no; `_refuse` finds the
    fault.
    """
    for value in values:
        kind = type(value)
        if kind is bytes:
            continue
        if kind is int:
            if not _LEAST <= value <= _GREATEST:
                return False
        elif kind is str or kind is Label:
            if not value.isascii():
                return False
        elif kind is tuple:
            if not depth or not _are_values(value, depth - 1):
                return False
        elif value is not None and kind is not bool:
            return False
    return True


def _refuse(values: tuple[Any, ...], path: tuple[int, ...]) -> None:
    """Raise EncodingError for the first of `values` that is no `Value`; `path` has the places that lead to them."""
    for place, value in enumerate(values):
        if _are_values((value,), DEPTH - len(path)):
            continue
        kind = type(value)
        if kind is int:
            raise EncodingError(f"{_at(path, place)} is an integer beyond 64 bits.")
        if kind is str or kind is Label:
            raise EncodingError(f"{_at(path, place)} is text with characters beyond ASCII.")
        if kind is tuple:
            if len(path) == DEPTH:
                raise EncodingError(f"{_at(path, place)} is nested more than {DEPTH} deep.")
            _refuse(value, (*path, place))
        raise EncodingError(
            f"{_at(path, place)} is {_kind(value)}; only None, bool, int, str, bytes and tuples are encoded."
        )


def _at(path: tuple[int, ...], place: int) -> str:
    inner = (*path, place)[1:]
    return f"Field {'.'.join(map(str, inner))}" if inner else "The value"


def _kind(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _pack(value: Value) -> bytes:
    try:
        packed: bytes = _packer.pack(value)
    except ValueError as error:
        raise EncodingError(
            "A text, byte string or tuple is too long for MessagePack, which counts in 32 bits."
        ) from error
    return packed


def _unpack(data: bytes) -> Value:
    try:
        if len(data) > _SHORT:
            # A tuple may claim far more elements than follow. Some releases of msgpack allocate memory for all of them
            # at once, at each of a thousand levels. Skipping allocates nothing, and it proves that every element is
            # there.
            unpacker = msgpack.Unpacker(max_buffer_size=len(data))
            unpacker.feed(data)
            unpacker.skip()
            if unpacker.tell() != len(data):
                raise EncodingError(_TRAILING)
        value: Value = msgpack.unpackb(data, use_list=False, strict_map_key=True, max_map_len=0, max_ext_len=0)
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        raise EncodingError(_reason(error)) from error
    return value


def _reason(error: Exception) -> str:
    match error:
        case msgpack.ExtraData():
            return _TRAILING
        case msgpack.StackError() | RecursionError():
            return f"The encoding is nested more than {DEPTH} deep."
        case UnicodeDecodeError():
            return "The encoding contains text that is not ASCII."
        case msgpack.FormatError():
            return "The encoding contains a byte that begins no MessagePack value."
    return "The encoding is cut short, or contains a map or an extension type."
