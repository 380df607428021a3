"""How the programs in ``tests`` read their arguments."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """Return a whole number from 1 up; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up.")
    return int(text)
