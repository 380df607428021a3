"""Encoding and decoding of messages and stored items, derived from classes with annotated fields.

A named tuple or dataclass becomes an array of its fields in order. If it has a head (see ``begins``), that comes first.
Annotations say what a field may hold; the common ones are at the end. A method ``is_sound`` checks rules between
fields. Anything else is refused: lengths are checked before what they bound, and types are exact, so True is no number.
All this is worked out once for each class, not for each message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import pairwise
from operator import attrgetter, call
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    NamedTuple,
    NoReturn,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import CryptoError, EncodingError
from crypto.identity import PublicKey
from crypto.sealing import check_chat_key

T = TypeVar("T")


class MessageError(Exception):
    """Bytes are no message of this protocol. The text continues a sentence that begins with the sender's program."""


class Limits(NamedTuple):
    """Annotation with the least and the most that is allowed: of a number its value, otherwise the length."""

    least: int
    most: int


class Converted(NamedTuple):
    """Annotation of a type that has another type on the wire.

    ``make`` turns the wire value into the item or raises CryptoError; ``turn`` does the opposite.
    """

    on_wire: Any
    make: Callable[[Any], Any]
    turn: Callable[[Any], Any]


SPREAD = object()
"""Annotation of a class's last field: its own fields stand in its place."""

NO_LIMITS = Limits(-(1 << 63), 1 << 64)

_HEADS: dict[type, tuple[Value, ...]] = {}


def begins(*head: Value) -> Callable[[type[T]], type[T]]:
    """Give a class a head: constants at the front of its array that tell it apart in unions."""

    def mark(kind: type[T]) -> type[T]:
        _HEADS[kind] = head
        return kind

    return mark


class Codec(Generic[T]):
    """Encodes and decodes the items of a type or a union of types."""

    def __init__(self, hint: Any, max_size: int = canonical.MAX_SIZE) -> None:
        self._max_size = max_size
        self._read: Callable[[Value], T]
        self._read, self._write = _form(hint)

    def encode(self, item: T) -> bytes:
        """Return the bytes of an item."""
        return canonical.encode(self._write(item))

    def decode(self, data: bytes) -> T:
        """Return the item of these bytes; raise MessageError for any others."""
        try:
            decoded = canonical.decode(data, max_size=self._max_size)
        except EncodingError as error:
            raise MessageError(f"sent what is no canonical encoding: {error}") from None
        return self.read(decoded)

    def read(self, value: Value) -> T:
        """Return the item of a decoded value; raise MessageError for any other."""
        try:
            return self._read(value)
        except CryptoError:
            _refuse()


def value(item: Any) -> tuple[Value, ...]:
    """Return the array of a named tuple or dataclass, as it is sent, signed or hashed."""
    kind: Any = type(item)
    array: tuple[Value, ...] = _class(kind).write(item)
    return array


