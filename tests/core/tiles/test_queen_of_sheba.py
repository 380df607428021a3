"""Queen of Sheba: a control marker converted at the moment it is occupied (4.3.3)."""

from __future__ import annotations

import pytest

from tests.core.positions import Position, Table


def rome(legions: int = 1) -> Position:
    """Rome has the Queen of Sheba, Dalmatia, and legions in Macedonia beside it, which is Greek."""
    position = Position().disarm().tiles("rome", "queen_of_sheba").control("dalmatia", "rome")
    return position.units("macedonia", rome=legions)


def conquering(position: Position) -> Table:
    """Rome's turn after its legions stayed where they are."""
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    return table


def test_a_marker_may_be_converted_at_once_by_giving_up_the_legion() -> None:
    """4.3.3: at the moment a marker is first occupied, the owner may convert at once by giving up that legion."""
    table = conquering(rome(2))
    table.say("rome", "occupy macedonia control")
    assert (table.asked(), table.rule()) == ("rome", "4.3.3")
    assert table.legal() == ["convert macedonia", "done"]
    legions, markers = table.supply("rome", "legions"), table.supply("rome", "markers")
    table.say("rome", "convert macedonia")
    assert table.controller("macedonia") == "rome"
    assert table.legions("macedonia") == {"rome": 1}
    assert table.occupied("macedonia") == []
    assert table.supply("rome", "legions") == legions + 1
    assert table.supply("rome", "markers") == markers - 1


def test_the_last_legion_there_may_be_given_up() -> None:
    """4.3.3: that legion; a province without units stays controlled (0.3)."""
    table = conquering(rome(1))
    table.say("rome", "occupy macedonia control", "convert macedonia")
    assert table.legions("macedonia") == {}
    assert table.controller("macedonia") == "rome"


def test_the_marker_goes_back_to_the_one_who_lost_it() -> None:
    """4.3.3: the marker is exchanged."""
    table = conquering(rome(1))
    markers = table.supply("greece", "markers")
    table.say("rome", "occupy macedonia control", "convert macedonia")
    assert table.supply("greece", "markers") == markers + 1


def test_the_buildings_come_with_the_province() -> None:
    """4.3.3, 0.3: the converter now controls the province and every building in it."""
    table = conquering(rome(1))
    trade = table.levels("rome")[0]
    table.say("rome", "occupy macedonia control", "convert macedonia")
    assert table.levels("rome")[0] == trade + 2


def test_the_owner_may_leave_it_and_just_occupy() -> None:
    """4.3.3: the owner *may*."""
    table = conquering(rome(1))
    table.say("rome", "occupy macedonia control", "done")
    assert table.controller("macedonia") == "greece"
    assert table.occupied("macedonia") == ["control"]
    assert table.legions("macedonia") == {"rome": 1}


def test_without_the_queen_a_marker_is_only_occupied() -> None:
    """4.3.3: a later turn converts, for everybody else."""
    table = conquering(rome(1).tiles("greece", "queen_of_sheba"))
    table.say("rome", "occupy macedonia control")
    assert table.rule() == "4.0"
    assert table.controller("macedonia") == "greece"


def test_it_happens_once_a_round() -> None:
    """4.3.3: *once a round*; the second marker is just occupied."""
    table = conquering(rome(1).units("dacia", rome=1).control("dacia", "greece"))
    table.say("rome", "occupy macedonia control", "convert macedonia", "occupy dacia control")
    assert table.rule() == "4.0"
    assert table.controller("dacia") == "greece"
    assert table.occupied("dacia") == ["control"]


def test_who_left_the_first_may_convert_the_second() -> None:
    """4.3.3: once a round; an offer declined is not used."""
    table = conquering(rome(1).units("dacia", rome=1).control("dacia", "greece"))
    table.say("rome", "occupy macedonia control", "done", "occupy dacia control", "convert dacia")
    assert table.controller("dacia") == "rome"
    assert table.controller("macedonia") == "greece"


def test_ordinary_conversions_of_the_same_turn_are_not_counted() -> None:
    """4.3.3: hers is once a round, those at the start of a turn are free of her."""
    position = rome(1).occupy("macedonia", "rome", "control").units("thracia", rome=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "convert macedonia", "done", "occupy thracia control", "convert thracia")
    assert table.controller("macedonia") == table.controller("thracia") == "rome"


