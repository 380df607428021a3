"""Statue of Zeus: peace with one opponent for a round (chapter 4, R14)."""

from __future__ import annotations

import pytest

from core import Chance, Decision, Over, Simultaneous
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done
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


def test_peace_need_not_be_declared() -> None:
    """Chapter 4: *may*."""
    table = greece().units("thracia", rome=1).at_war().table()
    table.say("greece", "done")
    assert table.legions("thracia") == {"rome": 1}
    assert (table.asked(), table.legal("peace")) == ("rome", [])


def test_peace_is_declared_with_one_opponent() -> None:
    """Chapter 4: with *one* opponent, and not with oneself."""
    table = greece().at_war().table()
    table.refused("greece", "peace greece", "4.0")
    table.say("greece", "peace rome")
    assert table.legal("peace") == []


def test_the_owner_alone_declares() -> None:
    """Chapter 4: *its owner*."""
    assert Position().disarm().at_war().table().legal("peace") == []


def test_the_statue_acts_in_the_round_in_which_it_is_built() -> None:
    """R10: tiles act from the moment they are bought; the last to build, Greece declares peace right after."""
    table = Position().disarm().give("greece", " ".join(["coin"] * 7)).at_build_turn("greece").table()
    table.say("greece", "build statue_of_zeus with coin coin coin coin coin coin coin", "peace egypt")
    assert table.asked() == "rome"


# ---------------------------------------------------------------------- not the same one twice running


def plain_answer(answers: Answers) -> Action:
    """To be done where one may, otherwise the first answer."""
    return Done() if Done() in answers else next(iter(answers))


def next_declaration(table: Table) -> None:
    """All do as little as they can until Greece may declare peace again."""
    table.game.apply(plain_answer(decision(table).answers))
    while not (table.asked() == "greece" and table.rule() == "4.0" and "Zeus" in str(decision(table).prompt.sentence)):
        node = table.game.node
        assert not isinstance(node, Over)
        if isinstance(node, Simultaneous):
            table.game.reveal({seat: plain_answer(node.answers[seat]) for seat in node.seats})
        elif isinstance(node, Chance):
            table.chance(*(0 for _ in node.bounds))
        else:
            table.game.apply(plain_answer(node.answers))


def decision(table: Table) -> Decision:
    """The question that waits."""
    assert isinstance(table.game.node, Decision)
    return table.game.node


def test_not_with_the_opponent_of_the_round_before() -> None:
    """Chapter 4: not the one of the round before; any other, and the same again after that."""
    table = peace(greece(), "egypt")
    next_declaration(table)
    assert table.game.state.round == 2
    table.refused("greece", "peace egypt", "4.0")
    table.say("greece", "peace rome")
    next_declaration(table)
    assert table.legal("peace") == ["peace babylon", "peace egypt", "peace carthage"]


def test_a_round_without_a_declaration_frees_the_choice() -> None:
    """R14: a round without a declaration frees the next choice."""
    table = peace(greece(), "egypt")
    next_declaration(table)
    next_declaration(table)
    assert table.game.state.round == 3
    assert table.allows("peace egypt")


# ---------------------------------------------------------------------- legions sent home


def test_the_opponents_legions_in_the_owners_provinces_go_to_their_capitals_province() -> None:
    """Chapter 4: that opponent's legions in provinces the owner controls go to that opponent's capital's province."""
    table = peace(greece().units("thracia", rome=2).units("macedonia", rome=1).units("latium", rome=1))
    assert table.legions("thracia") == table.legions("macedonia") == {}
    assert table.legions("latium") == {"rome": 4}
    assert "2 legions go home from Thracia to Latium." in table.told
    assert "1 legion goes home from Macedonia to Latium." in table.told


def test_the_opponents_legions_elsewhere_stay() -> None:
    """Chapter 4: in provinces *the owner controls*: not in uncontrolled ones, others', or the opponent's own."""
    position = greece().units("germania", rome=1).units("cilicia", rome=1).units("gallia", rome=1)
    table = peace(position.units("germania", greece=1))
    assert table.legions("germania") == {"rome": 1, "greece": 1}
    assert table.legions("cilicia") == table.legions("gallia") == {"rome": 1}


