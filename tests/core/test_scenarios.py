"""The rules as scenarios: every file of an edition's scenarios is played, one test for each scenario."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from core.engine.errors import DataError
from core.engine.scenario import Illegal, Legal, SayStep, Scenario
from tests.core.suites import ROOT, SUITES

PLACES = [(edition, place) for edition, suite in SUITES.items() for place in suite.places()]
FILES = [(edition, path) for edition, suite in SUITES.items() for path in suite.scenario_files()]


@cache
def read(edition: str, path: Path) -> dict[str, Scenario] | str:
    """The scenarios of a file by place, or what is wrong in it."""
    try:
        return SUITES[edition].scenarios_in(path)
    except DataError as error:
        return f"{path.relative_to(ROOT)}:{error.line}: {error.sentence}"


def scenarios_in(edition: str, path: Path) -> dict[str, Scenario]:
    """The scenarios of a file by place. A wrong file fails one test only, so all others that need it are skipped."""
    found = read(edition, path)
    if isinstance(found, str):
        pytest.skip(found)
    return found


def scenarios_of(edition: str) -> dict[str, Scenario]:
    """The scenarios of an edition by place, which takes a while."""
    files = SUITES[edition].scenario_files()
    return {place: scenario for path in files for place, scenario in scenarios_in(edition, path).items()}


@pytest.mark.parametrize(("edition", "path"), FILES, ids=[f"{edition} {path.name}" for edition, path in FILES])
def test_every_scenario_file_can_be_read(edition: str, path: Path) -> None:
    found = read(edition, path)
    if isinstance(found, str):
        pytest.fail(found, pytrace=False)


@pytest.mark.parametrize(("edition", "place"), PLACES, ids=map(" ".join, PLACES))
def test_the_game_goes_as_the_scenario_says(edition: str, place: str) -> None:
    scenarios_in(edition, ROOT / place.partition(": ")[0])[place].run()


def test_all_scenarios_are_played() -> None:
    assert [(edition, place) for edition in SUITES for place in scenarios_of(edition)] == PLACES


@pytest.mark.parametrize(
    ("editions", "times"),
    [(("empires",), 2), (("original", "revised"), 2), (("sword",), 1)],
    ids=["2016", "2003", "sword"],
)
def test_every_kind_of_action_is_said_in_several_scenarios(editions: tuple[str, ...], times: int) -> None:
    scenarios = [scenario for edition in editions for scenario in scenarios_of(edition).values()]
    said: Counter[str] = Counter()
    for scenario in scenarios:
        said.update(
            {type(step.action).__name__ for step in scenario.steps if isinstance(step, SayStep | Legal | Illegal)}
        )
    notation = scenarios[0].language.rules.notation
    assert set(said) == {kind.__name__ for kind in notation.actions}
    assert [name for name, number in said.items() if number < times] == []


@pytest.mark.parametrize(("edition", "times"), [("empires", 3), ("original", 1), ("revised", 1)])
def test_every_hero_and_wonder_is_in_several_scenarios(edition: str, times: int) -> None:
    """By the names of the tiles that lie on a mat, or come there."""
    named: Counter[str] = Counter()
    tiles = next(iter(scenarios_of(edition).values())).state.board.tiles
    for path in SUITES[edition].scenario_files():
        for text in path.read_text("utf-8").split("\nscenario:"):
            named.update({tile.id for tile in tiles if tile.id in text or f"{tile.name}:" in text})
    assert [tile.id for tile in tiles if named[tile.id] < times] == []


@pytest.mark.parametrize("edition", SUITES)
def test_every_scenario_names_the_rules_it_shows(edition: str) -> None:
    assert [place for place, scenario in scenarios_of(edition).items() if not scenario.rules] == []
