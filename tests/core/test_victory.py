"""Chapter 6, victory: the four ways to win, each at its moment, and who wins among several."""

from __future__ import annotations

from itertools import product

import pytest

from core.empires.victory import five_tiles, four_cities, race, three_titles
from core.engine.state import Result
from tests.core.positions import Position, Table

FOUR_OF_ROME = ("circe", "gilgamesh", "hamilcar", "hercules")


def outcome(table: Table) -> tuple[tuple[str, ...] | None, str | None]:
    """Who has won, and how; None twice while the game goes on."""
    return table.winners(), table.victory()


GOES_ON = (None, None)

# ---------------------------------------------------------------------- 6.1, Pyramids


def pharaoh() -> Position:
    """Egypt's build turn, with enough for the Pyramids; Rome and Greece are still to build."""
    return Position().give("egypt", "coin " * 12).at_build_turn("egypt", "rome", "greece")


BUILD_PYRAMIDS = "build pyramids with" + " coin" * 12


def test_the_pyramids_win_before_five_heroes_and_wonders() -> None:
    """6.1, 6.2: at once, before the end of phase 3 at which Rome, the Culture Leader, would win."""
    table = pharaoh().tiles("rome", *FOUR_OF_ROME).leaders(culture="rome").table()
    table.say("egypt", BUILD_PYRAMIDS)
    assert outcome(table) == (("egypt",), "pyramids")


# ---------------------------------------------------------------------- 6.2, five heroes and wonders


def buying_a_fifth() -> Table:
    """Rome has just bought its fifth hero; Greece and Egypt are still to build, Greece with 12 coins."""
    position = Position().tiles("rome", *FOUR_OF_ROME[:3]).give("rome", "coin " * 10).give("greece", "coin " * 12)
    table = position.at_build_turn("rome", "greece", "egypt").leaders(culture="egypt").table()
    table.say("rome", "build hercules with" + " coin" * 10)
    return table


def test_a_fifth_hero_does_not_win_at_once() -> None:
    """6.2, R13: a fifth tile bought in an ordinary turn wins only at the end of the phase."""
    assert outcome(buying_a_fifth()) == GOES_ON


def test_a_later_builder_may_still_win_before_a_fifth_hero() -> None:
    """6.1, 6.2: Greece builds the Pyramids before the phase ends."""
    table = buying_a_fifth()
    table.say("egypt", "name greece")
    table.say("greece", BUILD_PYRAMIDS)
    assert outcome(table) == (("greece",), "pyramids")


def test_a_fifth_hero_wins_when_all_have_built() -> None:
    """6.2: at the end of phase 3, before anything of phase 4."""
    table = buying_a_fifth()
    table.say("egypt", "name greece")
    table.say("greece", "done")
    assert outcome(table) == (("rome",), "heroes_and_wonders")


def test_the_culture_leader_without_five_does_not_win() -> None:
    """6.2: the Culture Leader among them."""
    table = Position().tiles("rome", *FOUR_OF_ROME).leaders(culture="egypt").at_end_of_build().table()
    assert outcome(table) == (("rome",), "heroes_and_wonders")


# ---------------------------------------------------------------------- 6.3, four capitals and legendary cities


def great(position: Position, empire: str, *provinces: str) -> Position:
    """The legendary cities of these provinces stand built under the empire's marker."""
    for province in provinces:
        position.control(province, empire).build(province, "legendary_city")
    return position


def occupied(position: Position, empire: str, *provinces: str) -> Position:
    """A legion of the empire occupies the capitals of these provinces."""
    for province in provinces:
        position.units(province, **{empire: 1}).occupy(province, empire, "capital")
    return position


def test_three_capitals_and_legendary_cities_do_not_win() -> None:
    """6.3: four in all."""
    assert outcome(great(Position(), "rome", "sicilia", "judea").at_end_of_war().table()) == GOES_ON


def test_a_pillaged_capital_does_not_count() -> None:
    """6.3, 4.3.1: Latium stays a capital's province, but Roma is gone."""
    position = great(Position(), "rome", "sicilia", "judea", "asia").raze("latium", "capital")
    assert outcome(position.at_end_of_war().table()) == GOES_ON


