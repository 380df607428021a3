"""The options of the revised edition of 2003: blockade and the way over the Alps (chapter 8)."""

from __future__ import annotations

from core.classic.blockade import chains
from core.engine.event import Event, message_of
from tests.core.classic.tables import Position, Table, war_turn

# ---------------------------------------------------------------------- blockade


def crossing(**carthage: int) -> Position:
    """Rome's two legions in Latium and one ship in Mare Tyrrhenum, and ships of others there."""
    position = Position().agreed(blockade=True).units("latium", rome=2)
    return position.fleet("mare_tyrrhenum", rome=1, **carthage)


def test_a_blockade_stops_legions() -> None:
    """Example 33: the legions are not lost and have not moved; the shipper may try again."""
    position = crossing(carthage=2).fleet("mare_ionium", rome=1)
    table = war_turn(position, "rome", "carthage")
    table.say("rome", "march latium sardinia 2")
    assert (table.asked(), table.rule()) == ("carthage", "8.1a")
    table.say("carthage", "blockade mare_tyrrhenum")
    table.dice(3, 4, 2)
    assert (table.triremes("mare_tyrrhenum"), table.legions("latium")) == ({"carthage": 2}, {"rome": 2})
    table.say("rome", "sail mare_ionium mare_tyrrhenum 1", "march latium sardinia 2")
    table.say("carthage", "pass")
    assert table.legions("sardinia") == {"rome": 2}


def test_what_is_shipped_is_told_before_any_blockade() -> None:
    table = war_turn(crossing(carthage=2), "rome", "carthage")
    heard: list[Event] = []
    table.game.listen(heard.append)
    table.say("rome", "march latium sardinia 2")
    [shipped] = heard
    assert str(message_of(table.game.state.board, shipped)) == "Rome ships 2 from Latium to Sardinia by Mare Tyrrhenum."


def test_the_crossing_succeeds_where_a_ship_is_left() -> None:
    """8.1c, and K53: no player's attack is used up."""
    table = war_turn(crossing(carthage=1), "rome", "carthage")
    table.say("rome", "march latium sardinia 1")
    table.say("carthage", "blockade mare_tyrrhenum")
    table.dice(4, 5)
    assert (table.triremes("mare_tyrrhenum"), table.legions("sardinia")) == ({"rome": 1}, {"rome": 1})


def test_ships_may_attack_after_a_blockade_that_failed() -> None:
    """K53, K36: no legion has moved."""
    position = crossing(carthage=1).fleet("mare_tyrrhenum", rome=2, carthage=1)
    table = war_turn(position, "rome", "carthage")
    table.say("rome", "attack carthage in mare_tyrrhenum")
    table.dice(1, 1, 1)
    table.say("rome", "march latium sardinia 1")
    table.say("carthage", "blockade mare_tyrrhenum")
    assert table.awaits_chance() == (6, 6, 6), "ships fight that have attacked"


def test_without_others_ships_or_the_option_no_one_is_asked() -> None:
    for position in (crossing(), crossing(carthage=2).agreed(blockade=False)):
        table = war_turn(position, "rome", "carthage")
        table.say("rome", "march latium sardinia 2")
        assert table.legions("sardinia") == {"rome": 2}


def test_a_march_by_land_needs_no_ships() -> None:
    table = war_turn(crossing(carthage=2), "rome", "carthage")
    table.say("rome", "march latium magna_graecia 2")
    assert table.legions("magna_graecia") == {"rome": 2}


def two_ways() -> Table:
    """Greece ships a legion from Achaia to Cyrenaica, by Mare Ionium or Mare Aegaeum and by Mare Africum."""
    position = Position().agreed(blockade=True).units("achaia", greece=1)
    position.fleet("mare_ionium", greece=1, rome=1).fleet("mare_aegaeum", greece=1, egypt=1)
    position.fleet("mare_africum", greece=1, egypt=1, carthage=1)
    return war_turn(position, "greece")


def test_the_shipper_names_the_seas_where_there_are_several_ways() -> None:
    """K53: a chain without detours; a free way needs no question."""
    table = two_ways()
    table.say("greece", "march achaia cyrenaica 1")
    assert table.legal() == ["ship by mare_ionium mare_africum", "ship by mare_aegaeum mare_africum"]
    table.refused("greece", "ship by mare_ionium mare_aegaeum mare_africum", "8.1e")
    table.say("greece", "ship by mare_ionium mare_africum")
    assert table.asked() == "egypt", "in seat order from Greece"


