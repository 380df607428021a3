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
    """The turn of somebody in which all legions have moved; these land units alone stand on the map, in Libya."""
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


def test_sea_battles_are_voluntary() -> None:
    """4.1.1: the active player may start one."""
    table = at_sea(rome=2, egypt=2)
    table.say("rome", "done")
    assert table.triremes("mare_ionium") == {"rome": 2, "egypt": 2}


def test_a_sea_battle_is_against_one_opponent() -> None:
    """4.1.1: one battle with one opponent; the Greek triremes neither roll nor are hit."""
    table = at_sea(rome=2, greece=2, egypt=1)
    assert table.legal() == ["attack greece in mare_ionium", "attack egypt in mare_ionium", "done"]
    table.say("rome", "attack egypt in mare_ionium")
    assert table.awaits_chance() == (6, 6, 6)
    table.dice(6, 6, 6)
    assert table.triremes("mare_ionium") == {"rome": 1, "greece": 2}


def test_there_is_one_battle_in_a_sea_in_a_turn() -> None:
    """4.1.1: in each sea one battle; another sea has its own."""
    position = Position().disarm().fleet("mare_ionium", rome=2, egypt=2, greece=1)
    table = position.fleet("mare_sardum", rome=1, egypt=1).at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "attack egypt in mare_ionium")
    table.dice(1, 1, 1, 1)
    table.refused("rome", "attack greece in mare_ionium", "4.1.1")
    assert table.legal() == ["attack egypt in mare_sardum", "done"]


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


def test_whoever_meets_no_triremes_is_not_asked_to_attack() -> None:
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


def test_sunk_triremes_return_to_supply() -> None:
    """0.5: every piece is somewhere."""
    table = at_sea(rome=2, egypt=1)
    assert table.supply("egypt", "triremes") == 4
    table.say("rome", "attack egypt in mare_ionium")
    table.dice(4, 5, 1)
    assert table.supply("egypt", "triremes") == 5


def test_heroes_of_legions_add_nothing_at_sea() -> None:
    """4.2a: Caesar and Pericles add to legion dice; 4 and 4 stay no hit."""
    table = at_sea(rome=1, greece=1)
    table.say("rome", "attack greece in mare_ionium")
    table.dice(4, 4)
    assert table.triremes("mare_ionium") == {"rome": 1, "greece": 1}


def test_legions_ashore_do_not_fight_at_sea() -> None:
    """4.2: only triremes at sea."""
    position = Position().units("italia", rome=6).fleet("mare_ionium", rome=1, egypt=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "attack egypt in mare_ionium")
    assert table.awaits_chance() == (6, 6)


# ---------------------------------------------------------------------- 4.1.2, battles on land


def test_battles_on_land_must_be_fought() -> None:
    """4.1.2: where his land units are with an opponent's he must fight; with one opponent nothing is asked."""
    assert in_libya(rome=2, egypt=1).awaits_chance() == (6, 6, 6)


def test_a_choice_of_opponents_does_not_include_peace() -> None:
    """4.1.2: with several opponents there he picks one, and must pick one."""
    table = in_libya(rome=2, egypt=1, greece=1)
    assert table.legal() == ["fight greece in libya", "fight egypt in libya"]
    table.refused("rome", "done", "4.1.2")


def test_only_the_opponent_picked_fights() -> None:
    """4.1.2, 4.2: one battle for a place in a turn; the Greek legion neither rolls nor dies."""
    table = in_libya(rome=2, egypt=1, greece=1)
    table.say("rome", "fight egypt in libya")
    assert table.awaits_chance() == (6, 6, 6)
    table.dice(6, 6, 1)
    assert table.legions("libya") == {"rome": 2, "greece": 1}
    assert table.rule() == "4.0", "Rome's turn is over"


def test_a_lone_fortress_of_the_active_player_must_fight() -> None:
    """4.1.2: where the active player has land units, a lone fortress included."""
    assert in_libya(fortress="carthage", turn="carthage", rome=2).awaits_chance() == (6, 6)


