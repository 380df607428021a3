"""What others wrote, made fit for any terminal."""

from __future__ import annotations

import unicodedata


def shown(name: bytes) -> str:
    """A name as it may appear on a terminal: no control, escape, bidirectional or invisible characters."""
    text = name.decode("utf-8", errors="replace")
    return "".join(char for char in text if unicodedata.category(char)[0] != "C" and char not in "\u2028\u2029").strip()
