"""How answers are typed: word by word, each cut short; verbs and places have a note. By hand there are many thousands.

Nothing here walks through all answers: the words that can follow are looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from cli.i18n.texts import ENGLISH, language, term, tr
from cli.sword.words import line_of, power
from cli.ui.text.word_by_word import Answering, WordWays
from cli.ui.view import Choice
from core.engine.answers import Answers
from core.engine.game import Game
from core.sword.actions import Finish
from core.sword.board import Board
from core.sword.capitulation import is_open
from core.sword.map import PLAIN
from core.sword.rules import SWORD
from core.sword.state import State
from core.sword.windows import HANDWORK

_BY_HAND = {action.form.split()[0] for action in HANDWORK if action is not Finish}
"""The words with which by-hand answers begin."""


@cache
def _names(board: Board) -> dict[str, str]:
    """Return the words of locations, leaders and powers by their names of several words."""
    named = [*zip(board.location_names, board.locations, strict=True)]
    named += [(leader.name, leader.id) for leader in board.leaders]
    named += [*zip(board.holder_names, board.holders, strict=True)]
    return {name.lower(): word for name, word in named if " " in name}


class SwordWays(WordWays):
    """The words that can follow, with what verbs mean and what stands in places."""

    def after(self, line: str) -> list[Choice]:
        """Return the choices at the end of a line; what the question asks comes before what is always done by hand."""
        return sorted(super().after(line), key=lambda choice: choice.line in _BY_HAND)

    def choice(self, words: list[str], shown: str) -> Choice:
        """Return a choice with its note."""
        choice = super().choice(words, shown)
        state, board, word = self.game.state, self.game.state.board, words[-1]
        if len(words) == 1:
            return _with(choice, tr(SWORD.notation.verbs.get(word, "")))
        if word in board.locations:
            name, _, here = line_of(state, board.locations.index(word)).partition(": ")
            return _with(choice, here, name)
        if word in board.holders:
            return _with(choice, "", term(board.holder_names[board.holders.index(word)]))
        return choice


def _with(choice: Choice, note: str, meaning: str = "") -> Choice:
    """Return a choice with a note, and in other languages with its meaning."""
    shown = meaning if language() != ENGLISH else ""
    return Choice(choice.line, choice.shown, note, choice.whole, shown)


def _whole(answers: Answers, begun: list[str]) -> Iterator[str]:
    """Yield whole answers that begin so, one after another."""
    following = answers.next_words(begun)
    if begun and not following:
        yield " ".join(begun)
    for word in following:
        yield from _whole(answers, [*begun, word])


class SwordAnswering(Answering):
    """Words one by one, names of several words included."""

    def as_typed(self, board: Board, line: str) -> str:
        """Return a line with each name of several words replaced by its word in notation."""
        names = _names(board)
        if not any(name in line.lower() for name in names):
            return line
        pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        found = re.compile(rf"(?<!\w)({pattern})(?!\w)", re.IGNORECASE)
        return found.sub(lambda name: names.get(name[0].lower(), name[0]), line)

    def names(self, board: Board) -> dict[str, str]:
        leaders = {leader.id: leader.name for leader in board.leaders}
        return super().names(board) | leaders | dict(zip(board.holders, board.holder_names, strict=True))

    def ways(self, game: Game[State], seat: int, answers: Answers) -> SwordWays:
        return SwordWays(game, seat, answers)

    def outline(self, answers: Answers, begun: str, most: int) -> list[tuple[str, bool]]:
        """Return the answers that begin so if they are few; else the words that can follow."""
        lines = [line for _, line in zip(range(most + 1), _whole(answers, begun.split()), strict=False)]
        if len(lines) <= most:
            return [(line, True) for line in lines]
        start = f"{begun} " if begun else ""
        return [(f"{start}{word}", False) for word in answers.next_words(begun.split())][:most]

    def dangers(self, state: State, empire: int) -> list[str]:
        """Return the open locations without CU beside which enemies stand, those worth most points first.

        Built-in players march there with all CU but one.
        """
        board, own, found = state.board, state.board.seated[empire], list[tuple[int, int, int, int]]()
        for place, (facts, site) in enumerate(zip(board.facts, state.sites, strict=True)):
            if site.control not in own or any(site.units) or not is_open(state, place):
                continue
            beside = [state.sites[link.target].units for link in facts.links if link.kind == PLAIN]
            enemies = [one for one in board.players_powers if one not in own and state.is_enemy(one, place)]
            found += [
                (board.victory(place), units[one], place, one) for units in beside for one in enemies if units[one] > 1
            ]
        return [
            tr(
                "{place} has no CU, and {number} CU of the {power} stand beside it.",
                place=board.location_names[place],
                number=number,
                power=power(one, board),
            )
            for _, number, place, one in sorted(found, reverse=True)
        ]

    def preview_of_words(self, state: State, line: str) -> list[str]:
        """Return what stands in the last location that a line names."""
        board = state.board
        named = [word for word in line.lower().split() if word in board.locations]
        return [line_of(state, board.locations.index(named[-1]))] if named else []
