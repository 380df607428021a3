"""The animated picture of the console: what it shows, when, and that it stands still where people want that."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pyte
import pytest

from cli.ui.screen.rows import Size
from tests.cli.screen.recording import FILE, TITLE, Moment, _rows, animation, recorded
from tests.cli.screen.terminals import QUIET

MOST_BYTES = 300_000


@pytest.fixture
def picture() -> str:
    """Three moments of a screen whose first row stays as it is, and whose second says something else each time."""
    moments = []
    for word in ("one", "two", "three"):
        screen = pyte.Screen(*Size(10, 2))
        pyte.Stream(screen).feed(f"always\r\n{word}")
        moments.append(Moment(_rows(screen), 2.0))
    return animation(moments, "Words")


def test_a_row_that_stays_is_drawn_once_and_always_seen(picture: str) -> None:
    assert picture.count(">always<") == 1
    assert '<g class="k0-2"' in picture
    assert ".k0-2{" not in picture


def test_a_row_is_seen_in_its_time_only(picture: str) -> None:
    assert "@keyframes k1-1{0.00%{visibility:hidden}33.33%{visibility:visible}66.67%{visibility:hidden}}" in picture
    assert ".k1-1{animation:k1-1 6s step-end infinite}" in picture


def test_without_motion_the_last_moment_stands_still(picture: str) -> None:
    still = picture.partition("@media (prefers-reduced-motion: no-preference)")[0]
    assert [f".k{first}-{last}{{visibility:hidden}}" in still for first, last in ((0, 0), (1, 1), (2, 2))] == [
        True,
        True,
        False,
    ]


def test_the_recording_of_the_readme_shows_today_s_screens() -> None:
    """``python -m tests.cli.screen.recording`` records it anew. The seconds in it are those of the script."""
    kept = FILE.read_text("utf-8")
    # A machine with much to do may pause in the middle of a screen.
    assert any(animation(recorded(quiet), TITLE) == kept for quiet in (QUIET, 5 * QUIET))


def test_the_recording_of_the_readme_is_small_and_whole() -> None:
    data = FILE.read_bytes()
    assert len(data) < MOST_BYTES
    assert ET.fromstring(data).tag == "{http://www.w3.org/2000/svg}svg"


def test_the_readme_shows_the_recording() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
    assert "](docs/recording.svg)" in readme
