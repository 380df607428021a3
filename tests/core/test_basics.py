"""Chapters 0, 7 and 8: cities, control, connection, components, levels, rounds."""

from __future__ import annotations

import pytest

from core.empires.rules import EMPIRES, new_game
from core.empires.state import Game, Options
from tests.core.positions import Position, Table

LEGION = "coin coin coin"


def can_mark(position: Position, empire: str, province: str) -> bool:
    """Whether the empire, with three coins, may mark a province now."""
    position.give(empire, "coin coin coin")
    return position.at_build_turn(empire).table().allows(f"build control {province} with coin coin coin")


# ---------------------------------------------------------------------- cities and legendary commodities


@pytest.mark.parametrize(
    ("province", "city"), [("cilicia", "city"), ("aegyptus", "capital"), ("judea", "legendary_city")]
)
def test_all_kinds_of_cities_count_as_cities_0_1(province: str, city: str) -> None:
    """0.1."""
    position = Position().clear().control(province, "egypt")
    before = position.table().levels("egypt")
    after = position.build(province, city).table().levels("egypt")
    assert after == (before[0], before[1] + 1, before[2])


def test_a_legendary_commodity_is_paid_out_like_an_ordinary_one_0_2() -> None:
    """0.2."""
    table = Position().give("rome", "*sheep *wood *oil").at_build_turn("rome").table()
    table.say("rome", "build legion latium with *wood *oil *sheep")
    assert table.legions("latium") == {"rome": 2}


def test_a_legendary_commodity_counts_in_trade_0_2() -> None:
    """0.2."""
    position = Position(3).leaders(trade="rome").give("rome", "*sheep").give("greece", "coin").at_trade()
    assert position.table().legal() == ["announce 0", "announce 1"]


# ---------------------------------------------------------------------- control


def test_the_controller_of_a_province_controls_its_buildings_0_3() -> None:
    """0.3."""
    position = Position().control("dalmatia", "rome").build("dalmatia", "caravan:wood", "market")
    assert position.table().levels("rome") == (7 + 2, 1, 3)


def test_a_building_under_an_opponents_legion_is_controlled_by_its_owner_0_3() -> None:
    """0.3."""
    position = Position().units("gallia", greece=1).occupy("gallia", "greece", "caravan:sheep")
    table = position.table()
    assert table.levels("greece") == (4 + 1, 4, 3 + 1)
    assert table.levels("rome") == (7 - 1, 1, 3)


def test_a_legion_that_just_stands_there_controls_nothing_0_3() -> None:
    """0.3."""
    table = Position().units("gallia", greece=1).table()
    assert table.levels("greece") == (4, 4, 3 + 1)
    assert table.levels("rome") == (7, 1, 3)


def test_buildings_in_an_uncontrolled_province_count_for_no_one_0_3() -> None:
    """0.3."""
    table = Position().control("gallia", None).table()
    assert table.levels("rome") == (7 - 2, 1, 3)


# ---------------------------------------------------------------------- adjacent and connected


def test_provinces_that_share_a_land_border_are_adjacent_0_4() -> None:
    """0.4."""
    assert can_mark(Position(), "rome", "germania")


def test_provinces_without_a_common_border_or_triremes_are_neither_adjacent_nor_connected_0_4() -> None:
    """0.4."""
    # Italia and Sicilia lie on the same seas, and no player has triremes there.
    assert not can_mark(Position(), "rome", "sicilia")


@pytest.mark.parametrize("sea", ["mare_tyrrhenum", "mare_ionium"])
def test_one_sea_may_be_the_whole_chain_0_4(sea: str) -> None:
    """0.4."""
    assert can_mark(Position().fleet(sea, rome=1), "rome", "sicilia")


def test_a_chain_of_adjacent_seas_connects_0_4() -> None:
    """0.4."""
    position = Position().fleet("mare_hadriaticum", rome=1).fleet("mare_ionium", rome=1).fleet("mare_aegaeum", rome=1)
    assert can_mark(position, "rome", "asia")


@pytest.mark.parametrize("gap", ["mare_ionium", "mare_aegaeum"])
def test_every_sea_of_the_chain_holds_a_trireme_of_the_player_0_4(gap: str) -> None:
    """0.4."""
    position = Position().fleet("mare_hadriaticum", rome=1).fleet("mare_ionium", rome=1).fleet("mare_aegaeum", rome=1)
    assert not can_mark(position.fleet(gap, rome=0), "rome", "asia")


