"""The picture of the console that the README shows."""

from __future__ import annotations

from tests.cli.screen.screenshot import FILE, taken


def test_the_picture_of_the_console_shows_today_s_screen() -> None:
    """``python -m tests.cli.screen.screenshot`` takes it anew."""
    assert taken() == FILE.read_text("utf-8")
