"""Phase 1, collect resources: income, occupation, legendary commodities and the order of it all (chapter 1)."""

from __future__ import annotations

import pytest

from core import Chance
from core.empires.rules import EMPIRES
from core.empires.state import Game
from core.engine.event import message_of
from tests.core.positions import Position, Table

FULL_PILE = (13,)


def bare() -> Position:
    """An empty map; Carthage, the Trade Leader, holds a coin, so that it is asked for a number after the collection."""
    return Position().clear().give("carthage", "coin")


def income(position: Position, empire: str) -> str:
    """What an empire holds after a collection in which nothing is drawn or asked."""
    table = position.at_collect().table()
    assert table.rule() == "2.1"
    return table.hand(empire)


def drawn_for(table: Table) -> str:
    """The empire for which a legendary commodity is now to be drawn."""
    node = table.game.node
    assert isinstance(node, Chance)
    assert str(node.meaning).startswith("a legendary commodity for ")
    return str(node.meaning).removeprefix("a legendary commodity for ").lower()


# ---------------------------------------------------------------------- 1.1 cities


def test_a_temple_doubles_nothing_in_another_province_1_1() -> None:
    """1.1."""
    position = bare().control("cilicia", "egypt").build("cilicia", "city")
    position.control("judea", "egypt").build("judea", "temple")
    assert income(position, "egypt") == "coin"


def test_a_temple_does_not_double_caravans_nor_a_market_cities_1_1() -> None:
    """1.1."""
    position = bare().control("achaia", "greece").build("achaia", "caravan:oil", "temple")
    assert income(position, "greece") == "oil"
    position = bare().control("achaia", "greece").build("achaia", "city", "market")
    assert income(position, "greece") == "coin"


def test_an_icon_without_a_building_pays_nothing_1_1() -> None:
    """1.1."""
    assert income(bare().control("aegyptus", "egypt").control("gallia", "egypt"), "egypt") == ""


# ---------------------------------------------------------------------- 1.1 caravans


def test_a_market_doubles_nothing_in_another_province_1_1() -> None:
    """1.1."""
    position = bare().control("gallia", "rome").build("gallia", "caravan:grain")
    position.control("germania", "rome").build("germania", "market")
    assert income(position, "rome") == "grain"


# ---------------------------------------------------------------------- 1.1 legendary cities


def test_the_choice_of_a_temple_is_of_these_two_1_1() -> None:
    """1.1."""
    table = bare().control("asia", "greece").build("asia", "legendary_city", "temple").table()
    table.chance(0)
    table.refused("greece", "done", rule="1.1")


def test_every_legendary_city_draws_for_itself_1_1() -> None:
    """1.1."""
    position = bare().control("asia", "greece").build("asia", "legendary_city")
    table = position.control("judea", "greece").build("judea", "legendary_city").table()
    table.chance(0)
    table.chance(0)
    assert table.hand("greece") == "coin coin *pottery *gems"


# ---------------------------------------------------------------------- 1.1a, 1.1b occupation and war


def test_a_market_doubles_nothing_that_another_controls_1_1a() -> None:
    """1.1a."""
    position = bare().control("gallia", "rome").build("gallia", "caravan:grain", "caravan:sheep", "market")
    position.units("gallia", greece=2).occupy("gallia", "greece", "caravan:grain", "market")
    assert income(position, "greece") == "grain grain"
    assert income(position, "rome") == "sheep"


def test_an_occupied_city_is_doubled_only_with_its_temple_1_1a() -> None:
    """1.1a."""
    position = bare().control("achaia", "greece").build("achaia", "capital", "city", "temple").units("achaia", rome=2)
    position.occupy("achaia", "rome", "city")
    assert income(position, "rome") == "coin"
    assert income(position, "greece") == "coin coin"
    position.occupy("achaia", "rome", "city", "temple")
    assert income(position, "rome") == "coin coin"
    assert income(position, "greece") == "coin"


def test_the_occupier_of_a_legendary_city_and_its_temple_has_the_choice_1_1a() -> None:
    """1.1a."""
    position = bare().control("judea", "egypt").build("judea", "legendary_city", "temple").units("judea", babylon=2)
    table = position.occupy("judea", "babylon", "legendary_city", "temple").table()
    table.chance(0)
    assert table.asked() == "babylon"


