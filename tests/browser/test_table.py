"""The table on a page, in a real browser: whole games by clicks alone, reloads, and the keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cli.ui.browser.console import files_of_page
from tests.browser import typed
from tests.browser.pages import Clicker, Program, faults, served
from tests.cli.processes import wait_until

QUICK = ("--bots", "novice", "--max-rounds", "1", "--record", "game.mare")


@pytest.mark.parametrize(
    ("edition", "mark"),
    [
        ("empires", "controlled by Rome"),
        ("original", "a neutral legion"),
        ("revised", "a neutral legion"),
        ("sword", "walled city"),
    ],
)
def test_a_whole_game_is_explained_and_played_by_clicks(chromium: Any, tmp_path: Path, edition: str, mark: str) -> None:
    with served(tmp_path, "play", "--edition", edition, *QUICK) as program:
        clicker = Clicker(chromium.new_page(viewport={"width": 1280, "height": 720}), seed=1)
        clicker.open(program.address)
        check_goal(clicker, edition)
        check_help(clicker, edition, mark)
        clicker.play()
        assert len(clicker.clicked) > 5
        # A page has buttons where other screens name a key or a command.
        assert not re.search(r"\bEnter\b|mare verify", clicker.page.inner_text("#table"))
        assert faults(clicker.page) == []
        clicker.close()
        said = program.ended()
        assert clicker.complaints == []
        clicker.page.close()
    assert "All 3 players have the same log." in said or "players have the same log" in said
    digests = [*typed.digests(tmp_path / "game.mare")]
    assert len(digests) > 5
    for at_console, signed in digests:
        assert at_console == signed


def check_goal(clicker: Clicker, edition: str) -> None:
    """The first screen says how one wins, and a click says more."""
    page = clicker.page
    page.wait_for_selector("#choices button")
    assert clicker.shows("To win, ", "#goal")
    assert page.locator("#goal").bounding_box()["y"] < 100
    page.click("#goal button")
    assert clicker.shows("You win if" if edition == "empires" else "win", "#panel")
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="hidden")


def check_help(clicker: Clicker, edition: str, mark: str) -> None:
    """The help explains what the page draws."""
    page = clicker.page
    page.click("[data-open=help]")
    page.wait_for_selector("#panel .marks svg")
    assert clicker.shows(mark, "#panel .marks")
    # The signs of text maps and the keys of the full screen stand nowhere here.
    assert not re.search(r"[●○]oil|F[1-7]\b|Ctrl-P|Enter goes on", page.inner_text("#panel"))
    assert {"place NAME", "answers [WORDS]", "hint"} <= {*page.locator("#panel .listed .term").all_inner_texts()}
    assert faults(page) == []
    page.click("#panel .close")
    assert clicker.shows("cards in hand" if edition == "sword" else "★ leads", "#people")


def test_a_game_is_ended_by_two_clicks_and_not_by_a_double_click(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", *QUICK) as program:
        clicker = Clicker(chromium.new_page(viewport={"width": 360, "height": 740}), seed=1)
        clicker.open(program.address)
        page = clicker.page
        page.wait_for_selector("#choices button")
        assert faults(page) == []
        page.click("#course summary")
        page.dblclick("#course >> text=End the game")
        assert clicker.shows("once more", "#advice")
        page.click("#course >> text=Resign")
        assert clicker.shows("cannot be undone", "#advice")
        assert not clicker.is_over
        page.click("#course >> text=End the game")
        page.click("#course >> text=End the game")
        assert wait_until(lambda: clicker.is_over)
        assert page.is_hidden("#course")
        assert clicker.complaints == []
        page.close()


def test_lines_that_are_indented_twice_are_no_columns(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--edition", "sword", *QUICK) as program:
        clicker = Clicker(chromium.new_page(viewport={"width": 360, "height": 740}), seed=1)
        clicker.open(program.address)
        page = clicker.page
        page.click("[data-open=players]")
        page.wait_for_selector("#panel .row.twice")
        assert page.locator("#panel .columns").count() == 0
        assert clicker.complaints == []
        page.close()


def test_a_reload_keeps_what_is_typed(chromium: Any, table: Program) -> None:
    clicker = Clicker(chromium.new_page(), seed=3)
    clicker.open(table.address)
    clicker.page.wait_for_selector("#choices button")
    advice = clicker.page.inner_text("#advice")
    clicker.page.fill("#line", "nothing of the kind")
    assert wait_until(lambda: clicker.page.inner_text("#advice") != advice)
    asked = clicker.page.inner_text("#asked")
    clicker.page.reload()
    clicker.page.wait_for_selector("#chart svg")
    assert wait_until(lambda: clicker.page.input_value("#line") == "nothing of the kind")
    assert clicker.page.inner_text("#asked") == asked
    clicker.page.fill("#line", "")
    clicker.page.wait_for_selector("#choices button")
    assert clicker.complaints == []
    clicker.page.close()


def test_a_reload_or_a_closed_page_keeps_what_is_staged(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--empire", "rome", *QUICK) as program:
        clicker = Clicker(chromium.new_page(), seed=3)
        clicker.open(program.address)
        clicker.until("#staged:not([hidden]) li")
        page = clicker.page
        staged = page.inner_text("#staged")
        page.reload()
        page.wait_for_selector("#staged:not([hidden]) li")
        assert page.inner_text("#staged") == staged
        page.close()
        clicker = Clicker(chromium.new_page(), seed=4)
        clicker.open(program.address)
        page = clicker.page
        page.wait_for_selector("#staged:not([hidden]) li")
        assert page.inner_text("#staged") == staged
        page.click("#undo")
        assert wait_until(lambda: page.locator("#staged li").count() == staged.count("✕") - 1)
        assert clicker.complaints == []
        page.close()


def test_a_second_page_takes_the_table(chromium: Any, table: Program) -> None:
    older, newer = Clicker(chromium.new_page(), seed=1), Clicker(chromium.new_page(), seed=2)
    older.open(table.address)
    newer.open(table.address)
    older.page.wait_for_selector("#notice:not([hidden])")
    assert older.shows("newer window", "#notice")
    stale = chromium.new_page()
    stale.goto(table.address[:-1])
    stale.wait_for_selector("#notice:not([hidden])")
    for page in (older.page, newer.page, stale):
        page.close()


def test_a_player_types_the_words_of_the_console(chromium: Any, table: Program) -> None:
    clicker = Clicker(chromium.new_page(), seed=1)
    clicker.open(table.address)
    page = clicker.page
    page.wait_for_selector("#choices button")
    page.fill("#line", "place latium")
    page.press("#line", "Enter")
    page.wait_for_selector("#place:not([hidden])")
    assert clicker.shows("Latium", "#place")
    page.fill("#line", "rule trade")
    page.press("#line", "Enter")
    page.wait_for_selector("#panel:not([hidden])")
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="hidden")
    page.click("#hint")
    assert clicker.shows("Consider “", "#advice")
    page.fill("#line", "help")
    page.press("#line", "Enter")
    assert clicker.shows("Alt-C", "#panel")
    assert not re.search("PgUp|full screen|terminal can", page.inner_text("#panel"))
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="hidden")
    page.keyboard.press("Alt+c")
    page.wait_for_selector("#message:focus")
    page.focus("#tag-gallia")
    assert clicker.shows("Gallia", "#words")
    page.fill("#message", "hello <b>all</b>")
    page.press("#message", "Enter")
    page.wait_for_selector("#story .said >> text=<b>")
    assert clicker.complaints == []
    page.close()


def test_what_is_signed_at_once_takes_two_clicks_and_not_a_double_click(chromium: Any, table: Program) -> None:
    clicker = Clicker(chromium.new_page(), seed=1)
    clicker.open(table.address)
    page = clicker.page
    page.wait_for_selector("#choices button")
    while not page.query_selector("#choices .whole"):
        page.click("#choices button")
        page.wait_for_selector("body:not(.waiting)")
    page.dblclick("#choices .whole")
    page.wait_for_selector("#choices [aria-pressed=true]")
    page.wait_for_selector("body:not(.waiting) #ask.asked")
    page.click("#clear")
    page.wait_for_selector("#choices:not(:has([aria-pressed]))")
    assert clicker.complaints == []
    page.close()


def test_a_press_that_lasts_until_the_answer_is_marked_is_a_click(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--empire", "rome", *QUICK) as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        page = clicker.page
        page.hover("#choices button")
        page.mouse.down()
        page.wait_for_selector("#choices .marked")
        page.mouse.up()
        page.wait_for_selector("#choices [aria-pressed=true]:visible, #staged li:visible, #begun:visible")
        assert clicker.complaints == []
        page.close()


def test_pieces_hide_and_the_map_zooms_and_moves_by_the_mouse(chromium: Any, table: Program) -> None:
    clicker = Clicker(chromium.new_page(), seed=1)
    clicker.open(table.address)
    page = clicker.page
    pieces, names = "#tag-latium > g > use >> nth=0", "#tag-latium .name"
    page.wait_for_selector(pieces)
    page.click("#bare")
    page.wait_for_selector(pieces, state="hidden")
    assert page.is_visible(names)
    page.click("#bare")
    page.wait_for_selector(pieces)
    page.hover("#chart")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    assert wait_until(lambda: page.get_attribute("#chart svg", "width") == "125%")
    page.evaluate("document.getElementById('chart').scrollTo(0, 0)")
    page.mouse.down(button="middle")
    page.mouse.move(100, 200, steps=4)
    page.mouse.up(button="middle")
    assert wait_until(lambda: page.evaluate("document.getElementById('chart').scrollLeft") > 0)
    assert clicker.complaints == []
    page.close()


def test_rows_in_columns_stand_below_each_other_and_scroll_as_one(chromium: Any) -> None:
    rows = ["        trade  army", "  Rome      7     4", "  one below the other", "words"]
    files = files_of_page()
    code, style = (files[name].content.decode() for name in ("/dom.js", "/table.css"))
    page = chromium.new_page()
    page.set_content(f"<style>{style}</style><p id=panel></p><script>{code.replace('export ', '')}</script>")
    page.evaluate("(texts) => byId('panel').append(...together(rows(texts.map((text) => [['', text]]))))", rows)
    shown = page.eval_on_selector_all("#panel .columns", "(all) => all.map((one) => one.innerText)")
    assert shown == rows[:2]
    assert page.locator("#panel [tabindex='0']").count() == 1
    page.close()


def test_a_lesson_is_taught_on_the_page(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "learn") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        clicker.page.wait_for_selector("#panel.lesson")
        page, told = clicker.page, clicker.page.inner_text("#panel")
        page.click("#then button")
        assert wait_until(lambda: page.inner_text("#panel") != told)
        assert clicker.shows("Click on one", "#panel")
        told = page.inner_text("#panel")
        assert not re.search(r"F\d|Esc|Enter", told)
        page.click("#panel .close")
        page.wait_for_selector("#panel", state="hidden")
        page.click("#lesson")
        assert wait_until(lambda: page.inner_text("#panel") == told)
        assert page.is_hidden("#talking")
        assert clicker.complaints == []
        clicker.page.close()


def test_the_buttons_of_the_lobby_speak_the_language_of_the_player(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "host", "--bind", "127.0.0.1", "--players", "3", "--language", "hu") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        page = clicker.page
        page.goto(program.address)
        page.wait_for_selector("#begins .go")
        assert page.inner_text("#begins .go") == "Kész (ready)"
        said = page.locator("#begins button").all_inner_texts()
        assert all("(" in text for text in said)
        page.click("#begins >> text=(choose)")
        assert clicker.shows("Hellász (choose greece)", "#begins")
        page.click("#begins >> text=(choose greece)")
        assert clicker.shows("Hellász", "#seats")
        page.click("#begins >> text=(set)")
        page.click("#begins >> text=(set max-rounds)")
        page.click("#begins >> text=vége 2 forduló után")
        assert clicker.shows("vége 2 forduló után", "#lines")
        assert faults(page) == []
        assert clicker.complaints == []
        page.close()


def test_a_host_opens_a_table_and_leaves_it_on_the_page(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "host", "--bind", "127.0.0.1", "--players", "3") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        page = clicker.page
        page.goto(program.address)
        page.wait_for_selector("#speaking:not([hidden])")
        assert clicker.shows("mare://join/", "#lines")
        assert wait_until(lambda: page.locator("#seats tr").count() == 3)
        assert page.locator("#seats tr.ready").count() == 0
        page.fill("#spoken", "bots 1")
        page.press("#spoken", "Enter")
        page.wait_for_selector("#seats tr.ready")
        assert clicker.shows("not ready", "#seats tr >> nth=0")
        for line in ("bots 2", "ready"):
            page.fill("#spoken", line)
            page.press("#spoken", "Enter")
        page.wait_for_selector("#chart svg")
        page.wait_for_selector("#choices button")
        assert clicker.shows("Talk", "#tab-talk")
        page.click("#leave")
        assert clicker.shows("Leave once more", "#advice")
        page.click("#leave")
        page.wait_for_selector("#notice:not([hidden])")
        assert clicker.complaints == []
        assert "mare resume" in program.ended()
        page.close()
