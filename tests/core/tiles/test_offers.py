"""What heroes and wonders offer once a round at prices of their own (3.1.3a, R10, R11)."""

from __future__ import annotations

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


def test_gilgameshs_fortress_must_be_in_supply() -> None:
    """0.5: nothing may be built that is not in supply."""
    position = Position().tiles("rome", "gilgamesh").give("rome", "coin")
    for province in ("germania", "dacia", "dalmatia", "asia"):
        position.control(province, "rome").fortress(province, "rome")
    assert turn(position.give("rome", "coin coin")).legal("build fortress") == []
