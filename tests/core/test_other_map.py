"""Another map and start: whole games on it keep the rules, and its positions can be written."""

from __future__ import annotations

import random

import pytest

from core import DataError, Over
from core.empires.bots import Planner
from core.empires.data import empires_toml
from core.empires.position import dump_position, load_position
from core.empires.rules import load_map, new_game
from core.empires.state import Options
from tests.core.positions import Position, Table
from tests.core.recount import problems
from tests.core.suites import EMPIRES_SUITE
from tests.core.test_position import step

MAP = EMPIRES_SUITE.map_named("maps/two_islands.toml")


@pytest.mark.parametrize("seed", range(10))
def test_a_game_on_another_map_keeps_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    game = new_game(Options(2, ("random", "random"), ("open", "short")[seed % 2], 10), MAP)
    while not isinstance(game.node, Over):
        # Of who pillaged which icon a position does not remember.
        assert [wrong for wrong in problems(game.state, {}) if not wrong.startswith("4.3.1")] == []
        assert load_position(dump_position(game), MAP).digest() == game.digest()
        step(game, chance)


def test_its_positions_say_of_which_edition_they_are() -> None:
    text = dump_position(new_game(Options(2, ("easterners", "westerners")), MAP))
    assert text.startswith('edition = "two_islands"\n')
    with pytest.raises(DataError) as refusal:
        load_position(text)
    assert (refusal.value.line, refusal.value.key) == (1, "edition")


@pytest.mark.parametrize("seed", range(6))
def test_the_planner_plays_on_another_map_to_the_end(seed: int) -> None:
    below = random.Random(seed).randrange
    game = new_game(Options(2, ("random", "random"), ("open", "short")[seed % 2], 10), MAP)
    planner = Planner()
    while not isinstance(node := game.node, Over):
        game.step(lambda seat, answers: planner.decide(game, seat, answers, below), below)
    assert node.result.victory in ("leadership", "heroes_and_wonders", "pyramids", "round_limit")


@pytest.mark.parametrize(("coins", "rule"), [(11, "3.0"), (12, "R13")])
def test_the_last_price_of_a_hero_that_a_map_names_goes_on(coins: int, rule: str) -> None:
    """3.1.3, R13: three tiles for 4 each are 12, wherever prices are asked for."""
    prices = "hero_or_wonder = [7, 8, 9, 10]"
    assert prices in empires_toml()
    game_map = load_map(empires_toml().replace(prices, "hero_or_wonder = [4]"))
    position = Position().tiles("rome", "perseus").leaders(culture="greece").at_build()
    text = dump_position(position.give("rome", "coin " * coins).face_up("circe", "ramses", "hercules").game())
    assert Table(load_position(text, game_map)).rule() == rule


def test_what_pays_a_printed_price_as_low_as_a_tiles_is_listed_once() -> None:
    """3.1, chapter 3: where a trireme costs 1, a coin pays it with the Lighthouse and without; it is one answer."""
    assert empires_toml().count("trireme = 3\n") == 1
    game_map = load_map(empires_toml().replace("trireme = 3\n", "trireme = 1\n"))
    position = Position().tiles("rome", "lighthouse").give("rome", "coin sheep wood").at_build_turn("rome")
    table = Table(load_position(dump_position(position.game()), game_map))
    listed = table.legal("build trireme mare_ionium")
    assert sorted(listed) == [f"build trireme mare_ionium with {token}" for token in ("coin", "sheep", "wood")]
    table.say("rome", "build trireme mare_ionium with coin")
    assert table.legal("build trireme mare_ionium") == [
        "build trireme mare_ionium with wood",
        "build trireme mare_ionium with sheep",
    ]
