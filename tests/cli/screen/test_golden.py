"""The screens as they were looked at and kept."""

from __future__ import annotations

import pytest

from tests.cli.screen.golden import FOLDER, GOLDEN, SCENES, file_of


@pytest.mark.parametrize("name", GOLDEN)
def test_the_screen_is_the_one_that_was_looked_at(name: str) -> None:
    kept = file_of(name).read_text("utf-8")
    assert SCENES[name]().shown(GOLDEN[name]) + "\n" == kept, (
        "python -m tests.cli.screen.golden keeps what is shown now"
    )


def test_every_golden_screen_has_its_scene() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file_of(name).name for name in GOLDEN}
