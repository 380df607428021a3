"""Chapter 4, movement: who moves next, how triremes sail and legions march."""

from __future__ import annotations

from core import Decision
from tests.core.positions import Position


def rome_at_sea() -> Position:
    """Rome's move-and-battle turn with two triremes in Mare Ionium, and no others in any sea."""
    return Position().fleet("mare_ionium", rome=2).at_war_turn("rome", "greece", "egypt")


# ---------------------------------------------------------------------- 4.0, who moves next


def test_the_leader_is_asked_who_moves_next() -> None:
    """4.0."""
    node = Position().leaders(military="greece").at_war().table().game.node
    assert isinstance(node, Decision)
    assert "moves next" in str(node.prompt.sentence)


def test_a_turn_runs_from_conversions_to_conquests() -> None:
    """4.0: conversions, triremes move, sea battles, legions move, land battles, conquests."""
    position = rome_at_sea().fleet("mare_ionium", egypt=1).units("libya", rome=2).occupy("libya", "rome", "control")
    position.units("macedonia", greece=1, egypt=1).units("cyrenaica", rome=2).units("achaia", rome=1)
    table = position.control("phasania", "rome").table()
    rules = []
    for line in ("done", "done", "done", "done"):
        rules.append((table.rule(), table.legal()[0]))
        table.say("rome", line)
    assert rules == [
        ("4.3.3", "convert libya"),
        ("4.1.1", "sail mare_ionium mare_tyrrhenum 2"),
        ("4.1.1", "attack egypt in mare_ionium"),
        ("4.1.2", "march latium gallia 1"),
    ]
    assert table.awaits_chance() == (6, 6)
    table.dice(1, 1)
    assert table.rule() == "4.3"


# ---------------------------------------------------------------------- worked example, choices


def test_everybody_hears_who_marches_where() -> None:
    """R3: the log is public."""
    table = Position().at_war_turn("rome").table()
    table.say("rome", "march latium gallia 1")
    assert table.told[-1] == "Rome marches 1 from Latium to Gallia."


def test_everybody_hears_who_marches_nowhere() -> None:
    """R3: a turn without a march leaves its trace in the log, too."""
    table = Position().at_war_turn("rome").table()
    table.say("rome", "done")
    assert "Rome moves no legions." in table.told


def test_who_has_marched_is_not_said_to_move_nothing() -> None:
    table = Position().at_war_turn("rome").table()
    table.say("rome", "march latium gallia 1", "done")
    assert "Rome moves no legions." not in table.told


def test_everybody_hears_who_is_named_and_who_is_left() -> None:
    """R3, 4.0: who moves next is public, for the leader too; the last is not named."""
    table = Position(3).leaders(military="rome").at_war().table()
    table.say("rome", "name greece")
    assert table.told[-1] == "Rome gives the next turn to Greece."
    table.say("greece", "done")
    table.say("rome", "name rome")
    assert table.told[-1] == "Rome takes the next turn."
    table.say("rome", "done")
    assert "Carthage has the last turn." in table.told
