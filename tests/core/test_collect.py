"""Phase 1, collect resources: income, occupation, legendary commodities and the order of it all (chapter 1)."""

from __future__ import annotations

import pytest

from core.empires.rules import EMPIRES
from core.empires.state import Game
from core.engine.event import message_of
from tests.core.positions import Position

FULL_PILE = (13,)


def bare() -> Position:
    """An empty map; Carthage, the Trade Leader, holds a coin, so that it is asked for a number after the collection."""
    return Position().clear().give("carthage", "coin")


def income(position: Position, empire: str) -> str:
    """What an empire holds after a collection in which nothing is drawn or asked."""
    table = position.at_collect().table()
    assert table.rule() == "2.1"
    return table.hand(empire)


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


def test_the_last_token_of_the_pile_does_not_bring_the_discards_back_1_2() -> None:
    """1.2."""
    position = troia().give("egypt", ALL_BUT_GOLD_AND_WINE).discard("*gold")
    table = position.table()
    assert (sum(table.game.state.pile), sum(table.game.state.discard)) == (0, 1)


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
