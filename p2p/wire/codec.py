"""What is sent and kept, declared once: from a class with annotated fields follow both ways between it and its bytes.

A named tuple or a dataclass is the array of its fields in their order, behind the words with which it ``begins``, if
any. Annotations say what each field may hold (`p2p.wire.schema` has those of many); a method ``is_sound`` says what
must hold between fields. Nothing else is read: every length is looked at before what it bounds, and types are exact,
so that True is no number. All this is worked out once for a class, not with every message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from operator import attrgetter, call
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import CryptoError, EncodingError

T = TypeVar("T")


class MessageError(Exception):
    """Bytes that are no message of this protocol; the text follows upon the name of the sender's program."""


class Limits(NamedTuple):
    """Mark of a type: the least and the most, of a number its value, of bytes, text and tuples their length."""

    least: int
    most: int


class Converted(NamedTuple):
    """Mark of a type that is another one on the wire. What ``read`` raises CryptoError for is not of this type."""

    on_wire: Any
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


SPREAD = object()
"""Mark of a class's last field: its own fields stand in its place."""

_HEADS: dict[type, tuple[Value, ...]] = {}


def begins(*head: Value) -> Callable[[type[T]], type[T]]:
    """Have a class begin with a word wherever it stands, by which it is told apart in unions."""

    def mark(kind: type[T]) -> type[T]:
        _HEADS[kind] = head
        return kind

    return mark


class Codec(Generic[T]):
    """Both ways between the items that a type describes, or a union of types, and bytes."""

    def __init__(self, hint: Any, max_size: int = canonical.MAX_SIZE) -> None:
        self._form = _form(hint)
        self._max_size = max_size

    def encode(self, item: T) -> bytes:
        """The bytes of an item."""
        return canonical.encode(self._form.write(item))

    def decode(self, data: bytes) -> T:
        """The item of these bytes; MessageError for anything else."""
        try:
            decoded = canonical.decode(data, max_size=self._max_size)
        except EncodingError as error:
            raise MessageError(f"sent what is no canonical encoding: {error}") from None
        return self.read(decoded)

    def read(self, value: Value) -> T:
        """The item of a decoded value; MessageError for any other."""
        item: T = self._form.read(value)
        return item


def value(item: Any) -> tuple[Value, ...]:
    """The array that a named tuple or a dataclass is where it is sent, signed or hashed."""
    kind: Any = type(item)
    array: tuple[Value, ...] = _class(kind).write(item)
    return array


