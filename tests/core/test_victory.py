"""Chapter 6, victory: the four ways to win, each at its moment, and who wins among several."""

from __future__ import annotations

import pytest

from tests.core.positions import Position, Table

FOUR_OF_ROME = ("circe", "gilgamesh", "hamilcar", "hercules")
FOUR_OF_GREECE = ("ramses", "antigone", "spartacus", "colossus")


def outcome(table: Table) -> tuple[tuple[str, ...] | None, str | None]:
    """Who has won, and how; None twice while the game goes on."""
    return table.winners(), table.victory()


GOES_ON = (None, None)

# ---------------------------------------------------------------------- 6.1, Pyramids


def pharaoh() -> Position:
    """Egypt's build turn, with enough for the Pyramids; Rome and Greece are still to build."""
    return Position().give("egypt", "coin " * 12).at_build_turn("egypt", "rome", "greece")


BUILD_PYRAMIDS = "build pyramids with" + " coin" * 12


def test_whoever_builds_the_pyramids_wins_at_once() -> None:
    """6.1: Pyramids built: that player wins at once, though others are still to build."""
    table = pharaoh().table()
    table.say("egypt", BUILD_PYRAMIDS)
    assert outcome(table) == (("egypt",), "pyramids")


def test_the_pyramids_win_before_five_heroes_and_wonders() -> None:
    """6.1, 6.2: at once, before the end of phase 3 at which Rome, the Culture Leader, would win."""
    table = pharaoh().tiles("rome", *FOUR_OF_ROME).leaders(culture="rome").table()
    table.say("egypt", BUILD_PYRAMIDS)
    assert outcome(table) == (("egypt",), "pyramids")


# ---------------------------------------------------------------------- 6.2, five heroes and wonders


def test_five_heroes_and_wonders_win_at_the_end_of_phase_3() -> None:
    """6.2: end of phase 3: a player with five heroes and wonders (the starting hero counts) wins."""
    table = Position().tiles("rome", *FOUR_OF_ROME).at_end_of_build().table()
    assert outcome(table) == (("rome",), "heroes_and_wonders")


def test_four_heroes_and_wonders_do_not_win() -> None:
    """6.2: five, the starting hero counted once."""
    assert outcome(Position().tiles("rome", *FOUR_OF_ROME[:3]).at_end_of_build().table()) == GOES_ON


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


def both_have_five() -> Position:
    """The end of phase 3; Rome and Greece have five heroes and wonders each."""
    return Position().tiles("rome", *FOUR_OF_ROME).tiles("greece", *FOUR_OF_GREECE).at_end_of_build()


@pytest.mark.parametrize("leader", ["rome", "greece"])
def test_among_several_with_five_the_culture_leader_wins(leader: str) -> None:
    """6.2: among several the Culture Leader."""
    table = both_have_five().leaders(culture=leader, military="carthage", trade="carthage").table()
    assert outcome(table) == ((leader,), "heroes_and_wonders")


def test_several_with_five_share_if_none_is_culture_leader() -> None:
    """6.2: if none of them is, they share the victory; other titles do not matter."""
    table = both_have_five().leaders(culture="egypt", military="rome", trade="rome").table()
    assert outcome(table) == (("rome", "greece"), "heroes_and_wonders")


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


def test_four_capitals_and_legendary_cities_win_at_the_end_of_phase_4() -> None:
    """6.3: a player controlling four capitals and legendary cities in all that stand built on the map wins."""
    table = great(Position(), "rome", "sicilia", "judea", "asia").at_end_of_war().table()
    assert outcome(table) == (("rome",), "capitals_and_legendary_cities")


def test_three_capitals_and_legendary_cities_do_not_win() -> None:
    """6.3: four in all."""
    assert outcome(great(Position(), "rome", "sicilia", "judea").at_end_of_war().table()) == GOES_ON


def test_occupied_capitals_count() -> None:
    """6.3: controlling by marker or occupation."""
    position = occupied(Position().disarm(), "rome", "africa", "achaia", "aegyptus")
    assert outcome(position.at_end_of_war().table()) == (("rome",), "capitals_and_legendary_cities")


