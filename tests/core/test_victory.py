"""Chapter 6, victory: the four ways to win, each at its moment, and who wins among several."""

from __future__ import annotations

from itertools import product

import pytest

from core.empires.victory import five_tiles, four_cities, race, race_by_levels, three_titles, titles_by_levels
from core.engine.state import Result
from tests.core.positions import Position, Table

FOUR_OF_ROME = ("circe", "gilgamesh", "hamilcar", "hercules")


def outcome(table: Table) -> tuple[tuple[str, ...] | None, str | None]:
    """Who has won, and how; None twice while the game goes on."""
    return table.winners(), table.victory()


GOES_ON = (None, None)


# ---------------------------------------------------------------------- 6.3, four capitals and legendary cities


def great(position: Position, empire: str, *provinces: str) -> Position:
    """The legendary cities of these provinces stand built under the empire's marker."""
    for province in provinces:
        position.control(province, empire).build(province, "legendary_city")
    return position


def test_an_occupied_marker_takes_no_city() -> None:
    """4.3.3: until a conversion the controller keeps all unoccupied buildings."""
    position = great(Position(), "rome", "sicilia", "judea", "asia").units("asia", greece=1)
    table = position.occupy("asia", "greece", "control").at_end_of_war().table()
    assert outcome(table) == (("rome",), "capitals_and_legendary_cities")


# ---------------------------------------------------------------------- the race


def standing(cities: int, tiles: int, titles: int) -> Position:
    """Rome has so many great cities, heroes and wonders, and titles; Greece has the other titles."""
    position = great(Position(), "rome", *("sicilia", "judea", "asia")[: cities - 1])
    position.tiles("rome", *FOUR_OF_ROME[: tiles - 1])
    tracks = ("trade", "culture", "military")
    return position.leaders(**{track: "rome" if place < titles else "greece" for place, track in enumerate(tracks)})


def test_the_race_counts_what_each_player_has_of_what_wins() -> None:
    """6.2, 6.3, 6.4: of Rome, which comes first, and of Greece."""
    rome, greece, *_ = race(standing(3, 4, 2).state)
    assert [(progress.have, progress.need) for progress in rome] == [(3, 4), (4, 5), (2, 3)]
    assert [(progress.have, progress.need) for progress in greece] == [(1, 4), (1, 5), (1, 3)]


@pytest.mark.parametrize(("cities", "tiles", "titles"), [*product((3, 4), (4, 5), (2, 3))])
def test_the_race_is_run_where_the_test_of_its_phase_finds_the_winner(cities: int, tiles: int, titles: int) -> None:
    """6.2, 6.3, 6.4: at the end of the phase that the race names."""
    state = standing(cities, tiles, titles).state
    for progress in race(state)[0]:
        found = Result((0,), progress.victory) if not progress.lacking else None
        assert AT_THE_END_OF[progress.phase](state) == found


AT_THE_END_OF = {3: five_tiles, 4: four_cities, 5: three_titles}


def test_a_tie_in_levels_leaves_the_title_to_its_holder_or_gives_it_to_none() -> None:
    """5.1: at the start Carthage and Rome trade alike, and Rome and Greece are equally strong."""
    assert titles_by_levels(Position(3).leaders(trade="rome", culture="greece", military="carthage").state) == [1, 1, 0]
    assert titles_by_levels(Position(3).leaders(trade="greece", culture="rome", military="greece").state) == [0, 2, 0]


def test_who_would_hold_all_titles_by_levels_has_run_the_race_of_titles() -> None:
    """6.4: Circe makes Greece the first in trade and in strength; only the third title is still Carthage's."""
    position = Position(3).clear().tiles("greece", "circe")
    state = position.leaders(trade="greece", culture="greece", military="carthage").state
    assert [[way.have for way in ways] for ways in race(state)] == [[0, 1, 0], [0, 2, 2], [0, 1, 1]]
    assert [[way.have for way in ways] for ways in race_by_levels(state)] == [[0, 1, 0], [0, 2, 3], [0, 1, 1]]
