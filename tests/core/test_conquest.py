"""Chapter 4, conquest: who is conqueror, pillage, occupation of buildings, and what ends an occupation."""

from __future__ import annotations

import pytest

from core import RuleError
from core.engine.flow import Decision
from core.mare.actions import Occupy
from tests.core.positions import Position, Table


def rome_in_cyrenaica(legions: int = 2, *occupied: str) -> Position:
    """Rome's turn with legions in Cyrenaica, an Egyptian province with city, caravan and market.

    Garamantia beside it is Roman; there are no other land units.
    """
    position = Position().disarm().build("cyrenaica", "market").control("garamantia", "rome")
    position.units("cyrenaica", rome=legions)
    if occupied:
        position.occupy("cyrenaica", "rome", *occupied)
    return position.at_war_turn("rome", "greece", "egypt")


def conquering(position: Position) -> Table:
    """The table at which Rome has moved nothing; if it is conqueror anywhere, it is asked what it does."""
    table = position.table()
    table.say("rome", "done")
    return table


# ---------------------------------------------------------------------- 4.3, who is conqueror


def test_a_conqueror_stands_alone_in_an_opponents_province() -> None:
    """4.3: in a province controlled by an opponent the active player with the only land units there is conqueror."""
    table = conquering(rome_in_cyrenaica())
    assert (table.asked(), table.rule()) == ("rome", "4.3")


def test_no_one_conquers_their_own_province() -> None:
    """4.3: in a province controlled by an opponent."""
    assert conquering(rome_in_cyrenaica().control("cyrenaica", "rome")).rule() == "4.0"


def test_no_one_conquers_what_no_one_controls() -> None:
    """4.3: in a province controlled by an opponent; 4.3.3: what no player controls can't be pillaged or occupied."""
    assert conquering(rome_in_cyrenaica().control("cyrenaica", None)).rule() == "4.0"


def test_no_one_conquers_beside_an_opponents_legion() -> None:
    """4.3: where only the active player has land units at the end of their battles."""
    table = conquering(rome_in_cyrenaica().units("cyrenaica", greece=1))
    table.dice(1, 1, 1)
    assert table.legions("cyrenaica") == {"rome": 2, "greece": 1}
    assert table.rule() == "4.0"


def test_triremes_off_the_coast_do_not_hinder_a_conqueror() -> None:
    """4.3: only land units count."""
    assert conquering(rome_in_cyrenaica().fleet("mare_africum", egypt=3)).rule() == "4.3"


def test_the_winner_of_a_battle_conquers_at_once() -> None:
    """4.3: at the end of the player's battles."""
    table = conquering(rome_in_cyrenaica().units("cyrenaica", egypt=1))
    table.dice(4, 4, 1)
    table.say("rome", "occupy cyrenaica control")
    assert table.occupied("cyrenaica") == ["control"]


def test_all_land_battles_come_before_any_conquest_r18() -> None:
    """4.3, R18: with two battles still to fight, Rome can't pillage where it stands alone."""
    position = rome_in_cyrenaica().units("dacia", rome=1, greece=1).units("germania", rome=1, greece=1)
    table = conquering(position)
    table.refused("rome", "pillage cyrenaica market", rule="4.1.2")
    table.say("rome", "fight greece in dacia")
    table.dice(1, 1)
    table.dice(1, 1)
    table.say("rome", "pillage cyrenaica market")


def test_only_the_active_player_conquers() -> None:
    """4.3: only the active player; on Greece's turn the Romans in Cyrenaica just stand there."""
    table = rome_in_cyrenaica().at_war_turn("greece", "rome", "egypt").table()
    assert (table.asked(), table.rule()) == ("rome", "4.0")


# ---------------------------------------------------------------------- 4.3, R18, one of three, each turn anew


