"""What may go wrong at a table and is told as it is, whatever command was given."""

from __future__ import annotations


class JournalError(Exception):
    """A journal that cannot be written, or not be read any more; the message is one sentence."""
