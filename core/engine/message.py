"""Messages of the rules to people: English texts that can be translated."""

from __future__ import annotations

from collections.abc import Iterable


class Message:
    """A translatable text: an English ``template``, and the ``fields`` that ``str.format`` fills in.

    ``str()`` returns the English text. Another language has its own text for the template. A field holds a term of the
    game, a number or another Message.
    """

    __slots__ = ("fields", "template")

    def __init__(self, template: str, /, **fields: object) -> None:
        self.template = template
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**self.fields) if self.fields else self.template

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"


def several(texts: Iterable[object], separator: str = ", ") -> Message:
    """Return a message that joins texts; each text is translated by itself."""
    fields: dict[str, object] = {f"text{number}": text for number, text in enumerate(texts)}
    return Message(separator.join(f"{{{name}}}" for name in fields), **fields)


def counted(goods: Iterable[tuple[object, int]]) -> Message:
    """Return goods one after another, each with its number: ``2 coin, wine``."""
    return several(
        Message("{number} {good}", number=number, good=good) if number > 1 else good for good, number in goods
    )
