"""The rules as scenarios: one test for each, and what they cover together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from core.engine.facts import RULE
from core.engine.scenario import Illegal, Legal, SayStep, Scenario
from core.sword.edition import RULEBOOK
from core.sword.scenario import TEXTS

FOLDER = Path(__file__).parent / "scenarios"

SCENARIOS: dict[str, Scenario] = {
    f"{path.name}: {scenario.title}": scenario
    for path in sorted(FOLDER.glob("*.scenario"))
    for scenario in TEXTS.parse_scenarios(path.read_text("utf-8"))
}

BY_THE_MAP = {"2.2a"}
"""Numbers that only the owner's file can break: ``test_map_file.py`` has their tests."""


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS.keys())
def test_the_game_goes_as_the_scenario_says(scenario: Scenario) -> None:
    scenario.run()


def test_every_kind_of_action_is_said_in_a_scenario() -> None:
    said: Counter[str] = Counter()
    for scenario in SCENARIOS.values():
        said.update(
            type(step.action).__name__ for step in scenario.steps if isinstance(step, SayStep | Legal | Illegal)
        )
    notation = next(iter(SCENARIOS.values())).language.rules.notation
    assert {kind.__name__ for kind in notation.actions} - set(said) == set()


def test_every_number_of_the_rules_has_a_scenario() -> None:
    shown = {number for scenario in SCENARIOS.values() for number in scenario.rules}
    assert all(RULE.fullmatch(number) for number in shown)
    assert set(RULEBOOK.numbers()) - shown == BY_THE_MAP
    assert shown - set(RULEBOOK.numbers()) == set()
