"""What happens in a game, as records: every edition has its own, and words each of them."""

from __future__ import annotations

from typing import Any, ClassVar

from core.engine.kind import kinds_of
from core.engine.message import Message


class Event:
    """The base of every record of something that happens. Events are values: nobody changes one.

    ``template`` words it in English; its fields are those of the record. ``topics`` are words by which people find it.
    """

    __slots__ = ()

    template: ClassVar[str]
    topics: ClassVar[tuple[str, ...]] = ()


def message_of(board: Any, event: Event) -> Message:
    """Return what people read about an event."""
    record: type = type(event)
    fields = {name: kind.shown(board, getattr(event, name)) for name, kind in kinds_of(record).items()}
    return Message(event.template, **fields)
