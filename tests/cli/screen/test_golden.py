"""The screens as they were looked at and kept."""

from __future__ import annotations

import pytest

from cli.ui.screen.rows import Size
from tests.cli.screen.golden import FOLDER, SCENES, SIZES, file_of


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCENES)
def test_the_screen_is_the_one_that_was_looked_at(name: str, size: Size) -> None:
    kept = file_of(name, size).read_text("utf-8")
    assert SCENES[name]().shown(size) + "\n" == kept, "python -m tests.cli.screen.golden keeps what is shown now"


def test_every_golden_screen_has_its_scene() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file_of(name, size).name for name in SCENES for size in SIZES}
