"""Heroes in battle: Caesar, Pericles, Ramses II and Nebuchadnezzar (4.2, R16).

The battles are in Germania, which no player controls unless a test says so, and Egypt, whose own hero does not
fight, is there with four legions: as many of them are lost as there were hits.
"""

from __future__ import annotations

from tests.core.positions import Position, Table

EGYPT_ROLLS_NOTHING = (1, 1, 1, 1)


def against_egypt(**legions: int) -> Position:
    """Legions of the empires named and four of Egypt in Germania."""
    return Position().disarm().units("germania", egypt=4, **legions)


def battle(position: Position, attacker: str) -> Table:
    """The attacker's turn; the legions stay where they are, and dice are awaited."""
    waiting = [empire for empire in ("rome", "greece", "babylon") if empire != attacker]
    table = position.at_war_turn(attacker, *waiting).table()
    if table.asked() == attacker:
        table.say(attacker, "done")
    return table


def hits(position: Position, attacker: str, *dice: int) -> int:
    """How many of Egypt's four legions the dice, the attacker's first, destroy."""
    table = battle(position, attacker)
    table.dice(*dice)
    return 4 - table.legions("germania").get("egypt", 0)


# ---------------------------------------------------------------------- Caesar


def test_caesar_helps_the_owner_alone() -> None:
    """4.2a: the *owner's* legion dice."""
    table = battle(Position().disarm().units("germania", rome=4, egypt=1), "rome")
    table.dice(1, 1, 1, 1, 4)
    assert table.legions("germania")["rome"] == 4


def test_a_fortress_is_no_legion_to_caesar() -> None:
    """4.2a: each of the owner's *legion* dice: 3 + 1 for the legion, 5 for the fortress."""
    position = against_egypt(rome=1).control("germania", "rome").fortress("germania", "rome")
    assert hits(position, "rome", 3, *EGYPT_ROLLS_NOTHING) == 1
    assert hits(position, "rome", 4, *EGYPT_ROLLS_NOTHING) == 2


# ---------------------------------------------------------------------- Pericles


def test_caesar_and_pericles_meet() -> None:
    """4.2a: Rome's 4 and 4 are 10 on its turn, Greece's 3 and 3 are 10 as well: both lose everything."""
    table = battle(Position().disarm().units("germania", rome=2, greece=2), "rome")
    table.dice(4, 4, 3, 3)
    assert table.legions("germania") == {}


# ---------------------------------------------------------------------- Ramses II


def test_ramses_adds_one_die_not_one_for_each_legion() -> None:
    """4.2a: *1* extra land die."""
    table = battle(against_egypt(babylon=3).tiles("babylon", "ramses"), "babylon")
    assert table.awaits_chance() == (6,) * (3 + 1 + 4)


def test_ramses_needs_a_unit_in_the_province() -> None:
    """4.2a: with at least one own unit *there*: no die of the hero is rolled in the battles of others."""
    table = battle(against_egypt(carthage=2).tiles("babylon", "ramses"), "carthage")
    assert table.awaits_chance() == (6,) * 6


def test_caesar_adds_nothing_to_a_lone_fortress_with_ramses() -> None:
    """R16: the fortress's 5 and the die's 4 are 9; no legion is there to be raised."""
    position = against_egypt().control("germania", "rome").fortress("germania", "rome").tiles("rome", "ramses")
    assert hits(position, "rome", 4, *EGYPT_ROLLS_NOTHING) == 1


# ---------------------------------------------------------------------- Nebuchadnezzar


def nebuchadnezzar(controller: str | None) -> Position:
    """Babylon, with Nebuchadnezzar and a legion, meets Egypt in a province so controlled."""
    return against_egypt(babylon=1).control("germania", controller).tiles("babylon", "nebuchadnezzar")


def test_nebuchadnezzar_adds_5_once() -> None:
    """4.2a: +5 to the *total*, not for each legion: 2, 2 and 5 are 9."""
    assert hits(nebuchadnezzar("babylon").units("germania", babylon=2), "babylon", 2, 2, *EGYPT_ROLLS_NOTHING) == 1


def test_nebuchadnezzar_adds_nothing_where_the_owner_but_occupies() -> None:
    """4.2a, 0.3: an occupier of a control marker does not control the province yet."""
    position = nebuchadnezzar("rome").control("dacia", "babylon").occupy("germania", "babylon", "control")
    assert hits(position, "egypt", *EGYPT_ROLLS_NOTHING, 5) == 1


def test_nebuchadnezzar_adds_5_where_the_marker_is_occupied_by_another() -> None:
    """4.2a, 4.3.3: until a conversion the province is its controller's."""
    position = nebuchadnezzar("babylon").control("dacia", "egypt").occupy("germania", "egypt", "control")
    table = battle(position, "babylon")
    table.dice(5, *EGYPT_ROLLS_NOTHING)
    table.say("egypt", "lose legion germania", "lose legion germania")
    assert table.legions("germania") == {"babylon": 1, "egypt": 2}


def test_nebuchadnezzar_needs_a_unit_in_the_province() -> None:
    """4.2a: with at least one own unit *there*: nothing is added to the battles of others in the owner's province."""
    position = nebuchadnezzar("babylon").units("germania", babylon=0, carthage=1)
    assert hits(position, "carthage", 5, *EGYPT_ROLLS_NOTHING) == 1


# ---------------------------------------------------------------------- all together


def test_ramses_and_nebuchadnezzar_add_up() -> None:
    """4.2a: a legion's 1, Ramses's 4 and Nebuchadnezzar's 5 are 10."""
    position = nebuchadnezzar("babylon").tiles("babylon", "ramses")
    assert hits(position, "babylon", 1, 4, *EGYPT_ROLLS_NOTHING) == 2
