"""How a line can go on where an edition has nothing special to say on it: one word after another."""

from __future__ import annotations

from typing import Any

from cli.ui.screen.scene import Choice
from cli.ui.text.answering import expand, fits
from core.engine.answers import Answers
from core.engine.errors import RuleError
from core.engine.game import Game


class WordByWord:
    """The words that can follow at one question."""

    def __init__(self, game: Game[Any], seat: int, answers: Answers) -> None:
        self._game = game
        self._answers = answers

    def after(self, line: str) -> list[Choice]:
        """Return the choices at the end of a line; raises Unclear for words before its last."""
        words = line.lower().split()
        last = "" if not words or line[-1:].isspace() else words.pop()
        begun = expand(self._answers, " ".join(words)).split()
        return [self._choice([*begun, word], word) for word in fits(self._answers.next_words(begun), last)]

    def at(self, place: str) -> list[Choice]:
        """Return the answers that name a place."""
        lines = [self._answers.text(action).split() for action in self._answers]
        return [self._choice(line, " ".join(line)) for line in lines if place in line]

    def _choice(self, words: list[str], shown: str) -> Choice:
        line = " ".join(words)
        return Choice(line, shown, "", self._is_whole(line))

    def _is_whole(self, line: str) -> bool:
        try:
            self._answers.check(self._game.parse_strict(line))
        except RuleError:
            return False
        return True
