"""The page for people who see badly, hear it read, or have no mouse."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import Clicker, Program, faults, served
from tests.cli.games import sessions
from tests.cli.processes import PATIENCE, wait_until

QUICK = ("--bots", "novice", "--max-rounds", "1", "--record", "game.mare")

CLOSE = "Close the table"
"""The button at the end of a game, which may come between a look at the page and the key."""


@pytest.mark.parametrize("edition", ["empires", "revised"])
def test_a_table_keeps_nobody_out(chromium: Any, tmp_path: Path, edition: str) -> None:
    with served(tmp_path, "play", "--edition", edition, *QUICK) as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        page = clicker.page
        page.wait_for_selector("#choices button, #then button")
        assert faults(page) == []
        page.click("#open-cards")
        assert faults(page) == []
        page.keyboard.press("Escape")
        page.click("[data-open=players]")
        page.wait_for_selector("#panel:not([hidden])")
        assert faults(page) == []
        page.keyboard.press("Escape")
        clicker.until("#panel.report, [data-over]")
        assert faults(page) == []
        page.close()


def test_a_lesson_keeps_nobody_out(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "learn", "--edition", "original") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        clicker.page.wait_for_selector("#panel.lesson")
        assert faults(clicker.page) == []
        clicker.page.close()


def write(page: Any, line: str) -> None:
    """Write a line once the page waits for one."""
    page.wait_for_selector("body:not(.waiting) #ask.asked #choices button")
    page.fill("#line", line)


def test_a_battle_keeps_nobody_out(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "learn", "3") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        page = clicker.page
        page.click("#then button")
        write(page, "sail mare_tyrrhenum mare_ionium 1")
        page.press("#line", "Enter")
        assert clicker.shows("Now the legions", "#panel")
        write(page, "march italia macedonia 3")
        stake = page.wait_for_selector("#arrows .stake").bounding_box()
        # The odds cover no part of what stands there.
        assert stake["y"] + stake["height"] <= page.locator("#tag-macedonia").bounding_box()["y"] + 1
        assert faults(page) == []
        page.press("#line", "Enter")
        assert clicker.shows("Three against one", "#panel")
        write(page, "done")
        page.press("#line", "Enter")
        assert clicker.shows("hits 3", "#panel")
        assert clicker.shows("hits 3", "#story")
        assert faults(page) == []
        assert clicker.complaints == []
        page.close()


def test_a_look_back_keeps_nobody_out(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "game.mare").write_bytes(sessions()[0].record() or b"")
    with served(tmp_path, "show", "game.mare") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        clicker.page.wait_for_selector("#past:not([hidden])")
        assert faults(clicker.page) == []
        clicker.page.close()


def test_a_lobby_keeps_nobody_out(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "host", "--bind", "127.0.0.1", "--players", "3") as program:
        page = chromium.new_page()
        page.goto(program.address)
        page.wait_for_selector("#speaking:not([hidden])")
        assert faults(page) == []
        page.close()


FOCUSED = """() => {
  const one = document.activeElement;
  const answers = one.closest("#then, #choices, #give, #stepper [type=submit]") !== null;
  return { answers, outline: getComputedStyle(one).outlineStyle, text: one.textContent };
}"""


def press(page: Any, number: int) -> str:
    """Give an answer by keys alone: Tab leads to the answers, arrows through them, and Enter takes one.

    Enter once more gives one that was picked.
    """
    for _ in range(40):
        if page.evaluate(FOCUSED)["answers"]:
            break
        page.keyboard.press("Tab")
    for _ in range(0 if page.query_selector("#choices [aria-pressed=true]") else number % 3):
        page.keyboard.press("ArrowDown")
    focused = page.evaluate(FOCUSED)
    if not focused["answers"]:
        return ""
    assert focused["outline"] not in ("none", ""), focused
    page.keyboard.press("Enter")
    page.wait_for_timeout(60)
    return str(focused["text"])


def test_a_whole_game_is_played_by_keys_alone(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--edition", "original", *QUICK) as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        pressed: list[str] = []
        end = time.monotonic() + 3 * PATIENCE
        while not clicker.is_over and CLOSE not in pressed and clicker.page.is_hidden("#notice"):
            assert time.monotonic() < end, (pressed[-9:], clicker.page.inner_text("#ask"))
            pressed.append(press(clicker.page, len(pressed)))
        assert clicker.complaints == []
        assert len([text for text in pressed if text]) > 5
        clicker.page.close()


def test_the_map_is_walked_by_keys(chromium: Any, table: Program) -> None:
    page = chromium.new_page()
    page.goto(table.address)
    page.wait_for_selector("#choices button, #then button")
    assert page.locator("#chart [tabindex='0']").count() == 1
    page.focus("#tag-latium")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#chart .tag:focus:not(#tag-latium)")
    page.keyboard.press("ArrowLeft")
    assert wait_until(lambda: page.inner_text("#words") != "")
    page.keyboard.press("Enter")
    page.wait_for_selector("#place:not([hidden])")
    page.close()


COVERED = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect(), found = [];
  for (let seen = 40; seen < innerHeight; seen += 40) {
    scrollTo(0, box("#ask").top + scrollY + seen - innerHeight);
    const question = Math.max(box("#ask h2").bottom, box("#begun").bottom);
    if (box("#foot").top < question) found.push(`${seen} of the question in view: ${box("#foot").top} < ${question}`);
  }
  return found;
}"""
"""Scrolls to the question, little by little, and says where what an answer leads to lies above it."""