def test_all_three_are_offered() -> None:
    """4.3: pillage one building; occupy buildings, one legion each; occupy the control marker; or nothing."""
    assert sorted(conquering(rome_in_cyrenaica()).legal()) == [
        "done",
        "occupy cyrenaica caravan:papyrus",
        "occupy cyrenaica caravan:papyrus city",
        "occupy cyrenaica caravan:papyrus market",
        "occupy cyrenaica city",
        "occupy cyrenaica control",
        "occupy cyrenaica market",
        "occupy cyrenaica market city",
        "pillage cyrenaica caravan:papyrus",
        "pillage cyrenaica city",
        "pillage cyrenaica market",
    ]


@pytest.mark.parametrize(
    "choice", ["pillage cyrenaica market", "occupy cyrenaica market", "occupy cyrenaica control", "done"]
)
def test_a_conqueror_does_one_thing_in_a_province_in_a_turn(choice: str) -> None:
    """4.3: the conqueror may do one of three, or nothing; then the turn is over."""
    table = conquering(rome_in_cyrenaica())
    table.say("rome", choice)
    assert table.rule() == "4.0"


def test_a_conqueror_chooses_anew_each_turn() -> None:
    """4.3: the conqueror chooses anew each turn while staying."""
    table = conquering(rome_in_cyrenaica(1, "market").raze("cyrenaica", "market"))
    table.say("rome", "pillage cyrenaica city")
    assert table.occupied("cyrenaica") == ["city"]
    assert table.buildings("cyrenaica") == ["caravan:papyrus"]


def test_legions_not_used_just_stand_there() -> None:
    """4.3: legions not used just stand there, and are free to go."""
    table = conquering(rome_in_cyrenaica(3))
    table.say("rome", "occupy cyrenaica market")
    assert (table.legions("cyrenaica"), table.occupied("cyrenaica")) == ({"rome": 3}, ["market"])
    table = rome_in_cyrenaica(3, "market").table()
    assert table.allows("march cyrenaica libya 2")


def test_pillage_replaces_an_occupation() -> None:
    """R18: the new choice replaces the former one, whichever of the three it is."""
    table = conquering(rome_in_cyrenaica(2, "market", "caravan:papyrus"))
    table.say("rome", "pillage cyrenaica city")
    assert table.occupied("cyrenaica") == ["city"]


def test_nothing_is_given_up_where_nothing_is_occupied() -> None:
    """R18: there is no former choice."""
    conquering(rome_in_cyrenaica()).refused("rome", "release cyrenaica", "4.3")


# ---------------------------------------------------------------------- 4.3.1, pillage


def pillaged(province: str, icon: str, tokens: str) -> Table:
    """A province of that building alone after Rome's legion has pillaged it, Rome having held the tokens."""
    position = Position().disarm().raze(province).build(province, icon).units(province, rome=1).give("rome", tokens)
    position.control(province, "egypt" if province != "achaia" else "greece")
    table = conquering(position.at_war_turn("rome", "greece", "egypt"))
    table.say("rome", f"pillage {province} {icon}")
    return table


def test_a_pillaged_legendary_city_pays_a_coin_by_choice() -> None:
    """4.3.1: legendary city 1 coin or 1 legendary commodity."""
    table = pillaged("judea", "legendary_city", "")
    assert (table.asked(), table.rule()) == ("rome", "4.3.1")
    table.say("rome", "collect coin")
    assert table.hand("rome") == "coin"


def test_pillage_pays_no_more_than_the_reserve_holds() -> None:
    """0.5: component limits are real: all five papyrus are in play."""
    assert pillaged("cyrenaica", "caravan:papyrus", "papyrus " * 5).hand("rome") == "papyrus " * 4 + "papyrus"


def test_one_legion_of_a_pillager_stands_on_the_icon() -> None:
    """4.3.1: and one legion stands on its icon."""
    table = conquering(rome_in_cyrenaica())
    table.say("rome", "pillage cyrenaica city")
    assert table.occupied("cyrenaica") == ["city"]


