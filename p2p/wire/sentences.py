"""Sentences on the wire: a template and its fields, so that receivers read them in their own language."""

from __future__ import annotations

from string import Formatter
from typing import Annotated, NamedTuple, TypeAlias

from p2p.errors import Text
from p2p.wire.codec import MAX_TEXT, SPREAD, Converted, Limits, Line, Number, begins

_Fields: TypeAlias = tuple[tuple[Line, Number | Line], ...]


class _Sent(NamedTuple):
    """A text as it is sent: the template, and the fields by name."""

    template: Annotated[Line, Limits(1, MAX_TEXT)]
    fields: _Fields

    def is_sound(self) -> bool:
        """Return whether the template only names fields, and each name has one value."""
        named = dict(self.fields)
        if len(named) < len(self.fields):
            return False
        return not named or (_is_simple(self.template, named) and len(str(_received(self))) <= MAX_TEXT)


def _sent(text: Text) -> _Sent:
    fields = tuple((name, value if type(value) is int else _plain(str(value))) for name, value in text.fields.items())
    return _Sent(_plain(text.template), fields)


def _received(sent: _Sent) -> Text:
    return Text(sent.template, **dict(sent.fields))


def _plain(text: str) -> str:
    return text.encode("ascii", errors="replace").decode("ascii")[:MAX_TEXT]


def _is_simple(template: str, fields: dict[str, int | str]) -> bool:
    """Return whether each field stands plain or quoted; a format of its own could fill the memory."""
    try:
        slots = list(Formatter().parse(template))
    except ValueError:
        return False
    return all(
        name is None or (name in fields and name.isidentifier() and not spec and conversion in (None, "r"))
        for _, name, spec, conversion in slots
    )


Sentence: TypeAlias = Annotated[Text, Converted(_Sent, _received, _sent), SPREAD]
"""A text as the last field of a message: its template and the array of its fields."""


@begins("refused")
class Refusal(NamedTuple):
    """The receiver can't come in, or can't stay; the text says why. It is the last message."""

    text: Sentence