def test_the_legions_of_others_stay() -> None:
    """Chapter 4: *that opponent's* legions."""
    table = peace(greece().units("thracia", rome=1, egypt=1, greece=1))
    assert table.legions("thracia") == {"greece": 1, "egypt": 1}


@pytest.mark.parametrize("post", ["city", "control"])
def test_the_opponents_occupations_there_end(post: str) -> None:
    """Chapter 4, 4.3.2: an occupier goes home as well, and what was occupied is the controller's again."""
    position = greece().units("thracia", rome=2).occupy("thracia", "rome", post).control("dacia", "rome")
    table = peace(position)
    assert table.occupied("thracia") == []
    assert table.legions("latium") == {"rome": 2}
    assert table.levels("greece") == Position().disarm().tiles("greece", "statue_of_zeus").table().levels("greece")


def test_the_owners_contested_capital_is_freed() -> None:
    """Chapter 4: the owner's own capital's province is under the owner's control: besiegers and occupiers go home."""
    position = greece().units("achaia", rome=2, greece=1).occupy("achaia", "rome", "capital")
    table = peace(position)
    assert table.legions("achaia") == {"greece": 1}
    assert table.occupied("achaia") == []
    assert table.legions("latium") == {"rome": 2}


def test_whose_legions_go_home_are_no_prisoners_of_supply() -> None:
    """0.5: they go to the capital's province, not to supply."""
    position = greece().units("thracia", rome=3)
    supply = position.table().supply("rome", "legions")
    assert peace(position).supply("rome", "legions") == supply


def test_legions_sent_home_to_a_contested_capital_fight_no_one_at_once() -> None:
    """R14: legions sent home fight no one until a turn requires it."""
    table = peace(greece().units("thracia", rome=2).units("latium", egypt=1))
    assert table.awaits_chance() == ()
    assert table.legions("latium") == {"rome": 2, "egypt": 1}
    turn_of(table, "egypt").say("egypt", "done")
    assert table.awaits_chance() == (6,) * 3


def test_legions_sent_home_end_no_occupation_of_the_capital() -> None:
    """4.3b, R19: units sent to an occupied province end no occupation by themselves; the next battle decides."""
    position = greece().units("thracia", rome=1).units("latium", egypt=2).occupy("latium", "egypt", "capital", "market")
    table = peace(position)
    assert table.occupied("latium") == ["market", "capital"]
    turn_of(table, "egypt").say("egypt", "done")
    table.dice(1, 1, 1)
    assert table.occupied("latium") == []


def test_peace_ends_no_occupation_where_both_stand_already() -> None:
    """R14: occupations there stay as they are, no matter whose they are."""
    position = greece().units("latium", rome=1, greece=2).occupy("latium", "greece", "capital")
    table = peace(position)
    assert table.occupied("latium") == ["capital"]
    assert table.legions("latium") == {"rome": 1, "greece": 2}
    turn_of(table, "rome").say("rome", "done")
    assert table.occupied("latium") == ["capital"]


def test_sent_home_to_a_capital_that_the_owner_of_the_statue_occupies() -> None:
    """R14, R19: there both stand: no battle, the occupation stays as it is, and no player is conqueror."""
    position = greece().units("thracia", rome=2).units("latium", greece=2).occupy("latium", "greece", "capital")
    table = peace(position)
    assert table.legions("latium") == {"rome": 2, "greece": 2}
    # Greece may go nowhere, for Gallia and Italia are Roman: no march, no battle, no conquest, the turn is over.
    assert turn_of(table, "greece").rule() == "4.0"
    turn_of(table, "rome").say("rome", "done")
    assert table.rule() == "4.0"
    assert table.occupied("latium") == ["capital"]
    assert table.legions("latium") == {"rome": 2, "greece": 2}


# ---------------------------------------------------------------------- no fight


