"""The words by which people ask for topics of the rules, in every edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from core.engine.rulebook import Topic
from core.engine.word_forms import stem, words

# The rules also use "die" as a verb, of pieces.
_DICE = Topic(("one die", "each die", "legion die", "extra die", "a die", "its die", "roll"))

BATTLE = ("battle", "battles", "fight", "fights", "fighting", "attack", "attacks", "combat")
PRICE = ("price", "prices", "cost", "costs", "pay", "paying", "payment", "payments")
MOVE = ("move", "moves", "moving", "movement", "march", "sail")


def chapters(numbers: Mapping[str, Iterable[str]]) -> Mapping[str, str]:
    """Return the number of a chapter by each word that means it."""
    return {word: number for number, called in numbers.items() for word in called}


def topics(battle: tuple[str, ...], price: tuple[str, ...], move: tuple[str, ...]) -> Mapping[str, Topic]:
    """Return the topics that are more than a word to look for, with the numbers of rules that do not name them."""
    known = (
        (("die", "dice"), _DICE),
        (BATTLE, Topic(("battle", "fight", "attack"), battle)),
        (PRICE, Topic(("price", "cost"), price)),
        (MOVE, Topic(("move",), move)),
    )
    return {word: topic for called, topic in known for word in called}


def kinds_of(kinds: Callable[[], Iterable[str]], called: str) -> Callable[[str], tuple[str, ...]]:
    """Return a function from a word to the wider words that concern it, such as ``commodity`` for one of its kinds."""

    def concerned(word: str) -> tuple[str, ...]:
        wanted = [stem(part) for part in words(word)]
        return (called,) if any([stem(part) for part in words(name)] == wanted for name in kinds()) else ()

    return concerned