BORDER = "getComputedStyle(document.querySelector('#panel')).borderColor"


def be_played_for(page: Any) -> None:
    """Let a bot play for a moment, and take over again: that is reported before the next question."""
    page.fill("#line", "bot back")
    page.press("#line", "Enter")
    page.click("#then button")
    page.wait_for_selector("#panel.report")


def test_what_is_to_be_read_is_in_view_on_a_narrow_page(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", *QUICK) as program:
        clicker = Clicker(chromium.new_page(viewport={"width": 360, "height": 740}), seed=1)
        clicker.open(program.address)
        page = clicker.page
        page.wait_for_selector("#choices button")
        page.evaluate("document.querySelector('#ask').scrollIntoView()")
        page.click("#rule")
        panel = page.wait_for_selector("#panel:visible").bounding_box()
        assert panel["y"] >= 0
        assert panel["y"] + panel["height"] <= 740
        border = page.evaluate(BORDER)
        page.click("#panel .close")
        clicker.until("#give:not([hidden])")
        assert page.evaluate(COVERED) == []
        be_played_for(page)
        # To be read is no bad news.
        assert page.evaluate(BORDER) == border
        page.evaluate("document.querySelector('#ask').scrollIntoView()")
        page.click("#panel .then button")
        page.wait_for_selector("#panel.report", state="hidden")
        assert clicker.complaints == []
        page.close()


IN_VIEW = """() => {
  const { top, bottom } = document.querySelector("#ask").getBoundingClientRect();
  return top >= -1 && (bottom <= innerHeight + 1 || top <= 1);
}"""


def test_a_new_question_comes_into_view_once_on_a_narrow_page(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", *QUICK) as program:
        page = chromium.new_page(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
        clicker = Clicker(page, seed=1)
        clicker.open(program.address)
        page.wait_for_selector("#choices button")
        assert wait_until(lambda: page.evaluate(IN_VIEW))
        page.evaluate("scrollTo(0, 0); document.querySelector('#hint').click()")
        page.wait_for_selector("#advice .said")
        assert page.evaluate("scrollY") == 0
        be_played_for(page)
        page.evaluate("scrollTo(0, 0)")
        page.fill("#message", "One moment")
        page.evaluate("document.querySelector('#panel .then button').click()")
        page.wait_for_selector("#panel.report", state="hidden")
        assert not page.evaluate(IN_VIEW)
        page.press("#message", "Enter")
        assert wait_until(lambda: page.evaluate(IN_VIEW))
        assert clicker.complaints == []
        page.close()


IN_FRAME = """() => {
  const box = document.querySelector("#chart").getBoundingClientRect();
  const lit = [...document.querySelectorAll("#chart .tag.lit")].map((one) => one.getBoundingClientRect());
  const within = (one) => one.left >= box.left && one.right <= box.right;
  return lit.some((one) => within(one) && one.top >= box.top && one.bottom <= box.bottom);
}"""
"""Whether something that is lit on the map is in sight there."""


def test_a_narrow_map_shows_something_of_what_lights_up(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--edition", "revised", "--players", "5", "--empire", "babylon", *QUICK) as program:
        page = chromium.new_page(viewport={"width": 360, "height": 740})
        clicker = Clicker(page, seed=1)
        clicker.open(program.address)
        clicker.until("#chart .tag.lit")
        assert wait_until(lambda: page.evaluate(IN_FRAME))
        assert clicker.complaints == []
        page.close()
