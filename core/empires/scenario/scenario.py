"""Scenarios of Empires."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.empires.battle import LandBattle, SeaBattle, dice_on_land
from core.empires.map import Map
from core.empires.position.text import load_state
from core.empires.rules import EMPIRES
from core.empires.scenario.facts import CHANCES, FACTS
from core.empires.scenario.steps import read_draw, read_turn_up
from core.empires.state import State
from core.mare.scenario import scenario
from core.mare.scenario.language import Language
from core.mare.scenario.scenario import Scenario


def _dice(state: State, frame: SeaBattle | LandBattle) -> Mapping[int, int]:
    sides = (frame.attacker, frame.defender)
    if isinstance(frame, SeaBattle):
        return {empire: state.seas[frame.sea][empire] for empire in sides}
    return {empire: dice_on_land(state, state.provinces[frame.province], empire) for empire in sides}


LANGUAGE = Language(EMPIRES, load_state, FACTS, CHANCES, {"draw": read_draw, "turn up": read_turn_up}, _dice)
"""The language of Empires' scenarios."""


def parse_scenarios(
    text: str, game_map: Map | None = None, open_map: Callable[[str], Map] | None = None
) -> list[Scenario]:
    """Return all scenarios of a file's text, as ``core.mare.scenario.scenario.parse_scenarios`` reads them."""
    return scenario.parse_scenarios(LANGUAGE, text, game_map, open_map)
