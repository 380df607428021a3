"""The words by which people ask for topics of the rules, and the page that compares the editions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from core.engine.rulebook import Page, Topic, stem, words

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


COMPARISON = Page(
    "editions, edition, differences, difference, comparison, compare",
    """\
# Differences between the editions

`empires` is the edition of 2016. `original` and `revised` are the two editions of 2003; “2003” means both. \
Rule numbers are those of each edition.

- *Board*. Empires: 27 provinces, 9 seas. 2003: 33 provinces, 10 seas.
- *Players*. Empires: 3 to 5; with fewer than 5, part of the board is closed (0.7). \
2003: 3 to 5; civilizations that no player plays are neutral and only defend (1.5a, 1.5b).
- *Setup*. Empires: printed (0.7a). 2003: printed, or bought with 36 points (1.3a, 1.4a).
- *Pieces of each player*. Empires: 8 legions, 5 triremes, 5 fortresses, 7 control markers (0.5). \
2003: 8 legions, 5 triremes, 8 fortresses, 12 control markers (1.2).
- *Commodities*. Empires: 13 kinds; legendary ones are drawn at random (0.5, 1.2). \
2003: 12 kinds; nothing is drawn (1.2, 0.1c).
- *Trade*. Empires: the Trade Leader announces a number of an exchange marker (2.1). \
2003: the Director of Commerce or Great Navigator names any number up to the cards in their hand (3.2a).
- *New provinces*. Empires: you may build there at once (3.1.1). 2003: you build there from the next round on (4.4d).
- *New triremes*. Empires: they stand in a sea and connect at once (3.1.1, 3.1.2a). \
2003: they stand in dock and connect only after they have sailed (0.5, 0.2b).
- *War turns*. Empires: triremes first, then legions, then conquests (4.0). Original: any order (5.1b). \
Revised: any order, but sea battles before the first march (5.1b, 5.2d).
- *Titles*. Empires: they change at the end of a round, and the holder decides ties (5.1). \
Original: they change at the start of a round, and a tied holder keeps them (2.4a, 2.5a). \
Revised: they change at the start of each phase, and a tied holder keeps them (2.4b, 2.5a).
- *Fortresses in battle*. Empires: 5 to the total, and one hit cancelled (4.2a). \
2003: 6 to the total, and nothing cancelled (5.5b, 5.5c).
- *Conquest*. Empires: pillage pays (4.3.1), and a province is taken over free in a later turn (4.3.3). \
2003: pillage pays nothing without Nebuchadnezzar (5.8c, 7.3d), \
and a province is taken over for the price of a marker (4.8a).
- *Heroes and wonders*. Empires: the second costs 7, the next ones 8, 9 and 10; five at most (3.1, 3.1.3). \
2003: each costs 9, without limit (4.3c, 4.7b). Most abilities differ from edition to edition.
- *Victory*. Empires: the Pyramids, five heroes and wonders, four capitals and legendary cities, \
or all three titles (6.1, 6.2, 6.3, 6.4). 2003: the Pyramids, or four heroes and wonders (6.1a, 6.1b).
- *Ties for victory*. Empires: the Culture Leader (6.2) or Military Leader (6.3) wins, or the tied players share. \
Original: the first to build wins (6.1c). Revised: the Great Lawgiver wins, or a lead of one decides (6.2a, 6.2b).""",
)
