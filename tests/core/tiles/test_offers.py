"""What heroes and wonders offer once a round at prices of their own (3.1.3a, R10, R11)."""

from __future__ import annotations

import pytest

from tests.core.positions import Position, Table


def turn(position: Position, empire: str = "rome") -> Table:
    """The build turn of an empire, with others still to come."""
    waiting = [other for other in ("rome", "greece", "egypt") if other != empire]
    return position.at_build_turn(empire, *waiting).table()


# ---------------------------------------------------------------------- Hammurabi


def babylon(hand: str = "") -> Position:
    """Babylon, whose hero is Hammurabi; Judea and Armenia beside it have no controller."""
    return Position().give("babylon", hand)


def test_hammurabi_gives_a_marker_that_is_in_supply() -> None:
    """0.5: nothing may be built that is not in supply."""
    position = babylon()
    for province in ("dacia", "germania", "dalmatia", "italia", "gallia"):
        position.control(province, "babylon")
    assert turn(position.give("babylon", "coin coin coin"), "babylon").legal("build control") == []


# ---------------------------------------------------------------------- Gilgamesh, Spartacus, the Lighthouse

OFFERS = {
    "gilgamesh": ("fortress italia", "marble", "fortress gallia"),
    "spartacus": ("legion latium", "gladiators", "legion latium"),
    "lighthouse": ("trireme mare_ionium", "wood", "trireme mare_ionium"),
}
"""By tile, what it offers Rome, the commodity it takes, and the same once more."""

tiles = pytest.mark.parametrize("tile", OFFERS)


@tiles
def test_it_costs_1_coin_or_1_commodity(tile: str) -> None:
    """3.1.3a: a fortress, a legion, a trireme for 1 coin or 1 marble, gladiator, wood."""
    thing, commodity, _ = OFFERS[tile]
    table = turn(Position().tiles("rome", tile).give("rome", f"coin {commodity} sheep"))
    assert table.legal(f"build {thing} with")[:2] == [f"build {thing} with coin", f"build {thing} with {commodity}"]
    table.refused("rome", f"build {thing} with sheep", "3.0a")
    table.refused("rome", f"build {thing} with coin coin", "3.0a")
    table.refused("rome", f"build {thing} free", "3.0a")
    table.say("rome", f"build {thing} with {commodity}")
    assert table.hand("rome") == "coin sheep"
    assert table.levels("rome")[2] == Position().table().levels("rome")[2] + 1


@pytest.mark.parametrize(("tile", "thing"), [(tile, offer[0]) for tile, offer in OFFERS.items()])
def test_the_offer_holds_in_the_turn_in_which_the_tile_is_bought(tile: str, thing: str) -> None:
    """R10: tiles act from the moment they are bought."""
    table = turn(Position().give("rome", " ".join(["coin"] * 8)))
    table.refused("rome", f"build {thing} with coin", "3.0a")
    table.say("rome", f"build {tile} with {' '.join(['coin'] * 7)}", f"build {thing} with coin")
    assert table.hand("rome") == ""


def test_gilgameshs_fortress_must_be_in_supply() -> None:
    """0.5: nothing may be built that is not in supply."""
    position = Position().tiles("rome", "gilgamesh").give("rome", "coin")
    for province in ("germania", "dacia", "dalmatia", "asia"):
        position.control(province, "rome").fortress(province, "rome")
    assert turn(position.give("rome", "coin coin")).legal("build fortress") == []


def lighthouse(hand: str = "wood") -> Position:
    """Rome with the Lighthouse; its provinces lie on Mare Tyrrhenum, Hadriaticum and Ionium."""
    return Position().tiles("rome", "lighthouse").give("rome", hand)


def test_the_lighthouses_trireme_connects_in_the_same_turn() -> None:
    """3.1.1: connection is judged at that moment, so a trireme built this turn counts."""
    table = turn(lighthouse("coin coin coin wood"))
    table.refused("rome", "build control sicilia with coin coin coin", "3.1.1")
    table.say("rome", "build trireme mare_ionium with wood", "build control sicilia with coin coin coin")
    assert table.controller("sicilia") == "rome"