def test_a_chain_of_seas_that_are_not_adjacent_does_not_connect_0_4() -> None:
    """0.4."""
    position = Position().fleet("mare_tyrrhenum", rome=1).fleet("mare_cyprium", rome=1)
    assert not can_mark(position, "rome", "judea")


def test_a_chain_that_does_not_touch_the_province_does_not_connect_it_0_4() -> None:
    """0.4."""
    assert not can_mark(Position().fleet("mare_cyprium", rome=1), "rome", "asia")


def test_other_peoples_triremes_make_no_chain_0_4() -> None:
    """0.4."""
    position = Position().fleet("mare_ionium", greece=1)
    assert not can_mark(position, "rome", "sicilia")
    assert can_mark(position, "greece", "sicilia")


def test_enemy_triremes_do_not_break_a_chain_0_4() -> None:
    """0.4."""
    assert can_mark(Position().fleet("mare_ionium", rome=1, greece=3), "rome", "sicilia")


# ---------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("piece", "line"),
    [
        ("legion", "build legion latium with coin coin coin"),
        ("trireme", "build trireme mare_ionium with coin coin coin"),
        ("fortress", "build fortress gallia with coin coin coin"),
        ("control", "build control dalmatia with coin coin coin"),
    ],
)
def test_no_piece_is_built_that_is_not_in_supply_0_5(piece: str, line: str) -> None:
    """0.5."""
    position = Position().give("rome", "coin coin coin").control("germania", "rome")
    last_one_left = position.at_build_turn("rome").table()
    assert last_one_left.allows(line)
    match piece:
        case "legion":
            position.units("italia", rome=7)
        case "trireme":
            position.fleet("mare_ionium", rome=5)
        case "fortress":
            for province in ("italia", "germania", "sicilia", "creta"):
                position.fortress(province, "rome")
        case _:
            for province in ("creta", "sicilia", "asia", "judea"):
                position.control(province, "rome")
    table = position.at_build_turn("rome").table()
    assert line not in table.legal()
    table.refused("rome", line, rule="0.5")


@pytest.mark.parametrize(
    ("building", "line"),
    [
        ("caravan", "build caravan:sheep gallia with coin coin coin"),
        ("market", "build market gallia with coin coin coin coin coin coin"),
        ("temple", "build temple latium with coin coin coin coin coin coin"),
        ("capital", "build capital latium with coin coin coin"),
        ("city", "build city creta with coin coin coin"),
        ("legendary_city", "build legendary_city asia with coin coin coin"),
    ],
)
def test_no_building_is_built_that_is_not_in_supply_0_5(building: str, line: str) -> None:
    """0.5."""
    position = Position().control("creta", "rome").control("asia", "rome").give("rome", "coin coin coin coin coin coin")
    position.raze("gallia", "caravan:sheep").raze("latium", "capital").at_build_turn("rome")
    assert position.table().allows(line)
    game = position.game()
    kinds = ("caravan", "market", "city", "capital", "legendary_city", "temple")
    left = list(game.state.buildings)
    left[kinds.index(building)] = 0
    game.state.buildings = bytes(left)
    table = Table(Game(EMPIRES, game.state))
    assert line not in table.legal()
    table.refused("rome", line, rule="0.5")


def test_what_is_built_leaves_the_supply_0_5() -> None:
    """0.5."""
    position = Position().raze("gallia").fleet("mare_ionium", rome=1).give("rome", "coin " * 15)
    table = position.at_build_turn("rome").table()
    before = [table.supply("rome", pieces) for pieces in ("legions", "triremes", "fortresses", "markers")]
    table.say(
        "rome",
        "build legion latium with coin coin coin",
        "build trireme mare_ionium with coin coin coin",
        "build fortress gallia with coin coin coin",
        "build control sicilia with coin coin coin",
    )
    after = [table.supply("rome", pieces) for pieces in ("legions", "triremes", "fortresses", "markers")]
    assert after == [number - 1 for number in before]
    caravans = table.left("caravan")
    table.say("rome", "build caravan:sheep gallia with coin coin coin")
    assert table.left("caravan") == caravans - 1


@pytest.mark.parametrize("line", ["lose legion latium", "lose fortress latium", "remove gallia", "release gallia"])
def test_no_player_removes_own_pieces_at_will_0_5(line: str) -> None:
    """0.5."""
    building = Position().give("rome", LEGION).at_build_turn("rome").table()
    building.refused("rome", line, rule="3.1")
    moving = Position().at_war_turn("rome").table()
    moving.refused("rome", line, rule="4.1.2")


