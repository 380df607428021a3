"""The Searcher: how it estimates chances to win, and how it plays a trial on."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Decision
from core.classic.bots.searcher import Searcher as SearcherOf2003
from core.empires.bots import Planner
from core.empires.bots.building import Intent, intent_of
from core.empires.bots.outlook import SIGNS, chances, network
from core.empires.bots.searcher import Rehearsal, Searcher
from core.empires.bots.worth import View
from core.empires.building import BuildTurn
from core.empires.data import outlook_toml
from core.empires.state import Game
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.policy import CERTAIN, UNTRIED, RankedAction, always, questions
from core.mare.actions import Name
from core.mare.bots import Search, Trials
from core.mare.network import Network
from tests.core.play import empires, play
from tests.core.positions import Position
from tests.core.pure import pure_only

NOW = 3


@given(st.lists(st.integers(0, 120), min_size=len(SIGNS), max_size=len(SIGNS)))
def test_the_network_is_reckoned_in_one_long_integer_as_unit_by_unit(row: list[int]) -> None:
    weights = tomllib.loads(outlook_toml())
    units = weights["bias"]
    for name, sign in [*zip(SIGNS, row, strict=True), ("round", NOW)]:
        units = [unit + sign * weight for unit, weight in zip(units, weights["hidden"][name], strict=True)]
    told = sum(max(0, unit) * weight for unit, weight in zip(units, weights["output"], strict=True))
    direct = sum(sign * weights["direct"][name] for name, sign in zip(SIGNS, row, strict=True))
    assert network().strength(row, NOW, []) == weights["scale"] * direct + told


def test_no_unit_borrows_from_the_next() -> None:
    hidden = {name: [0] * 3 for name in (*SIGNS, "round")}
    direct = dict.fromkeys(SIGNS, 0)
    weights = {"scale": 1, "output": [1] * 3, "hidden": hidden, "direct": direct, "bias": [-1, 2, -3]}
    assert Network(weights, SIGNS).strength([0] * len(SIGNS), 1, []) == 2


@pure_only
@pytest.mark.parametrize("seed", range(3))
def test_the_chances_of_all_empires_together_are_certain(seed: int) -> None:
    class Watched(Planner):
        def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
            found = chances(game.state)
            assert CERTAIN - len(found) < sum(found) <= CERTAIN
            assert min(found) >= 0
            return super().decide(game, seat, answers, below)

    play(seed, empires(5, max_rounds=2), [Watched()] * 5)


def test_who_can_pay_the_pyramids_is_likely_to_win() -> None:
    game = Position().give("rome", " ".join(["coin"] * 12)).at_build_turn("rome", "greece").game()
    assert chances(game.state)[0] == max(chances(game.state)) > CERTAIN // 2


def test_every_trial_ends_with_the_round() -> None:
    game = Position().give("rome", "coin coin coin").at_build_turn("rome", "greece").game()
    judged: list[int] = []

    def noted(state: Any) -> list[int]:
        judged.append(state.round)
        return chances(state)

    [(seat, answers)] = questions(game.node).items()
    Search(game, seat, list(answers)[:2], Trials(Rehearsal, noted, 0, 2_400, always)).ranked(random.Random(1).randrange)
    assert set(judged) == {game.state.round + 1}


def test_a_rehearsal_plans_once_and_builds_as_much_as_a_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = 0

    def planned(view: View, frame: BuildTurn) -> Intent:
        nonlocal plans
        plans += 1
        return intent_of(view, frame)

    def left(player: Planner | Rehearsal) -> int:
        """The resources that Rome has not spent."""
        game = Position().give("rome", " ".join(["coin"] * 9)).at_build_turn("rome", "greece").game()
        while isinstance(node := game.node, Decision) and node.seat == 0:
            game.apply(player.decide(game, 0, node.answers, random.Random(1).randrange))
        return sum(game.state.players[0].hand)

    monkeypatch.setattr("core.empires.bots.searcher.intent_of", planned)
    assert left(Rehearsal()) == left(Planner())
    assert plans < 3


@pure_only
@pytest.mark.parametrize("seed", range(3))
def test_rehearsals_play_whole_games_by_the_rules(seed: int) -> None:
    class Watched(Rehearsal):
        def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
            action = super().decide(game, seat, answers, below)
            answers.check(action)
            return action

    assert play(seed, empires(5, max_rounds=12), [Watched() for _ in range(5)]).rounds > 1


# ---------------------------------------------------------------------- the ranking


MARGIN = 7_000
COINS = "coin coin coin"


class Scripted(Search):
    """A search in which each trial ends with the chance that a list has for its option and pass; 0 is the usual one."""

    def __init__(self, *chances: Sequence[int], budget: int = 1000) -> None:
        """Set the ``chances`` by option; after so many trials the budget is used up."""
        self.left: dict[Action, Iterator[int]] = {Name(option): iter(found) for option, found in enumerate(chances)}
        self.budget = budget
        trials = Trials(Planner, lambda state: [], MARGIN, 2_400, always)
        super().__init__(Position().game(), 0, list(self.left), trials)
        self.lucky = True

    def _trial(self, action: Action, luck: int) -> int | None:
        self.budget -= 1
        return next(self.left[action], None) if self.budget >= 0 else None


def ranking(search: Search) -> list[RankedAction]:
    return search.ranked(random.Random(1).randrange)


@pure_only
@pytest.mark.parametrize(
    ("chances", "order"),
    [
        ((500_000, 600_000, 550_000), [1, 2, 0]),
        ((500_000, 502_000, 501_000), [0, 1, 2]),
        ((500_000, 400_000, 450_000), [0, 2, 1]),
        ((500_000, 600_000), [1, 0]),
        ((500_000,), [0]),
    ],
    ids=["best first", "the usual one is about as good", "the usual one is best", "two tried", "one tried"],
)
def test_options_are_ranked_as_far_as_the_first_pass_tried_them(chances: tuple[int, ...], order: list[int]) -> None:
    search = Scripted(*[[chance] for chance in chances], *[[]] * (3 - len(chances)))
    assert ranking(search) == [(Name(option), chances[option]) for option in order]


@pure_only
def test_without_time_for_a_trial_the_usual_option_is_left_untried() -> None:
    assert ranking(Scripted([], [])) == [(Name(0), UNTRIED)]


@pure_only
def test_a_pass_that_the_budget_breaks_off_counts_for_no_option() -> None:
    search = Scripted([100_000, 900_000], [200_000, 900_000], budget=3)
    assert ranking(search) == [(Name(1), 200_000), (Name(0), 100_000)]


@pure_only
def test_only_options_of_all_passes_are_ranked_and_the_usual_one_is_among_them() -> None:
    """After two passes the worse half is dropped."""
    search = Scripted(*[[chance] * 3 for chance in (100_000, 600_000, 500_000, 200_000, 150_000)])
    assert ranking(search) == [(Name(1), 600_000), (Name(2), 500_000), (Name(3), 200_000), (Name(0), 100_000)]


@pure_only
@pytest.mark.parametrize(("other", "first"), [(500_000 + MARGIN, 0), (500_001 + MARGIN, 1)])
def test_another_option_must_be_better_than_the_usual_one_by_the_margin(other: int, first: int) -> None:
    search = Scripted([500_000] * 16, [other] * 16)
    assert ranking(search)[0].action == Name(first)


@pytest.mark.parametrize(
    ("searcher", "margin"),
    [(Searcher, 3 * CERTAIN // 100), (SearcherOf2003, 3 * CERTAIN // 1000)],
    ids=["Empires", "2003"],
)
def test_strong_leaves_its_plan_only_for_a_clear_gain(searcher: Any, margin: int) -> None:
    assert searcher(1, always).trials.margin == margin
