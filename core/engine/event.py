"""The base of the events of a game. Every edition has its own types and a sentence for each."""

from __future__ import annotations

from typing import Any, ClassVar

from core.engine.kind import kinds_of
from core.engine.message import Message


class Event:
    """The base of every event record. Events are immutable values.

    ``template`` is its English text, which the record's fields and what is ``derived`` from them fill in. ``topics``
    are words by which people find it.
    """

    __slots__ = ()

    template: ClassVar[str]
    topics: ClassVar[tuple[str, ...]] = ()

    @property
    def derived(self) -> dict[str, str]:
        """What the text says besides the fields."""
        return {}


def message_of(board: Any, event: Event) -> Message:
    """Return the message that people read about an event."""
    record: type = type(event)
    fields = {name: kind.shown(board, getattr(event, name)) for name, kind in kinds_of(record).items()}
    return Message(event.template, **fields, **event.derived)
