"""Circe: legions on empty caravan icons gather their commodity (1.3, chapter 4, R5, R23)."""

from __future__ import annotations

import pytest

from core import DataError
from core.empires.position import dump_position, load_position
from tests.core.positions import Position, Table


def rome_with_circe() -> Position:
    """Circe is on Rome's mat; there are no land units anywhere."""
    return Position().disarm().tiles("rome", "circe")


def in_germania() -> Position:
    """A legion of Rome, which has Circe, stands in Germania, uncontrolled; its one caravan icon is empty."""
    return rome_with_circe().units("germania", rome=1)


def in_macedonia(legions: int = 1) -> Position:
    """Legions of Rome, which has Circe, in Macedonia: Greek, a caravan of grain, an empty icon of wine, a market."""
    position = rome_with_circe().raze("macedonia", "caravan:wine").build("macedonia", "market")
    return position.control("dalmatia", "rome").units("macedonia", rome=legions)


def end_of_turn(position: Position, *lines: str) -> Table:
    """Rome's turn after its legions stayed where they are, and after these lines."""
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", *lines)
    return table


def gathering(position: Position) -> Position:
    """The legion on Germania's icon, and nothing else on the map; Carthage, the Trade Leader, can announce a number."""
    position.clear().tiles("rome", "circe").units("germania", rome=1).stand("germania", "rome", "caravan:gems")
    return position.give("carthage", "coin")


def income(position: Position, empire: str = "rome") -> str:
    """What an empire holds after a collection in which nothing is drawn or asked."""
    table = position.at_collect().table()
    assert table.rule() == "2.1"
    return table.hand(empire)


# ---------------------------------------------------------------------- the end of the turn


def test_at_the_end_of_a_turn_legions_may_stand_on_empty_caravan_icons() -> None:
    """Chapter 4: at the end of the turn each of her owner's legions may stand on an empty caravan icon."""
    table = end_of_turn(in_germania())
    assert (table.asked(), table.rule()) == ("rome", "R23")
    assert table.legal() == ["stand germania caravan:gems", "done"]
    table.say("rome", "stand germania caravan:gems")
    assert table.occupied("germania") == ["caravan:gems"]
    assert table.told[-1] == "A legion of Rome stands on caravan of gems in Germania."
    assert table.rule() == "4.0"


def test_no_legion_must_stand_anywhere() -> None:
    """Chapter 4: each legion *may* stand."""
    table = end_of_turn(in_germania())
    table.say("rome", "done")
    assert table.occupied("germania") == []
    assert table.rule() == "4.0"


def test_only_her_owners_legions_stand_on_icons() -> None:
    """Chapter 4: each of *her owner's* legions, at the end of *the owner's* turn."""
    position = Position().disarm().tiles("greece", "circe").units("germania", greece=1).units("dalmatia", rome=1)
    assert end_of_turn(position).rule() == "4.0"


def test_conquests_come_before_circe() -> None:
    """4.0: conquests (4.3), then legions placed by Circe."""
    table = end_of_turn(in_macedonia())
    assert table.rule() == "4.3"
    table.say("rome", "done")
    assert table.rule() == "R23"


def test_each_legion_stands_on_an_icon_of_its_own() -> None:
    """Chapter 4: *each* legion may stand on *an* icon of its province."""
    table = end_of_turn(in_germania().units("dacia", rome=3))
    table.say("rome", "stand dacia caravan:wine")
    table.refused("rome", "stand dacia caravan:wine", "R23")
    table.say("rome", "stand germania caravan:gems", "stand dacia caravan:marble")
    assert table.occupied("dacia") == ["caravan:wine", "caravan:marble"]
    assert table.rule() == "4.0"


def test_a_single_legion_stands_on_a_single_icon() -> None:
    """Chapter 4: each legion on one icon."""
    table = end_of_turn(rome_with_circe().units("dacia", rome=1))
    table.say("rome", "stand dacia caravan:marble")
    assert table.occupied("dacia") == ["caravan:marble"]
    assert table.rule() == "4.0"


def test_the_icon_must_be_empty() -> None:
    """Chapter 4: an *empty* caravan icon."""
    position = rome_with_circe().control("dacia", "rome").build("dacia", "caravan:wine").units("dacia", rome=1)
    table = end_of_turn(position)
    table.refused("rome", "stand dacia caravan:wine", "R23")
    assert table.allows("stand dacia caravan:marble")


@pytest.mark.parametrize("line", ["stand germania market", "stand dacia caravan:wine"])
def test_the_icon_must_be_a_caravans_in_the_legions_own_province(line: str) -> None:
    """Chapter 4: an empty *caravan* icon *of its province*."""
    end_of_turn(in_germania()).refused("rome", line, "R23")


