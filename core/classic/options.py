"""From what a table of an edition of 2003 chooses."""

from __future__ import annotations

from core.engine.message import Message
from core.engine.option import ROUNDS, Choice, LineUp, Option

ORIGINAL: tuple[Option, ...] = (
    Choice(
        "start",
        Message("setup: printed is the one on the sheets, points lets each player spend 36 points (default: printed)"),
        {"printed": Message("printed setup"), "points": Message("setup with 36 points")},
    ),
    LineUp("line_up", Message("which civilizations play, separated by commas (default: the advised ones)")),
    ROUNDS,
    Choice(
        "open_hands",
        Message("show which resources each player holds, not only how many (K2)"),
        {False: Message("hidden hands"), True: Message("open hands")},
    ),
)
"""Those of the original edition."""

REVISED: tuple[Option, ...] = (
    *ORIGINAL,
    Choice(
        "blockade",
        Message("let players blockade the seas through which others ship legions (8.1)"),
        {False: Message("no blockades"), True: Message("blockades")},
    ),
    Choice(
        "alps",
        Message("let the owner of Hannibal march over the Alps (8.2)"),
        {False: Message("no way over the Alps"), True: Message("a way over the Alps")},
    ),
)
"""Those of the revised edition, with what is played by agreement only (8)."""
