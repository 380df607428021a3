"""Chapter 5, leadership: who takes which title; and the levels of 0.6 by which it is judged."""

from __future__ import annotations

import pytest

from core.empires.map import TRACKS
from tests.core.positions import Position, Table


def clear() -> Position:
    """Phase 5 without a tie: Rome is first in trade with 7, Egypt in culture with 4, Rome in military with 3."""
    position = Position().raze("africa", "market").raze("thracia", "city").units("macedonia", greece=0)
    return position.at_leadership()


def tied() -> Position:
    """Phase 5 at the start's levels: Rome and Carthage, Greece and Egypt, Rome and Greece are tied, track by track."""
    return Position().at_leadership()


def titles(table: Table) -> tuple[str, ...]:
    """The holders of the titles of trade, culture and military."""
    return tuple(map(table.leader, TRACKS))


# ---------------------------------------------------------------------- 5.1, the highest level


def test_the_highest_level_takes_the_title() -> None:
    """5.1: for each track the player with the highest level takes the title, here from others on every track."""
    table = clear().leaders(trade="greece", culture="carthage", military="babylon").table()
    assert titles(table) == ("rome", "egypt", "rome")


def test_the_example_of_titles() -> None:
    """Titles: trade 5, 4, 4, 3, 3: Rome is Trade Leader."""
    position = clear().raze("italia").raze("mesopotamia").raze("numidia").raze("libya", "caravan:oil")
    table = position.table()
    assert [table.levels(empire)[0] for empire in ("rome", "greece", "egypt", "babylon", "carthage")] == [5, 4, 4, 3, 3]
    assert table.leader("trade") == "rome"


def test_titles_are_settled_at_the_end_of_the_round_only() -> None:
    """Chapter 5 is phase 5: after phase 4 begins Rome is first in trade, but Carthage keeps the title till then."""
    assert clear().at_war().table().leader("trade") == "carthage"


def test_nothing_is_asked_without_a_tie() -> None:
    """5.1: the holder decides in a tie; here the next question is the Trade Leader's of the next round."""
    table = clear().table()
    assert (table.asked(), table.rule()) == ("rome", "2.1")


# ---------------------------------------------------------------------- 5.1, R25, ties


def test_the_holder_of_the_title_decides_a_tie() -> None:
    """5.1: in a tie the holder of the title decides which of the tied players gets it."""
    table = tied().table()
    assert (table.asked(), table.rule()) == ("carthage", "5.1")
    assert table.legal() == ["award trade to rome", "award trade to carthage"]


@pytest.mark.parametrize("winner", ["rome", "carthage"])
def test_the_holder_may_choose_himself_or_another_of_the_tied(winner: str) -> None:
    """5.1: himself included if he is one of them."""
    table = tied().table()
    table.say("carthage", f"award trade to {winner}")
    assert table.leader("trade") == winner


def test_a_holder_who_is_not_tied_decides_too() -> None:
    """5.1: the holder decides, and can't choose himself if he is not one of them."""
    table = tied().leaders(trade="greece").table()
    table.refused("greece", "award trade to greece", "5.1")
    table.say("greece", "award trade to rome")
    assert table.leader("trade") == "rome"


def test_nobody_below_the_tie_gets_the_title() -> None:
    """5.1: which of the tied players; Babylon's 5 is less than 7."""
    sentence = tied().table().refused("carthage", "award trade to babylon", "5.1")
    assert sentence == "Babylon is not among the tied players."


def test_any_number_may_be_tied() -> None:
    """5.1: with nothing on the map all are tied at 0 in trade."""
    table = Position().clear().at_leadership().table()
    assert len(table.legal()) == 5


def test_ties_are_decided_in_the_order_of_the_tracks() -> None:
    """R25: tracks are settled in the order trade, culture, military."""
    table = tied().table()
    table.say("carthage", "award trade to rome")
    table.say("egypt", "award culture to greece")
    table.say("rome", "award military to greece")
    assert titles(table) == ("rome", "greece", "greece")


def test_who_is_asked_about_one_title_gives_no_other() -> None:
    """5.1: he is told which title it is, not that the empire he named is not tied for it."""
    table = tied().leaders(trade="babylon", culture="babylon", military="carthage").table()
    table.say("babylon", "award trade to rome")
    assert table.refused("babylon", "award trade to rome", "5.1").startswith("Award the title: “award culture to")


def test_one_title_decides_nothing_about_another() -> None:
    """R25: the new Trade Leader is asked about trade only, the holder of each title about his own."""
    table = tied().leaders(trade="babylon", culture="babylon", military="carthage").table()
    table.say("babylon", "award trade to rome", "award culture to egypt")
    table.say("carthage", "award military to rome")
    assert titles(table) == ("rome", "egypt", "rome")


