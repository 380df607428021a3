"""Chapter 4, movement: who moves next, how triremes sail and legions march."""

from __future__ import annotations

import pytest

from core import Decision
from tests.core.positions import Position


def rome_at_sea() -> Position:
    """Rome's move-and-battle turn with two triremes in Mare Ionium, and no others in any sea."""
    return Position().fleet("mare_ionium", rome=2).at_war_turn("rome", "greece", "egypt")


def the_example_of_sea_and_land() -> Position:
    """Rome with 2 legions in Italia, 1 in Creta, 2 triremes in Mare Ionium; an Egyptian trireme in Mare Africum."""
    position = rome_at_sea().units("italia", rome=2).units("creta", rome=1).fleet("mare_africum", egypt=1)
    return position.units("latium", rome=0)


# ---------------------------------------------------------------------- 4.0, who moves next


def test_the_military_leader_names_who_moves_first() -> None:
    """4.0: the Military Leader names the active players, himself or another."""
    table = Position().leaders(military="greece").at_war().table()
    assert (table.asked(), table.rule()) == ("greece", "4.0")
    names = ["name greece", "name babylon", "name egypt", "name carthage", "name rome"]
    assert table.legal() == names


def test_the_leader_is_asked_who_moves_next() -> None:
    """4.0."""
    node = Position().leaders(military="greece").at_war().table().game.node
    assert isinstance(node, Decision)
    assert "moves next" in str(node.prompt.sentence)


def test_a_turn_runs_from_conversions_to_conquests() -> None:
    """4.0: conversions, triremes move, sea battles, legions move, land battles, conquests."""
    position = rome_at_sea().fleet("mare_ionium", egypt=1).units("libya", rome=2).occupy("libya", "rome", "control")
    position.units("macedonia", greece=1, egypt=1).units("cyrenaica", rome=2).units("achaia", rome=1)
    table = position.control("phasania", "rome").table()
    rules = []
    for line in ("done", "done", "done", "done"):
        rules.append((table.rule(), table.legal()[0]))
        table.say("rome", line)
    assert rules == [
        ("4.3.3", "convert libya"),
        ("4.1.1", "sail mare_ionium mare_tyrrhenum 2"),
        ("4.1.1", "attack egypt in mare_ionium"),
        ("4.1.2", "march latium gallia 1"),
    ]
    assert table.awaits_chance() == (6, 6)
    table.dice(1, 1)
    assert table.rule() == "4.3"


# ---------------------------------------------------------------------- 4.1.1, triremes


def test_triremes_of_one_sea_may_part() -> None:
    """4.1.1: each trireme moves for itself."""
    table = rome_at_sea().table()
    table.say("rome", "sail mare_ionium mare_africum 1", "sail mare_ionium mare_aegaeum 1")
    assert table.triremes("mare_africum") == table.triremes("mare_aegaeum") == {"rome": 1}


def test_no_trireme_has_to_move() -> None:
    """4.1.1: each trireme may move."""
    table = rome_at_sea().table()
    table.say("rome", "done")
    assert table.triremes("mare_ionium") == {"rome": 2}


def test_enemy_triremes_do_not_stop_a_trireme() -> None:
    """4.1.1: to an adjacent sea, with any triremes there or where it leaves."""
    table = rome_at_sea().fleet("mare_ionium", egypt=3).fleet("mare_africum", egypt=2).table()
    table.say("rome", "sail mare_ionium mare_africum 2")
    assert table.triremes("mare_africum") == {"rome": 2, "egypt": 2}


def test_who_has_no_trireme_is_not_asked_to_sail() -> None:
    """A question with one legal answer is not asked."""
    assert Position().at_war_turn("rome", "greece", "egypt").table().rule() == "4.1.2"


# ---------------------------------------------------------------------- 4.1.2, legions


