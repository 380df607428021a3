"""The rules as scenarios: every file of an edition's scenarios is played, one test for each scenario."""

from __future__ import annotations

from collections import Counter

import pytest

from core.engine.scenario import Illegal, Legal, SayStep, Scenario
from tests.core.suites import SUITES

SCENARIOS = {edition: suite.scenarios() for edition, suite in SUITES.items()}
OF_2003 = {place: scenario for edition in ("original", "revised") for place, scenario in SCENARIOS[edition].items()}
ALL = {f"{edition} {place}": one for edition, found in SCENARIOS.items() for place, one in found.items()}
by_game = pytest.mark.parametrize("scenarios", [SCENARIOS["empires"], OF_2003], ids=["2016", "2003"])


@pytest.mark.parametrize("scenario", ALL.values(), ids=ALL.keys())
def test_the_game_goes_as_the_scenario_says(scenario: Scenario) -> None:
    scenario.run()


@by_game
def test_every_kind_of_action_is_said_in_several_scenarios(scenarios: dict[str, Scenario]) -> None:
    said: Counter[str] = Counter()
    for scenario in scenarios.values():
        said.update(
            {type(step.action).__name__ for step in scenario.steps if isinstance(step, SayStep | Legal | Illegal)}
        )
    notation = next(iter(scenarios.values())).language.rules.notation
    assert set(said) == {kind.__name__ for kind in notation.actions}
    assert [name for name, times in said.items() if times < 2] == []


@pytest.mark.parametrize(("edition", "times"), [("empires", 3), ("original", 1), ("revised", 1)])
def test_every_hero_and_wonder_is_in_several_scenarios(edition: str, times: int) -> None:
    """By the names of the tiles that lie on a mat, or come there."""
    named: Counter[str] = Counter()
    tiles = next(iter(SCENARIOS[edition].values())).state.board.tiles
    for path in SUITES[edition].scenario_files():
        for text in path.read_text("utf-8").split("\nscenario:"):
            named.update({tile.id for tile in tiles if tile.id in text or f"{tile.name}:" in text})
    assert [tile.id for tile in tiles if named[tile.id] < times] == []


@pytest.mark.parametrize("edition", SUITES)
def test_every_scenario_names_the_rules_it_shows(edition: str) -> None:
    assert [place for place, scenario in SCENARIOS[edition].items() if not scenario.rules] == []
