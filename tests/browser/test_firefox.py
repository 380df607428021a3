"""The table in Firefox: a game by clicks, a reload, and keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.firefox import Firefox, firefox
from tests.browser.pages import Clicker, served
from tests.cli.processes import wait_until

QUICK = ("--bots", "novice", "--max-rounds", "1", "--record", "game.mare")


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A browser for the tests of this module."""
    with firefox(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def test_a_whole_game_is_played_by_clicks_in_firefox(fox: Firefox, tmp_path: Path) -> None:
    with served(tmp_path, "play", *QUICK) as program:
        clicker = Clicker(fox.new_page(), seed=1)
        clicker.open(program.address)
        clicker.play()
        clicker.close()
        assert "players have the same log" in program.ended()
        assert clicker.complaints == []
        clicker.page.close()


def test_a_reload_in_firefox_keeps_what_is_staged(fox: Firefox, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--empire", "rome", *QUICK) as program:
        clicker = Clicker(fox.new_page(), seed=3)
        clicker.open(program.address)
        clicker.until("#staged:not([hidden]) li")
        page = clicker.page
        staged = page.inner_text("#staged")
        page.reload()
        page.wait_for_selector("#staged li")
        assert page.inner_text("#staged") == staged
        page.click("#undo")
        assert wait_until(lambda: bool(page.inner_text("#staged") != staged))
        assert clicker.complaints == []
        page.close()


def test_keys_in_firefox_lead_to_the_answers_and_through_them(fox: Firefox, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--empire", "rome", *QUICK) as program:
        clicker = Clicker(fox.new_page(), seed=1)
        clicker.open(program.address)
        page = clicker.page
        page.wait_for_selector("#choices button")

        def focused() -> str:
            return str(
                page.evaluate("document.activeElement.closest('#choices') && document.activeElement.textContent")
            )

        for _ in range(40):
            if focused() != "None":
                break
            page.press("Tab")
        assert wait_until(lambda: focused() != "None")
        first = focused()
        page.press("ArrowDown")
        assert wait_until(lambda: focused() not in ("None", first))
        page.press("Enter")
        page.wait_for_selector("#begun, #staged, #give, #choices [aria-pressed=true]")
        assert clicker.complaints == []
        page.close()
