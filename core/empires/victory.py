"""Victory (chapter 6): four ways to win, each tested at the moment its rule names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from core.empires.state import State
from core.engine.flow import Procedure
from core.engine.state import Result
from core.mare.kinds import CULTURE, MILITARY, PhaseNumber
from core.mare.race import Progress, Race
from core.mare.rounds import end_game
from core.mare.state import holdings

TILES_TO_WIN = 5
CITIES_TO_WIN = 4

VICTORIES = ("pyramids", "heroes_and_wonders", "capitals_and_legendary_cities", "leadership", "round_limit")
"""How a game can end, by name: 6.1 to 6.4, and with nobody's victory where the table has a limit (R2)."""


class VictoryTest(NamedTuple):
    """The test for victory at the end of a phase, numbered as in the rulebook."""

    phase: PhaseNumber


class TestVictory(Procedure[State, VictoryTest]):
    """Ends the game if the test of the phase finds a winner."""

    phases = (3,)
    below = ("Refill",)

    def __init__(self, tests: Mapping[int, Callable[[State], Result | None]]) -> None:
        self.tests = tests

    def run(self, state: State, frame: VictoryTest) -> None:
        state.stack.pop()
        result = self.tests[frame.phase](state)
        if result is not None:
            end_game(state, result)


def pyramids_built(empire: int) -> Result:
    """6.1: whoever builds the Pyramids wins at once."""
    return Result((empire,), "pyramids")


def five_tiles(state: State) -> Result | None:
    """6.2, end of phase 3: five heroes and wonders; among several the Culture Leader, or all share."""
    winners = [empire for empire, player in enumerate(state.players) if len(player.tiles) >= TILES_TO_WIN]
    return _one_or_all(state, CULTURE, "heroes_and_wonders", winners)


def four_cities(state: State) -> Result | None:
    """6.3, end of phase 4: control of four capitals and legendary cities; R26 among several."""
    winners = [empire for empire, cities in enumerate(all_great_cities(state)) if cities >= CITIES_TO_WIN]
    return _one_or_all(state, MILITARY, "capitals_and_legendary_cities", winners)


def three_titles(state: State) -> Result | None:
    """6.4, end of phase 5: all three titles."""
    holder = state.leaders[0]
    return Result((holder,), "leadership") if state.leaders.count(holder) == len(state.leaders) else None


def race(state: State) -> list[Race]:
    """6.2 to 6.4: by empire, how many great cities, heroes and wonders, and titles it has of those that win."""
    return [
        (
            Progress("capitals_and_legendary_cities", cities, CITIES_TO_WIN, phase=4),
            Progress("heroes_and_wonders", len(state.players[empire].tiles), TILES_TO_WIN, phase=3),
            Progress("leadership", state.leaders.count(empire), len(state.leaders), phase=5),
        )
        for empire, cities in enumerate(all_great_cities(state))
    ]


def _one_or_all(state: State, track: int, victory: str, winners: list[int]) -> Result | None:
    if state.leaders[track] in winners:
        winners = [state.leaders[track]]
    return Result(tuple(winners), victory) if winners else None


def all_great_cities(state: State) -> list[int]:
    """By empire, how many capitals and legendary cities that stand built it controls, by marker or occupation."""
    count = [0] * len(state.players)
    for province, great in zip(state.provinces, state.board.great, strict=True):
        if great and province.built & great:
            for empire, buildings in holdings(province):
                count[empire] += (buildings & great).bit_count()
    return count


def great_cities(state: State, empire: int) -> int:
    """How many of them one empire controls."""
    return all_great_cities(state)[empire]