def test_a_pillaged_icon_pays_no_one_1_1() -> None:
    """1.1."""
    position = bare().control("gallia", "rome").build("gallia", "caravan:grain")
    position.units("gallia", greece=1).occupy("gallia", "greece", "caravan:sheep")
    assert income(position, "greece") == ""
    assert income(position, "rome") == "grain"


def test_legions_that_occupy_nothing_collect_nothing_1_1() -> None:
    """1.1."""
    position = bare().control("gallia", "rome").build("gallia", "caravan:grain").units("gallia", greece=3)
    assert income(position, "rome") == "grain"
    assert income(position, "greece") == ""


def test_an_uncontrolled_province_pays_no_one_1_1() -> None:
    """1.1."""
    position = bare().build("gallia", "caravan:grain").build("creta", "city").build("asia", "legendary_city")
    table = position.units("gallia", greece=1).table()
    assert table.rule() == "2.1"
    assert {empire: table.hand(empire) for empire in table.board.empires} == {
        "rome": "",
        "greece": "",
        "babylon": "",
        "egypt": "",
        "carthage": "coin",
    }


# ---------------------------------------------------------------------- 1.2 the pile

ALL_BUT_GOLD_AND_WINE = "*pottery *gems *papyrus *metal *spices *marble *wood *grain *oil *sheep *gladiators"


def troia() -> Position:
    """Greece is to draw one legendary commodity."""
    return bare().control("asia", "greece").build("asia", "legendary_city")


@pytest.mark.parametrize(("outcome", "token"), [(0, "*pottery"), (6, "*wood"), (12, "*gladiators")])
def test_legendary_commodities_are_drawn_at_random_from_the_pile_1_2(outcome: int, token: str) -> None:
    """1.2."""
    table = troia().table()
    assert table.awaits_chance() == FULL_PILE
    table.chance(outcome)
    assert table.hand("greece") == f"coin {token}"


def test_what_a_player_holds_is_not_in_the_pile_1_2() -> None:
    """1.2."""
    table = troia().give("egypt", ALL_BUT_GOLD_AND_WINE).table()
    assert table.awaits_chance() == (2,)
    table.chance(1)
    assert table.hand("greece") == "coin *wine"


def test_what_is_discarded_is_not_drawn_while_the_pile_lasts_1_2() -> None:
    """1.2."""
    table = troia().give("egypt", ALL_BUT_GOLD_AND_WINE).discard("*gold").table()
    # Only one is left in the pile: nothing is left to chance.
    assert table.hand("greece") == "coin *wine"


def test_the_last_token_of_the_pile_does_not_bring_the_discards_back_1_2() -> None:
    """1.2."""
    position = troia().give("egypt", ALL_BUT_GOLD_AND_WINE).discard("*gold")
    table = position.table()
    assert (sum(table.game.state.pile), sum(table.game.state.discard)) == (0, 1)


def test_used_legendary_commodities_go_to_the_discard_pile_1_2() -> None:
    """1.2."""
    position = Position().give("rome", "*sheep *gold wine coin coin coin")
    table = position.at_build_turn("rome", "greece").table()
    table.say("rome", "build legion latium with *gold *sheep wine")
    assert (sum(table.game.state.pile), sum(table.game.state.discard)) == (11, 2)
    assert (table.reserve("gold"), table.reserve("sheep")) == (7, 9)


def test_discarded_legendary_commodities_go_to_the_discard_pile_1_2() -> None:
    """1.2."""
    table = Position().give("rome", "*sheep *gold").at_end_of_build().table()
    assert (sum(table.game.state.pile), sum(table.game.state.discard)) == (11, 2)


# ---------------------------------------------------------------------- R4 the order


def test_all_ordinary_income_comes_before_any_legendary_draw_r4() -> None:
    """R4."""
    position = troia().control("aegyptus", "egypt").build("aegyptus", "capital", "temple")
    table = position.leaders(trade="greece").table()
    assert drawn_for(table) == "greece"
    assert table.hand("egypt") == "coin coin"
    assert table.hand("greece") == "coin"


