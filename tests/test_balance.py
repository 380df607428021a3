"""The other readings of the board of 2003 that docs/balance-2003.md compares."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from core.classic.data import classic_toml
from core.editions import EDITIONS
from tests.balance import EDITIONS_OF_2003, PARTS, Balance, with_changes

READINGS = {part["name"]: part["changes"] for part in tomllib.loads(PARTS.read_text("utf-8"))["parts"]}


@pytest.mark.parametrize("edition", EDITIONS_OF_2003)
@pytest.mark.parametrize("name", READINGS)
def test_every_other_reading_of_the_board_is_another_map(name: str, edition: str) -> None:
    changes: list[Any] = READINGS[name]
    load = EDITIONS[edition].load_map
    assert load(with_changes(changes)) != load(classic_toml())


def test_a_change_of_what_is_not_there_once_is_refused() -> None:
    with pytest.raises(ValueError, match="not once"):
        with_changes([["land = [", "land = ["]])


def test_the_tables_have_a_share_for_each_civilization_that_plays() -> None:
    lines = Balance("revised", games=2, jobs=1).tables("printed")
    rows = {row.split(" | ")[0].strip("| "): row.split(" | ")[1:] for row in lines}
    assert rows["Rome"][0] == "-", "the advised three are Greece, Babylon and Carthage"
    assert "to" in rows["Carthage"][0]
