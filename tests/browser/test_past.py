"""Games as they were, in a real browser: stepped through, played by themselves, and looked back at from the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli.commands.show import read_replay
from cli.ui.replay.replay import turning_points
from tests.browser.pages import Clicker, Program, served
from tests.cli.games import sessions
from tests.cli.processes import wait_until


def test_a_game_that_was_played_is_stepped_through(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "game.mare").write_bytes(sessions()[0].record() or b"")
    replay = read_replay(str(tmp_path / "game.mare"), None)
    points, last = turning_points(replay), replay.last
    with served(tmp_path, "show", "game.mare") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        page = clicker.page

        def is_at(step: int) -> bool:
            return wait_until(lambda: page.inner_text("#turn") == f"step {step} of {last}")

        assert is_at(last)
        page.click('[data-step="start"]')
        assert is_at(0)
        begun = page.inner_text("#story")
        page.click('[data-step="on"]')
        assert is_at(1)
        page.click("body")
        page.keyboard.press("ArrowRight")
        assert is_at(2)
        page.keyboard.press("Home")
        assert is_at(0)
        assert page.inner_text("#story") == begun
        page.reload()
        page.wait_for_selector("#past:not([hidden])")
        assert is_at(0)
        assert page.locator("#points button").count() == len(points)
        for number, point in enumerate(points):
            page.click(f"#points button >> nth={number}")
            assert is_at(point.moment.step)
        page.click('[data-step="end"]')
        assert is_at(last)
        page.click("#story .stepped")
        assert wait_until(lambda: page.inner_text("#turn") != f"step {last} of {last}")
        page.select_option("#pace", "200")
        page.click("#play")
        assert is_at(last)
        assert wait_until(lambda: page.get_attribute("#play", "aria-pressed") == "false")
        page.fill("#step", "3")
        assert is_at(3)
        assert clicker.complaints == []
        page.click("#leave")
        page.wait_for_selector("#notice:not([hidden])")
        program.ended()
        page.close()


def test_a_player_looks_back_and_returns_to_the_question(chromium: Any, table: Program) -> None:
    clicker = Clicker(chromium.new_page(), seed=1)
    clicker.open(table.address)
    page = clicker.page
    page.wait_for_selector("#choices button")
    asked, last = page.inner_text("#asked"), page.locator("#story .row").count()
    page.click("#look-back")
    page.wait_for_selector("#past:not([hidden])")
    page.click('[data-step="start"]')
    assert wait_until(lambda: page.inner_text("#turn").startswith("step 0 of"))
    assert clicker.shows("Your turn", "#now")
    page.click("#close-past")
    page.wait_for_selector("#past", state="hidden")
    assert page.inner_text("#asked") == asked
    assert wait_until(lambda: page.locator("#story .row").count() >= last)
    page.wait_for_selector("#choices button")
    assert clicker.complaints == []
    page.close()
