"""A short soak: what ``python -m tests.soak`` does for long."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.soak.table import play


def test_peers_that_are_killed_at_random_instants_come_back_and_lose_nothing(tmp_path: Path) -> None:
    found = play(tmp_path, 3, 4, Random(5), pause=20)
    assert found["steps"] > 20


def test_peers_whose_connections_are_cut_and_mended_lose_nothing(tmp_path: Path) -> None:
    found = play(tmp_path, 3, 1, Random(7), pause=20, cuts=4, edition="original")
    assert found["steps"] > 20