def test_a_lone_fortress_is_an_opponent() -> None:
    """4.1.2: together with an opponent's land units, of which a fortress is one (Words)."""
    assert in_libya(fortress="carthage", rome=2).awaits_chance() == (6, 6)


def test_a_fortress_of_a_third_player_may_be_picked() -> None:
    """4.1.2: with several opponents there he picks one, the owner of a lone fortress too."""
    table = in_libya(fortress="carthage", rome=2, greece=1)
    assert table.legal() == ["fight greece in libya", "fight carthage in libya"]


@pytest.mark.parametrize("province", empires_board(5).provinces)
def test_the_units_of_others_do_not_fight_each_other(province: str) -> None:
    """4.1.2: only where the active player has land units."""
    table = Position().disarm().units(province, greece=1, egypt=1).at_war_turn("rome", "greece", "egypt").table()
    assert table.rule() == "4.0"


def test_land_battles_are_taken_in_any_order() -> None:
    """R18: land battles are taken in the order the active player likes."""
    position = Position().disarm().units("libya", rome=1, egypt=1).units("africa", rome=1, carthage=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    assert table.legal() == ["fight carthage in africa", "fight egypt in libya"]
    table.say("rome", "fight egypt in libya")
    table.dice(1, 1)
    assert table.awaits_chance() == (6, 6), "the other one follows by itself"


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
    assert "Carthage in Libya: 4, 5, total 9, hits 1." in table.told
    assert "Egypt in Libya: 2, 1, total 3, hits 0." in table.told


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


def test_destroyed_land_units_return_to_supply() -> None:
    """0.5: every piece is somewhere."""
    table = in_libya(fortress="carthage", rome=4, carthage=1)
    assert (table.supply("carthage", "legions"), table.supply("carthage", "fortresses")) == (7, 4)
    table.dice(6, 6, 6, 6, 1)
    assert (table.supply("carthage", "legions"), table.supply("carthage", "fortresses")) == (8, 5)


def test_triremes_do_not_fight_on_land() -> None:
    """4.2: only land units fight on land."""
    position = Position().disarm().units("libya", rome=1, egypt=1).fleet("mare_africum", rome=2, egypt=3)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "done", "done")
    assert table.awaits_chance() == (6, 6)


def test_caesar_adds_one_to_each_legion_die_on_his_own_turn() -> None:
    """4.2a, Caesar: 4 + 4 and 2 are two hits."""
    table = in_libya(rome=2, egypt=3)
    table.dice(4, 4, 1, 1, 1)
    assert table.legions("libya")["egypt"] == 1


def test_caesar_adds_nothing_on_the_turns_of_others() -> None:
    """4.2a, Caesar: on the owner's own turn; 4 + 4 is one hit."""
    table = in_libya(turn="egypt", rome=2, egypt=3)
    table.dice(1, 1, 1, 4, 4)
    assert table.legions("libya")["egypt"] == 2


def test_pericles_adds_two_to_each_legion_die_on_the_turns_of_others() -> None:
    """4.2a, Pericles: 3 + 3 and 4 are two hits."""
    table = in_libya(turn="egypt", greece=2, egypt=3)
    table.dice(1, 1, 1, 3, 3)
    assert table.legions("libya")["egypt"] == 1


def test_pericles_adds_nothing_on_his_own_turn() -> None:
    """4.2a, Pericles: when it is not his turn; 3 + 3 is one hit."""
    table = in_libya(turn="greece", greece=2, egypt=3)
    table.dice(3, 3, 1, 1, 1)
    assert table.legions("libya")["egypt"] == 2


# ---------------------------------------------------------------------- 4.2a, fortresses