def test_no_legion_has_to_march() -> None:
    """4.1.2: each legion may move."""
    table = Position().at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    assert (table.legions("italia"), table.legions("latium")) == ({"rome": 1}, {"rome": 1})


def test_one_trireme_connects_all_shores_of_its_sea() -> None:
    """0.4: one sea may be the whole chain."""
    table = Position().fleet("mare_ionium", rome=1).at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "march italia sicilia 1")
    assert table.legions("sicilia") == {"rome": 1}


def test_a_chain_of_seas_connects_its_ends() -> None:
    """0.4: both lie on seas of one unbroken chain that each hold at least one of the player's triremes."""
    position = Position().fleet("mare_ionium", rome=1).fleet("mare_aegaeum", rome=1).fleet("pontus_euxinus", rome=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "march italia cappadocia 1")
    assert table.legions("cappadocia") == {"rome": 1}


def test_a_broken_chain_connects_nothing_beyond_the_gap() -> None:
    """0.4: an unbroken chain; here Mare Aegaeum is missing between Mare Ionium and Pontus Euxinus."""
    position = Position().fleet("mare_ionium", rome=1).fleet("pontus_euxinus", rome=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    table.refused("rome", "march italia cappadocia 1", "4.1.2")


def test_the_triremes_of_others_connect_nothing() -> None:
    """0.4: seas that each hold at least one of that player's triremes."""
    table = Position().fleet("mare_ionium", greece=3).at_war_turn("rome", "greece", "egypt").table()
    table.refused("rome", "march italia sicilia 1", "4.1.2")


def test_enemy_triremes_do_not_break_a_chain() -> None:
    """0.4: enemy triremes in those seas do not break it."""
    position = Position().fleet("mare_ionium", rome=1, egypt=4, greece=4).at_war_turn("rome", "greece", "egypt")
    table = position.table()
    table.say("rome", "done", "done", "march italia sicilia 1")
    assert table.legions("sicilia") == {"rome": 1}


def test_a_fortress_never_moves() -> None:
    """4.1.2: fortresses never move, so a player with nothing else is not asked to march."""
    table = Position().disarm().fortress("latium", "rome").at_war_turn("rome", "greece", "egypt").table()
    assert table.rule() == "4.0", "Rome's turn is over"


def test_the_legions_leave_their_fortress_behind() -> None:
    """4.1.2: fortresses never move."""
    table = Position().at_war_turn("rome", "greece", "egypt").table()
    table.refused("rome", "march latium gallia 2", "4.1.2")
    table.say("rome", "march latium gallia 1")
    assert (table.fortress("latium"), table.fortress("gallia")) == ("rome", None)


def test_legions_may_leave_a_province_at_war() -> None:
    """4.1.2: legions may leave a province at war; then there is nothing to fight for there."""
    position = Position().units("italia", rome=1, greece=2).at_war_turn("rome", "greece", "egypt")
    table = position.table()
    table.say("rome", "march italia latium 1", "done")
    assert (table.asked(), table.rule()) == ("rome", "4.0")


def test_anybody_may_enter_a_province_at_war() -> None:
    """4.1.2: anybody whose turn is still to come may enter a province at war."""
    position = Position().disarm().units("italia", rome=1, greece=2).units("latium", carthage=1)
    table = position.at_war_turn("carthage", "rome", "greece").table()
    table.say("carthage", "march latium italia 1")
    assert table.legions("italia") == {"rome": 1, "greece": 2, "carthage": 1}


# ---------------------------------------------------------------------- R24, entering


@pytest.mark.parametrize("province", ["macedonia", "dacia", "germania"])
def test_legions_may_enter_any_province(province: str) -> None:
    """R24: legions may enter any open province: here a Greek one, a Roman one and one that no player controls."""
    position = Position().disarm().units("dalmatia", rome=1).control("germania", "rome").control("dacia", None)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", f"march dalmatia {province} 1")
    assert table.legions(province) == {"rome": 1}


def test_entering_anothers_province_does_not_take_it() -> None:
    """4.3: the conqueror has to choose what to do; just standing there changes nothing."""
    table = Position().disarm().units("dalmatia", rome=1).at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "march dalmatia macedonia 1", "done")
    assert table.controller("macedonia") == "greece"
    assert table.occupied("macedonia") == []


