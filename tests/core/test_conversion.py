"""Chapter 4, conquest: the occupied control marker, its conversion and its removal (4.3.3, 4.3.5, R21, R22)."""

from __future__ import annotations

from tests.core.positions import Position, Table


def rome_in_cyrenaica() -> Position:
    """Rome's turn with two legions in Cyrenaica, an Egyptian province; no other land units, and no triremes."""
    return Position().disarm().units("cyrenaica", rome=2).at_war_turn("rome", "greece", "egypt")


def beside_garamantia() -> Position:
    """The same with Garamantia, beside Cyrenaica, Roman."""
    return rome_in_cyrenaica().control("garamantia", "rome")


def on_the_marker() -> Position:
    """Rome's legion occupies the marker of Cyrenaica since an earlier turn, and Garamantia beside it is Roman."""
    return beside_garamantia().occupy("cyrenaica", "rome", "control")


def conquering(position: Position) -> Table:
    """The table at which Rome has moved nothing and is asked what it conquers."""
    table = position.table()
    while table.rule() != "4.3":
        table.say("rome", "done")
    return table


# ---------------------------------------------------------------------- R21, 4.3.5, which markers can be occupied


def test_the_marker_of_a_connected_province_can_be_occupied() -> None:
    """R21: adjacent or connected: through Mare Africum and Mare Ionium to Italia."""
    position = rome_in_cyrenaica().fleet("mare_africum", rome=1).fleet("mare_ionium", rome=1)
    table = conquering(position)
    table.say("rome", "occupy cyrenaica control")
    assert table.occupied("cyrenaica") == ["control"]


def test_a_broken_chain_is_not_enough_to_occupy_the_marker() -> None:
    """R21, 0.4: without a trireme in Mare Ionium nothing Roman lies on the chain."""
    conquering(rome_in_cyrenaica().fleet("mare_africum", rome=1)).refused("rome", "occupy cyrenaica control", "R21")


def test_marker_and_buildings_are_not_occupied_together() -> None:
    """4.3: one of three; the second legion just stands there."""
    table = conquering(beside_garamantia())
    table.say("rome", "occupy cyrenaica control")
    assert table.levels("rome")[1] == 1, "the city is still Egypt's"
    assert table.rule() == "4.0"


# ---------------------------------------------------------------------- 4.3.3, conversion


def test_a_marker_is_not_exchanged_on_the_turn_it_is_occupied() -> None:
    """4.3.3: at the start of a later move-and-battle turn of the converter."""
    table = conquering(beside_garamantia())
    table.say("rome", "occupy cyrenaica control")
    assert table.controller("cyrenaica") == "egypt"
    assert table.rule() == "4.0"


def test_a_marker_is_exchanged_on_the_occupiers_turn_only() -> None:
    """4.3.3: a turn of the converter: on Greece's turn nothing happens."""
    table = on_the_marker().at_war_turn("greece", "rome", "egypt").table()
    assert table.controller("cyrenaica") == "egypt"


def test_without_a_legion_on_the_marker_nothing_is_exchanged() -> None:
    """4.3.3: if the legion still stands on it; standing in the province is not enough."""
    assert beside_garamantia().table().rule() == "4.1.2"


def test_an_occupied_building_converts_nothing() -> None:
    """4.3.3: only the marker does."""
    assert beside_garamantia().occupy("cyrenaica", "rome", "city").table().rule() == "4.1.2"


def test_the_new_controller_controls_the_buildings() -> None:
    """4.3.3: the converter now controls the province: a caravan and a city more."""
    table = on_the_marker().table()
    before = table.levels("rome")
    table.say("rome", "convert cyrenaica")
    assert table.levels("rome") == (before[0] + 1, before[1] + 1, before[2])


def test_the_legion_is_free_after_the_conversion() -> None:
    """4.3.3: at the start of the turn; both legions may march afterwards."""
    table = on_the_marker().table()
    table.say("rome", "convert cyrenaica")
    assert table.allows("march cyrenaica libya 2")


def test_until_a_conversion_the_controller_keeps_their_buildings() -> None:
    """4.3.3: until a conversion the controller keeps all unoccupied buildings; Egypt collects everything next time."""
    occupied = on_the_marker().at_collect().table()
    free = Position().disarm().at_collect().table()
    assert occupied.hand("egypt") == free.hand("egypt")
    assert occupied.levels("egypt") == free.levels("egypt")


def test_a_converted_province_is_conquered_no_more() -> None:
    """4.3: in a province controlled by an opponent; Cyrenaica is Rome's own now."""
    table = on_the_marker().table()
    table.say("rome", "convert cyrenaica", "done")
    assert table.rule() == "4.0"


