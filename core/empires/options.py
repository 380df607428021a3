"""From what a table of Empires chooses."""

from __future__ import annotations

from core.engine.message import Message
from core.engine.option import ROUNDS, Choice

DECLARED = (
    Choice(
        "display",
        Message("heroes and wonders: open has all of them face up, short five at a time (default: open)"),
        {"open": Message("open display"), "short": Message("short display")},
    ),
    ROUNDS,
    Choice(
        "open_hands",
        Message("show which resources each player holds, not only how many (R3)"),
        {False: Message("hidden hands"), True: Message("open hands")},
    ),
)
"""The options from which a table of Empires chooses."""
