"""Chapter 4, battle: who fights whom, dice, hits and losses."""

from __future__ import annotations

from tests.core.positions import Position, Table


def at_sea(**triremes: int) -> Table:
    """Rome's turn in which all its triremes have moved; these lie in Mare Ionium."""
    table = Position().disarm().fleet("mare_ionium", **triremes).at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    return table


def in_libya(*, fortress: str | None = None, turn: str = "rome", **legions: int) -> Table:
    """A turn in which all legions have moved; these land units alone stand on the map, in Libya."""
    position = Position().disarm().units("libya", **legions).fortress("libya", fortress)
    waiting = [empire for empire in ("rome", "greece", "egypt") if empire != turn]
    table = position.at_war_turn(turn, *waiting).table()
    if legions.get(turn):
        table.say(turn, "done")
    return table


# ---------------------------------------------------------------------- 4.2, dice and hits


def test_dice_are_told_with_their_total_and_hits() -> None:
    """4.2: 4 + 5 is one full five."""
    table = in_libya(turn="carthage", carthage=2, egypt=2)
    table.dice(4, 5, 2, 1)
    assert "Carthage in Libya: ⚃4 ⚄5 = 9, hits 1." in table.told
    assert "Egypt in Libya: ⚁2 ⚀1 = 3, hits 0." in table.told


def test_it_is_told_that_a_fortress_cancels_a_hit() -> None:
    """4.2a: the one hit on Egypt destroys nothing."""
    table = in_libya(fortress="egypt", turn="carthage", carthage=1, egypt=1)
    table.dice(5, 1)
    assert "The fortress of Egypt in Libya cancels 1 hit." in table.told


def test_without_a_hit_a_fortress_cancels_none() -> None:
    """4.2a: Carthage's total is 4."""
    table = in_libya(fortress="egypt", turn="carthage", carthage=1, egypt=1)
    table.dice(4, 1)
    assert not any("cancels" in sentence for sentence in table.told)


# ---------------------------------------------------------------------- 4.2b, R15, R17, losses


def test_a_battle_that_is_none_is_refused_with_the_reason() -> None:
    """4.1.2."""
    table = in_libya(rome=1, greece=1, egypt=1)
    assert table.refused("rome", "fight greece in africa", "4.1.2") == "You have no battle left to fight in Africa."
    assert table.refused("rome", "fight carthage in libya", "4.1.2") == "Carthage is no opponent in Libya."


def test_a_battle_at_sea_that_is_none_is_refused_with_the_reason() -> None:
    """4.1.1."""
    table = at_sea(rome=1, egypt=1)
    nowhere = table.refused("rome", "attack egypt in mare_sardum", "4.1.1")
    assert nowhere == "You have no battle left to start in Mare Sardum."
    assert table.refused("rome", "attack greece in mare_ionium", "4.1.1") == "Greece is no opponent in Mare Ionium."