@pytest.mark.parametrize(("attacker", "other"), [("rome", "greece"), ("greece", "rome")])
def test_they_do_not_fight_at_sea(attacker: str, other: str) -> None:
    """Chapter 4: until the round ends the two may not fight each other at sea."""
    position = greece().fleet("mare_ionium", rome=1, greece=1, egypt=1)
    table = turn_of(peace(position), attacker)
    table.say(attacker, "done")
    assert table.legal() == ["attack egypt in mare_ionium", "done"]
    table.refused(attacker, f"attack {other} in mare_ionium", "R14")


@pytest.mark.parametrize("attacker", ["rome", "greece"])
def test_triremes_may_meet_and_nothing_is_asked(attacker: str) -> None:
    """Chapter 4: no battle; the seas themselves are closed to no player."""
    position = greece().fleet("mare_ionium", rome=1, greece=1).fleet("mare_africum", **{attacker: 1})
    table = turn_of(peace(position), attacker)
    table.say(attacker, "sail mare_africum mare_ionium 1", "done")
    assert table.rule() == "4.0"


@pytest.mark.parametrize("active", ["rome", "greece"])
def test_they_do_not_fight_on_land(active: str) -> None:
    """R14: where both stand already they stay without a battle."""
    table = turn_of(peace(greece().units("germania", rome=1, greece=1)), active)
    table.say(active, "done")
    assert table.rule() == "4.0"
    assert table.legions("germania") == {"rome": 1, "greece": 1}


@pytest.mark.parametrize(("active", "other"), [("rome", "greece"), ("greece", "rome")])
def test_a_third_player_in_the_same_province_is_fought(active: str, other: str) -> None:
    """R14, 4.1.2: the two leave each other alone; with a third one there the battle is with the third."""
    table = peace(greece().units("germania", rome=1, greece=1, egypt=1))
    turn_of(table, active).say(active, "done")
    assert table.awaits_chance() == (6, 6)
    table.dice(6, 1)
    assert table.legions("germania") == {"rome": 1, "greece": 1}


def test_a_third_player_fights_either() -> None:
    """Chapter 4: *the two*: a third one's turn is as ever."""
    table = turn_of(peace(greece().units("germania", rome=1, greece=1, egypt=1)), "egypt")
    table.say("egypt", "done")
    assert table.legal() == ["fight rome in germania", "fight greece in germania"]


# ---------------------------------------------------------------------- no entry


def test_the_partner_enters_no_province_of_the_owner() -> None:
    """Chapter 4: nor enter a province the other controls."""
    table = turn_of(peace(greece().units("dalmatia", rome=2)), "rome")
    table.refused("rome", "march dalmatia macedonia 1", "R14")
    assert "march dalmatia macedonia 2" not in table.legal()
    assert table.allows("march dalmatia germania 1")


def test_the_owner_enters_no_province_of_the_partner() -> None:
    """Chapter 4: nor enter a province the other controls: it holds for both."""
    table = turn_of(peace(greece().units("germania", greece=2)), "greece")
    table.refused("greece", "march germania gallia 1", "R14")
    assert table.allows("march germania dalmatia 1")


def test_the_owner_in_a_province_of_the_partner_enters_no_other() -> None:
    """Chapter 4: *enter*; from one of the partner's provinces to the next as well."""
    table = turn_of(peace(greece().units("gallia", greece=1)), "greece")
    table.refused("greece", "march gallia latium 1", "R14")
    assert table.allows("march gallia germania 1")


def test_peace_ends_with_the_round() -> None:
    """4.0: until the round ends; in the next they may enter each other's provinces and fight there."""
    table = greece().round(2).peace("greece", "rome").units("dalmatia", rome=2).at_war().table()
    table.say("greece", "done")
    turn_of(table, "rome").say("rome", "march dalmatia macedonia 1")


@pytest.mark.parametrize(("active", "other"), [("rome", "greece"), ("greece", "rome")])
def test_neither_enters_where_the_other_has_legions(active: str, other: str) -> None:
    """R14: nor may either send legions where the other has land units."""
    position = greece().units("dacia", **{active: 1}).units("germania", **{other: 1})
    table = turn_of(peace(position), active)
    table.refused(active, "march dacia germania 1", "R14")