def test_no_player_pillages_their_own_province_0_5() -> None:
    """0.5."""
    position = Position().at_war_turn("rome").units("cyrenaica", rome=1).units("aegyptus", egypt=0)
    table = position.table()
    table.say("rome", "done")
    table.refused("rome", "pillage gallia caravan:sheep", rule="4.3")


def test_dice_are_never_short_r1() -> None:
    """R1: the box holds nine dice for battles on land."""
    table = Position().disarm().units("germania", rome=8, greece=8).at_war_turn("rome").table()
    table.say("rome", "done")
    assert table.awaits_chance() == (6,) * 16


# ---------------------------------------------------------------------- R1: resources


def sheep_collected(leader: str, reserve: int) -> dict[str, int]:
    """How many sheep everybody collects at the start when the reserve holds so many.

    Three are due to Carthage, one each to Rome and to Babylon.
    """
    position = Position().leaders(trade=leader).give("egypt", "sheep " * (9 - reserve))
    table = position.at_collect().table()
    return {empire: table.hand(empire).split().count("sheep") for empire in ("rome", "babylon", "carthage")}


def test_a_reserve_that_can_pay_everybody_does_r1() -> None:
    """R1."""
    assert sheep_collected("carthage", reserve=5) == {"rome": 1, "babylon": 1, "carthage": 3}


def test_a_short_reserve_serves_in_seat_order_from_the_trade_leader_r1() -> None:
    """R1."""
    assert sheep_collected("carthage", reserve=4) == {"rome": 1, "babylon": 0, "carthage": 3}
    assert sheep_collected("babylon", reserve=4) == {"rome": 0, "babylon": 1, "carthage": 3}
    assert sheep_collected("greece", reserve=4) == {"rome": 0, "babylon": 1, "carthage": 3}
    assert sheep_collected("rome", reserve=4) == {"rome": 1, "babylon": 1, "carthage": 2}


def test_who_comes_short_gets_what_is_left_and_nothing_more_r1() -> None:
    """R1."""
    assert sheep_collected("carthage", reserve=2) == {"rome": 0, "babylon": 0, "carthage": 2}
    assert sheep_collected("carthage", reserve=0) == {"rome": 0, "babylon": 0, "carthage": 0}


def test_a_reserve_runs_short_kind_by_kind_r1() -> None:
    """R1."""
    table = Position().give("egypt", "sheep " * 9).at_collect().table()
    assert table.hand("rome") == "coin metal metal metal grain oil wine wine"
    assert table.hand("carthage") == "coin spices spices gold oil gladiators"


def test_discarded_tokens_return_at_once_r1() -> None:
    """R1."""
    table = Position().give("rome", "coin coin coin sheep").at_end_of_build().table()
    assert (table.reserve("coin"), table.reserve("sheep")) == (42, 9)


def test_who_holds_both_tokens_of_a_kind_says_which_they_offer_r1() -> None:
    """R1."""
    position = Position(3).leaders(trade="rome").give("rome", "sheep *sheep coin").give("greece", "coin coin")
    table = position.at_trade().table()
    table.say("rome", "announce 1")
    ours = table.game.copy()
    table.offers(rome="sheep")
    assert table.hand("rome") == "coin coin *sheep"
    table.game = ours
    table.offers(rome="*sheep")
    assert table.hand("rome") == "coin coin sheep"


# ---------------------------------------------------------------------- levels


@pytest.mark.parametrize(
    ("province", "building", "levels"),
    [
        ("dalmatia", "caravan:wood", (1, 0, 0)),
        ("dalmatia", "market", (1, 0, 0)),
        ("creta", "city", (0, 1, 0)),
        ("creta", "temple", (0, 1, 0)),
        ("asia", "legendary_city", (0, 1, 0)),
    ],
)
def test_caravans_and_markets_are_trade_cities_and_temples_culture_0_6(
    province: str, building: str, levels: tuple[int, int, int]
) -> None:
    """0.6."""
    position = Position().control(province, "rome")
    trade, culture, military = position.table().levels("rome")
    raised = position.build(province, building).table().levels("rome")
    assert raised == (trade + levels[0], culture + levels[1], military + levels[2])


def test_all_units_on_the_map_are_military_0_6() -> None:
    """0.6."""
    position = Position().clear()
    assert position.table().levels("rome") == (0, 0, 0)
    position.units("creta", rome=3).fortress("asia", "rome").fleet("mare_aegaeum", rome=2)
    assert position.table().levels("rome") == (0, 0, 6)