def test_the_example_of_the_marker() -> None:
    """Egypt collects everything; if the legion is still there when Rome's next turn begins, the province is Roman."""
    table = conquering(beside_garamantia().raze("aegyptus").raze("aethiopia").at_war_turn("rome"))
    table.say("rome", "occupy cyrenaica control")
    table.say("carthage", "award trade to carthage")
    assert table.hand("egypt") == "coin papyrus"
    table.say("carthage", "announce 0")
    for empire in ("rome", "greece", "babylon", "egypt"):
        table.say("greece", f"name {empire}")
        if table.asked() == empire:
            table.say(empire, "done")
    table.say("carthage", "done")
    table.say("rome", "name rome", "convert cyrenaica")
    assert table.controller("cyrenaica") == "rome"


# ---------------------------------------------------------------------- 4.3.3, out of reach


def test_everybody_hears_who_controls_a_province_now() -> None:
    """R3: the log is public; here after an exchange and after a removal."""
    exchanged, removed = on_the_marker().table(), rome_in_cyrenaica().occupy("cyrenaica", "rome", "control").table()
    exchanged.say("rome", "convert cyrenaica")
    removed.say("rome", "remove cyrenaica")
    assert "Cyrenaica is now controlled by Rome." in exchanged.told
    assert "Cyrenaica is now uncontrolled." in removed.told


def test_an_uncontrolled_province_can_not_be_pillaged_or_occupied() -> None:
    """4.3.3: the legions there conquer nothing, on the same turn already."""
    table = rome_in_cyrenaica().occupy("cyrenaica", "rome", "control").table()
    table.say("rome", "remove cyrenaica", "done")
    assert table.rule() == "4.0"


def test_reach_is_judged_before_triremes_move() -> None:
    """4.0, 4.3.3: at the start of the turn, before the trireme of Mare Tyrrhenum could close the chain."""
    position = rome_in_cyrenaica().occupy("cyrenaica", "rome", "control").fleet("mare_africum", rome=1)
    table = position.fleet("mare_tyrrhenum", rome=1).table()
    assert table.legal() == ["remove cyrenaica", "done"]
    table.say("rome", "done", "sail mare_tyrrhenum mare_ionium 1", "done", "done")
    assert table.rule() == "4.3", "it may only keep the marker or choose something else now"
    assert table.controller("cyrenaica") == "egypt"


# ---------------------------------------------------------------------- R22, declining, and several markers


def rome_everywhere() -> Position:
    """A Rome that has one control marker left in supply, and legions on the markers of Cyrenaica and Libya."""
    position = Position().disarm()
    for province in ("garamantia", "phasania", "germania", "dalmatia"):
        position.control(province, "rome")
    position.units("cyrenaica", rome=1).occupy("cyrenaica", "rome", "control")
    position.units("libya", rome=1).occupy("libya", "rome", "control")
    return position.at_war_turn("rome", "greece", "egypt")


def test_without_a_marker_in_supply_nothing_is_converted() -> None:
    """R22: with no control marker left in supply a player can't convert; two are wanted and one is there."""
    table = rome_everywhere().table()
    assert table.supply("rome", "markers") == 1
    table.say("rome", "convert libya")
    assert table.rule() == "4.1.2"
    assert (table.controller("libya"), table.controller("cyrenaica")) == ("rome", "egypt")
    assert table.occupied("cyrenaica") == ["control"]


def test_a_conversion_without_a_marker_is_refused_by_its_rule() -> None:
    """R22: while a removal elsewhere is still to be decided, the refusal names the ruling."""
    position = rome_everywhere().control("dacia", "rome").units("creta", rome=1).control("creta", "greece")
    table = position.occupy("creta", "rome", "control").table()
    assert table.supply("rome", "markers") == 0
    assert table.legal() == ["remove creta", "done"]
    table.refused("rome", "convert cyrenaica", "R22")


def test_the_player_orders_their_conversions() -> None:
    """R22: which of two markers gets the last one of the supply is the player's choice."""
    table = rome_everywhere().table()
    table.say("rome", "convert cyrenaica")
    assert (table.controller("libya"), table.controller("cyrenaica")) == ("carthage", "rome")


def test_one_conversion_may_bring_another_province_within_reach() -> None:
    """4.3.3: the converter's provinces, of which Libya is one as soon as it is converted."""
    position = Position().disarm().control("phasania", "rome")
    position.units("cyrenaica", rome=1).occupy("cyrenaica", "rome", "control")
    position.units("libya", rome=1).occupy("libya", "rome", "control")
    table = position.at_war_turn("rome", "greece", "egypt").table()
    assert table.legal() == ["convert libya", "remove cyrenaica", "done"]
    table.say("rome", "convert libya", "convert cyrenaica")
    assert table.controller("cyrenaica") == "rome"