# ---------------------------------------------------------------------- R15, legions that occupy


def test_a_legion_leaves_the_control_marker() -> None:
    """R15: which building, marker or icon they leave: here the marker."""
    position = Position().units("cyrenaica", rome=1).occupy("cyrenaica", "rome", "control")
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    table.refused("rome", "march cyrenaica libya 1", "R15")
    table.say("rome", "march cyrenaica libya 1 from control")
    assert table.occupied("cyrenaica") == []


def test_a_legion_leaves_the_icon_of_what_it_pillaged() -> None:
    """R15: which building, marker or icon they leave: here the icon of a market that is gone."""
    position = Position().units("cyrenaica", rome=1).occupy("cyrenaica", "rome", "market")
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "march cyrenaica libya 1 from market")
    assert table.occupied("cyrenaica") == []


def test_a_legion_that_has_arrived_occupies_nothing_and_stays() -> None:
    """4.1.2, R15: only the newcomer is free in Cyrenaica, and it has moved."""
    position = Position().units("cyrenaica", rome=1).occupy("cyrenaica", "rome", "city").units("libya", rome=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "march libya cyrenaica 1")
    table.refused("rome", "march cyrenaica libya 1", "R15")
    table.say("rome", "march cyrenaica libya 1 from city")
    assert table.occupied("cyrenaica") == []


# ---------------------------------------------------------------------- worked example, sea and land


def test_the_example_of_sea_and_land_with_a_battle_lost() -> None:
    """4.1.1: sea battles come before legions move; with the trireme in Mare Africum gone nothing reaches Cyrenaica."""
    table = the_example_of_sea_and_land().table()
    table.say("rome", "sail mare_ionium mare_africum 1", "done", "attack egypt in mare_africum")
    table.dice(1, 5)
    assert table.triremes("mare_africum") == {"egypt": 1}
    table.refused("rome", "march italia cyrenaica 2", "4.1.2")


def test_without_the_move_the_example_reaches_no_further_than_its_sea() -> None:
    """0.4: with both triremes in Mare Ionium, Italia is not connected with Cyrenaica."""
    table = the_example_of_sea_and_land().table()
    table.say("rome", "done")
    table.refused("rome", "march italia cyrenaica 2", "4.1.2")


# ---------------------------------------------------------------------- worked example, choices


def test_everybody_hears_who_marches_where() -> None:
    """R3: the log is public."""
    table = Position().at_war_turn("rome").table()
    table.say("rome", "march latium gallia 1")
    assert table.told[-1] == "Rome marches 1 from Latium to Gallia."


def test_everybody_hears_who_marches_nowhere() -> None:
    """R3: a turn without a march leaves its trace in the log, too."""
    table = Position().at_war_turn("rome").table()
    table.say("rome", "done")
    assert "Rome moves no legions." in table.told


def test_who_has_marched_is_not_said_to_move_nothing() -> None:
    table = Position().at_war_turn("rome").table()
    table.say("rome", "march latium gallia 1", "done")
    assert "Rome moves no legions." not in table.told


def test_everybody_hears_who_is_named_and_who_is_left() -> None:
    """R3, 4.0: who moves next is public, for the leader too; the last is not named."""
    table = Position(3).leaders(military="rome").at_war().table()
    table.say("rome", "name greece")
    assert table.told[-1] == "Rome gives the next turn to Greece."
    table.say("greece", "done")
    table.say("rome", "name rome")
    assert table.told[-1] == "Rome takes the next turn."
    table.say("rome", "done")
    assert "Carthage has the last turn." in table.told
