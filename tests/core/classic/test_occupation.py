"""How occupation ends where others' land units come (5.6, 5.7)."""

from __future__ import annotations

import pytest

from core.classic.scenario import texts_of
from core.engine.scenario import Scenario
from tests.core.classic.random_games import VARIANTS

LATECOMER = """
scenario: Legions that have attacked already march in, and no battle ends the occupation
rules: 5.7b 3.1d
position:
  phase = "military"
  turn = "egypt"
  did = { legions = { palaestina = "attacked" } }
  [provinces]
  syria = { controller = "babylon", buildings = "city", legions = { rome = 1 }, occupied = { rome = "city" } }
  palaestina = { legions = { egypt = 1 } }
play:
  egypt: march palaestina syria 1
  # Nothing else can be done, so the turn is over.
  expect syria occupied: none
"""

THIRD_PARTY = """
scenario: Two others destroy each other where a third occupies
rules: 5.6b
position:
  phase = "military"
  turn = "egypt"
  [provinces.syria]
  controller = "babylon"
  buildings = "city"
  legions = { rome = 1, egypt = 1, carthage = 1 }
  occupied = { rome = "city" }
play:
  egypt: fight carthage in syria
  dice: egypt 6, carthage 6
  expect syria legions: rome 1
  expect syria occupied: rome city
"""


def scenarios() -> dict[str, Scenario]:
    """Return the scenarios for each edition, by name."""
    return {
        f"{variant.id}: {scenario.title}": scenario
        for variant in VARIANTS.values()
        for scenario in texts_of(variant).parse_scenarios(LATECOMER + THIRD_PARTY)
    }


@pytest.mark.parametrize("scenario", scenarios().values(), ids=scenarios().keys())
def test_occupation_ends_only_where_others_remain(scenario: Scenario) -> None:
    scenario.run()
