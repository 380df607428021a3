"""The strengths of built-in players: every answer legal, the game left as it is, the same chance the same answer."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from core import Game
from core.actions import Action
from core.answers import Answers, Below
from core.players import STEADY, STRENGTHS, Policy, RandomPlayer, always, player, questions
from tests.core.play_off import play
from tests.core.positions import Position

BUDGET = 20


class Watched:
    """A player whose answers must be legal, the same when asked again, and must leave the game as it is."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.asked: list[type] = []

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        before = game.encode()
        luck = below(1 << 30)
        action = self.policy.decide(game, seat, answers, random.Random(luck).randrange)
        answers.check(action)
        assert game.encode() == before
        if len(self.asked) % 7 == 0:
            assert self.policy.decide(game, seat, answers, random.Random(luck).randrange) == action
        self.asked.append(type(game.state.stack[-1]))
        return action


@pytest.mark.parametrize(("players", "display"), [(3, "short"), (4, "open"), (5, "open")])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_player_of_any_strength_answers_every_question(strength: str, players: int, display: str) -> None:
    watched = Watched(player(strength, BUDGET, always))
    play(players, [watched, RandomPlayer(), *[watched] * (players - 2)], display, max_rounds=3)
    assert watched.asked


def test_the_strengths_are_named_weakest_first() -> None:
    assert list(STRENGTHS) == ["novice", STEADY, "strong"]


def trade() -> Game:
    """Rome is to announce a number; Greece has something to take."""
    return (
        Position()
        .leaders(trade="rome")
        .give("rome", "coin oil wine sheep")
        .give("greece", "grain oil")
        .at_trade()
        .game()
    )


@pytest.mark.parametrize("nodes", [1, 7, 50, 300])
def test_a_search_keeps_to_its_budget(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes are counted where they are made: every step of a copy of the game."""
    steps = 0

    def counted(make: Callable[..., None]) -> Callable[..., None]:
        def step(*arguments: object) -> None:
            nonlocal steps
            steps += 1
            make(*arguments)

        return step

    game = trade()
    for name in ("apply", "reveal", "settle"):
        monkeypatch.setattr(Game, name, counted(getattr(Game, name)))
    [(seat, answers)] = questions(game.node).items()
    player("strong", nodes).decide(game, seat, answers, random.Random(1).randrange)
    assert 0 < steps <= nodes


def test_a_search_without_a_budget_ends_when_it_is_told_to() -> None:
    game = trade()
    [(seat, answers)] = questions(game.node).items()
    asked = iter(range(30))
    action = player("strong", 0, lambda: next(asked, None) is not None).decide(
        game, seat, answers, random.Random(1).randrange
    )
    answers.check(action)
    assert next(asked, None) is None


@pytest.mark.parametrize("strength", ["Steady", "", "random"])
def test_no_other_strength_is_made(strength: str) -> None:
    with pytest.raises(KeyError):
        player(strength)


def test_a_novice_wins_more_than_his_share_against_random_players() -> None:
    """A fifth would be chance; over many games he wins more than half."""
    won = 0
    for seed in range(10):
        seats: list[Policy] = [RandomPlayer() for _ in range(5)]
        seats[seed % 5] = player("novice")
        won += seed % 5 in play(seed, seats).winners
    assert won >= 4
