"""Random play: every answer can be spelled and read again, copies agree, and games end."""

from __future__ import annotations

from random import Random

import pytest

from core.engine.action import Action
from core.engine.flow import Decision, Over
from core.engine.game import Game
from core.engine.notation import form_of
from core.engine.policy import questions
from core.sword.actions import Finish
from core.sword.open_answers import OpenAnswers
from core.sword.state import State
from tests.core.sword.tables import seated, wandered


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_random_game_is_spelled_read_and_copied(players: int) -> None:
    random = Random(players)

    def look(game: Game[State]) -> None:
        twin = game.copy()
        assert twin.digest() == game.digest()
        for answers in questions(game.node).values():
            action = answers.draw(random.randrange)
            answers.check(action)
            assert game.parse_strict(game.text(action)) == action

    wandered(seated(players), random, 600, look)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_random_game_ends(players: int) -> None:
    game = seated(players)
    wandered(game, Random(players), 20_000, lambda game: None)
    assert isinstance(game.node, Over)


def test_what_is_listed_word_by_word_is_legal_and_nothing_else_is() -> None:
    random = Random(7)

    def look(game: Game[State]) -> None:
        if not isinstance(game.node, Decision) or random.randrange(20):
            return
        answers = game.node.answers
        line: list[str] = []
        while words := answers.next_words(line):
            line.append(words[random.randrange(len(words))])
        answers.check(game.parse_strict(" ".join(line)))

    wandered(seated(4), random, 1500, look)


def is_listed(answers: OpenAnswers, action: Action) -> bool:
    """Whether the values of each slot, after those before it, have the action's."""
    if type(action) not in answers.actions():
        return False
    chosen: tuple[object, ...] = ()
    for name in form_of(type(action)).names:
        value = getattr(action, name)
        if value not in answers.values(type(action), chosen):
            return False
        chosen = (*chosen, value)
    return True


def test_an_action_is_legal_exactly_if_it_is_listed() -> None:
    random = Random(12)
    pool: list[Action] = []
    seen = {True: 0, False: 0}

    def look(game: Game[State]) -> None:
        if not isinstance(game.node, Decision) or not isinstance(game.node.answers, OpenAnswers):
            return
        answers = game.node.answers
        if (drawn := answers.draw(random.randrange)) != Finish():
            pool.append(drawn)
        for action in random.sample(pool, min(len(pool), 20)):
            legal = action in answers
            assert legal == is_listed(answers, action), action
            seen[legal] += 1

    wandered(seated(4), random, 900, look)
    assert min(seen.values()) > 300
