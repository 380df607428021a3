"""The strengths of built-in players: every answer legal, the game left as it is, the same chance the same answer."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Chance, Over
from core.empires.actions import Build
from core.empires.bots import STRENGTHS, Planner
from core.empires.rules import new_game
from core.empires.setup import DISPLAYS
from core.empires.state import Game, Options
from core.engine import game
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.levels import LADDER, PLAN, SEARCH, Slipping, searching
from core.engine.policy import (
    CERTAIN,
    NODES,
    STEADY,
    UNTRIED,
    More,
    Policy,
    RandomPlayer,
    RankedAction,
    RankingPolicy,
    always,
    questions,
)
from core.mare.bots import FEWEST_PASSES
from tests.core.play import empires, play
from tests.core.positions import Position
from tests.core.pure import pure_only

BUDGET = 20

WHIMS = 1
"""So often at most the list of options draws."""


def player(level: str, nodes: int = NODES, more: More = always) -> Policy:
    """A player of Empires of this level."""
    return STRENGTHS[level](nodes, more)


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
    seats: list[Policy] = [watched, RandomPlayer(), *[watched] * (players - 2)]
    play(players, empires(players, display, max_rounds=3), seats)
    assert watched.asked


def test_the_strengths_are_named_weakest_first() -> None:
    assert list(STRENGTHS) == list(LADDER)
    assert [name for name in LADDER if name in ("novice", STEADY, "strong")] == ["novice", STEADY, "strong"]


class Tallied:
    """A player who counts its answers, and draws them."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        self.asked += 1
        return answers.draw(below)


def test_a_slipping_player_gives_that_share_of_a_weaker_player_s_answers() -> None:
    player, weaker = Tallied(), Tallied()
    slipping = Slipping(player, weaker, percent=30)
    game, below = trade(), random.Random(1).randrange
    [(seat, answers)] = questions(game.node).items()
    for _ in range(200):
        slipping.decide(game, seat, answers, below)
    assert player.asked + weaker.asked == 200
    assert 40 <= weaker.asked <= 80


def test_only_levels_that_search_have_a_share_of_the_nodes() -> None:
    assert searching() == ("keen", "strong")
    assert [name for name, level in LADDER.items() if level.share != 100] == ["keen"]
    assert LADDER[STEADY].thinks == PLAN
    assert LADDER["keen"].thinks == SEARCH


def test_a_level_searches_its_share_of_the_budget() -> None:
    budgets = [STRENGTHS[level](50, always).trials.nodes for level in searching()]  # type: ignore[attr-defined]
    assert budgets == [10, 50]


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


class Counted:
    """Counts where they are made the steps of games, which are nodes, and the numbers drawn from a player's chance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = self.drawn = 0
        for name in ("apply", "reveal", "settle"):
            monkeypatch.setattr(game.Game, name, self._counted(getattr(game.Game, name)))

    def _counted(self, make: Callable[..., None]) -> Callable[..., None]:
        def step(*arguments: object) -> None:
            self.steps += 1
            make(*arguments)

        return step

    def decide(self, policy: Policy, game: Game, seed: int) -> None:
        """Have a policy answer the first question of a game, with the counts at 0 before it."""
        chance = random.Random(seed)

        def below(bound: int) -> int:
            self.drawn += 1
            return chance.randrange(bound)

        self.steps = self.drawn = 0
        seat, answers = next(iter(questions(game.node).items()))
        answers.check(policy.decide(game, seat, answers, below))


@pure_only
@pytest.mark.parametrize(("nodes", "passes"), [(200, 2), (600, 4), (1500, 10), (6000, 40)])
def test_a_larger_budget_tries_every_option_more_often(
    nodes: int, passes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number is drawn for each pass. Trials are short here, so no budget is used up."""
    counted = Counted(monkeypatch)
    counted.decide(player("strong", nodes), trade(), seed=1)
    assert counted.drawn == passes
    assert counted.steps < nodes


