"""Castor and Pollux: another hero's ability for the rest of the game (chapter 3, R12); two owners of one ability."""

from __future__ import annotations

from core.engine.state import NO_EMPIRE
from tests.core.positions import Position, Table

OTHERS = ("greece", "egypt")


def rome_buys(position: Position, more: str = "") -> Table:
    """Rome has bought Castor and Pollux with coins, and has so much more."""
    coins = " ".join(["coin"] * (6 + len(position.state.players[0].tiles)))
    table = position.give("rome", f"{coins} {more}").at_build_turn("rome", *OTHERS).table()
    table.say("rome", f"build castor_and_pollux with {coins}")
    return table


def copied(table: Table, empire: str = "rome") -> str | None:
    """The hero that an empire copies."""
    tile = table.game.state.players[table.board.empires.index(empire)].copied
    return None if tile == NO_EMPIRE else table.board.tiles[tile].id


# ---------------------------------------------------------------------- what is copied


def test_the_buyer_chooses_among_the_heroes_of_the_others() -> None:
    """Chapter 3: when bought, the buyer copies the ability of one hero another player owns."""
    table = rome_buys(Position().tiles("greece", "ramses", "circe").tiles("egypt", "antigone"))
    assert (table.asked(), table.rule()) == ("rome", "R12")
    assert sorted(table.legal()) == ["copy antigone", "copy circe", "copy ramses"]
    table.say("rome", "copy circe")
    assert copied(table) == "circe"
    assert table.told[-1] == "Rome copies Circe."
