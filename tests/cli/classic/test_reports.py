"""What a player of 2003 is told of a battle before its losses are all taken."""

from __future__ import annotations

from cli.classic import words
from core.mare.events import Rolled
from tests.core.classic.tables import Position, war_turn


def test_losses_still_to_take_are_told_of_a_battle_at_sea() -> None:
    """K34: a trireme that has moved differs from one that has not."""
    position = Position().fleet("mare_ionium", rome=1, egypt=1).fleet("mare_tyrrhenum", rome=1)
    table = war_turn(position, "rome")
    events, before = list[Rolled](), table.state.copy()
    table.say("rome", "sail mare_tyrrhenum mare_ionium 1", "attack egypt in mare_ionium")
    table.game.listen(lambda event: events.append(event) if isinstance(event, Rolled) else None)
    table.dice(1, 1, 5)
    rome = position.board.empires.index("rome")
    (told,) = words.reports(before, table.state, events, rome).told
    assert "Rome still has to take 1 loss." in told.told
    assert "No unit is lost." not in told.told
