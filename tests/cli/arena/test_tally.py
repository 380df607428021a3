"""What games amount to: shares, intervals that statisticians have published, and a digest that knows no order."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.arena.match import Fault, Played
from cli.arena.tally import Share, Tally
from tests.cli.arena.matches import match, played

THREE = match("steady", "novice", "novice")

results = st.builds(
    played,
    st.integers(0, 10_000),
    st.sets(st.integers(0, 2)).map(lambda seats: tuple(sorted(seats))),
    st.sampled_from(["leadership", "pyramids", "round_limit"]),
    places=st.permutations(range(3)).map(tuple),
    rounds=st.integers(1, 40),
)
many = st.lists(results, max_size=12, unique_by=lambda game: game.number)


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_the_literature(count: int, games: int, low: float, high: float) -> None:
    """Newcombe, Statistics in Medicine 17 (1998), 857, table I, method 3."""
    assert Share(Fraction(count), games).interval == pytest.approx((low, high), abs=0.00005)


@given(st.integers(0, 60 * 500).map(lambda part: Fraction(part, 60)), st.integers(1, 500))
def test_an_interval_holds_its_share(count: Fraction, games: int) -> None:
    share = Share(min(count, Fraction(games)), games)
    low, high = share.interval
    assert 0 <= low <= share.value <= high <= 1


def test_of_no_games_nothing_is_known() -> None:
    assert (Share(Fraction(0), 0).value, Share(Fraction(0), 0).interval) == (0, (0, 1))


def test_a_player_in_several_seats_wins_with_any_of_them() -> None:
    tally = Tally(THREE, [played(0, (0,)), played(1, (1,)), played(2, (2,)), played(3, (2,))])
    assert (tally.of_player("steady").value, tally.of_player("novice").value) == (0.25, 0.75)
    assert (tally.even("steady"), tally.even("novice")) == (Fraction(1, 3), Fraction(2, 3))


def test_a_player_wins_from_wherever_they_sat() -> None:
    tally = Tally(THREE, [played(0, (2,), places=(1, 2, 0))])
    assert tally.of_player("steady").value == 1
    assert tally.of_empire("carthage").value == 1
    assert (tally.of_player_as("steady", "carthage").games, tally.of_player_as("steady", "rome").games) == (1, 0)


def test_a_shared_victory_is_divided() -> None:
    tally = Tally(THREE, [played(0, (0, 2))])
    assert tally.of_player("steady") == Share(Fraction(1, 2), 1)
    assert [tally.of_empire(empire).value for empire in tally.empires] == [0.5, 0, 0.5]


def test_a_game_with_a_fault_counts_for_no_one() -> None:
    fault = Fault("novice", 1, 5, "It has failed.")
    tally = Tally(THREE, [played(0, (0,)), played(1, (), "fault", fault=fault)])
    assert (len(tally.games), len(tally.faulty), tally.of_player("steady").games) == (1, 1, 1)


@given(many)
def test_every_victory_is_a_player_s(games: list[Played]) -> None:
    tally = Tally(THREE, games)
    won = sum(bool(game.winners) for game in games)
    assert sum(tally.of_player(name).count for name in tally.names) == won
    assert sum(tally.of_empire(empire).count for empire in tally.empires) == won
    assert sum(tally.of_victory(victory).count for victory in tally.victories) == len(games)
    assert sum(tally.lengths.values()) == len(games)


@given(many, st.randoms(use_true_random=False))
def test_the_order_in_which_games_come_does_not_matter(games: list[Played], chance: random.Random) -> None:
    mixed = games.copy()
    chance.shuffle(mixed)
    assert Tally(THREE, mixed).digest() == Tally(THREE, games).digest()


def test_the_digest_knows_every_game() -> None:
    games = [played(0), played(1)]
    other = [played(0), played(1, digest="ff")]
    assert len({Tally(THREE, chosen).digest() for chosen in (games, games[:1], other)}) == 3