def test_an_occupied_marker_takes_no_city() -> None:
    """4.3.3: until a conversion the controller keeps all unoccupied buildings."""
    position = great(Position(), "rome", "sicilia", "judea", "asia").units("asia", greece=1)
    table = position.occupy("asia", "greece", "control").at_end_of_war().table()
    assert outcome(table) == (("rome",), "capitals_and_legendary_cities")


def test_a_city_no_one_controls_does_not_count() -> None:
    """6.3: controlling; a legion beside Hierosolyma is not enough."""
    position = great(Position(), "rome", "sicilia", "asia").build("judea", "legendary_city").units("judea", rome=1)
    assert outcome(position.at_end_of_war().table()) == GOES_ON


def fourth_city() -> Table:
    """Rome occupies its fourth city in its turn; Greece, with legions in Macedonia, is still to move."""
    position = great(Position().disarm(), "rome", "sicilia", "judea").units("achaia", rome=1)
    table = position.units("macedonia", greece=2).at_war_turn("rome", "greece").table()
    table.say("rome", "done", "occupy achaia capital")
    return table


def test_a_fourth_city_does_not_win_at_once() -> None:
    """6.3: at the end of phase 4: Greece still has its turn."""
    assert outcome(fourth_city()) == GOES_ON


def test_a_fourth_city_may_be_freed_before_the_phase_ends() -> None:
    """6.3: who controls them then; Greece destroys the occupier."""
    table = fourth_city()
    table.say("greece", "march macedonia achaia 2")
    table.dice(6, 6, 1)
    assert outcome(table) == GOES_ON


def test_a_fourth_city_wins_when_all_have_moved() -> None:
    """6.3: at the end of phase 4."""
    table = fourth_city()
    table.say("greece", "done")
    assert outcome(table) == (("rome",), "capitals_and_legendary_cities")


def test_four_cities_do_not_win_before_the_end_of_phase_4() -> None:
    """6.3: not at the end of phase 3."""
    table = great(Position(), "rome", "sicilia", "judea", "asia").at_end_of_build().table()
    assert outcome(table) == GOES_ON
    assert table.rule() == "4.0"


# ---------------------------------------------------------------------- 6.4, all three titles


def rome_leads() -> Position:
    """Phase 5 with Rome first on every track: in trade with 7, in culture and military by its heroes."""
    position = Position().raze("africa", "market").tiles("rome", "penthesilea", "perseus")
    return position.at_leadership()


def test_the_titles_of_trade_and_culture_do_not_win() -> None:
    """6.4: all three; Greece has more units than Rome."""
    assert outcome(rome_leads().units("macedonia", greece=6).table()) == GOES_ON


def test_the_titles_of_trade_and_military_do_not_win() -> None:
    """6.4: all three; Egypt has Antigone."""
    assert outcome(rome_leads().tiles("egypt", "antigone").table()) == GOES_ON


def test_the_titles_of_culture_and_military_do_not_win() -> None:
    """6.4: all three; Carthage has Antigone and the Hanging Gardens."""
    assert outcome(rome_leads().tiles("carthage", "antigone", "hanging_gardens").table()) == GOES_ON


def test_titles_held_before_phase_5_do_not_win() -> None:
    """6.4: at the end of phase 5: Rome holds all three in phase 4 and loses one when they are settled."""
    position = rome_leads().tiles("egypt", "antigone").leaders(trade="rome", culture="rome", military="rome")
    assert outcome(position.at_end_of_war().table()) == GOES_ON
    assert outcome(position.at_leadership().table()) == GOES_ON


def test_a_title_refused_in_a_tie_does_not_win() -> None:
    """6.4, 5.1: Carthage keeps the title, though Rome is first on every track too."""
    table = rome_leads().build("africa", "market").build("numidia", "market").table()
    table.say("carthage", "award trade to carthage")
    assert outcome(table) == GOES_ON


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
