"""How answers are typed and foreseen: word by word, as far as an edition has no way of its own.

Actions may be many thousands. Nothing here walks through all of them: the words that can follow are looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from cli.i18n.texts import tr, translated
from cli.ui.map.view import Stake
from cli.ui.text.answering import expand, fits, is_answer
from cli.ui.text.staging import Plan, tried
from cli.ui.view import Choice, Ways
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.event import message_of
from core.engine.flow import Simultaneous
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
        return Choice(line, shown, "", is_answer(self.game, self._answers, line))


class Answering:
    """How answers are typed, completed, explained and foreseen: word by word, as far as an edition has no other way."""

    MOVES: Sequence[str] = ()
    """The verbs that move pieces: from a place, to a place, so many."""

    PAYING: Iterable[str] = ()
    """The verbs that name several resources. The program never adds a resource to them."""

    def lists(self, begun: str) -> bool:
        """Return whether commas in an answer that begins so make it several, one for each thing that they part."""
        return False

    def expand(self, answers: Answers, line: str) -> str:
        """Return the line in whole words, as far as it is clear; raises Unclear."""
        return expand(answers, line)

    def as_typed(self, board: Any, line: str) -> str:
        """Return a line with names as they are shown in the words that the notation has for them."""
        return line

    def in_words(self, board: Any, text: str) -> str:
        """Return a text with the words of the notation as people read them, where they can be typed so; no longer."""
        return text

    def names(self, board: Any) -> dict[str, str]:
        """Return the names of players and pieces by the words of the notation; the map has those of places."""
        return dict(zip(board.empires, board.empire_names, strict=True))

    def outline(self, answers: Answers, begun: str, most: int) -> list[tuple[str, bool]]:
        """Return the answers that begin so, in at most so many lines, each with whether it is whole.

        Where there are more, the lines are the words that can follow.
        """
        start = f"{begun} " if begun else ""
        texts = (answers.text(action) for action in answers)
        whole = list(islice((text for text in texts if text == begun or text.startswith(start)), most + 1))
        if len(whole) <= most:
            return [(text, True) for text in whole]
        return [(f"{start}{word}", False) for word in answers.next_words(begun.split())][:most]

    def in_short(self, board: Any, line: str) -> str:
        """Return an answer as it is shown where there is little room."""
        return line

    def read(self, game: Game[Any], answers: Answers, text: str) -> Action:
        """Return the legal answer that whole words spell; raises RuleError with the reason that helps most."""
        action = game.parse(text)
        answers.check(action)
        return action

    def ways(self, game: Game[Any], seat: int, answers: Answers) -> Ways:
        """Return how a line can go on at the question that a seat is asked."""
        return WordWays(game, seat, answers)

    def preview(self, game: Game[Any], seat: int, action: Action) -> list[str]:
        """Return what Enter does with a legal answer of a seat, and what the answer leads to."""
        if isinstance(game.node, Simultaneous):
            return [tr("This commits you: it stays secret until all have committed, and you can't change it.")]
        return self.effects(game, seat, action)

    def effects(self, game: Game[Any], seat: int, action: Action) -> list[str]:
        """Return what a legal answer of a seat leads to, most important first: what happens at once, if all see it."""
        if isinstance(game.node, Simultaneous):
            return []
        return [translated(message_of(game.state.board, event)) for event in tried(game, action)[1]]

    def preview_of_steps(self, plan: Plan, seat: int) -> list[str]:
        """Return the same of several steps that were staged on a copy of the game."""
        return [translated(message_of(plan.game.state.board, event)) for step in plan.told for event in step]

    def stakes(self, plan: Plan, seat: int) -> Sequence[Stake]:
        """Return the battles that steps of a seat, staged on a copy of the game, lead to or begin, with their odds."""
        return []

    def dangers(self, state: Any, empire: int) -> list[str]:
        """Return in a sentence each which places of an empire others can take before its next turn, the worst first."""
        return []

    def preview_of_words(self, state: Any, line: str) -> list[str]:
        """Return what there is to say on something that an unfinished line names."""
        return []