def test_markers_and_occupations_count_together() -> None:
    """6.3: in all: one capital of its own, one occupied, two legendary cities."""
    position = great(occupied(Position().disarm(), "rome", "africa"), "rome", "sicilia", "judea")
    assert outcome(position.at_end_of_war().table()) == (("rome",), "capitals_and_legendary_cities")


def test_a_city_that_is_not_built_does_not_count() -> None:
    """6.3: that stand built on the map: Asia is Roman, Troia is not there."""
    position = great(Position(), "rome", "sicilia", "judea").control("asia", "rome")
    assert outcome(position.at_end_of_war().table()) == GOES_ON


def test_a_pillaged_capital_does_not_count() -> None:
    """6.3, 4.3.1: Latium stays a capital's province, but Roma is gone."""
    position = great(Position(), "rome", "sicilia", "judea", "asia").raze("latium", "capital")
    assert outcome(position.at_end_of_war().table()) == GOES_ON


def test_an_occupied_city_does_not_count_for_its_controller() -> None:
    """6.3, 0.3: Greece occupies Troia."""
    position = great(Position(), "rome", "sicilia", "judea", "asia").units("asia", greece=1)
    assert outcome(position.occupy("asia", "greece", "legendary_city").at_end_of_war().table()) == GOES_ON


def test_an_occupied_marker_takes_no_city() -> None:
    """4.3.3: until a conversion the controller keeps all unoccupied buildings."""
    position = great(Position(), "rome", "sicilia", "judea", "asia").units("asia", greece=1)
    table = position.occupy("asia", "greece", "control").at_end_of_war().table()
    assert outcome(table) == (("rome",), "capitals_and_legendary_cities")


def test_regular_cities_do_not_count() -> None:
    """6.3: capitals and legendary cities; the three regular ones of Egypt and Creta are none."""
    position = Position().control("creta", "egypt").build("creta", "city")
    assert outcome(position.at_end_of_war().table()) == GOES_ON


def test_a_city_nobody_controls_does_not_count() -> None:
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


def both_have_four() -> Position:
    """The end of phase 4; Rome and Greece control four capitals and legendary cities each."""
    position = great(Position().disarm(), "rome", "sicilia", "judea", "asia")
    return occupied(position, "greece", "babylonia", "aegyptus", "africa").at_end_of_war()


@pytest.mark.parametrize("leader", ["rome", "greece"])
def test_among_several_with_four_cities_the_military_leader_wins(leader: str) -> None:
    """R26: among several the Military Leader."""
    table = both_have_four().leaders(military=leader, culture="egypt", trade="egypt").table()
    assert outcome(table) == ((leader,), "capitals_and_legendary_cities")


def test_several_with_four_cities_share_if_none_is_military_leader() -> None:
    """R26: if none of them is, they share; other titles do not matter."""
    table = both_have_four().leaders(military="egypt", culture="greece", trade="greece").table()
    assert outcome(table) == (("rome", "greece"), "capitals_and_legendary_cities")


# ---------------------------------------------------------------------- 6.4, all three titles


def rome_leads() -> Position:
    """Phase 5 with Rome first on every track: in trade with 7, in culture and military by its heroes."""
    position = Position().raze("africa", "market").tiles("rome", "penthesilea", "perseus")
    return position.at_leadership()


def test_all_three_titles_win_at_the_end_of_phase_5() -> None:
    """6.4: end of phase 5: a player holding all three titles wins."""
    assert outcome(rome_leads().table()) == (("rome",), "leadership")


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


def test_a_title_gained_in_a_tie_counts() -> None:
    """6.4, 5.1: holding all three: Carthage, which decides the tie in trade, gives Rome its third."""
    table = rome_leads().build("africa", "market").build("numidia", "market").table()
    assert outcome(table) == GOES_ON
    table.say("carthage", "award trade to rome")
    assert outcome(table) == (("rome",), "leadership")


def test_a_title_refused_in_a_tie_does_not_win() -> None:
    """6.4, 5.1: Carthage keeps the title, though Rome is first on every track too."""
    table = rome_leads().build("africa", "market").build("numidia", "market").table()
    table.say("carthage", "award trade to carthage")
    assert outcome(table) == GOES_ON
