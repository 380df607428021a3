"""Settings for the tests of the command."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cli.i18n import texts
from cli.ui.screen.rows import Block, Size, block
from cli.ui.screen.scene import Scene
from cli.ui.text import staging
from crypto import beacon
from tests.quick import LENGTH


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    """Whatever language a test has spoken, the next one speaks English."""
    yield
    texts.use(texts.ENGLISH)


@pytest.fixture(autouse=True)
def _read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However soon the players of the tests answer, they have read the question."""
    monkeypatch.setattr(staging, "UNREAD", 0.0)


@pytest.fixture
def _without_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens have room for the map, which has tests of its own, and takes its time to draw."""

    def nothing(scene: Scene, size: Size, places: object = ()) -> Block:
        return block([], size)

    monkeypatch.setattr("cli.ui.screen.panes.board", nothing)


@pytest.fixture(autouse=True)
def _chains_as_in_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test's programs have kept can be read here."""
    monkeypatch.setattr(beacon, "LENGTH", LENGTH)
