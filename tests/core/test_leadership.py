"""Chapter 5, leadership: who takes which title; and the levels of 0.6 by which it is judged."""

from __future__ import annotations

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


# ---------------------------------------------------------------------- 5.1, R25, ties


def test_no_one_below_the_tie_gets_the_title() -> None:
    """5.1: which of the tied players; Babylon's 5 is less than 7."""
    sentence = tied().table().refused("carthage", "award trade to babylon", "5.1")
    assert sentence == "Babylon is not among the tied players."


def test_who_is_asked_about_one_title_gives_no_other() -> None:
    """5.1: the leader is told which title it is, not that the named empire is not tied for it."""
    table = tied().leaders(trade="babylon", culture="babylon", military="carthage").table()
    table.say("babylon", "award trade to rome")
    assert table.refused("babylon", "award trade to rome", "5.1").startswith("Award the title: “award culture to")


# ---------------------------------------------------------------------- 5.2, exchange markers


def exchange(table: Table) -> tuple[int, ...]:
    """The exchange markers the Trade Leader can play."""
    return table.game.state.exchange


def test_other_new_leaders_take_no_exchange_markers() -> None:
    """5.2: a new Trade Leader; the titles of culture and military change nothing there."""
    position = clear().leaders(trade="rome", culture="rome", military="greece").exchange("2/1")
    assert exchange(position.table()) == (1,)
