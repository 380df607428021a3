"""The rules of Empires in words, which ``docs/rules.md`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.empires.data import rules_md
from core.empires.rules import standard_map
from core.engine.rulebook import Rulebook
from core.mare.rulebook import COMPARISON, chapters, kinds_of, topics

CHAPTERS: Mapping[str, str] = chapters(
    {
        "1": ("collect", "collecting", "collection", "collections", "income", "tax", "taxes"),
        "2": ("trading",),
        "3": ("buy", "buying"),
        "6": ("winning", "win"),
    }
)
"""The number of a phase's chapter by the phase's other names."""

TOPICS = topics(
    battle=("4.2", "4.2a", "4.2b", "4.2.1", "4.3a"),
    price=("3.0a", "3.1"),
    move=("4.0", "4.1.1", "4.1.2", "R15", "R24"),
)
"""Topics that are more than a word to look for."""


def _named() -> Iterator[str]:
    return (tile.name for tile in standard_map().tiles)


def _commodities() -> Iterator[str]:
    return (name for name, _ in standard_map().commodities)


RULEBOOK = Rulebook(rules_md, _named, CHAPTERS, TOPICS, kinds_of(_commodities, "commodity"), (COMPARISON,))