@pure_only
@pytest.mark.parametrize("nodes", [1, 7, 50, 300])
def test_a_search_keeps_to_its_budget(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    counted.decide(player("strong", nodes), trade(), 1)
    assert 0 < counted.steps <= nodes


@given(
    seed=st.integers(0, 1 << 20),
    steps=st.integers(0, 400),
    nodes=st.integers(1, 60),
    display=st.sampled_from(DISPLAYS),
    players=st.integers(3, 5),
)
@settings(max_examples=40)
def test_a_decision_is_bounded_by_its_budget_whatever_the_position(
    seed: int, steps: int, nodes: int, display: str, players: int
) -> None:
    """A number is drawn for each pass, besides what the Planner draws."""
    game = new_game(Options(players, ("random",) * players, display))
    chance = random.Random(seed)
    for _ in range(steps):
        walk(game, chance)
    while isinstance(game.node, Chance):
        walk(game, chance)
    if isinstance(game.node, Over):
        return
    with pytest.MonkeyPatch.context() as monkeypatch:
        counted = Counted(monkeypatch)
        counted.decide(Planner(), game, seed)
        drawn = counted.drawn
        counted.decide(player("strong", nodes), game, seed)
    assert counted.steps <= nodes
    assert counted.drawn <= drawn + WHIMS + FEWEST_PASSES


def walk(game: Game, chance: random.Random) -> None:
    """One step, mostly as Planners would go, and now and then any."""
    policy: Policy = Planner() if chance.randrange(4) else RandomPlayer()
    game.step(lambda seat, answers: policy.decide(game, seat, answers, chance.randrange), chance.randrange)


def ranked(game: Game) -> list[RankedAction]:
    """How *strong* ranks its answers to the question of a game, always with the same chance."""
    [(seat, answers)] = questions(game.node).items()
    strong = player("strong")
    assert isinstance(strong, RankingPolicy)
    return strong.ranked(game, seat, answers, random.Random(1).randrange)


def test_strong_ranks_answers_by_the_chance_to_win_and_decides_for_the_first() -> None:
    game = trade()
    [(seat, answers)] = questions(game.node).items()
    [best, *others] = ranked(game)
    assert player("strong").decide(game, seat, answers, random.Random(1).randrange) == best.action
    assert others
    assert all(0 < chance < CERTAIN for _, chance in [best, *others])
    assert others == sorted(others, key=lambda other: -other.chance)


def test_strong_tries_no_answer_beside_one_that_wins() -> None:
    [only] = ranked(Position().give("rome", " ".join(["coin"] * 12)).at_build_turn("rome", "greece").game())
    assert only.chance == UNTRIED


def test_only_players_who_search_rank_their_answers() -> None:
    assert [name for name in LADDER if isinstance(player(name), RankingPolicy)] == list(searching())


@pytest.mark.parametrize("level", searching())
def test_without_nodes_a_player_who_searches_gives_the_answer_of_steady(level: str) -> None:
    game = trade()
    [(seat, answers)] = questions(game.node).items()
    steady = player("steady").decide(game, seat, answers, random.Random(1).randrange)
    assert player(level, 0).decide(game, seat, answers, random.Random(1).randrange) == steady
    assert player("keen", 4).decide(game, seat, answers, random.Random(1).randrange) == steady


def test_a_search_ends_when_it_is_told_to() -> None:
    game = trade()
    [(seat, answers)] = questions(game.node).items()
    asked = iter(range(30))
    action = player("strong", 1_000_000, lambda: next(asked, None) is not None).decide(
        game, seat, answers, random.Random(1).randrange
    )
    answers.check(action)
    assert next(asked, None) is None


@pytest.mark.parametrize("strength", ["Steady", "", "random"])
def test_no_other_strength_is_made(strength: str) -> None:
    with pytest.raises(KeyError):
        player(strength)


def test_a_novice_wins_more_than_an_even_share_against_random_players() -> None:
    """A fifth would be chance; over many games it wins more than half."""
    won = 0
    for seed in range(10):
        seats: list[Policy] = [RandomPlayer() for _ in range(5)]
        seats[seed % 5] = player("novice")
        won += seed % 5 in play(seed, empires(5), seats).winners
    assert won >= 6


@pytest.mark.parametrize("seed", range(4))
def test_a_novice_spends_what_it_could_not_keep(seed: int) -> None:
    """Of what is left at the end of the building phase only two coins stay (3.0b)."""
    game = Position().give("rome", "oil wine wood").at_build_turn("rome", "greece").game()
    [(seat, answers)] = questions(game.node).items()
    action = player("novice").decide(game, seat, answers, random.Random(seed).randrange)
    assert isinstance(action, Build)
