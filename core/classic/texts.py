"""Positions and scenarios of the editions of 2003, in the form that the registry expects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.classic.battle import dice_of
from core.classic.map import Map
from core.classic.position import text as positions
from core.classic.rules import RULES
from core.classic.scenario.facts import CHANCES, FACTS
from core.classic.scenario.steps import read_lot
from core.classic.state import State
from core.classic.variant import Variant
from core.engine.game import Game
from core.mare.scenario import scenario
from core.mare.scenario.language import Language
from core.mare.scenario.scenario import Scenario


class ClassicTexts:
    """Positions and scenarios of one edition."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.language = Language(
            RULES[variant.id], self.load_state, FACTS, CHANCES, {"lot": read_lot}, dice_of, 'pieces = "printed"\n'
        )

    def load_state(self, text: str, game_map: Map | None) -> State:
        """Return the position as written. Raises DataError."""
        return positions.load_state(self.variant, text, game_map)

    def load_position(self, text: str, game_map: Map | None = None) -> Game[State]:
        """Return the game at the position that a text describes. Raises DataError."""
        return positions.load_position(self.variant, text, game_map)

    def dump_position(self, game: Game[State]) -> str:
        """Return the text of a game's position."""
        return positions.dump_position(game)

    def parse_scenarios(
        self, text: str, game_map: Map | None = None, open_map: Callable[[str], Any] | None = None
    ) -> list[Scenario]:
        """Return the scenarios of a file; ``open_map`` returns the map that a scenario names. Raises DataError."""
        return scenario.parse_scenarios(self.language, text, game_map, open_map)
