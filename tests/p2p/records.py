"""Records as values: what stands in one, and a record of other contents whose checksum fits."""

from __future__ import annotations

from typing import Any

from crypto import canonical
from crypto.canonical import Value
from crypto.digest import digest
from crypto.labels import Label
from p2p.log.record import RECORD_MAGIC, VERSION

HEADER = len(RECORD_MAGIC) + 1
"""Bytes before the contents."""


def contents(record: bytes) -> tuple[Any, ...]:
    """The charter, its signatures, the steps, the closings, the games before, and proofs."""
    value: Any = canonical.decode(record[HEADER:-32])
    return tuple(value)


def sealed(value: Value) -> bytes:
    """A record with these contents and a checksum that fits."""
    head = RECORD_MAGIC + bytes([VERSION]) + canonical.encode(value)
    return head + digest(Label.RECORD, head)


def put(value: Value, path: tuple[int, ...], other: Value) -> Value:
    """The value with another one in some place."""
    if not path:
        return other
    assert type(value) is tuple
    place = path[0]
    return (*value[:place], put(value[place], path[1:], other), *value[place + 1 :])
