"""What may go wrong at a table and is told as it is, whatever command was given."""

from __future__ import annotations

from typing import Any


class Explained(Exception):
    """Something that went wrong, told to a person in one sentence: in English, and so that others can translate it.

    ``template`` has named fields, as ``str.format`` takes them, and ``fields`` has what stands there; the text of the
    exception is the one filled in with the other. Without fields a template is the sentence itself. A field may be an
    Explained itself.
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template.format(**fields) if fields else template)
        self.template = template
        self.fields: dict[str, Any] = fields


def carried(sentence: str) -> str:
    """Mark a whole sentence that is told as it is, perhaps by the other end, for the catalogues of whoever shows it."""
    return sentence


class JournalError(Explained):
    """A journal that cannot be written, or not be read any more."""
