"""The engine and the recount of 2003 agree; and the comparison would see it if they did not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.classic.state import State
from tests.core.classic.agreement import Agreement
from tests.core.classic.random_positions import random_position, summary
from tests.core.classic.recount.board import EDITIONS, ORIGINAL, REVISED
from tests.core.classic.recount.position import problems

POSITIONS = 75


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [5, 6])
def test_the_engine_and_the_recount_agree(edition: str, seed: int) -> None:
    """A game from its start and one from a random position; many more: ``python -m tests.core.classic.agreement``."""
    game = Agreement(seed, edition)
    game.play(POSITIONS)
    assert game.found == []
    assert game.looked.total() > POSITIONS / 2


def test_the_engine_and_the_recount_agree_on_blockades() -> None:
    game = Agreement(20002, REVISED)
    game.play(POSITIONS)
    assert game.found == []
    assert game.looked["Blockades"] > 0


def test_a_trireme_that_must_leave_its_dock_after_a_battle_is_no_unit_that_survived_it() -> None:
    """The last trireme sails by itself into the sea of the battle, before the next question (5.2b, 5.5c)."""
    game = Agreement(1200076, ORIGINAL)
    game.play(1_000)
    assert game.found == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_positions_are_sound_and_rich(edition: str) -> None:
    positions = [random_position(seed, edition) for seed in range(10)]
    assert [problem for position in positions for problem in problems(position)] == []
    found = sum((summary(position) for position in positions[1:]), summary(positions[0]))
    assert min(found.values()) > 0, found


def lose_a_coin(state: State) -> None:
    state.bank = bytes([state.bank[0] - 1, *state.bank[1:]])


def open_a_capital(state: State) -> None:
    """Let the capital of the first civilization belong to the next one."""
    capital = state.board.capitals[0]
    state.provinces[capital] = replace(state.provinces[capital], controller=1)


def forget_a_building(state: State) -> None:
    index = next(index for index, province in enumerate(state.provinces) if province.built)
    state.provinces[index] = replace(state.provinces[index], built=0, posts=0)


@pytest.mark.parametrize(
    ("spoil", "rule"), [(lose_a_coin, "0.1c"), (open_a_capital, "0.4a"), (forget_a_building, "1.2")]
)
def test_what_is_wrong_with_a_position_is_seen(spoil: Callable[[State], None], rule: str) -> None:
    game = Agreement(6, ORIGINAL)
    spoil(game.state)
    game.play(1)
    assert any(sentence.startswith(rule) for sentence in game.found), game.found


def test_an_answer_too_much_and_one_missing_are_seen() -> None:
    """In the middle of a building turn the recount is shown a market too many."""
    game = Agreement(6, ORIGINAL)
    while type(game.state.stack[-1]).__name__ != "BuildTurn":
        game.play(game.looked.total() + 1)
    position = game.now()
    player = game.state.board.empires[game.state.stack[-1][0]]
    position.hands[player]["coin"] += 12
    game.look(position)
    assert [sentence.split(" for ")[0] for sentence in game.found if " for " in sentence] == ["missing"]
