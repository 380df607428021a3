"""Hanging Gardens: commodities kept at the end of the build phase (3.0b)."""

from __future__ import annotations

from tests.core.positions import Position, Table


def gardens(hand: str, **others: str) -> Table:
    """The end of the build phase; Rome has the Hanging Gardens and this hand."""
    position = Position().tiles("rome", "hanging_gardens").give("rome", hand)
    for empire, tokens in others.items():
        position.give(empire, tokens)
    return position.at_end_of_build().table()


def test_up_to_two_different_commodities_are_kept() -> None:
    """3.0b: also up to two different commodities of the owner's choice."""
    table = gardens("grain oil wine")
    assert (table.asked(), table.rule()) == ("rome", "3.0b")
    assert table.legal() == [
        "keep grain oil",
        "keep grain wine",
        "keep oil wine",
        "keep grain",
        "keep oil",
        "keep wine",
        "done",
    ]
    table.say("rome", "keep grain wine")
    assert table.hand("rome") == "grain wine"
    assert "Rome keeps grain, wine." in table.told


def test_no_more_than_two_are_kept() -> None:
    """3.0b: up to *two*."""
    assert "one or two different" in gardens("grain oil wine").refused("rome", "keep grain oil wine", "3.0b")


def test_two_of_a_kind_are_not_kept() -> None:
    """3.0b: two *different* commodities."""
    table = gardens("grain grain oil")
    table.refused("rome", "keep grain grain", "3.0b")
    table.say("rome", "keep grain oil")
    assert table.hand("rome") == "grain oil"