def test_a_fortress_stands_on_no_icon() -> None:
    """Chapter 4: each of her owner's *legions*."""
    position = in_germania().control("dacia", "rome").fortress("dacia", "rome")
    assert end_of_turn(position).legal("stand") == ["stand germania caravan:gems"]


@pytest.mark.parametrize("controller", [None, "rome"])
def test_legions_stand_in_their_owners_province_or_in_no_ones(controller: str | None) -> None:
    """Chapter 4: of its province, whichever that is."""
    assert end_of_turn(in_germania().control("germania", controller)).allows("stand germania caravan:gems")


# ---------------------------------------------------------------------- R23, with which legions, and where


def test_where_another_player_has_a_legion_no_one_stands_on_icons() -> None:
    """R23: only where no other player has land units."""
    table = end_of_turn(in_germania().units("germania", greece=1))
    table.dice(1, 1)
    assert table.legions("germania") == {"rome": 1, "greece": 1}
    assert table.rule() == "4.0"


def test_where_another_player_has_a_fortress_no_one_stands_on_icons() -> None:
    """R23: land units are fortresses as well."""
    table = end_of_turn(in_macedonia(2).fortress("macedonia", "greece"))
    table.dice(1, 1)
    assert table.legions("macedonia") == {"rome": 1}
    assert table.rule() == "4.0"


def test_the_refusal_says_that_another_player_is_there() -> None:
    """R23: only where no other player has land units."""
    table = end_of_turn(
        in_germania().units("dacia", rome=1, greece=1),
    )
    table.dice(1, 1)
    assert "Another player" in table.refused("rome", "stand dacia caravan:wine", "R23")


def test_ones_own_fortress_does_not_hinder() -> None:
    """R23: *other* players' land units."""
    position = in_germania().control("germania", "rome").fortress("germania", "rome")
    assert end_of_turn(position).allows("stand germania caravan:gems")


@pytest.mark.parametrize("occupied", ["macedonia control", "macedonia caravan:grain", "macedonia market"])
def test_a_legion_that_occupies_stands_on_no_icon(occupied: str) -> None:
    """R23: only with legions that occupy nothing."""
    table = end_of_turn(in_macedonia(1), f"occupy {occupied}")
    assert table.rule() == "4.0"
    table = end_of_turn(in_macedonia(2), f"occupy {occupied}")
    table.say("rome", "stand macedonia caravan:wine")
    assert len(table.occupied("macedonia")) == 1 + ("control" not in occupied)
    assert table.rule() == "4.0"


def test_a_pillagers_legion_on_an_emptied_caravan_icon_counts() -> None:
    """R23: a pillager's legion on an emptied caravan icon counts; it stays there and gathers."""
    table = end_of_turn(in_macedonia(1), "pillage macedonia caravan:grain")
    assert table.occupied("macedonia") == ["caravan:grain"]
    assert table.rule() == "4.0"
    assert income(gathering(Position()).control("germania", "greece")) == "gems"


def test_a_pillagers_legion_on_another_emptied_icon_steps_over() -> None:
    """R23, 4.3.1: a legion on the emptied icon of a market occupies nothing, so it may stand on a caravan icon."""
    table = end_of_turn(in_macedonia(1), "pillage macedonia market")
    assert table.occupied("macedonia") == ["market"]
    table.say("rome", "stand macedonia caravan:wine")
    assert table.occupied("macedonia") == ["caravan:wine"]
    assert table.rule() == "4.0"


def test_a_pillagers_legion_steps_over_after_the_others() -> None:
    """R23: the legion that stands nowhere goes first; with two icons both legions gather."""
    table = end_of_turn(in_macedonia(2).raze("macedonia", "caravan:grain"), "pillage macedonia market")
    table.say("rome", "stand macedonia caravan:wine")
    assert table.occupied("macedonia") == ["caravan:wine", "market"]
    table.say("rome", "stand macedonia caravan:grain")
    assert table.occupied("macedonia") == ["caravan:grain", "caravan:wine"]


def test_a_legion_on_an_icon_stays_there() -> None:
    """R23: it leaves the icon when it moves, and so on: not for another icon beside it."""
    position = rome_with_circe().units("dacia", rome=1).stand("dacia", "rome", "caravan:wine")
    assert end_of_turn(position).rule() == "4.0"


# ---------------------------------------------------------------------- what it yields


def test_a_legion_on_an_icon_yields_its_commodity() -> None:
    """1.3: each legion standing on an empty caravan icon yields that icon's commodity."""
    assert income(gathering(Position())) == "gems"


def test_a_legion_beside_the_icon_yields_nothing() -> None:
    """1.3: *standing on* an empty caravan icon."""
    assert income(Position().clear().tiles("rome", "circe").units("germania", rome=1).give("carthage", "coin")) == ""


