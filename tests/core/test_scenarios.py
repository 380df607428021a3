"""The rules as scenarios: every file of ``scenarios/`` is played, one test for each scenario."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from core import load_map
from core.empires.map import Map
from core.empires.rules import EMPIRES
from core.empires.scenario.scenario import parse_scenarios
from core.mare.scenario.scenario import Scenario
from core.mare.scenario.steps import Illegal, Legal, Say

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("*.scenario"))


def map_named(name: str) -> Map:
    """The map in a file that a scenario names."""
    return load_map((FOLDER / name).read_text("utf-8"))


SCENARIOS = {
    f"{path.stem}: {scenario.title}": scenario
    for path in FILES
    for scenario in parse_scenarios(path.read_text("utf-8"), open_map=map_named)
}


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS.keys())
def test_the_game_goes_as_the_scenario_says(scenario: Scenario) -> None:
    scenario.run()


def test_every_kind_of_action_is_said_in_several_scenarios() -> None:
    said: Counter[str] = Counter()
    for scenario in SCENARIOS.values():
        said.update({type(step.action).__name__ for step in scenario.steps if isinstance(step, Say | Legal | Illegal)})
    assert set(said) == {kind.__name__ for kind in EMPIRES.notation.actions}
    assert [name for name, times in said.items() if times < 2] == []


def test_every_hero_and_wonder_is_in_several_scenarios() -> None:
    """By the names of the tiles that lie on a mat, or come there."""
    named: Counter[str] = Counter()
    for path in FILES:
        for text in path.read_text("utf-8").split("\nscenario:"):
            board = next(iter(SCENARIOS.values())).game.state.board
            named.update({tile.id for tile in board.tiles if tile.id in text or f"{tile.name}:" in text})
    assert len(named) == 23
    assert [name for name, times in named.items() if times < 3] == []


def test_every_scenario_names_the_rules_it_shows() -> None:
    assert [name for name, scenario in SCENARIOS.items() if not scenario.rules] == []
