"""One game of a match: it follows from its number, and a player who fails in it is named."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.arena.match import ENGINE_GAMES, Abandoned, places, play, portions
from cli.bots import minds as chances
from cli.bots.minds import chance
from core.empires.bots import STRENGTHS
from core.empires.state import Game
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.mare.actions import Announce
from tests.cli.arena.matches import match, play_with


def test_a_game_is_the_same_whatever_was_played_before_it() -> None:
    random = match(max_rounds=3)
    assert play(random, [4]) == play(random, [2, 4])[1:]


def test_games_differ_by_number_and_by_seed() -> None:
    digests = {game.digest for seed in (1, 2) for game in play(match(seed=seed), range(3))}
    assert len(digests) == 6


@given(st.integers(0, 2**40), st.sampled_from([3, 4, 5]), st.integers(0, 50))
def test_in_a_block_of_games_every_player_sits_in_every_seat_once(seed: int, size: int, block: int) -> None:
    names = match(*["random"] * size, seed=seed)
    orders = [places(names, size * block + turn) for turn in range(size)]
    assert Counter((seat, who) for order in orders for seat, who in enumerate(order)) == {
        (seat, who): 1 for seat in range(size) for who in range(size)
    }


def test_seats_go_round_the_table_as_the_empires_do() -> None:
    assert match(*["random"] * 4).options.empires == ("rome", "greece", "egypt", "carthage")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_strength_plays_in_the_arena(strength: str) -> None:
    [game] = play(match(strength, "steady", "steady", nodes=20), [0])
    assert (game.victory, game.rounds, game.fault) == ("round_limit", 1, None)


def test_a_limit_of_rounds_is_a_game_that_no_one_has_won() -> None:
    [game] = play(match(max_rounds=1), [0])
    assert (game.winners, game.victory, game.rounds, game.fault) == ((), "round_limit", 1, None)


def test_who_wins_has_won_from_their_seat() -> None:
    steady = match("steady", "random", "random", max_rounds=0)
    for game in play(steady, range(3)):
        assert [game.places[seat] for seat in game.winners] == [0]


class Failing:
    """A policy that raises when it is asked to announce a number."""

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        if Announce(0) in answers:
            raise KeyError("market")
        return answers.draw(below)


class Cheating:
    """A policy that is never legal."""

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        return Announce(99)


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (Failing, "The policy “novice” failed: KeyError: 'market'"),
        (Cheating, "The policy “novice” failed: RuleError: 2.1: No exchange marker you can play shows 99."),
    ],
)
def test_a_policy_that_fails_is_named_and_ends_its_game(
    policy: type[Failing | Cheating], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_with(monkeypatch, {**STRENGTHS, "novice": lambda nodes, more: policy()})
    [game] = play(match("novice", "novice", "novice"), [0])
    assert game.fault is not None
    assert (game.victory, game.winners) == ("fault", ())
    assert (game.fault.player, game.fault.step, game.fault.sentence) == ("novice", 1, sentence)


def test_a_game_that_no_one_wants_any_more_is_abandoned() -> None:
    with pytest.raises(Abandoned):
        play(match(), [0], lambda: True)


def test_games_are_played_one_by_one_but_for_programs_which_play_several_before_they_are_started_again() -> None:
    assert portions(match(), range(3)) == [(0,), (1,), (2,)]
    together = portions(match("engine:bot", "random", "random"), range(3, 12))
    assert together == [(3, 4), (5, 6, 7, 8, 9), (10, 11)]
    assert ENGINE_GAMES == 5


def test_a_portion_does_not_depend_on_how_many_games_are_played() -> None:
    engine = match("engine:bot", "random", "random")
    assert set(portions(engine, range(10))) < set(portions(engine, range(15)))


# ---------------------------------------------------------------------- chance


def test_chance_is_the_same_on_every_machine() -> None:
    below = chance("mare arena 7 0 table")
    assert [below(bound) for bound in (6, 6, 6, 1000, 1 << 32, 2, 1)] == [4, 3, 2, 486, 1275950016, 1, 0]


@given(st.text(), st.lists(st.integers(1, 1 << 32) | st.integers(1, 1 << 100), min_size=1, max_size=50))
def test_chance_stays_below_its_bounds(purpose: str, bounds: list[int]) -> None:
    below = chance(purpose)
    assert all(0 <= below(bound) < bound for bound in bounds)


@pytest.mark.parametrize("bound", [1 << 32, (1 << 32) + 1, 1 << 48, 1 << 64, 1 << 100])
def test_chance_finds_a_number_below_a_bound_of_any_size_in_a_few_words(
    bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = chances._words
    monkeypatch.setattr(chances, "_words", lambda key: islice(words(key), 40))
    below = chance("mare arena 7 0 seat 1")
    assert len({below(bound) for _ in range(8)}) == 8


def test_the_words_of_a_high_bound_are_those_of_low_ones_the_first_the_highest() -> None:
    words = chance("dice")
    first, second = words(1 << 32), words(1 << 32)
    assert chance("dice")(1 << 64) == first << 32 | second


def test_chance_favours_nothing() -> None:
    below = chance("dice")
    found = Counter(below(6) for _ in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 20.5  # chi-square, 5 degrees: 0.1 %
