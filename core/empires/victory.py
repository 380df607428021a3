"""Victory (chapter 6): four ways to win, each tested at the moment that its rule names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from core.empires.state import State
from core.engine.flow import Phases, Procedure
from core.engine.state import Result
from core.mare.kinds import CULTURE, MILITARY, PhaseNumber
from core.mare.race import Race, WayToWin
from core.mare.rounds import end_game
from core.mare.state import holdings
from core.mare.titles import all_levels

TILES_TO_WIN = 5
CITIES_TO_WIN = 4

VICTORIES = ("pyramids", "heroes_and_wonders", "capitals_and_legendary_cities", "leadership", "round_limit")
"""The names of a game's possible ends: 6.1 to 6.4, and without a winner if the table has a limit (R2)."""


class VictoryTest(NamedTuple):
    """The test for victory at the end of a phase, numbered as in the rulebook."""

    phase: PhaseNumber


class TestVictory(Procedure[State, VictoryTest]):
    """Ends the game if the test of the phase finds a winner."""

    phases: Phases = (3,)
    below = ("Refill",)

    def __init__(self, tests: Mapping[int, Callable[[State], Result | None]]) -> None:
        self.tests = tests

    def run(self, state: State, frame: VictoryTest) -> None:
        state.stack.pop()
        result = self.tests[frame.phase](state)
        if result is not None:
            end_game(state, result)


def pyramids_built(empire: int) -> Result:
    """Return the result: the empire that builds the Pyramids wins at once (6.1)."""
    return Result((empire,), "pyramids")


def five_tiles(state: State) -> Result | None:
    """Return the winners by five heroes and wonders at the end of phase 3 (6.2).

    If several have them, the Culture Leader wins, or else all share.
    """
    winners = [empire for empire, player in enumerate(state.players) if len(player.tiles) >= TILES_TO_WIN]
    return _leader_or_all(state, CULTURE, "heroes_and_wonders", winners)


def four_cities(state: State) -> Result | None:
    """Return the winners by control of four capitals and legendary cities at the end of phase 4 (6.3, R26)."""
    winners = [empire for empire, cities in enumerate(all_great_cities(state)) if cities >= CITIES_TO_WIN]
    return _leader_or_all(state, MILITARY, "capitals_and_legendary_cities", winners)


def three_titles(state: State) -> Result | None:
    """Return the winner by all three titles at the end of phase 5 (6.4)."""
    holder = state.leaders[0]
    return Result((holder,), "leadership") if state.leaders.count(holder) == len(state.leaders) else None


def race(state: State) -> list[Race]:
    """Return by empire how many great cities, heroes and wonders, and titles it has towards victory (6.2 to 6.4)."""
    return [
        (
            WayToWin("capitals_and_legendary_cities", cities, CITIES_TO_WIN, phase=4),
            WayToWin("heroes_and_wonders", len(state.players[empire].tiles), TILES_TO_WIN, phase=3),
            WayToWin("leadership", state.leaders.count(empire), len(state.leaders), phase=5),
        )
        for empire, cities in enumerate(all_great_cities(state))
    ]


def titles_by_levels(state: State) -> list[int]:
    """Return by empire how many titles it would hold if the levels stayed as they are: a tie goes to who holds one."""
    reached, titles = all_levels(state), [0] * len(state.players)
    for track, holder in enumerate(state.leaders):
        best = max(levels[track] for levels in reached)
        first = [empire for empire, levels in enumerate(reached) if levels[track] == best]
        if len(first) == 1 or holder in first:
            titles[first[0] if len(first) == 1 else holder] += 1
    return titles


def race_by_levels(state: State) -> list[Race]:
    """Return the race, but with all titles for an empire that leads every track now: it would win in phase 5 (6.4)."""
    return [
        tuple(
            way._replace(have=way.need) if way.victory == "leadership" and titles == way.need else way for way in ways
        )
        for ways, titles in zip(race(state), titles_by_levels(state), strict=True)
    ]


def _leader_or_all(state: State, track: int, victory: str, winners: list[int]) -> Result | None:
    if state.leaders[track] in winners:
        winners = [state.leaders[track]]
    return Result(tuple(winners), victory) if winners else None


def all_great_cities(state: State) -> list[int]:
    """Return by empire how many built capitals and legendary cities it controls, by marker or occupation."""
    count = [0] * len(state.players)
    for province, great in zip(state.provinces, state.board.great, strict=True):
        if great and province.built & great:
            for empire, buildings in holdings(province):
                count[empire] += (buildings & great).bit_count()
    return count


def great_cities(state: State, empire: int) -> int:
    """Return how many capitals and legendary cities one empire controls."""
    return all_great_cities(state)[empire]