def test_without_circe_a_pillagers_legion_yields_nothing() -> None:
    """1.3: the ability is Circe's."""
    assert income(gathering(Position()).tiles("greece", "circe")) == ""


def test_two_legions_yield_two_commodities() -> None:
    """1.3: *each* legion."""
    position = gathering(Position()).units("dacia", rome=2).stand("dacia", "rome", "caravan:wine", "caravan:marble")
    assert income(position) == "gems marble wine"


@pytest.mark.parametrize(("market_of", "gems"), [("rome", "gems gems"), (None, "gems"), ("greece", "gems")])
def test_a_market_the_same_player_controls_doubles_it(market_of: str | None, gems: str) -> None:
    """R5: a market the same player controls there doubles it; not the controller's, nor one that no player controls."""
    position = gathering(Position()).control("germania", market_of).build("germania", "market")
    assert income(position) == gems
    if market_of == "greece":
        assert income(position, "greece") == ""


def test_an_occupied_market_doubles_it() -> None:
    """R5, 1.1a: who occupies the market controls it."""
    position = gathering(Position()).control("germania", "greece").build("germania", "market")
    position.units("germania", rome=2).occupy("germania", "rome", "market").stand("germania", "rome", "caravan:gems")
    assert income(position) == "gems gems"


def test_a_legion_on_an_icon_adds_nothing_to_the_trade_level() -> None:
    """R5: it adds nothing to the trade level; the market does."""
    position = gathering(Position()).control("germania", "rome").build("germania", "market")
    assert position.at_collect().table().levels("rome") == (2, 0, 2)


@pytest.mark.parametrize(("leader", "gems"), [("rome", {"rome": 1, "egypt": 0}), ("egypt", {"rome": 0, "egypt": 1})])
def test_what_circe_yields_is_ordinary_income(leader: str, gems: dict[str, int]) -> None:
    """R4, R1: it comes with the ordinary income, and the last token goes in seat order from the Trade Leader."""
    position = gathering(Position()).control("garamantia", "egypt").build("garamantia", "caravan:gems")
    position.give("greece", "gems gems gems gems").give(leader, "coin").leaders(trade=leader)
    table = position.at_collect().table()
    assert {empire: table.hand(empire).split().count("gems") for empire in gems} == gems


def test_circe_comes_before_the_legendary_draws() -> None:
    """R4: ordinary income first."""
    position = gathering(Position()).control("asia", "rome").build("asia", "legendary_city")
    table = position.at_collect().table()
    assert table.awaits_chance() == (13,)
    assert table.hand("rome") == "coin gems"


# ---------------------------------------------------------------------- R23, when a legion leaves its icon


def test_a_legion_leaves_its_icon_when_it_marches() -> None:
    """R23: the legion leaves the icon when it moves; R15: only if one says so."""
    position = rome_with_circe().units("germania", rome=2).stand("germania", "rome", "caravan:gems")
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.refused("rome", "march germania dacia 2", "R15")
    table.say("rome", "march germania dacia 1")
    assert table.occupied("germania") == ["caravan:gems"]
    table.say("rome", "march germania dacia 1 from caravan:gems")
    assert table.occupied("germania") == []


@pytest.mark.parametrize(("dice", "left"), [((1, 1), []), ((1, 5), ["caravan:gems"]), ((5, 1), [])])
def test_a_battle_that_leaves_enemies_ends_it(dice: tuple[int, int], left: list[str]) -> None:
    """R23: the legion leaves the icon when a battle leaves enemies beside it, and only then."""
    position = in_germania().stand("germania", "rome", "caravan:gems").units("germania", greece=1)
    table = position.at_war_turn("greece", "rome", "egypt").table()
    table.say("greece", "done")
    table.dice(*dice)
    assert table.occupied("germania") == left


def test_the_last_legion_of_several_keeps_its_icon_if_the_owner_says_so() -> None:
    """R15, 4.2b: which legion dies, its owner picks; the one on the icon need not."""
    position = rome_with_circe().units("germania", rome=2, greece=1).stand("germania", "rome", "caravan:gems")
    table = position.at_war_turn("greece", "rome", "egypt").table()
    table.say("greece", "done")
    table.dice(5, 5, 1)
    table.say("rome", "lose legion germania")
    assert table.occupied("germania") == ["caravan:gems"]


def test_a_legion_leaves_its_icon_when_the_controller_builds_there() -> None:
    """R23, R20: when the controller builds a caravan there; in a capital's province even beside an enemy's legion."""
    position = rome_with_circe().raze("achaia", "caravan:oil").units("achaia", rome=1)
    position.stand("achaia", "rome", "caravan:oil").give("greece", "coin coin coin")
    table = position.at_build_turn("greece", "rome").table()
    table.say("greece", "build caravan:oil achaia with coin coin coin")
    assert table.occupied("achaia") == []
    assert table.legions("achaia") == {"rome": 1}
    assert table.levels("greece")[0] == 4


