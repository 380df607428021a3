"""What the scenarios of The Sword of Rome cover together: ``tests/core/test_scenarios.py`` plays them."""

from __future__ import annotations

from core.engine.facts import RULE
from core.sword.edition import RULEBOOK
from tests.core.suites import SWORD_SUITE

BY_THE_MAP = {"2.2a"}
"""Numbers that only the owner's file can break: ``test_map_file.py`` has their tests."""


def test_every_number_of_the_rules_has_a_scenario() -> None:
    shown = {number for scenario in SWORD_SUITE.scenarios().values() for number in scenario.rules}
    assert all(RULE.fullmatch(number) for number in shown)
    assert set(RULEBOOK.numbers()) - shown == BY_THE_MAP
    assert shown - set(RULEBOOK.numbers()) == set()
