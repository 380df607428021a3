"""Answers that are typed word by word, for an edition without a way of its own.

Actions may be many thousands. Nothing here walks through all of them: the words that can follow are looked up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from cli.ui.text import answering
from cli.ui.text.answering import expand, fits
from cli.ui.view import Choice
from core.engine.answers import Answers
from core.engine.errors import RuleError
from core.engine.game import Game


class WordWays:
    """The words that can follow at one question."""

    def __init__(self, game: Game[Any], seat: int, answers: Answers) -> None:
        self.game = game
        self._answers = answers

    def after(self, line: str) -> list[Choice]:
        """Return the choices at the end of a line; raises Unclear for words before its last."""
        words = line.lower().split()
        last = "" if not words or line[-1:].isspace() else words.pop()
        begun = expand(self._answers, " ".join(words)).split()
        return [self.choice([*begun, word], word) for word in fits(self._answers.next_words(begun), last)]

    def at(self, place: str) -> list[Choice]:
        """Return the beginnings of answers that end with a place."""
        return [self.choice(words, " ".join(words)) for words in self._lines_to.get(place, [])]

    @cached_property
    def _lines_to(self) -> dict[str, list[list[str]]]:
        """Return by place the lines that lead to it. Of numbers on the way the first one stands for all."""
        board = self._answers.board
        found: dict[str, list[list[str]]] = {}
        for words in self._to_places([], {*board.provinces, *board.seas}):
            found.setdefault(words[-1], []).append(words)
        return found

    def _to_places(self, begun: list[str], places: set[str]) -> Iterator[list[str]]:
        number_seen = False
        for word in self._answers.next_words(begun):
            if word in places:
                yield [*begun, word]
            elif not (word.isdecimal() and number_seen):
                number_seen = number_seen or word.isdecimal()
                yield from self._to_places([*begun, word], places)

    def choice(self, words: list[str], shown: str) -> Choice:
        """Return the choice that makes a line of these words."""
        line = " ".join(words)
        return Choice(line, shown, "", self._is_whole(line))

    def _is_whole(self, line: str) -> bool:
        try:
            self._answers.check(self.game.parse_strict(line))
        except RuleError:
            return False
        return True


class WordByWord:
    """Answers typed word by word, as `cli.ui.text.answering` reads them."""

    MOVES, PAYING = answering.MOVES, answering.PAYING
    as_typed, in_words = staticmethod(answering.as_typed), staticmethod(answering.in_words)
    lists = staticmethod(answering.lists)
    expand, outline = staticmethod(answering.expand), staticmethod(answering.outline)
    in_short, read = staticmethod(answering.in_short), staticmethod(answering.read)
    preview, preview_of_steps = staticmethod(answering.preview), staticmethod(answering.preview_of_steps)
    effects = staticmethod(answering.effects)
    preview_of_words, stakes = staticmethod(answering.preview_of_words), staticmethod(answering.stakes)
    ways = WordWays
