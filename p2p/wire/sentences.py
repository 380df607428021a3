"""Sentences on the wire: a text and its fields, so that the receiver reads them in their own language."""

from __future__ import annotations

from string import Formatter

from crypto.canonical import Value
from p2p.errors import Text
from p2p.wire import schema


def sent(text: Text) -> tuple[Value, ...]:
    """Return a text as it is sent: the template and, by name, the fields."""
    fields = tuple((name, value if type(value) is int else _plain(str(value))) for name, value in text.fields.items())
    return _plain(text.template), fields


def received(template: Value, fields: Value) -> Text | None:
    """Return the text that was sent; None for any other shape, and for a template that does more than name fields."""
    if not schema.text(template) or not schema.rows(fields):
        return None
    named: dict[str, object] = {}
    for field in fields:
        if not schema.fits(field, schema.text, _is_value) or field[0] in named:
            return None
        named[str(field[0])] = field[1]
    text = Text(template, **named)
    if named and not (_is_simple(template, named) and len(str(text)) <= schema.MAX_TEXT):
        return None
    return text


def _plain(text: str) -> str:
    return text.encode("ascii", errors="replace").decode("ascii")[: schema.MAX_TEXT]


def _is_value(value: Value) -> bool:
    return schema.number(value) or schema.text(value)


def _is_simple(template: str, fields: dict[str, object]) -> bool:
    """Return whether each field stands as it is or quoted; a format of its own could fill the memory."""
    try:
        slots = list(Formatter().parse(template))
    except ValueError:
        return False
    return all(
        name is None or (name in fields and name.isidentifier() and not spec and conversion in (None, "r"))
        for _, name, spec, conversion in slots
    )