# ---------------------------------------------------------------------- 5.2, exchange markers


def exchange(table: Table) -> tuple[int, ...]:
    """The exchange markers the Trade Leader can play."""
    return table.game.state.exchange


def test_a_new_trade_leader_takes_all_exchange_markers() -> None:
    """5.2, 2.1: a new Trade Leader takes all three exchange markers."""
    assert exchange(clear().leaders(trade="carthage").exchange("2/1").table()) == (0, 1, 2)


def test_a_trade_leader_who_stays_has_the_markers_that_are_left() -> None:
    """5.2, 2.1: only a new one takes them."""
    assert exchange(clear().leaders(trade="rome").exchange("2/1").table()) == (1,)


def test_a_trade_leader_who_awards_himself_the_title_is_not_new() -> None:
    """5.2: Carthage decides the tie for itself."""
    table = tied().exchange("2/1").table()
    table.say("carthage", "award trade to carthage")
    assert exchange(table) == (1,)


def test_other_new_leaders_take_no_exchange_markers() -> None:
    """5.2: a new Trade Leader; the titles of culture and military change nothing there."""
    position = clear().leaders(trade="rome", culture="rome", military="greece").exchange("2/1")
    assert exchange(position.table()) == (1,)


# ---------------------------------------------------------------------- 0.6, levels


def test_the_example_of_military_levels() -> None:
    """0.6, Titles: Rome with 5 fortresses, 5 triremes, 4 legions has 14; with 4 more 18, beyond the track's 15."""
    position = Position().disarm().fleet("mare_ionium", rome=5)
    for province in ("latium", "italia", "gallia", "germania", "dalmatia"):
        position.fortress(province, "rome")
    assert position.units("latium", rome=4).table().levels("rome")[2] == 14
    assert position.units("latium", rome=8).table().levels("rome")[2] == 18


def test_the_example_of_trireme_and_troia() -> None:
    """Levels: that trireme and Troia raise military and culture by 1 each."""
    position = Position().control("asia", "greece")
    trade, culture, military = position.table().levels("greece")
    position.fleet("mare_aegaeum", greece=1).build("asia", "legendary_city")
    assert position.table().levels("greece") == (trade, culture + 1, military + 1)


@pytest.mark.parametrize(
    ("icon", "raised"),
    [
        ("caravan:gold", (1, 0, 0)),
        ("market", (1, 0, 0)),
        ("temple", (0, 1, 0)),
        ("city", (0, 1, 0)),
    ],
)
def test_each_building_raises_its_level(icon: str, raised: tuple[int, int, int]) -> None:
    """0.6: trade = caravans + markets controlled; culture = cities of any kind + temples controlled."""
    position = Position().control("armenia", "babylon")
    before = position.table().levels("babylon")
    after = position.build("armenia", icon).table().levels("babylon")
    assert tuple(b - a for a, b in zip(before, after, strict=True)) == raised


def test_a_capital_raises_culture() -> None:
    """0.6: cities of any kind."""
    trade, culture, military = Position().table().levels("rome")
    assert Position().raze("latium", "capital").table().levels("rome") == (trade, culture - 1, military)


def test_buildings_nobody_controls_count_for_nobody() -> None:
    """0.6: controlled; 4.3.3: the buildings of an uncontrolled province count for nobody."""
    position = Position()
    before = [position.table().levels(empire) for empire in position.board.empires]
    position.build("armenia", "city", "market", "temple", "caravan:gold")
    assert [position.table().levels(empire) for empire in position.board.empires] == before


def test_occupied_buildings_count_for_the_occupier() -> None:
    """0.6: buildings a player occupies count for him, not for the province's controller."""
    position = Position().units("cyrenaica", rome=1)
    rome, egypt = position.table().levels("rome"), position.table().levels("egypt")
    table = position.occupy("cyrenaica", "rome", "city").table()
    assert (table.levels("rome")[1], table.levels("egypt")[1]) == (rome[1] + 1, egypt[1] - 1)


def test_circe_raises_trade_and_military() -> None:
    """0.6, Levels: Circe raises trade and military by 1."""
    trade, culture, military = Position().table().levels("greece")
    assert Position().tiles("greece", "circe").table().levels("greece") == (trade + 1, culture, military + 1)


def test_a_bonus_may_win_a_title() -> None:
    """5.1, 0.6: levels with the bonuses of heroes and wonders: Hercules lifts Greece from 3 to 5 in military."""
    assert clear().tiles("greece", "hercules").table().leader("military") == "greece"
