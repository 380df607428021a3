"""Positions of the rules' worked examples, for the recount."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.core.classic.recount import setup
from tests.core.classic.recount.board import EDITIONS, data
from tests.core.classic.recount.position import Position, Unit

BOTH = pytest.mark.parametrize("edition", EDITIONS)


def cards(text: str) -> Counter[str]:
    return Counter(text.split())


def table(edition: str, players: int = 5) -> Position:
    return setup.printed(edition, tuple(data()["tables"][str(players)]["empires"]))


def clear(position: Position, name: str) -> None:
    """Take everything off a province, without a thought for supplies."""
    position.provinces[name].owner = ""
    position.provinces[name].buildings.clear()
    position.provinces[name].land.clear()


def mark(position: Position, player: str, *names: str) -> None:
    for name in names:
        position.provinces[name].owner = player


def enter(
    position: Position, player: str, name: str, number: int = 1, moved: bool = False, attacked: bool = False
) -> None:
    position.provinces[name].land += [Unit(player, moved=moved, attacked=attacked)] * number


def float_ships(position: Position, player: str, *seas: str) -> None:
    for sea in seas:
        position.seas[sea].append(Unit(player, "trireme"))


def syria(edition: str) -> Position:
    """Example 3: Babylon's Syria with everything built, and two Roman legions on the city and on the wine."""
    position = table(edition)
    position.provinces["syria"].buildings |= {"city", "temple", "market"}
    position.provinces["syria"].land += [Unit("rome", on="city"), Unit("rome", on="caravan:wine")]
    return position