def test_several_blockade_and_only_one_of_them_in_a_sea() -> None:
    """8.1b, K53: battles in the chain's order, none once the crossing is broken."""
    table = two_ways()
    table.say("greece", "march achaia cyrenaica 1", "ship by mare_ionium mare_africum")
    table.refused("egypt", "blockade mare_ionium", "8.1a")
    table.say("egypt", "blockade mare_africum")
    assert table.asked() == "rome", "Egypt fights where Carthage could, and Carthage is not asked"
    table.refused("rome", "blockade mare_africum", "K53")
    table.say("rome", "blockade mare_ionium")
    table.dice(5, 1)
    assert table.legions("achaia") == {"greece": 1}
    assert table.triremes("mare_africum") == {"greece": 1, "egypt": 1, "carthage": 1}


def test_seas_are_blockaded_in_the_order_of_the_crossing() -> None:
    """K53."""
    position = Position().agreed(blockade=True).units("achaia", greece=1)
    position.fleet("mare_ionium", greece=1, rome=1).fleet("mare_africum", greece=1, rome=1)
    table = war_turn(position.fleet("mare_aegyptum", rome=1), "greece")
    table.say("greece", "march achaia cyrenaica 1")
    assert table.legal() == [
        "blockade mare_ionium",
        "blockade mare_africum",
        "blockade mare_ionium mare_africum",
        "pass",
    ]
    assert "order" in table.refused("rome", "blockade mare_africum mare_ionium", "K53")
    table.refused("rome", "blockade mare_ionium mare_aegyptum", "8.1a")
    table.refused("rome", "done", "8.1a")
    table.say("rome", "blockade mare_ionium mare_africum")
    table.dice(1, 2)
    assert table.awaits_chance() == (6, 6), "the battle in the next sea"
    table.dice(1, 2)
    assert table.legions("cyrenaica") == {"greece": 1}


def test_chains_leave_out_no_sea_and_take_none_too_many() -> None:
    state = two_ways().state
    board = state.board
    found = chains(state, 1, board.provinces.index("achaia"), board.provinces.index("macedonia"))
    assert [[board.seas[sea] for sea in chain] for chain in found] == [["mare_ionium"], ["mare_aegaeum"]]


# ---------------------------------------------------------------------- the Alps


def alps(legions: int = 3) -> Position:
    """Carthage with Hannibal and legions in its Numidia."""
    position = Position().agreed(alps=True).tiles("carthage", "hannibal").control("carthage", "numidia")
    return position.units("numidia", carthage=legions)


def test_one_of_the_legions_is_lost_on_the_way() -> None:
    """Example 34: the others fight if there are any."""
    table = war_turn(alps().units("lombardia", rome=1), "carthage")
    table.say("carthage", "cross 3")
    assert table.legions("lombardia") == {"rome": 1, "carthage": 2}
    assert table.state.players[4].legions == 8 - 3
    table.refused("carthage", "done", "5.4e")
    table.refused("carthage", "march lombardia latium 1", "5.1c")


def test_at_least_two_legions_cross() -> None:
    """K54; the way makes the provinces adjacent for nothing else."""
    table = war_turn(alps(), "carthage")
    table.refused("carthage", "cross 1", "K54")
    table.refused("carthage", "cross 4", "5.1c")
    table.refused("carthage", "march numidia lombardia 2", "5.3a")
    table = war_turn(alps(1), "carthage")
    assert not table.legal("cross")


def test_the_way_over_the_alps_is_hannibals_and_leads_from_ones_own_numidia() -> None:
    """8.2a."""
    for position in (alps().agreed(alps=False), alps().control("egypt", "numidia")):
        war_turn(position, "carthage").refused("carthage", "cross 3", "8.2a")


def test_helen_meets_legions_that_come_over_the_alps() -> None:
    """K54: the lost one goes before anything else happens in Lombardia."""
    position = alps(2).tiles("rome", "helen").control("rome", "lombardia")
    table = war_turn(position, "carthage", "rome")
    table.say("carthage", "cross 2")
    table.say("rome", "replace lombardia")
    assert table.legions("lombardia") == {"rome": 1}
