"""What a position shows is computed once, by compiled rules as well: the compiler knows no ``cached_property``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from core import Decision
from core.classic import rules as classic
from core.classic.bots.worth import View as ViewOf2003
from core.classic.state import Options as OptionsOf2003
from core.classic.variant import REVISED
from core.empires import rules as empires
from core.empires.bots.worth import View
from core.empires.state import Options
from core.engine.answers import FieldByField
from core.engine.game import Game

PLAYERS = 3
CHOSEN = ("random",) * PLAYERS
GAMES: dict[str, Callable[[], Game[Any]]] = {
    "empires": lambda: empires.new_game(Options(PLAYERS, CHOSEN)),
    "revised": lambda: classic.new_game(OptionsOf2003(PLAYERS, CHOSEN), REVISED),
}


def _played(edition: str) -> tuple[Game[Any], FieldByField]:
    """Play by chance up to a question whose answers are filled field by field."""
    game, source = GAMES[edition](), Random(1).random

    def below(bound: int) -> int:
        return int(source() * bound)

    while True:
        node = game.node
        if isinstance(node, Decision) and isinstance(node.answers, FieldByField):
            return game, node.answers
        game.step(lambda seat, answers: answers.draw(below), below)


@pytest.mark.parametrize("edition", GAMES)
def test_the_words_that_answers_can_have_are_found_once(edition: str) -> None:
    answers = _played(edition)[1]
    first = answers.next_words([])
    found = answers._found
    assert list(found.values()) == [first]
    assert answers._found is found


@pytest.mark.parametrize(("edition", "view"), [("empires", View), ("revised", ViewOf2003)])
def test_what_a_bot_sees_is_computed_once(edition: str, view: Any) -> None:
    seen = view(_played(edition)[0].state, 0, lambda bound: 0)
    assert seen.levels is seen.levels
    assert seen.incomes is seen.incomes