def test_the_choice_of_one_player_comes_before_the_draw_of_the_next_r4() -> None:
    """R4."""
    position = bare().control("asia", "rome").build("asia", "legendary_city", "temple")
    table = position.control("judea", "babylon").build("judea", "legendary_city").table()
    table.chance(0)
    assert table.asked() == "rome"
    table.say("rome", "collect legendary")
    assert drawn_for(table) == "rome"
    table.chance(0)
    assert drawn_for(table) == "babylon"


def coins_in_reserve(position: Position, number: int) -> Position:
    """So many coins in the reserve: Babylon, which has nothing to do with it, holds the others."""
    return position.give("babylon", "coin " * (44 - 1 - number))


@pytest.mark.parametrize(("coins", "choice"), [(2, True), (1, False)])
def test_the_choice_of_a_temple_offers_a_coin_only_where_one_is_left_in_reserve_r4(coins: int, choice: bool) -> None:
    """R4."""
    table = coins_in_reserve(troia().build("asia", "temple"), coins).table()
    table.chance(0)
    assert (table.rule() == "1.1") if choice else (table.awaits_chance() == (12,))


def test_ordinary_income_takes_the_last_coins_before_any_temple_choice_r4() -> None:
    """R4."""
    position = troia().build("asia", "temple").control("aegyptus", "egypt").build("aegyptus", "capital")
    table = coins_in_reserve(position, 2).leaders(trade="greece").table()
    table.chance(0)
    assert table.awaits_chance() == (12,), "no coin is left to be chosen"
    table.chance(0)
    assert table.hand("egypt") == "coin"
    assert table.hand("greece") == "coin *pottery *gems"


def test_an_earlier_choice_takes_the_last_coin_from_a_later_one_r4() -> None:
    """R4."""
    position = bare().control("asia", "rome").build("asia", "legendary_city", "temple")
    position.control("judea", "egypt").build("judea", "legendary_city", "temple")
    table = coins_in_reserve(position, 3).table()
    table.chance(0)
    table.say("rome", "collect coin")
    table.chance(0)
    assert drawn_for(table) == "egypt", "Egypt's temple has only a legendary commodity to offer"


def test_the_choice_of_a_temple_offers_a_legendary_commodity_only_where_one_is_left_r4() -> None:
    """R4."""
    position = troia().build("asia", "temple").give("egypt", ALL_BUT_GOLD_AND_WINE + " *gold")
    table = position.table()
    # The draw takes the last one; the temple then gives a coin, unasked.
    assert table.hand("greece") == "coin coin *wine"
    assert table.rule() == "2.1"


def test_discards_count_as_legendary_commodities_that_are_left_r4() -> None:
    """R4."""
    table = troia().build("asia", "temple").give("egypt", ALL_BUT_GOLD_AND_WINE).discard("*gold").table()
    assert table.hand("greece") == "coin *wine"
    assert table.legal() == ["collect coin", "collect legendary"]


def test_a_temple_with_nothing_to_offer_gives_nothing_r4() -> None:
    """R4."""
    position = troia().build("asia", "temple").give("egypt", ALL_BUT_GOLD_AND_WINE + " *gold *wine")
    table = coins_in_reserve(position, 1).table()
    assert table.rule() == "2.1"
    assert table.hand("greece") == "coin"


# ---------------------------------------------------------------------- what is told


def test_everybody_hears_what_everybody_collects() -> None:
    """R3: the log is public."""
    position = bare().control("gallia", "rome").build("gallia", "caravan:sheep", "market")
    told: list[str] = []
    position.state.listener = lambda event: told.append(str(message_of(position.state.board, event)))
    Game(EMPIRES, position.state)
    assert told == [
        "Carthage collects nothing.",
        "Rome collects 2 sheep.",
        "Greece collects nothing.",
        "Babylon collects nothing.",
        "Egypt collects nothing.",
    ]


def test_one_resource_of_a_kind_is_named_and_several_are_counted() -> None:
    told: list[str] = []
    position = bare().control("gallia", "rome").build("gallia", "caravan:sheep")
    position.state.listener = lambda event: told.append(str(message_of(position.state.board, event)))
    Game(EMPIRES, position.state)
    assert "Rome collects sheep." in told


def test_everybody_hears_what_is_drawn() -> None:
    """R3: the log is public."""
    table = troia().build("asia", "temple").table()
    table.chance(0)
    table.say("greece", "collect coin")
    assert table.told == ["Greece draws legendary pottery.", "Greece takes a coin."]
