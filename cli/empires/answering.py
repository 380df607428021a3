"""How answers of Empires are typed, completed, explained and foreseen."""

from __future__ import annotations

from cli.empires.choices import Ways as ways  # noqa: N813 - made by calling it
from cli.empires.preview import effects_of as effects
from cli.empires.preview import preview_of as preview
from cli.empires.preview import preview_of_steps, stakes
from cli.empires.preview import preview_of_tile as preview_of_words
from cli.empires.reasons import read
from cli.empires.words import WORDING
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