def test_the_battle_as_worked() -> None:
    """Rome has 12 and 3 for Caesar, three hits less one; the defender has 3 and 5, one hit; all the defender's die."""
    table = in_libya(fortress="carthage", rome=3, carthage=1)
    assert table.awaits_chance() == (6, 6, 6, 6)
    table.dice(5, 4, 3, 3)
    assert survivors(table) == ({"rome": 2}, None)


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
    """4.2a: its owner's total and side, whoever attacks."""
    table = in_libya(fortress="carthage", turn="carthage", carthage=1, egypt=3)
    table.dice(5, 3, 2, 1)
    assert survivors(table) == ({"carthage": 1, "egypt": 1}, "carthage")


def test_the_fortress_of_a_third_player_helps_nobody() -> None:
    """4.2a: it works for its owner's side only."""
    table = in_libya(fortress="carthage", turn="egypt", egypt=2, rome=2)
    table.say("egypt", "fight rome in libya")
    table.dice(2, 3, 1, 1)
    assert table.legions("libya") == {"egypt": 2, "rome": 1}


def test_a_lone_fortress_makes_one_hit_without_a_die() -> None:
    """4.2a: alone it rolls no die: its total is 5, one hit."""
    table = in_libya(fortress="carthage", rome=2)
    assert table.awaits_chance() == (6, 6)
    table.dice(1, 1)
    assert survivors(table) == ({"rome": 1}, "carthage")


def test_heroes_add_nothing_to_a_lone_fortress() -> None:
    """4.2a: Pericles adds to legion dice, and there is none; the total stays 5."""
    table = in_libya(fortress="greece", rome=3)
    table.dice(1, 1, 1)
    assert table.legions("libya") == {"rome": 2}


def test_a_lone_fortress_survives_one_hit() -> None:
    """4.2a: it cancels one hit against his side."""
    table = in_libya(fortress="carthage", rome=2)
    table.dice(3, 3)
    assert survivors(table) == ({"rome": 1}, "carthage")


def test_a_lone_fortress_is_destroyed_by_two_hits() -> None:
    """4.2a: one of them is cancelled, the other destroys it; it still has made its own hit."""
    table = in_libya(fortress="carthage", rome=2)
    table.dice(4, 4)
    assert survivors(table) == ({"rome": 1}, None)


def test_the_fortress_is_lost_only_if_its_owner_picks_it() -> None:
    """4.2a: it is lost only if its owner picks it."""
    table = in_libya(fortress="carthage", rome=3, carthage=1)
    table.dice(2, 2, 3, 1)
    assert table.legal() == ["lose legion libya", "lose fortress libya"]
    table.say("carthage", "lose legion libya")
    assert survivors(table) == ({"rome": 2}, "carthage")


def test_the_owner_may_lose_the_fortress_and_keep_his_legion() -> None:
    """4.2: each hit destroys one enemy unit, chosen by its owner (land: legions or the fortress)."""
    table = in_libya(fortress="carthage", rome=3, carthage=1)
    table.dice(2, 2, 3, 1)
    table.say("carthage", "lose fortress libya")
    assert survivors(table) == ({"rome": 2, "carthage": 1}, None)


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


def test_nothing_is_asked_where_all_losses_are_alike() -> None:
    """R17: nothing is asked where there is no choice: three legions without a fortress lose one."""
    table = in_libya(turn="carthage", carthage=1, egypt=3)
    table.dice(5, 1, 1, 1)
    assert table.legions("libya") == {"carthage": 1, "egypt": 2}
    assert table.rule() == "4.0"


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


def both_choose() -> Table:
    """A battle after which both sides choose: Carthage has a fortress, one Roman legion of two occupies the city."""
    position = Position().disarm().units("africa", rome=2, carthage=1).fortress("africa", "carthage")
    table = position.occupy("africa", "rome", "capital").at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done")
    table.dice(5, 3, 1)
    return table