def test_it_happens_when_the_marker_is_first_occupied_and_not_later() -> None:
    """4.3.3: at the moment a marker is *first* occupied: not when the occupation is said again in a later turn."""
    table = rome(1).occupy("macedonia", "rome", "control").at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "done", "occupy macedonia control")
    assert table.rule() == "4.0"
    assert table.controller("macedonia") == "greece"


def test_it_happens_when_a_marker_is_occupied_instead_of_buildings() -> None:
    """R18, 4.3.3: a new choice, by which the marker is first occupied."""
    table = conquering(rome(1).occupy("macedonia", "rome", "caravan:grain"))
    table.say("rome", "occupy macedonia control", "convert macedonia")
    assert table.controller("macedonia") == "rome"


@pytest.mark.parametrize("line", ["occupy macedonia caravan:grain", "pillage macedonia caravan:grain"])
def test_it_happens_at_no_other_conquest(line: str) -> None:
    """4.3.3: when a *marker* is occupied."""
    table = conquering(rome(1))
    table.say("rome", line)
    assert table.rule() == "4.0"
    assert table.controller("macedonia") == "greece"


def test_a_capitals_province_is_never_converted() -> None:
    """4.3.5, 4.3.3: its marker can't be occupied, by the Queen neither."""
    table = conquering(rome(1).units("achaia", rome=1))
    table.refused("rome", "occupy achaia control", "4.3.5")


def test_the_province_must_be_in_reach() -> None:
    """R21: only where the province is adjacent or connected to another province the conqueror controls."""
    table = conquering(rome(1).control("dalmatia", None))
    table.refused("rome", "occupy macedonia control", "R21")


def test_a_province_converted_brings_others_into_reach() -> None:
    """R21: another province the conqueror controls, also since a moment ago."""
    table = conquering(rome(1).units("thracia", rome=1))
    table.refused("rome", "occupy thracia control", "R21")
    table.say("rome", "occupy macedonia control", "convert macedonia", "occupy thracia control")
    assert table.occupied("thracia") == ["control"]


def last_markers(position: Position, left: int) -> Position:
    """Rome has so many control markers left in supply; it begins with five, one of which lies in Dalmatia."""
    for province in ("germania", "asia", "sicilia", "creta")[: 4 - left]:
        position.control(province, "rome")
    return position


def test_the_last_control_marker_converts() -> None:
    """4.3.3, R22: with one marker left the Queen converts, and it is the last."""
    table = conquering(last_markers(rome(1), 1))
    assert table.supply("rome", "markers") == 1
    table.say("rome", "occupy macedonia control", "convert macedonia")
    assert table.supply("rome", "markers") == 0
    assert table.controller("macedonia") == "rome"


def test_without_a_control_marker_there_is_no_conversion() -> None:
    """R22: with no control marker left in supply a player can't convert; the marker is occupied all the same."""
    table = conquering(last_markers(rome(1), 0))
    table.say("rome", "occupy macedonia control")
    assert table.rule() == "4.0"
    assert table.occupied("macedonia") == ["control"]


def test_a_marker_won_back_in_the_same_turn_serves_no_one_twice() -> None:
    """R22, 4.3.3: an ordinary conversion takes the last marker, so the Queen has none for the next province."""
    position = last_markers(rome(1), 1).occupy("macedonia", "rome", "control").units("thracia", rome=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "convert macedonia", "done", "occupy thracia control")
    assert table.rule() == "4.0"
    assert table.controller("thracia") == "greece"


def test_only_her_answers_are_legal() -> None:
    """4.3.3: convert this province, or leave it."""
    table = conquering(rome(1).units("thracia", rome=1))
    table.say("rome", "occupy macedonia control")
    table.refused("rome", "convert thracia", "4.3.3")
    table.refused("rome", "pillage macedonia caravan:wine", "4.3.3")


def test_the_queen_acts_in_the_round_in_which_she_is_bought() -> None:
    """R10: a tile acts from the moment it is bought."""
    position = Position().disarm().control("dalmatia", "rome").units("macedonia", rome=1).leaders(military="greece")
    table = position.give("rome", " ".join(["coin"] * 7)).at_build_turn("rome").table()
    table.say("rome", "build queen_of_sheba with coin coin coin coin coin coin coin")
    table.say("greece", "name rome")
    table.say("rome", "done", "occupy macedonia control", "convert macedonia")
    assert table.controller("macedonia") == "rome"
