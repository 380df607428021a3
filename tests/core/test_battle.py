"""Chapter 4, battle: who fights whom, dice, hits and losses."""

from __future__ import annotations

import pytest

from core.empires.rules import empires_board
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


def survivors(table: Table) -> tuple[dict[str, int], str | None]:
    """The legions and the owner of the fortress in Libya."""
    return table.legions("libya"), table.fortress("libya")


# ---------------------------------------------------------------------- 4.1.1, battles at sea


@pytest.mark.parametrize("sea", [sea for sea in empires_board(5).seas if sea != "mare_ionium"])
def test_triremes_attack_only_in_their_own_sea(sea: str) -> None:
    """4.1.1: in each sea that *also* holds enemy triremes."""
    position = Position().disarm().fleet("mare_ionium", rome=1, egypt=1).fleet(sea, greece=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    table.refused("rome", f"attack greece in {sea}", "4.1.1")


def test_no_battle_starts_before_all_triremes_have_moved() -> None:
    """4.1.1: after all have moved."""
    table = Position().fleet("mare_ionium", rome=1, egypt=1).at_war_turn("rome", "greece", "egypt").table()
    table.refused("rome", "attack egypt in mare_ionium", "4.1.1")


def test_who_meets_no_triremes_is_not_asked_to_attack() -> None:
    """A question with one legal answer is not asked: Rome's turn is over."""
    table = at_sea(rome=2)
    assert table.rule() == "4.0"


@pytest.mark.parametrize(
    ("roman", "egyptian", "left"),
    [
        ((1, 3), (1, 3), {"rome": 2, "egypt": 2}),
        ((2, 3), (1, 3), {"rome": 2, "egypt": 1}),
        ((4, 5), (2, 3), {"rome": 1, "egypt": 1}),
        ((5, 5), (1, 1), {"rome": 2}),
        ((6, 6), (6, 6), {}),
    ],
)
def test_every_full_five_at_sea_sinks_a_trireme(
    roman: tuple[int, int], egyptian: tuple[int, int], left: dict[str, int]
) -> None:
    """4.2: both sides roll at once, one die per trireme; every full 5 is one hit; each hit destroys one enemy unit."""
    table = at_sea(rome=2, egypt=2)
    table.say("rome", "attack egypt in mare_ionium")
    table.dice(*roman, *egyptian)
    assert table.triremes("mare_ionium") == left


def test_legions_ashore_do_not_fight_at_sea() -> None:
    """4.2: only triremes at sea."""
    position = Position().units("italia", rome=6).fleet("mare_ionium", rome=1, egypt=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "attack egypt in mare_ionium")
    assert table.awaits_chance() == (6, 6)


# ---------------------------------------------------------------------- 4.1.2, battles on land


def test_battles_on_land_must_be_fought() -> None:
    """4.1.2: where a player's land units are with an opponent's they must fight; with one opponent nothing is asked."""
    assert in_libya(rome=2, egypt=1).awaits_chance() == (6, 6, 6)


def test_a_fortress_of_a_third_player_may_be_picked() -> None:
    """4.1.2: with several opponents there the player picks one, the owner of a lone fortress too."""
    table = in_libya(fortress="carthage", rome=2, greece=1)
    assert table.legal() == ["fight greece in libya", "fight carthage in libya"]


@pytest.mark.parametrize("province", empires_board(5).provinces)
def test_the_units_of_others_do_not_fight_each_other(province: str) -> None:
    """4.1.2: only where the active player has land units."""
    table = Position().disarm().units(province, greece=1, egypt=1).at_war_turn("rome", "greece", "egypt").table()
    assert table.rule() == "4.0"


# ---------------------------------------------------------------------- 4.2, dice and hits


@pytest.mark.parametrize(
    ("carthaginian", "egyptian", "left"),
    [
        ((1, 3), (1, 3), {"carthage": 2, "egypt": 2}),
        ((2, 3), (1, 3), {"carthage": 2, "egypt": 1}),
        ((4, 5), (2, 3), {"carthage": 1, "egypt": 1}),
        ((5, 5), (1, 1), {"carthage": 2}),
        ((6, 6), (6, 6), {}),
    ],
)
def test_every_full_five_on_land_destroys_a_unit(
    carthaginian: tuple[int, int], egyptian: tuple[int, int], left: dict[str, int]
) -> None:
    """4.2: both sides roll at once, one die per legion; every full 5 is one hit; each destroys one enemy unit."""
    table = in_libya(turn="carthage", carthage=2, egypt=2)
    table.dice(*carthaginian, *egyptian)
    assert table.legions("libya") == left


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


def test_triremes_do_not_fight_on_land() -> None:
    """4.2: only land units fight on land."""
    position = Position().disarm().units("libya", rome=1, egypt=1).fleet("mare_africum", rome=2, egypt=3)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "done", "done")
    assert table.awaits_chance() == (6, 6)


# ---------------------------------------------------------------------- 4.2a, fortresses


@pytest.mark.parametrize(("die", "romans"), [(4, 2), (5, 1)])
def test_a_fortress_adds_five(die: int, romans: int) -> None:
    """4.2a: a fortress adds 5 to its owner's total: with a die of 4 it makes one hit, with a die of 5 two."""
    table = in_libya(fortress="carthage", rome=3, carthage=1)
    table.dice(1, 1, 1, die)
    assert table.legions("libya") == {"rome": romans, "carthage": 1}


