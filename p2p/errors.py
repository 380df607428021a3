"""Errors at a table, and the translatable texts that they show."""

from __future__ import annotations


class Text:
    """A text for people: an English ``template``, and the ``fields`` that ``str.format`` fills in.

    ``str()`` returns the English text, which is also what other programs are sent. Translations look up the template.
    Without fields, a template is the text itself, even with braces in it. A field may be a Text or a TableError.
    """

    __slots__ = ("fields", "template")

    def __init__(self, template: str, /, **fields: object) -> None:
        self.template = template
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**self.fields) if self.fields else self.template

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.template, self.fields) == (other.template, other.fields)

    def __hash__(self) -> int:
        return hash(self.template)


class TableError(Exception):
    """Something went wrong; ``text`` says what, for people, and ``template`` and ``fields`` are its parts."""

    def __init__(self, text: str | Text, /, **fields: object) -> None:
        self.text = text if isinstance(text, Text) else Text(text, **fields)
        self.template = self.text.template
        self.fields = self.text.fields
        super().__init__(str(self.text))


class JournalError(TableError):
    """A journal can't be written, or can no longer be read."""
