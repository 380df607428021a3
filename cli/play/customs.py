"""What a table agrees on beside its rules: a clock for each turn, and whether players may have hints.

It stands in the charter's options round those of the edition, so that all players sign the same; the rules know nothing
of it. A table that has chosen nothing has the edition's options alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.i18n.texts import count, marked, tr
from cli.table_game import Customs, customs_in

MOST_MINUTES = 1440
"""The longest clock: a day."""

CLOCK, HINTS = "clock", "hints"

MEANINGS = {
    CLOCK: marked("minutes for a turn; after them you may propose “absent” for a player who is here; 0 for no clock"),
    HINTS: marked("whether players may ask for hints"),
}
VALUES = {CLOCK: "N", HINTS: "yes|no"}


def told(options: object) -> list[str]:
    """Return what a table agrees to, beside its rules; nothing if that is the usual."""
    customs = customs_in(options)
    found = [tr("a clock of {minutes} for each turn", minutes=count(customs.clock, "minute"))] if customs.clock else []
    return found if customs.hints else [*found, tr("no hints")]


def changed(customs: Customs, name: str, text: str) -> Customs | None:
    """Return the customs after ``set NAME TEXT``; None if the text is not a value."""
    if name == CLOCK:
        minutes = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else -1
        return customs._replace(clock=minutes) if 0 <= minutes <= MOST_MINUTES else None
    known = {"yes": True, "no": False}
    meant = [value for word, value in known.items() if text and word.startswith(text.lower())]
    return customs._replace(hints=meant[0]) if len(meant) == 1 else None


def named(begun: str) -> Sequence[str]:
    """Return the names of the customs that a word begins."""
    return [name for name in MEANINGS if begun and name.startswith(begun)]
