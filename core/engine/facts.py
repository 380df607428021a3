"""What a scenario can say: the language of an edition, and the facts to expect, such as ``cyrenaica legions: rome 2``.

A fact holds the expected text, and a function that returns the text found in the game. Both have the same spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.engine.flow import Chance, Decision, Node, Over, Simultaneous
from core.engine.game import Game, Rules
from core.engine.position import NO_EMPIRE_WORD
from core.engine.state import NO_EMPIRE
from core.engine.words import Fail, indices_of

NONE_ASKED = "nobody"
"""The word for a game that is over."""


class Fact(NamedTuple):
    """The expected text, and a function that returns the text found."""

    expected: str
    look: Callable[[Game[Any]], str]


Reader = Callable[[Any, int, Sequence[str], Fail], Fact]
"""Reads the words of a fact about the empire, province or sea of an index; the index of the table is 0."""


class Subjects(NamedTuple):
    """Things of one sort that facts are about: what one is called, their words on a board, and their facts by name."""

    sort: str
    words: Callable[[Any], Sequence[str]]
    facts: Mapping[str, Reader]


class Facts(NamedTuple):
    """The facts of an edition by name: those of the table, and those about things, such as empires and places."""

    table: Mapping[str, Reader]
    about: tuple[Subjects, ...]


ChanceReader = Callable[[Any, int, list[str], Fail], Any]
"""Reads the words of a step that gives chance its outcome; takes a board and a line."""


@dataclass(frozen=True, slots=True)
class Language:
    """What scenarios of an edition can say.

    - ``load_state`` reads a position, on a map or on the standard one (None).
    - ``chances`` has the word for each type of frame that waits for chance.
    - ``chance_steps`` has by such a word its reader.
    - ``printed_start`` is the position of a scenario that names none.
    """

    rules: Rules
    load_state: Callable[[str, Any], Any]
    facts: Facts
    chances: Mapping[str, str]
    chance_steps: Mapping[str, ChanceReader]
    printed_start: str = "start = true\n"

    def awaited(self, game: Game[Any]) -> str:
        """Return the empires asked, or the awaited chance, in the words of ``asked``; without the rule."""
        return awaited_at(game, game.node, self.chances)


def awaited_at(game: Game[Any], node: Node, chances: Mapping[str, str]) -> str:
    """Return the empires asked at a node, or the awaited chance."""
    empires: Sequence[str] = game.state.board.empires
    match node:
        case Decision(empire=empire):
            return empires[empire]
        case Simultaneous():
            return " ".join(empires[empire] for empire in sorted(node.empires.values()))
        case Chance():
            return chances[type(game.state.stack[-1]).__name__]
        case Over():
            return NONE_ASKED


NONE = "none"


NUMBER = re.compile(r"-?[0-9]{1,5}")

RULE = re.compile(r"[A-Z][0-9]{1,3}|[0-9](\.[0-9]{1,2}){0,3}[a-z]?")
"""A rule's number: ``3.1.1``, ``2.2a``, ``R17``, ``K3``, ``7``."""


def or_none(text: str) -> str:
    return text or NONE


def without_none(words: Sequence[str]) -> Sequence[str]:
    return () if tuple(words) == (NONE,) else words


def one_word(words: Sequence[str], fail: Fail) -> str:
    if len(words) != 1:
        raise fail("expected one word.")
    return words[0]


def _pairs(words: Sequence[str], names: Sequence[str], sort: str, fail: Fail) -> dict[int, int]:
    """Return numbers after names: ``rome 2 egypt 1``."""
    words = without_none(words)
    indices = indices_of(words[::2], names, sort, fail)
    numbers = words[1::2]
    if len(numbers) < len(indices) or any(not (n.isascii() and n.isdigit() and len(n) < 4) for n in numbers):
        raise fail(f"expected a number after each {sort}, as in “{names[0]} 2”.")
    return {index: int(number) for index, number in zip(indices, numbers, strict=True)}


def _pairs_text(numbers: Mapping[int, int], names: Sequence[str]) -> str:
    return or_none(", ".join(f"{names[index]} {numbers[index]}" for index in sorted(numbers)))


def all_pairs(
    names: Callable[[Any], Sequence[str]], sort: str, now: Callable[[Game[Any], int], Sequence[int]]
) -> Reader:
    """Return a reader of all numbers that are not 0."""

    def read(board: Any, index: int, words: Sequence[str], fail: Fail) -> Fact:
        wanted = {key: number for key, number in _pairs(words, names(board), sort, fail).items() if number}

        def look(game: Game[Any]) -> str:
            return _pairs_text({key: number for key, number in enumerate(now(game, index)) if number}, names(board))

        return Fact(_pairs_text(wanted, names(board)), look)

    return read


def some_pairs(
    names: Callable[[Any], Sequence[str]], sort: str, now: Callable[[Game[Any], int], Sequence[int]]
) -> Reader:
    """Return a reader of the numbers of the named things."""

    def read(board: Any, index: int, words: Sequence[str], fail: Fail) -> Fact:
        wanted = _pairs(words, names(board), sort, fail)

        def look(game: Game[Any]) -> str:
            found = now(game, index)
            return _pairs_text({key: found[key] for key in wanted}, names(board))

        return Fact(_pairs_text(wanted, names(board)), look)

    return read


