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


def test_chains_leave_out_no_sea_and_take_none_too_many() -> None:
    state = two_ways().state
    board = state.board
    found = chains(state, 1, board.provinces.index("achaia"), board.provinces.index("macedonia"))
    assert [[board.seas[sea] for sea in chain] for chain in found] == [["mare_ionium"], ["mare_aegaeum"]]