def test_a_fortress_cancels_one_hit() -> None:
    """4.2a: it cancels one hit against its owner's side: one hit does nothing."""
    table = in_libya(fortress="carthage", rome=3, carthage=2)
    table.dice(3, 2, 1, 1, 1)
    assert survivors(table) == ({"rome": 2, "carthage": 2}, "carthage")


def test_the_fortress_of_the_active_player_does_the_same() -> None:
    """4.2a: its owner's total and side, in attack and defence."""
    table = in_libya(fortress="carthage", turn="carthage", carthage=1, egypt=3)
    table.dice(5, 3, 2, 1)
    assert survivors(table) == ({"carthage": 1, "egypt": 1}, "carthage")


def test_the_fortress_of_a_third_player_helps_no_one() -> None:
    """4.2a: it works for its owner's side only."""
    table = in_libya(fortress="carthage", turn="egypt", egypt=2, rome=2)
    table.say("egypt", "fight rome in libya")
    table.dice(2, 3, 1, 1)
    assert table.legions("libya") == {"egypt": 2, "rome": 1}


def test_heroes_add_nothing_to_a_lone_fortress() -> None:
    """4.2a: Pericles adds to legion dice, and there is none; the total stays 5."""
    table = in_libya(fortress="greece", rome=3)
    table.dice(1, 1, 1)
    assert table.legions("libya") == {"rome": 2}


# ---------------------------------------------------------------------- 4.2b, R15, R17, losses


def test_losses_are_asked_hit_by_hit() -> None:
    """4.2, R17: two hits are left after the fortress cancels one; each is asked while there is a choice."""
    table = in_libya(fortress="carthage", rome=4, carthage=2)
    table.dice(4, 3, 2, 2, 1, 1)
    table.say("carthage", "lose legion libya", "lose fortress libya")
    assert survivors(table) == ({"rome": 3, "carthage": 1}, None)


def test_three_hits_destroy_three_units() -> None:
    """4.2, R17: of four hits the fortress cancels one; of the others the last one leaves no choice any more."""
    table = in_libya(fortress="carthage", rome=4, carthage=4)
    table.dice(5, 4, 4, 3, 1, 1, 1, 1)
    table.say("carthage", "lose legion libya", "lose fortress libya")
    assert survivors(table) == ({"rome": 3, "carthage": 2}, None)


def test_nothing_is_asked_where_everything_is_lost() -> None:
    """R17: nothing is asked where there is no choice."""
    table = in_libya(fortress="carthage", rome=3, carthage=1)
    table.dice(5, 4, 3, 1)
    assert survivors(table) == ({"rome": 2}, None)


def test_a_choice_that_ends_with_the_first_hit_is_asked_once() -> None:
    """R17: once the fortress is gone only legions are left to lose."""
    table = in_libya(fortress="carthage", rome=4, carthage=3)
    table.dice(4, 3, 2, 2, 1, 1, 1)
    table.say("carthage", "lose fortress libya")
    assert survivors(table) == ({"rome": 3, "carthage": 2}, None)


def test_the_defender_picks_first_on_the_other_players_turn_too() -> None:
    """R17: the defender is the side whose turn it is not; here Rome."""
    position = Position().disarm().units("africa", rome=2, carthage=1).fortress("africa", "carthage")
    table = position.occupy("africa", "rome", "capital").at_war_turn("carthage", "greece", "egypt").table()
    table.say("carthage", "done")
    table.dice(1, 5, 5)
    assert table.legal() == ["lose legion africa", "lose legion africa from capital"]
    table.say("rome", "lose legion africa")
    assert table.asked() == "carthage"


def test_a_legion_on_the_control_marker_may_be_the_one_that_is_lost() -> None:
    """4.2b, 4.3.3: a side that takes fewer hits than it has units chooses, the legion on the marker included."""
    position = Position().disarm().units("cyrenaica", rome=2, egypt=2).occupy("cyrenaica", "rome", "control")
    table = position.at_war_turn("egypt", "rome", "greece").table()
    table.say("egypt", "done")
    table.dice(3, 2, 1, 1)
    assert table.legal() == ["lose legion cyrenaica", "lose legion cyrenaica from control"]
    table.say("rome", "lose legion cyrenaica from control")
    assert (table.legions("cyrenaica")["rome"], table.occupied("cyrenaica")) == (1, [])


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


def besieged_city() -> Table:
    """Egypt's turn: its 2 legions make one hit on three Romans in Cyrenaica, two of whom occupy something, and die."""
    position = Position().disarm().build("cyrenaica", "market").units("cyrenaica", rome=3, egypt=2)
    position.occupy("cyrenaica", "rome", "city", "market")
    table = position.at_war_turn("egypt", "rome", "greece").table()
    table.say("egypt", "done")
    table.dice(3, 2, 4, 4, 2)
    return table


def test_legions_that_occupy_nothing_die_first() -> None:
    """R15: legions that stand on nothing die first."""
    table = besieged_city()
    table.say("rome", "lose legion cyrenaica")
    assert table.legions("cyrenaica") == {"rome": 2}
    assert set(table.occupied("cyrenaica")) == {"city", "market"}


# ---------------------------------------------------------------------- 4.2.1, at war


def test_a_lone_fortress_keeps_a_province_at_war() -> None:
    """4.2.1: land units of two or more players; a fortress is one, so there is no conqueror beside it."""
    table = in_libya(fortress="carthage", rome=3)
    table.dice(1, 1, 1)
    assert survivors(table) == ({"rome": 2}, "carthage")
    assert table.rule() == "4.0"
