"""What a player of 2003 is told of a battle before its losses are all taken."""

from __future__ import annotations

from typing import Any

import pytest

from cli.classic.view import REVISED_VIEW
from cli.classic.words import WORDS
from core.classic.variant import ORIGINAL, REVISED, Variant
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
    (told,) = WORDS.reports(before, table.state, events, rome).told
    assert "Rome still has to take 1 loss." in told.told
    assert "No unit is lost." not in told.told


@pytest.mark.parametrize("variant", [ORIGINAL, REVISED], ids=["original", "revised"])
def test_a_loss_is_foreseen_with_the_end_of_the_occupation(variant: Variant) -> None:
    """5.6b: units of both are left, so that the occupation ends whichever legion is lost."""
    position = Position(variant=variant).units("syria", rome=2).units("palaestina", babylon=2)
    position.control("babylon", "syria").build("syria", "city").occupy("syria", "rome", "city")
    table = war_turn(position, "babylon")
    table.say("babylon", "march palaestina syria 2", "fight rome in syria")
    table.dice(5, 1, 5, 1)
    game: Any = table.game
    rome = game.node.seat
    for line in table.legal():
        assert "Babylon: " in " ".join(REVISED_VIEW.answering.effects(game, rome, game.parse(line)))
    ways = REVISED_VIEW.answering.ways(game, rome, game.node.answers)
    assert {choice.note for choice in ways.after("")} == {"your occupation there ends either way"}
