"""The rules of Empires in words, which ``docs/rules.md`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.empires.data import rules_md
from core.empires.rules import standard_map
from core.engine.rulebook import Rulebook, Topic
from core.engine.word_forms import stem, words

CHAPTERS: Mapping[str, str] = {
    **dict.fromkeys(("collect", "collecting", "collection", "collections", "income", "tax", "taxes"), "1"),
    **dict.fromkeys(("trading",), "2"),
    **dict.fromkeys(("buy", "buying"), "3"),
    **dict.fromkeys(("winning", "win"), "6"),
}
"""By what people call a phase otherwise, the number of its chapter."""

# The rules say of pieces that they die, too.
_DICE = Topic(("one die", "each die", "legion die", "extra die", "a die", "roll"))
_BATTLES = Topic(("battle", "fight", "attack"), ("4.2", "4.2a", "4.2b", "4.2.1", "4.3a"))
_PRICES = Topic(("price", "cost"), ("3.0a", "3.1"))
_MOVES = Topic(("move",), ("4.0", "4.1.1", "4.1.2", "R15", "R24"))

TOPICS: Mapping[str, Topic] = {
    **dict.fromkeys(("die", "dice"), _DICE),
    **dict.fromkeys(("battle", "battles", "fight", "fights", "fighting", "attack", "attacks", "combat"), _BATTLES),
    **dict.fromkeys(("price", "prices", "cost", "costs", "pay", "paying", "payment", "payments"), _PRICES),
    **dict.fromkeys(("move", "moves", "moving", "movement", "march", "sail"), _MOVES),
}
"""Topics that are more than a word to look for."""


def _named() -> Iterator[str]:
    return (tile.name for tile in standard_map().tiles)


def _kinds_of(word: str) -> tuple[str, ...]:
    """``commodity`` for what is one."""
    wanted = [stem(part) for part in words(word)]
    is_good = any([stem(part) for part in words(name)] == wanted for name, _ in standard_map().commodities)
    return ("commodity",) if is_good else ()


RULEBOOK = Rulebook(rules_md, _named, CHAPTERS, TOPICS, _kinds_of)