def side_or_nobody(now: Callable[[Game[Any], int], int]) -> Reader:
    def read(board: Any, index: int, words: Sequence[str], fail: Fail) -> Fact:
        word = one_word(words, fail)
        if word not in (*board.sides, NO_EMPIRE_WORD):
            raise fail(f"there is no empire “{word}” in this game; “{NO_EMPIRE_WORD}” stands for none at all.")

        def look(game: Game[Any]) -> str:
            empire = now(game, index)
            return NO_EMPIRE_WORD if empire == NO_EMPIRE else board.sides[empire]

        return Fact(word, look)

    return read


def number(now: Callable[[Game[Any], int], int]) -> Reader:
    """Return a reader of a whole number, such as ``3`` or ``-2``."""

    def read(board: Any, index: int, words: Sequence[str], fail: Fail) -> Fact:
        word = one_word(words, fail)
        if not NUMBER.fullmatch(word):
            raise fail("expected a number.")
        return Fact(str(int(word)), lambda game: str(now(game, index)))

    return read


round_number = number(lambda game, index: game.state.round)


def listed(names: Callable[[Any], Sequence[str]], sort: str, now: Callable[[Game[Any]], Sequence[int]]) -> Reader:
    """Return a reader of all things of a sort, by name, in any order."""

    def read(board: Any, index: int, words: Sequence[str], fail: Fail) -> Fact:
        def spell(indices: Sequence[int]) -> str:
            return or_none(" ".join(names(board)[index] for index in sorted(indices)))

        wanted = indices_of(without_none(words), names(board), sort, fail)
        return Fact(spell(wanted), lambda game: spell(now(game)))

    return read


def asked(chances: Mapping[str, str]) -> Reader:
    """Return the reader of the empires asked, perhaps with a rule (``egypt 4.2b``), or of the awaited chance."""

    def read(board: Any, index: int, words: Sequence[str], fail: Fail) -> Fact:
        empires = [word for word in words if word in board.empires]
        text = " ".join(words)
        rule = ""
        if empires:
            *named, rule = words if words[-1] not in board.empires else (*words, "")
            if rule and not RULE.fullmatch(rule):
                raise fail(f"“{rule}” is no number of a rule.")
            text = " ".join(
                board.empires[empire] for empire in sorted(indices_of(named, board.empires, "empire", fail))
            )
        elif text != NO_EMPIRE_WORD and text not in chances.values():
            rules = ", ".join(dict.fromkeys(chances.values()))
            raise fail(f"expected empires and perhaps a rule, {rules} or “{NO_EMPIRE_WORD}”.")

        def look(game: Game[Any]) -> str:
            node = game.node
            if rule and isinstance(node, Decision | Simultaneous):
                return f"{awaited_at(game, node, chances)} {node.prompt.rule}"
            return awaited_at(game, node, chances)

        return Fact(f"{text} {rule}".rstrip(), look)

    return read


def winners(victories: Sequence[str]) -> Reader:
    """Return the reader of winners and victory: ``rome by pyramids``, ``nobody by round_limit``, or ``none`` yet."""

    def read(board: Any, index: int, words: Sequence[str], fail: Fail) -> Fact:
        expected = NONE
        if tuple(words) != (NONE,):
            if len(words) < 3 or words[-2] != "by" or words[-1] not in victories:
                raise fail(f"expected “EMPIRE by VICTORY”, where the victories are {', '.join(victories)}.")
            named = [] if words[0] == NO_EMPIRE_WORD else words[:-2]
            empires = sorted(indices_of(named, board.empires, "empire", fail))
            expected = f"{' '.join(board.empires[empire] for empire in empires) or NO_EMPIRE_WORD} by {words[-1]}"

        def look(game: Game[Any]) -> str:
            result = game.state.result
            if result is None:
                return NONE
            return (
                f"{' '.join(board.empires[empire] for empire in result.winners) or NO_EMPIRE_WORD} by {result.victory}"
            )

        return Fact(expected, look)

    return read


def read_fact(facts: Facts, board: Any, subject: Sequence[str], words: Sequence[str], fail: Fail) -> Fact:
    """Return the fact that ``subject: words`` states."""
    if len(subject) == 1:
        name, readers, index = subject[0], facts.table, 0
    elif len(subject) == 2:
        thing, name = subject
        for subjects in facts.about:
            if thing in (names := subjects.words(board)):
                readers, index = subjects.facts, list(names).index(thing)
                break
        else:
            *sorts, last = [subjects.sort for subjects in facts.about]
            raise fail(f"there is no {', '.join(sorts)} or {last} “{thing}” in this game.")
    else:
        raise fail("expected a fact such as “rome resources: 3 coin” or “asked: rome”.")
    if name not in readers:
        raise fail(f"“{name}” is no fact here; there are {', '.join(readers)}.")
    if not words:
        raise fail("expected a value after the colon.")
    return readers[name](board, index, words, fail)
