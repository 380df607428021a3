"""Hanging Gardens: commodities kept at the end of the build phase (3.0b)."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(("line", "kept"), [("keep oil", "oil"), ("done", "")])
def test_fewer_may_be_kept(line: str, kept: str) -> None:
    """3.0b: *up to* two."""
    table = gardens("grain oil wine")
    table.say("rome", line)
    assert table.hand("rome") == kept


def test_no_more_than_two_are_kept() -> None:
    """3.0b: up to *two*."""
    assert "one or two different" in gardens("grain oil wine").refused("rome", "keep grain oil wine", "3.0b")


def test_two_of_a_kind_are_not_kept() -> None:
    """3.0b: two *different* commodities."""
    table = gardens("grain grain oil")
    table.refused("rome", "keep grain grain", "3.0b")
    table.say("rome", "keep grain oil")
    assert table.hand("rome") == "grain oil"


def test_a_legendary_commodity_is_kept_like_an_ordinary_one() -> None:
    """0.2: a legendary commodity equals the ordinary one everywhere; the others go to the discard pile (1.2)."""
    table = gardens("*grain *oil wine")
    table.say("rome", "keep *grain wine")
    assert table.hand("rome") == "*grain wine"
    assert sum(table.game.state.discard) == 1


def test_a_legendary_and_an_ordinary_commodity_of_a_kind_are_not_different() -> None:
    """0.2, 3.0b: a legendary sheep and a sheep are a kind."""
    table = gardens("sheep *sheep")
    assert table.legal() == ["keep sheep", "keep *sheep", "done"]
    table.refused("rome", "keep sheep *sheep", "3.0b")


@pytest.mark.parametrize("token", ["sheep", "*sheep"])
def test_the_owner_says_which_token_of_a_kind_they_keep(token: str) -> None:
    """R1: where a player holds both tokens of a kind, the player says which to keep."""
    table = gardens("sheep *sheep wine")
    assert table.allows("keep sheep wine") == table.allows("keep *sheep wine") is True
    table.say("rome", f"keep {token}")
    assert table.hand("rome") == token


def test_the_coins_are_kept_besides() -> None:
    """3.0b: every player keeps at most 2 coins; Hanging Gardens *also* two commodities."""
    table = gardens("coin coin coin grain oil wine")
    table.say("rome", "keep grain oil")
    assert table.hand("rome") == "coin coin grain oil"


def test_a_coin_is_no_commodity() -> None:
    """3.0b: a third coin is not kept in a commodity's place."""
    gardens("coin coin coin grain").refused("rome", "keep coin grain", "3.0b")


def test_only_what_is_held_is_kept() -> None:
    """3.0b: of the owner's."""
    table = gardens("grain oil")
    assert "do not hold" in table.refused("rome", "keep grain wine", "3.0b")
    assert "do not hold" not in table.refused("rome", "peace greece", "3.0b")


def test_without_commodities_nothing_is_asked() -> None:
    """3.0b: there is nothing to keep."""
    assert gardens("coin coin").rule() == "4.0"


def test_the_others_keep_no_commodity() -> None:
    """3.0b: the Hanging Gardens are their owner's."""
    table = gardens("grain oil", greece="coin coin coin wine")
    table.say("rome", "keep grain oil")
    assert table.hand("greece") == "coin coin"


def test_what_is_kept_is_there_in_the_next_round() -> None:
    """3.0b: kept."""
    table = gardens("grain oil")
    table.say("rome", "keep grain oil")
    state = table.game.state
    assert (state.round, table.hand("rome")) == (1, "grain oil")
    assert table.reserve("grain") == 8


def test_the_gardens_act_at_the_end_of_the_phase_in_which_they_are_bought() -> None:
    """R10: tiles act from the moment they are bought."""
    table = Position().give("rome", "coin " * 7 + "wine oil").at_build_turn("rome").table()
    table.say("rome", "build hanging_gardens with coin coin coin coin coin coin coin", "keep oil wine")
    assert table.hand("rome") == "oil wine"
