"""The games of a training: each follows from its number, and a folder keeps them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game
from core.engine.policy import RandomPlayer
from tests.train import games as playing
from tests.train import store as storing
from tests.train.games import SIGHTS, Plan, play
from tests.train.store import OtherTraining, Store

PLAN = Plan(("original", "revised"), 3, 7)


@pytest.fixture(autouse=True)
def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "PORTION", 2)


@pytest.mark.parametrize("edition", SIGHTS)
def test_every_edition_is_played_and_seen_the_same_each_time(edition: str) -> None:
    plan = Plan((edition,), 3, 1)
    seen = play(plan, 0)
    assert seen == play(plan, 0)
    assert [sight.round for sight in seen.sights] == list(range(seen.sights[0].round, seen.sights[-1].round + 1))
    signs = len(SIGHTS[edition].SIGNS)
    assert all(len(row) == signs for sight in seen.sights for row in sight.rows)


def test_players_slip_only_before_the_first_round_that_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    slipped: list[int] = []

    class Careless(RandomPlayer):
        def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
            slipped.append(game.state.round)
            return super().decide(game, seat, answers, below)

    monkeypatch.setattr(playing, "RandomPlayer", Careless)
    seen = play(Plan(("original",), 3, 1), 3)
    assert slipped
    assert max(slipped) < seen.sights[0].round


def test_editions_and_sizes_of_tables_take_turns() -> None:
    plan = Plan(("original", "revised"), 0, 1)
    assert [len(play(plan, number).sights[0].rows) for number in range(4)] == [3, 3, 4, 4]


def test_a_folder_keeps_games_and_plays_only_what_lacks(tmp_path: Path) -> None:
    kept = Store(tmp_path, PLAN)
    kept.play(range(2, 3))
    assert kept.lacking(3) == [range(2)]
    assert list(kept.play_all(3, 1)) == [0]
    assert kept.lacking(3) == []
    assert list(kept.read(3)) == [play(PLAN, number) for number in range(3)]


def test_processes_play_the_games_of_one_process(tmp_path: Path) -> None:
    one, two = Store(tmp_path / "one", PLAN), Store(tmp_path / "two", PLAN)
    assert list(one.play_all(3, 1)) == [1, 0]
    assert list(two.play_all(3, 2)) == [1, 0]
    assert list(one.read(3)) == list(two.read(3))


def test_a_folder_with_games_of_another_plan_is_refused(tmp_path: Path) -> None:
    Store(tmp_path, PLAN._replace(seed=8))
    with pytest.raises(OtherTraining, match=r"has games of another plan \(plan\.json\)\. Name another folder\.$"):
        Store(tmp_path, PLAN)