class _Form(NamedTuple):
    """How one type is read from a value, which raises MessageError, and how it is written as one."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def _same(item: Any) -> Any:
    return item


def _misfit() -> MessageError:
    return MessageError("sent a message that is none of this protocol")


def _form(hint: Any, limits: Limits | None = None) -> _Form:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _marked(args[0], args[1:])
    if origin is Union or origin is UnionType:
        return _union(args)
    if origin is tuple:
        return _row(_form(args[0]), limits) if args[1:] == (...,) else _array(tuple, tuple(map(_form, args)))
    if hint is Any:
        return _Form(_same, _same)
    return _leaf(hint, limits) if hint in (NoneType, bool, bytes, int, str) else _class(hint)


def _leaf(kind: Any, limits: Limits | None) -> _Form:
    def exact(value: Value) -> Value:
        if type(value) is kind:
            return value
        raise _misfit()

    if limits is None:
        return _Form(exact, _same)
    least, most = limits

    def integer(value: Value) -> Value:
        if type(value) is int and least <= value <= most:
            return value
        raise _misfit()

    def sized(value: Any) -> Any:
        if type(value) is kind and least <= len(value) <= most:
            return value
        raise _misfit()

    return _Form(integer if kind is int else sized, _same)


def _marked(hint: Any, marks: Sequence[Any]) -> _Form:
    """A type with its marks; a function is a condition."""
    limits = [mark for mark in marks if isinstance(mark, Limits)]
    narrowed = Limits(max(one.least for one in limits), min(one.most for one in limits)) if limits else None
    converted = [mark for mark in marks if isinstance(mark, Converted)]
    form = _converted(*converted) if converted else _form(hint, narrowed)
    for condition in filter(callable, marks):
        form = _Form(_only(condition, form.read), form.write)
    return form


def _only(condition: Callable[[Any], Any], read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def checked(value: Value) -> Any:
        item = read(value)
        if condition(item):
            return item
        raise _misfit()

    return checked


def _converted(mark: Converted) -> _Form:
    inner = _form(mark.on_wire)

    def read(value: Value) -> Any:
        try:
            return mark.read(inner.read(value))
        except CryptoError:
            raise _misfit() from None

    return _Form(read, lambda item: inner.write(mark.write(item)))


def _union(hints: tuple[Any, ...]) -> _Form:
    forms = tuple(map(_form, hints))
    writers = {_type(hint): form.write for hint, form in zip(hints, forms, strict=True)}

    def write(item: Any) -> Any:
        return writers[type(item)](item)

    heads = {_HEADS[hint][0]: form.read for hint, form in zip(hints, forms, strict=True) if hint in _HEADS}

    def read_by_word(value: Value) -> Any:
        if type(value) is tuple and value and (read := heads.get(value[0])) is not None:
            return read(value)
        raise _misfit()

    def read_in_turn(value: Value) -> Any:
        for form in forms:
            try:
                return form.read(value)
            except MessageError:
                continue
        raise _misfit()

    return _Form(read_by_word if heads else read_in_turn, write)


def _type(hint: Any) -> Any:
    """The type of the items of a type, without its marks and what is inside."""
    return _type(get_args(hint)[0]) if get_origin(hint) is Annotated else get_origin(hint) or hint


def _row(inner: _Form, limits: Limits | None) -> _Form:
    least, most = limits or (0, 1 << 32)

    def read(value: Value) -> Any:
        if type(value) is tuple and least <= len(value) <= most:
            return tuple(map(inner.read, value))
        raise _misfit()

    return _Form(read, _same if inner.write is _same else lambda items: tuple(map(inner.write, items)))


@cache
def _class(kind: type) -> _Form:
    hints, head = get_type_hints(kind, include_extras=True), _HEADS.get(kind, ())
    forms = tuple(map(_form, hints.values()))
    if issubclass(kind, tuple):
        read, write = _array(partial(tuple.__new__, kind), forms, head)
    else:
        read, write = _array(lambda fields: kind(*fields), forms, head, attrgetter(*hints))
    if any(SPREAD in get_args(hint) for hint in hints.values()):
        read, write = _spread(len(head) + len(forms) - 1, read, write)
    sound = getattr(kind, "is_sound", None)
    return _Form(read if sound is None else _only(sound, read), write)


def _array(
    make: Callable[[Iterable[Any]], Any],
    forms: tuple[_Form, ...],
    head: tuple[Value, ...] = (),
    parts: Callable[[Any], Iterable[Any]] = _same,
) -> _Form:
    """One item from one value each, after a head."""
    begin, size = len(head), len(head) + len(forms)
    readers, writers = tuple(form.read for form in forms), tuple(form.write for form in forms)

    def read(value: Value) -> Any:
        if type(value) is tuple and len(value) == size and value[:begin] == head:
            return make(map(call, readers, value[begin:]))
        raise _misfit()

    def write(item: Any) -> tuple[Value, ...]:
        return (*head, *map(call, writers, parts(item)))

    def write_plain(item: Any) -> tuple[Value, ...]:
        return (*head, *parts(item))

    return _Form(read, write_plain if all(writer is _same for writer in writers) else write)


def _spread(place: int, read: Callable[[Any], Any], write: Callable[[Any], Any]) -> _Form:
    """The same with all values from a place on as those of the last field."""

    def read_spread(value: Value) -> Any:
        if type(value) is tuple:
            return read((*value[:place], value[place:]))
        raise _misfit()

    def write_spread(item: Any) -> tuple[Value, ...]:
        *array, last = write(item)
        return (*array, *last)

    return _Form(read_spread, write_spread)
