"""How answers of 2003 are typed, completed, explained and foreseen."""

from __future__ import annotations

from cli.classic.choices import Ways as ways  # noqa: N813 - made by calling it
from cli.classic.preview import effects_of as effects
from cli.classic.preview import preview_of as preview
from cli.classic.preview import preview_of_steps, preview_of_words, stakes
from cli.classic.reasons import read
from cli.classic.words import WORDING
from cli.mare.answers import as_typed, in_short, in_words, outline

__all__ = [
    "MOVES",
    "PAYING",
    "as_typed",
    "effects",
    "expand",
    "in_short",
    "in_words",
    "lists",
    "outline",
    "preview",
    "preview_of_steps",
    "preview_of_words",
    "read",
    "stakes",
    "ways",
]

MOVES, PAYING = WORDING.MOVES, WORDING.PAYING
expand, lists = WORDING.expand, WORDING.lists