class _Form(NamedTuple):
    """How to read one type from a value, with MessageError for a wrong one, and how to write it."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def _same(item: Any) -> Any:
    return item


def _refuse() -> NoReturn:
    raise MessageError("sent a message that is none of this protocol")


def _form(hint: Any, limits: Limits = NO_LIMITS) -> _Form:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _marked(*args)
    if origin is Union or origin is UnionType:
        return _union(args)
    if origin is tuple and args[1:] == (...,):
        return _row(_form(args[0]), limits)
    if origin is tuple:
        return _array(tuple, tuple(map(_form, args)))
    if hint in (NoneType, bool, bytes, int, str):
        return _leaf(hint, *limits)
    return _Form(_same, _same) if hint is Any else _class(hint)


def _leaf(kind: Any, least: int, most: int) -> _Form:
    if kind is NoneType:
        return _Form(lambda value: value if value is None else _refuse(), _same)
    if kind is bytes or kind is str:
        return _Form(lambda value: value if type(value) is kind and least <= len(value) <= most else _refuse(), _same)
    return _Form(lambda value: value if type(value) is kind and least <= value <= most else _refuse(), _same)


def _row(inner: _Form, limits: Limits) -> _Form:
    """Return the form of a tuple of items of one type, whose number is within the limits."""
    least, most = limits

    def read(value: Value) -> Any:
        return tuple(map(inner.read, value)) if type(value) is tuple and least <= len(value) <= most else _refuse()

    return _Form(read, _same if inner.write is _same else lambda items: tuple(map(inner.write, items)))


def _array(
    make: Callable[[Iterable[Any]], Any],
    forms: tuple[_Form, ...],
    head: tuple[Value, ...] = (),
    parts: Callable[[Any], Iterable[Any]] = _same,
) -> _Form:
    """Return the form of an item whose array is a head and one value for each form."""
    begin, size = len(head), len(head) + len(forms)
    readers = tuple(form.read for form in forms)
    writers = tuple((place, form.write) for place, form in enumerate(forms, begin) if form.write is not _same)

    def read(value: Value) -> Any:
        if type(value) is tuple and len(value) == size and value[:begin] == head:
            return make(map(call, readers, value[begin:]))
        return _refuse()

    def write(item: Any) -> tuple[Value, ...]:
        array = [*head, *parts(item)]
        for place, write_part in writers:
            array[place] = write_part(array[place])
        return tuple(array)

    return _Form(read, write)


def _hints(kind: type) -> dict[str, Any]:
    """Return the types of the fields of a class, also of one that fills in the parameters of a generic one."""
    filled: dict[Any, Any] = {}
    for base in getattr(kind, "__orig_bases__", ()):
        if isinstance(origin := get_origin(base), type) and issubclass(origin, tuple):
            filled |= dict(zip(getattr(origin, "__parameters__", ()), get_args(base), strict=True))
    return {name: filled.get(hint, hint) for name, hint in get_type_hints(kind, include_extras=True).items()}


@cache
def _class(kind: type) -> _Form:
    hints, head = _hints(kind), _HEADS.get(kind, ())
    forms = tuple(map(_form, hints.values()))
    if issubclass(kind, tuple):
        form = _array(partial(tuple.__new__, kind), forms, head)
    else:
        form = _array(lambda fields: kind(*fields), forms, head, attrgetter(*hints))
    if any(SPREAD in get_args(hint) for hint in hints.values()):
        form = _spread(form, len(head) + len(forms) - 1)
    return _only(kind.is_sound, form) if hasattr(kind, "is_sound") else form


def _spread(form: _Form, place: int) -> _Form:
    """Return a form whose last field takes all values from a place on."""

    def read(value: Value) -> Any:
        return form.read((*value[:place], value[place:])) if type(value) is tuple else _refuse()

    def write(item: Any) -> tuple[Value, ...]:
        *array, last = form.write(item)
        return (*array, *last)

    return _Form(read, write)


def _marked(hint: Any, *marks: Any) -> _Form:
    """Return the form of a type with annotations; a function among them says whether an item is allowed."""
    for mark in marks:
        if isinstance(mark, Converted):
            return _converted(*mark)
    form = _form(hint, *(mark for mark in marks if isinstance(mark, Limits)))
    for check in filter(callable, marks):
        form = _only(check, form)
    return form


def _only(check: Callable[[Any], Any], form: _Form) -> _Form:
    def read(value: Value) -> Any:
        item = form.read(value)
        return item if check(item) else _refuse()

    return _Form(read, form.write)


def _converted(on_wire: Any, make: Callable[[Any], Any], turn: Callable[[Any], Any]) -> _Form:
    inner = _form(on_wire)
    return _Form(lambda value: make(inner.read(value)), lambda item: inner.write(turn(item)))


def _union(hints: Sequence[Any]) -> _Form:
    """Return the form of a union: classes are recognized by their head, other types are tried in turn."""
    forms = tuple(map(_form, hints))
    by_type = {_type(hint): form.write for hint, form in zip(hints, forms, strict=True)}
    by_word = {_HEADS[hint][0]: (form,) for hint, form in zip(hints, forms, strict=True) if hint in _HEADS}

    def read(value: Value) -> Any:
        for form in by_word.get(value[0], ()) if by_word and type(value) is tuple and value else forms:
            try:
                return form.read(value)
            except (MessageError, CryptoError):
                continue
        return _refuse()

    return _Form(read, lambda item: by_type[type(item)](item))


def _type(hint: Any) -> Any:
    """Return the type of a type's items, without annotations and type parameters."""
    return _type(get_args(hint)[0]) if get_origin(hint) is Annotated else get_origin(hint) or hint


# The types of fields

MAX_COUNT = 1 << 62
"""No step, counter or height comes near this; larger numbers are refused."""

MAX_TEXT = 1024
"""The most characters of an answer."""


def is_line(text: str) -> bool:
    """Return whether a text is one line of printable ASCII, which can't send commands to a terminal."""
    return len(text) <= MAX_TEXT and text.isascii() and text.isprintable()


def is_rising(items: tuple[Any, ...]) -> bool:
    """Return whether each item is greater than the one before it, so that a set has one spelling only."""
    return all(one < other for one, other in pairwise(items))


def _strong(check: Callable[[bytes], None]) -> Converted:
    """Return the annotation of a key of 32 bytes that ``check`` must pass."""

    def make(raw: bytes) -> bytes:
        check(raw)
        return raw

    return Converted(Digest, make, bytes)


Number: TypeAlias = Annotated[int, Limits(0, MAX_COUNT - 1)]
"""A number that counts from 0."""

Count: TypeAlias = Annotated[int, Limits(1, MAX_COUNT - 1)]
"""A number that counts from 1, such as that of a step."""

Digest: TypeAlias = Annotated[bytes, Limits(32, 32)]
"""32 bytes: a hash, commitment, salt, beacon value or tip."""

Signature: TypeAlias = Annotated[bytes, Limits(64, 64)]
"""An Ed25519 signature (RFC 8032)."""

ChatKey: TypeAlias = Annotated[bytes, _strong(check_chat_key)]
"""An X25519 public key for which messages can be sealed."""

Key: TypeAlias = Annotated[PublicKey, Converted(Digest, PublicKey, attrgetter("raw"))]
"""An identity key as an object that verifies signatures."""

Line: TypeAlias = Annotated[str, is_line]

Anything: TypeAlias = Any
"""Any value that has a canonical encoding."""
