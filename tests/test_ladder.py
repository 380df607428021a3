"""The ratings of the levels: what wins make of them, and that each pair plays."""

from __future__ import annotations

import pytest

from tests.ladder import intervals, ratings, tournament

WINS = {
    ("novice", "steady"): 10.0,
    ("steady", "novice"): 100.0,
    ("steady", "strong"): 40.0,
    ("strong", "steady"): 70.0,
    ("novice", "strong"): 5.0,
    ("strong", "novice"): 105.0,
}


def test_who_wins_ten_times_as_often_is_400_points_better() -> None:
    found = ratings({("novice", "steady"): 9.5, ("steady", "novice"): 99.5})
    assert found["steady"] == 0
    assert found["novice"] == pytest.approx(-400)


def test_ratings_forecast_the_shares_of_the_games() -> None:
    found = ratings(WINS)
    for level in found:
        others = [other for other in found if other != level]
        games = sum(WINS[level, other] + WINS[other, level] + 1 for other in others)
        won = sum(WINS[level, other] + 0.5 for other in others)
        chances = [110 + 1] * len(others)
        forecast = sum(
            number / (1 + 10 ** ((found[other] - found[level]) / 400))
            for number, other in zip(chances, others, strict=True)
        )
        assert forecast == pytest.approx(won, rel=0.001)
        assert games == sum(chances)


def test_an_interval_holds_its_rating_and_shrinks_with_more_games() -> None:
    found, few = ratings(WINS), intervals({pair: number / 10 for pair, number in WINS.items()})
    many = intervals(WINS)
    for level in ("novice", "strong"):
        assert many[level][0] < found[level] < many[level][1]
        assert many[level][1] - many[level][0] < few[level][1] - few[level][0]


def test_each_two_levels_play_all_their_games() -> None:
    wins = tournament("original", ("novice", "steady"), 2, 10, 1)
    assert len(wins) == 2
    assert all(wins[one, other] + wins[other, one] == 2 for one, other in wins)