def test_her_owner_marks_the_province_and_builds_a_caravan_under_her_legion() -> None:
    """R23: the legion leaves the icon when the controller, her owner himself, builds there."""
    position = gathering(Position()).control("gallia", "rome").give("rome", "coin coin coin grain oil sheep")
    table = position.at_build_turn("rome", "greece").table()
    table.say("rome", "build control germania with coin coin coin")
    assert table.occupied("germania") == ["caravan:gems"]
    table.say("rome", "build caravan:gems germania with grain oil sheep")
    assert table.occupied("germania") == []
    assert table.legions("germania") == {"rome": 1}


def test_no_one_else_marks_a_province_in_which_a_legion_gathers() -> None:
    """3.1.1: no marker is placed where an opponent's units are."""
    position = in_germania().stand("germania", "rome", "caravan:gems").give("greece", "coin coin coin")
    table = position.control("dacia", "greece").at_build_turn("greece", "rome").table()
    table.refused("greece", "build control germania with coin coin coin", "3.1.1")


def test_an_uncontrolled_province_changes_nothing_for_her_legion() -> None:
    """4.3.3: a marker out of reach is removed; the legion on the icon stays and goes on gathering."""
    position = in_macedonia(2).control("dalmatia", None).occupy("macedonia", "rome", "control")
    position.stand("macedonia", "rome", "caravan:wine")
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "remove macedonia")
    assert table.controller("macedonia") is None
    assert table.occupied("macedonia") == ["caravan:wine"]


def test_a_legion_keeps_its_icon_when_another_converts_the_province() -> None:
    """4.3.3: the legion on the marker is free again, the one on the icon goes on gathering, now at home."""
    position = in_macedonia(2).occupy("macedonia", "rome", "control").stand("macedonia", "rome", "caravan:wine")
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "convert macedonia")
    assert table.controller("macedonia") == "rome"
    assert table.occupied("macedonia") == ["caravan:wine"]
    assert table.levels("rome")[0] == 7 + 2 + 1


def test_a_new_conquest_takes_the_legion_off_its_icon_and_circe_puts_it_back() -> None:
    """R18, R23: the new choice replaces the former one; at the end of that turn the legion may stand there again."""
    position = in_macedonia(2).stand("macedonia", "rome", "caravan:wine")
    table = end_of_turn(position, "occupy macedonia market")
    table.say("rome", "stand macedonia caravan:wine")
    assert table.occupied("macedonia") == ["caravan:wine", "market"]


def test_keeping_everything_keeps_the_icon() -> None:
    """R18: to keep everything as it is, is a choice."""
    table = end_of_turn(in_macedonia(1).stand("macedonia", "rome", "caravan:wine"), "done")
    assert table.occupied("macedonia") == ["caravan:wine"]


def test_circe_acts_in_the_round_in_which_she_is_bought() -> None:
    """R10: a tile acts from the moment it is bought."""
    position = Position().disarm().units("germania", rome=1).give("rome", " ".join(["coin"] * 7))
    table = position.leaders(military="greece").at_build_turn("rome").table()
    table.say("rome", "build circe with coin coin coin coin coin coin coin")
    table.say("greece", "name rome")
    table.say("rome", "done")
    assert table.rule() == "R23"


# ---------------------------------------------------------------------- in position notation


def test_a_marker_and_an_icon_in_one_province_are_written_down() -> None:
    """4.3.3, R23: one legion occupies the marker, another stands on a caravan icon: both are in the position's text."""
    position = in_macedonia(2).occupy("macedonia", "rome", "control").stand("macedonia", "rome", "caravan:wine")
    game = position.at_war_turn("rome", "greece", "egypt").game()
    text = dump_position(game)
    assert 'occupied = { rome = "control caravan:wine" }' in text
    assert load_position(text).digest() == game.digest()


@pytest.mark.parametrize(
    ("occupied", "reason"),
    [
        ("control caravan:grain", "at once"),
        ("control market", "R23"),
        ("control control", "twice"),
        ("control caravan:wine caravan:grain", "needs a legion"),
    ],
)
def test_what_can_not_stand_beside_an_occupied_marker_is_not_loaded(occupied: str, reason: str) -> None:
    """4.3, R23: either the marker or buildings are occupied; beside it stand but Circe's legions, on caravan icons."""
    position = in_macedonia(2).raze("macedonia", "market").occupy("macedonia", "rome", "control")
    text = dump_position(position.at_war_turn("rome", "greece", "egypt").game())
    assert text.count('rome = "control"') == 1
    with pytest.raises(DataError, match=reason):
        load_position(text.replace('rome = "control"', f'rome = "{occupied}"'))