def test_what_was_pillaged_may_be_rebuilt() -> None:
    """4.3.1: it may be rebuilt later, once the province holds no opponent."""
    position = Position().disarm().raze("cyrenaica", "city").give("egypt", "coin coin coin").at_build_turn("egypt")
    table = position.table()
    table.say("egypt", "build city cyrenaica with coin coin coin")
    assert "city" in table.buildings("cyrenaica")


def test_a_capitals_province_stays_one_when_its_capital_is_pillaged() -> None:
    """4.3.1, 4.3.5, R21: its marker still can't be occupied."""
    position = Position().disarm().raze("aegyptus", "capital").units("aegyptus", rome=1).control("nubia", "rome")
    table = conquering(position.at_war_turn("rome", "greece", "egypt"))
    table.refused("rome", "occupy aegyptus control", "4.3.5")


# ---------------------------------------------------------------------- 4.3.2, occupied buildings


def test_to_occupy_no_building_is_no_answer() -> None:
    """4.3.2: an occupier occupies at least one; the notation has no such line either."""
    table = conquering(rome_in_cyrenaica())
    node = table.game.node
    assert isinstance(node, Decision)
    with pytest.raises(RuleError, match=r"4\.3\.2"):
        node.answers.check(Occupy(table.board.provinces.index("cyrenaica"), 0))


def test_the_controller_keeps_what_no_one_occupies() -> None:
    """4.3.2, 0.3: the occupier controls the occupied buildings, the controller the others."""
    table = conquering(rome_in_cyrenaica())
    before = table.levels("egypt")
    table.say("rome", "occupy cyrenaica caravan:papyrus market")
    assert table.levels("egypt")[1] == before[1], "the city still counts for Egypt's culture"


def test_an_occupied_building_may_be_pillaged_later() -> None:
    """R18, 4.3.1: the conqueror chooses anew; the occupied building is removed."""
    table = conquering(rome_in_cyrenaica(1, "caravan:papyrus"))
    table.say("rome", "pillage cyrenaica caravan:papyrus")
    assert table.hand("rome") == "papyrus"


# ---------------------------------------------------------------------- 4.3a, a conqueror is attacked


def attacked_in_cyrenaica(*dice: int, romans: int = 2, egyptians: int = 2) -> Table:
    """Rome occupies caravan and market of Cyrenaica; Egypt, on its turn, attacks, and these dice are rolled."""
    position = rome_in_cyrenaica(romans, "caravan:papyrus", "market").units("cyrenaica", egypt=egyptians)
    table = position.at_war_turn("egypt", "rome", "greece").table()
    table.say("egypt", "done")
    assert table.awaits_chance() == (6,) * (romans + egyptians)
    table.dice(*dice)
    return table


def test_an_occupier_picks_which_occupation_ends_with_a_legion() -> None:
    """4.3a, R15: the owner picks which occupation ends where a legion was lost."""
    table = attacked_in_cyrenaica(3, 2, 5, 5)
    assert table.legal() == ["lose legion cyrenaica from caravan:papyrus", "lose legion cyrenaica from market"]
    table.say("rome", "lose legion cyrenaica from caravan:papyrus")
    assert table.occupied("cyrenaica") == ["market"]


def test_a_destroyed_occupier_occupies_nothing() -> None:
    """4.3a: occupation goes on only where the occupier's legions remain."""
    table = attacked_in_cyrenaica(5, 5, 1, 1)
    assert (table.legions("cyrenaica"), table.occupied("cyrenaica")) == ({"egypt": 2}, [])


def test_a_destroyed_occupier_occupies_nothing_while_the_other_side_picks_its_losses() -> None:
    """4.3a, 0.3: no player occupies without a unit there, not even while Egypt still chooses what it loses."""
    position = Position().disarm().units("aegyptus", rome=2, egypt=2).fortress("aegyptus", "egypt")
    table = position.occupy("aegyptus", "rome", "capital", "city").at_war_turn("egypt", "rome", "greece").table()
    table.say("egypt", "done")
    table.dice(3, 2, 5, 5)
    assert table.legal() == ["lose legion aegyptus", "lose fortress aegyptus"]
    assert table.occupied("aegyptus") == []