def test_the_defender_picks_his_losses_first() -> None:
    """R17: the defender picks first, then the attacker."""
    table = both_choose()
    table.say("carthage", "lose legion africa")
    table.say("rome", "lose legion africa from capital")
    assert (table.legions("africa"), table.fortress("africa")) == ({"rome": 1}, "carthage")


def test_the_defender_picks_first_on_the_other_players_turn_too() -> None:
    """R17: the defender is whoever's turn it is not; here Rome."""
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
    """R15: legions that occupy nothing die first."""
    table = besieged_city()
    table.say("rome", "lose legion cyrenaica")
    assert table.legions("cyrenaica") == {"rome": 2}
    assert set(table.occupied("cyrenaica")) == {"city", "market"}


def test_a_player_may_lose_an_occupying_legion_instead() -> None:
    """R15: a player may say otherwise (which building they leave)."""
    table = besieged_city()
    table.say("rome", "lose legion cyrenaica from market")
    assert table.legions("cyrenaica") == {"rome": 2}
    assert table.occupied("cyrenaica") == ["city"]


# ---------------------------------------------------------------------- 4.2.1, at war


def stalemate() -> Table:
    """Roman and Egyptian legions remain together in Cyrenaica, a province of Egypt, at the end of Rome's turn."""
    position = Position().disarm().units("cyrenaica", rome=2, egypt=2).at_war_turn("rome", "egypt", "greece")
    table = position.table()
    table.say("rome", "done")
    table.dice(1, 1, 1, 1)
    return table


def test_nobody_is_conqueror_of_a_province_at_war() -> None:
    """4.2.1: nobody is conqueror there: Rome is asked nothing more."""
    assert stalemate().rule() == "4.0"


def test_a_battle_has_one_roll() -> None:
    """4.2: one roll, one battle for a place in a turn; the units stay together."""
    assert stalemate().legions("cyrenaica") == {"rome": 2, "egypt": 2}


def test_the_war_goes_on_in_the_next_players_turn() -> None:
    """4.1.2, 4.2.1: it lasts as long as they are there; on his own turn the other must fight."""
    table = stalemate()
    table.say("rome", "name egypt")
    table.say("egypt", "done")
    assert table.awaits_chance() == (6, 6, 6, 6)


def test_a_province_at_war_pays_its_controller() -> None:
    """4.2.1, 1.1b: Egypt gets the papyrus of Cyrenaica and a coin for its city."""
    peace = Position().disarm().at_collect().table()
    war = Position().disarm().units("cyrenaica", rome=2, egypt=2).at_collect().table()
    assert war.hand("egypt") == peace.hand("egypt")
    assert war.hand("egypt").count("papyrus") == 2


def test_a_province_at_war_allows_no_building() -> None:
    """4.2.1, 3.1.2b."""
    position = Position().disarm().units("cyrenaica", rome=2, egypt=2).give("egypt", "coin coin coin")
    table = position.at_build_turn("egypt").table()
    table.refused("egypt", "build legion cyrenaica with coin coin coin", "3.1.2b")


def test_a_lone_fortress_keeps_a_province_at_war() -> None:
    """4.2.1: land units of two or more players; a fortress is one, so there is no conqueror beside it."""
    table = in_libya(fortress="carthage", rome=3)
    table.dice(1, 1, 1)
    assert survivors(table) == ({"rome": 2}, "carthage")
    assert table.rule() == "4.0"


def test_after_a_battle_a_later_player_may_attack_the_winner() -> None:
    """Battle: two Roman legions remain in Cyrenaica; a later active player may attack them there."""
    position = Position().disarm().units("cyrenaica", rome=3, egypt=1).fortress("cyrenaica", "egypt")
    table = position.units("nubia", egypt=2).at_war_turn("rome", "egypt", "greece").table()
    table.say("rome", "done")
    table.dice(5, 4, 3, 3)
    table.say("rome", "done", "name egypt")
    table.say("egypt", "march nubia cyrenaica 2")
    assert table.awaits_chance() == (6, 6, 6, 6)
