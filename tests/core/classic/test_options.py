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


def test_what_is_shipped_is_told_before_any_blockade() -> None:
    table = war_turn(crossing(carthage=2), "rome", "carthage")
    heard: list[Event] = []
    table.game.listen(heard.append)
    table.say("rome", "march latium sardinia 2")
    [shipped] = heard
    assert str(message_of(table.game.state.board, shipped)) == "Rome ships 2 from Latium to Sardinia by Mare Tyrrhenum."


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


def test_the_way_over_the_alps_is_hannibals_and_leads_from_ones_own_numidia() -> None:
    """8.2a."""
    for position in (alps().agreed(alps=False), alps().control("egypt", "numidia")):
        war_turn(position, "carthage").refused("carthage", "cross 3", "8.2a")
