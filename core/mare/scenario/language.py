"""The language of an edition's scenarios: how it reads positions, and its facts and chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.engine.flow import Chance, Decision, Node, Over, Simultaneous
from core.engine.game import Game
from core.engine.rules import Rules
from core.engine.word_lists import Fail
from core.mare.kinds import Board

NONE_ASKED = "nobody"
"""The word for a game that is over."""


class Fact(NamedTuple):
    """The expected text, and a function that returns the text found."""

    expected: str
    look: Callable[[Game[Any]], str]


Reader = Callable[[Any, int, Sequence[str], Fail], Fact]
"""Reads the words of a fact about the empire, province or sea of an index; the index of the table is 0."""


class Facts(NamedTuple):
    """The facts of an edition by name: of an empire, a province, a sea, and of the table."""

    empire: Mapping[str, Reader]
    province: Mapping[str, Reader]
    sea: Mapping[str, Reader]
    table: Mapping[str, Reader]


ChanceReader = Callable[[Any, int, list[str], Fail], Any]
"""Reads the words of a step that gives chance its outcome; takes a board and a line."""


@dataclass(frozen=True, slots=True)
class Language:
    """What scenarios of an edition can say.

    - ``load_state`` reads a position, on a map or on the standard one (None).
    - ``chances`` has the word for each type of frame that waits for chance.
    - ``chance_steps`` has by such a word its reader, except for dice.
    - ``dice`` has by side how many dice it rolls in a battle, in the order of rolling.
    - ``printed_start`` is the position of a scenario that names none.
    """

    rules: Rules
    load_state: Callable[[str, Any], Any]
    facts: Facts
    chances: Mapping[str, str]
    chance_steps: Mapping[str, ChanceReader]
    dice: Callable[[Any, Any], Mapping[int, int]]
    printed_start: str = "start = true\n"

    def awaited(self, game: Game[Any]) -> str:
        """Return the empires asked, or the awaited chance, in the words of ``asked``; without the rule."""
        return awaited_at(game, game.node, self.chances)


def awaited_at(game: Game[Any], node: Node, chances: Mapping[str, str]) -> str:
    """Return the empires asked at a node, or the awaited chance."""
    board: Board = game.state.board
    match node:
        case Decision(empire=empire):
            return board.empires[empire]
        case Simultaneous():
            return " ".join(board.empires[empire] for empire in sorted(node.empires.values()))
        case Chance():
            return chances[type(game.state.stack[-1]).__name__]
        case Over():
            return NONE_ASKED
