"""Chapter 5, leadership: who takes which title; and the levels of 0.6 by which it is judged."""

from __future__ import annotations

import pytest

from core.mare.kinds import TRACKS
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


def test_no_one_below_the_tie_gets_the_title() -> None:
    """5.1: which of the tied players; Babylon's 5 is less than 7."""
    sentence = tied().table().refused("carthage", "award trade to babylon", "5.1")
    assert sentence == "Babylon is not among the tied players."


def test_any_number_may_be_tied() -> None:
    """5.1: with nothing on the map all are tied at 0 in trade."""
    table = Position().clear().at_leadership().table()
    assert len(table.legal()) == 5


def test_who_is_asked_about_one_title_gives_no_other() -> None:
    """5.1: the leader is told which title it is, not that the named empire is not tied for it."""
    table = tied().leaders(trade="babylon", culture="babylon", military="carthage").table()
    table.say("babylon", "award trade to rome")
    assert table.refused("babylon", "award trade to rome", "5.1").startswith("Award the title: “award culture to")


def test_one_title_decides_nothing_about_another() -> None:
    """R25: the new Trade Leader is asked about trade only, the holder of each title about that title."""
    table = tied().leaders(trade="babylon", culture="babylon", military="carthage").table()
    table.say("babylon", "award trade to rome", "award culture to egypt")
    table.say("carthage", "award military to rome")
    assert titles(table) == ("rome", "egypt", "rome")


# ---------------------------------------------------------------------- 5.2, exchange markers


def exchange(table: Table) -> tuple[int, ...]:
    """The exchange markers the Trade Leader can play."""
    return table.game.state.exchange


def test_a_trade_leader_who_awards_themselves_the_title_is_not_new() -> None:
    """5.2: Carthage decides the tie for itself."""
    table = tied().exchange("2/1").table()
    table.say("carthage", "award trade to carthage")
    assert exchange(table) == (1,)


def test_other_new_leaders_take_no_exchange_markers() -> None:
    """5.2: a new Trade Leader; the titles of culture and military change nothing there."""
    position = clear().leaders(trade="rome", culture="rome", military="greece").exchange("2/1")
    assert exchange(position.table()) == (1,)


# ---------------------------------------------------------------------- 0.6, levels


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


def test_buildings_no_one_controls_count_for_no_one() -> None:
    """0.6: controlled; 4.3.3: the buildings of an uncontrolled province count for no player."""
    position = Position()
    before = [position.table().levels(empire) for empire in position.board.empires]
    position.build("armenia", "city", "market", "temple", "caravan:gold")
    assert [position.table().levels(empire) for empire in position.board.empires] == before
