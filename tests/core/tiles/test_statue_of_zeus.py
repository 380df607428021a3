"""Statue of Zeus: peace with one opponent for a round (chapter 4, R14)."""

from __future__ import annotations

from tests.core.positions import Position, Table


def greece() -> Position:
    """The Statue of Zeus is on Greece's mat; there are no land units anywhere; Rome is Military Leader."""
    return Position().disarm().tiles("greece", "statue_of_zeus")


def peace(position: Position, partner: str = "rome") -> Table:
    """Phase 4, once Greece has declared peace."""
    table = position.at_war().table()
    table.say("greece", f"peace {partner}")
    return table


def turn_of(table: Table, empire: str) -> Table:
    """The Military Leader names an empire, whose turn begins."""
    table.say("rome", f"name {empire}")
    return table


# ---------------------------------------------------------------------- the declaration


def test_peace_may_be_declared_before_anybody_moves() -> None:
    """Chapter 4: before anybody moves, its owner may declare peace with one opponent."""
    table = greece().at_war().table()
    assert (table.asked(), table.rule()) == ("greece", "4.0")
    assert table.legal() == ["peace rome", "peace babylon", "peace egypt", "peace carthage", "done"]
    table.say("greece", "peace egypt")
    assert "Greece declares peace with Egypt." in table.told
    assert (table.asked(), table.rule()) == ("rome", "4.0")


# ---------------------------------------------------------------------- legions sent home


def test_the_opponents_legions_in_the_owners_provinces_go_to_their_capitals_province() -> None:
    """Chapter 4: that opponent's legions in provinces the owner controls go to that opponent's capital's province."""
    table = peace(greece().units("thracia", rome=2).units("macedonia", rome=1).units("latium", rome=1))
    assert table.legions("thracia") == table.legions("macedonia") == {}
    assert table.legions("latium") == {"rome": 4}
    assert "2 legions go home from Thracia to Latium." in table.told
    assert "1 legion goes home from Macedonia to Latium." in table.told


# ---------------------------------------------------------------------- no entry


def test_the_partner_enters_no_province_of_the_owner() -> None:
    """Chapter 4: nor enter a province the other controls."""
    table = turn_of(peace(greece().units("dalmatia", rome=2)), "rome")
    table.refused("rome", "march dalmatia macedonia 1", "R14")
    assert "march dalmatia macedonia 2" not in table.legal()
    assert table.allows("march dalmatia germania 1")