def test_a_fortress_is_a_land_unit() -> None:
    """R14: where the other has *land units*; here a fortress in a province that has lost its controller."""
    table = turn_of(peace(greece().units("dacia", rome=1).fortress("germania", "greece")), "rome")
    table.refused("rome", "march dacia germania 1", "R14")


def test_neither_joins_their_own_legions_where_both_stand() -> None:
    """R14: nor may either send legions where the other has land units, with own units there or not."""
    table = turn_of(peace(greece().units("dacia", rome=1).units("germania", rome=1, greece=1)), "rome")
    table.refused("rome", "march dacia germania 1", "R14")
    assert table.allows("march germania dacia 1")


def test_triremes_of_the_other_close_no_province() -> None:
    """R14: land units."""
    position = greece().units("latium", rome=1).fleet("mare_ionium", greece=2).fleet("mare_tyrrhenum", rome=1)
    table = turn_of(peace(position), "rome")
    table.say("rome", "done")
    assert table.allows("march latium sicilia 1")


def test_third_players_enter_and_are_entered_as_ever() -> None:
    """Chapter 4: *the two*."""
    position = greece().units("dacia", egypt=1).units("germania", rome=1).control("dalmatia", "egypt")
    table = peace(position)
    assert turn_of(table, "egypt").allows("march dacia macedonia 1")
    assert table.allows("march dacia germania 1")
    table.say("egypt", "done")
    assert turn_of(table, "rome").allows("march germania dalmatia 1")


def test_the_peace_ends_with_the_round() -> None:
    """Chapter 4: *until the round ends*."""
    position = greece().peace("greece", "rome").units("dalmatia", rome=1).fleet("mare_ionium", rome=1, greece=1)
    table = position.at_war().table()
    table.say("greece", "done")
    turn_of(table, "rome").say("rome", "done")
    assert table.allows("attack greece in mare_ionium")
    table.say("rome", "done", "march dalmatia macedonia 1")


# ---------------------------------------------------------------------- conquest in peace


def test_the_owners_legions_that_stand_alone_still_pillage_and_occupy() -> None:
    """R14: legions of Zeus's owner that stand alone in the partner's provinces may still pillage and occupy."""
    table = turn_of(peace(greece().units("gallia", greece=1).control("germania", "greece")), "greece")
    table.say("greece", "done")
    assert table.rule() == "4.3"
    assert table.allows("pillage gallia caravan:grain")
    assert table.allows("occupy gallia caravan:sheep")
    table.say("greece", "occupy gallia control")
    assert table.occupied("gallia") == ["control"]


def test_the_owners_legions_that_stand_alone_still_convert() -> None:
    """R14: … and convert."""
    position = greece().units("gallia", greece=1).control("germania", "greece").occupy("gallia", "greece", "control")
    table = turn_of(peace(position), "greece")
    table.say("greece", "convert gallia")
    assert table.controller("gallia") == "greece"


@pytest.mark.parametrize("active", ["rome", "greece"])
def test_where_both_stand_no_one_is_conqueror(active: str) -> None:
    """R14: no player is conqueror."""
    table = turn_of(peace(greece().units("cilicia", rome=1, greece=1)), active)
    table.say(active, "done")
    assert table.rule() == "4.0"


def test_the_partner_conquers_in_the_provinces_of_others() -> None:
    """Chapter 4: *the two*; Rome stands alone in a province of Babylon's."""
    table = turn_of(peace(greece().units("cilicia", rome=1)), "rome")
    table.say("rome", "done")
    assert table.rule() == "4.3"


def test_a_lone_legion_sent_home_conquers_nothing() -> None:
    """Chapter 4: its turn finds it at home."""
    table = turn_of(peace(greece().units("thracia", rome=1)), "rome")
    table.say("rome", "done")
    assert table.rule() == "4.0"
    assert table.buildings("thracia") == Position().table().buildings("thracia")