@pytest.mark.parametrize(
    ("tile", "bonus"),
    [
        ("circe", (1, 0, 1)),
        ("penthesilea", (0, 2, 2)),
        ("perseus", (1, 2, 1)),
        ("hamilcar", (1, 1, 1)),
        ("queen_of_sheba", (0, 1, 1)),
        ("hercules", (2, 2, 2)),
        ("antigone", (2, 2, 0)),
        ("hanging_gardens", (2, 0, 0)),
        ("ramses", (0, 0, 0)),
    ],
)
def test_heroes_and_wonders_raise_levels_0_6(tile: str, bonus: tuple[int, int, int]) -> None:
    """0.6."""
    trade, culture, military = Position().table().levels("rome")
    raised = Position().tiles("rome", tile).table().levels("rome")
    assert raised == (trade + bonus[0], culture + bonus[1], military + bonus[2])


# ---------------------------------------------------------------------- rounds


def test_a_round_has_five_phases_and_is_followed_by_the_next_0_9() -> None:
    """0.9."""
    table = Position(3).give("carthage", "coin").at_trade().table()
    rules = [table.rule()]
    while table.game.state.round == 1 and len(rules) < 50:
        assert table.asked() is not None
        line = table.legal()[0] if table.legal()[-1] != "done" else "done"
        table.say(str(table.asked()), line)
        rules.append(table.rule())
    phases = [rule[0] for rule in rules]
    assert phases == [*sorted(phases[:-1]), "2"], "trade, build, war, leadership, then (after collection) trade"
    assert table.game.state.round == 2


def test_without_a_limit_rounds_repeat_0_9() -> None:
    """0.9."""
    table = Position(3).round(1000).at_leadership().table()
    while table.rule() == "5.1":
        table.say(str(table.asked()), table.legal()[0])
    assert table.game.state.round == 1001
    assert table.winners() is None


def play_leadership(position: Position) -> Table:
    table = position.at_leadership().table()
    while table.winners() is None and table.rule() == "5.1":
        table.say(str(table.asked()), table.legal()[0])
    return table


def test_no_one_wins_when_the_rounds_of_the_table_are_over_r2() -> None:
    """R2."""
    table = play_leadership(Position(3, max_rounds=4).round(4))
    assert table.winners() == ()
    assert table.victory() == "round_limit"


def test_the_game_goes_on_up_to_the_limit_r2() -> None:
    """R2."""
    table = play_leadership(Position(3, max_rounds=4).round(3))
    assert table.winners() is None
    assert table.game.state.round == 4


def test_a_player_may_win_in_the_last_round_r2() -> None:
    """R2."""
    position = Position(3, max_rounds=4).round(4).tiles("rome", "hercules", "perseus", "antigone")
    table = play_leadership(position)
    assert table.winners() == ("rome",)
    assert table.victory() == "leadership"


def test_a_table_has_no_round_limit_unless_it_asks_for_one_r2() -> None:
    """R2."""
    assert Options(3, ("random",) * 3).max_rounds == 0


def test_hands_are_not_shown_unless_the_table_asks_for_it_r3() -> None:
    """0.10, R3."""
    assert Options(3, ("random",) * 3).open_hands is False


def test_showing_hands_changes_no_rule_r3() -> None:
    """0.10, R3."""
    empires = ("rome", "greece", "carthage")
    hidden, shown = (Table(new_game(Options(3, empires, open_hands=show))) for show in (False, True))
    assert hidden.legal() == shown.legal()


# ---------------------------------------------------------------------- abilities and diplomacy


def test_an_ability_overrides_a_rule_it_contradicts_7() -> None:
    """3.0a forbids two of a kind; Hannibal allows them."""
    position = Position().give("carthage", "grain grain wood coin coin coin").at_build_turn("carthage")
    assert position.table().allows("build legion africa with wood grain grain")
    table = position.tiles("rome", "hannibal").table()
    table.refused("carthage", "build legion africa with wood grain grain", rule="3.0a")


def test_nothing_can_be_handed_over_8() -> None:
    """Chapter 8."""
    trading = Position(3).give("carthage", "coin").at_trade().table()
    trading.refused("carthage", "give coin to rome", rule="2.1")
    building = Position(3).give("carthage", "coin coin coin").at_build_turn("carthage").table()
    building.refused("carthage", "give coin to rome", rule="3.1")
