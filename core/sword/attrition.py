"""Phase 5: attrition of CU in enemy locations (5.5)."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.flow import Draw, Phases
from core.engine.message import Message
from core.sword.events import AttritionRolled
from core.sword.kinds import Power
from core.sword.map import FACES, Map
from core.sword.order import Part
from core.sword.state import State


class Attrition(NamedTuple):
    """A power rolls a die for each enemy location that its CU occupy."""

    power: Power


def losses_of(game_map: Map, units: int, face: int) -> int:
    """Return how many of so many CU a face of the die costs, by the table of the owner's file."""
    row = next(row for row in reversed(game_map.attrition) if row.units <= units)
    return min(row.losses[face - 1], units)


class RollAttrition(Draw[State, Attrition]):
    """Throws the dice of one power, and applies the table to its CU."""

    phases: Phases = (5,)
    below = ("Ranking",)

    def meaning(self, state: State, frame: Attrition) -> Message:
        return Message("attrition of the {power}", power=state.board.power_names[frame.power])

    def bounds(self, state: State, frame: Attrition) -> tuple[int, ...]:
        return (FACES,) * len(list(state.occupied(frame.power)))

    def settle(self, state: State, frame: Attrition, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        for location, value in zip([*state.occupied(frame.power)], outcome, strict=True):
            losses = losses_of(state.board.map, state.sites[location].units[frame.power], value + 1)
            state.change_units(location, frame.power, -losses)
            state.tell(AttritionRolled(location, value + 1, frame.power, losses))


def _begin(state: State, power: int) -> None:
    state.stack.append(Attrition(power))


ATTRITION = Part(lambda state, power: any(True for _ in state.occupied(power)), _begin)