def third_in_cyrenaica(*dice: int, greeks: int = 1) -> Table:
    """Rome occupies the city of Cyrenaica; on Greece's turn a Greek legion there fights Egypt's, not Rome's."""
    position = Position().disarm().units("aegyptus", rome=1, egypt=1, greece=greeks).occupy("aegyptus", "rome", "city")
    table = position.at_war_turn("greece", "rome", "egypt").table()
    table.say("greece", "done", "fight egypt in aegyptus")
    table.dice(*dice)
    return table


def test_occupation_ends_where_anybody_else_remains() -> None:
    """4.3a: more than one player's land units remain after a battle there, even if the occupier did not fight."""
    assert third_in_cyrenaica(5, 1).occupied("aegyptus") == []


def test_occupation_goes_on_where_the_others_destroy_each_other() -> None:
    """4.3a: only the occupier's legions remain."""
    table = third_in_cyrenaica(5, 5)
    assert (table.legions("aegyptus"), table.occupied("aegyptus")) == ({"rome": 1}, ["city"])


def test_the_marker_is_no_longer_occupied_when_both_sides_remain() -> None:
    """4.3a: all occupation ends, the control marker's too; so nothing is converted on Rome's next turn."""
    position = rome_in_cyrenaica(1, "control").units("cyrenaica", egypt=1).at_war_turn("egypt", "rome", "greece")
    table = position.table()
    table.say("egypt", "done")
    table.dice(1, 1)
    table.say("rome", "name rome")
    assert table.rule() == "4.1.2"


# ---------------------------------------------------------------------- R19, units beside an occupier


def occupied_alexandria() -> Position:
    """A Roman legion occupies Alexandria, and three coins lie before Egypt."""
    position = Position().disarm().units("aegyptus", rome=1).occupy("aegyptus", "rome", "capital")
    return position.give("egypt", "coin coin coin")


def test_a_fortress_built_beside_an_occupier_ends_no_occupation() -> None:
    """4.3b, R19: a fortress is a unit."""
    table = occupied_alexandria().at_build_turn("egypt").table()
    table.say("egypt", "build fortress aegyptus with coin coin coin")
    assert (table.fortress("aegyptus"), table.occupied("aegyptus")) == ("egypt", ["capital"])


@pytest.mark.parametrize(("dice", "occupied"), [((1, 1), []), ((1, 5), ["capital"]), ((5, 1), [])])
def test_the_next_battle_decides_about_the_occupation(dice: tuple[int, int], occupied: list[str]) -> None:
    """4.3b, R19: the next battle there decides by 4.3a: both remain, only the occupier does, or only the other does."""
    table = occupied_alexandria().units("aegyptus", egypt=1).at_war_turn("egypt", "rome", "greece").table()
    table.say("egypt", "done")
    table.dice(*dice)
    assert table.occupied("aegyptus") == occupied


@pytest.mark.parametrize(("dice", "occupied"), [((1, 1), []), ((5, 1), ["capital"]), ((1, 5), [])])
def test_so_does_a_battle_on_the_occupiers_own_turn(dice: tuple[int, int], occupied: list[str]) -> None:
    """4.3b, R19: the next battle, in any player's turn."""
    table = occupied_alexandria().units("aegyptus", egypt=1).at_war_turn("rome", "egypt", "greece").table()
    table.say("rome", "done")
    table.dice(*dice)
    assert table.occupied("aegyptus") == occupied


def test_a_conqueror_is_none_beside_new_units() -> None:
    """4.2.1: no player is conqueror where land units of two players stand: Rome does not choose anew."""
    table = occupied_alexandria().fortress("aegyptus", "egypt").at_war_turn("rome", "egypt", "greece").table()
    table.say("rome", "done")
    table.dice(6)
    assert table.rule() == "4.0"
