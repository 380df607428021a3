"""Tables of people, in a real browser: two pages and a console, a spectator, and games that go on."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.browser.pages import Clicker, served
from tests.cli.games import sessions
from tests.cli.processes import PATIENCE, finish, tell_proof, wait_until
from tests.cli.test_company import HERE, ONE_ROUND, Player, player, records


def typed(clicker: Clicker, *lines: str) -> None:
    """Type lines where the page has no table yet."""
    for line in lines:
        clicker.page.fill("#spoken", line)
        clicker.page.press("#spoken", "Enter")


def finished(*clickers: Clicker) -> bool:
    """Have each click once; whether the game is over for all."""
    return {clicker.is_over or "over" in clicker.click() for clicker in clickers} == {True}


def test_two_pages_and_a_console_play_and_a_fourth_page_watches(chromium: Any, tmp_path: Path) -> None:
    with ExitStack() as stack:

        def at_page(name: str, *arguments: str) -> tuple[Any, Clicker]:
            program = stack.enter_context(served(tmp_path / name, *arguments))
            clicker = Clicker(chromium.new_page(), seed=len(clickers))
            clickers.append(clicker)
            clicker.page.goto(program.address)
            clicker.page.wait_for_selector("#lobby:not([hidden])")
            return program, clicker

        clickers: list[Clicker] = []
        host, ada = at_page("ada", "host", *HERE, *ONE_ROUND, "--players", "3", "--name", "Ada", "--empire", "greece")
        ada.page.wait_for_selector("#speaking:not([hidden])")
        asked = ada.invitation("join")
        typed(ada, "watch")
        guest, eve = at_page("eve", "watch", ada.invitation("watch"))
        other, bo = at_page("bo", "join", asked, "--name", "Bo", "--empire", "carthage")
        cy = stack.enter_context(player(tmp_path, "cy", "join", asked, "--name", "Cy", "--empire", "rome"))
        cy.until("Cy wants to play rome")
        cy.type("ready")
        ada.page.wait_for_selector("#seats tr.ready >> text=Cy")
        assert ada.page.locator("#seats tr").count() == 3
        for clicker in (ada, bo):
            clicker.page.wait_for_selector("#lines >> text=Cy is ready")
            typed(clicker, "ready")
        cy.until("the game begins")
        for clicker in clickers:
            clicker.page.wait_for_selector("#chart svg")
        bo.page.wait_for_selector("#choices button")
        assert (bo.page.is_visible("#typing label"), eve.page.is_visible("#typing label")) == (True, False)
        bo.page.fill("#line", "announce 1")
        bo.page.press("#line", "Enter")
        # What is offered in secret is there after a reload, and is not asked for again.
        ada.page.wait_for_selector("#ask.asked")
        ada.until("#ask:not(.asked)")
        told = ada.page.inner_text("#ontable")
        assert told
        ada.page.reload()
        ada.page.wait_for_selector("#ask:not(.asked)")
        assert wait_until(lambda: ada.page.inner_text("#ontable") == told)
        ada.page.fill("#message", "tell bo Shall we ally?")
        ada.page.press("#message", "Enter")
        assert bo.shows("Shall we ally?", "#story")
        cy.type(*["answers", "1", "answers offer metal", "1"] * 200)
        end = time.monotonic() + 5 * PATIENCE
        while not finished(ada, bo):
            assert time.monotonic() < end, (ada.page.inner_text("#ask"), bo.page.inner_text("#ask"))
        assert wait_until(lambda: eve.is_over)
        assert "Shall we ally?" not in eve.page.inner_text("#story")
        for clicker in (eve, bo, ada):
            assert clicker.complaints == []
            clicker.close()
        for program in (guest, other, host):
            program.ended()
        cy.until("The record .* check it with")
    (record,) = records(tmp_path, "cy")
    assert all(records(tmp_path, name) == [record] for name in ("ada", "bo", "eve"))
    code, out, err = finish(tmp_path / "bo", "verify", record)
    assert code == 0, out + err


def test_who_leaves_is_told_the_way_back_and_the_others_are_offered_the_autopilot(
    chromium: Any, tmp_path: Path
) -> None:
    with ExitStack() as stack:

        def at_page(name: str, *arguments: str) -> tuple[Any, Clicker]:
            program = stack.enter_context(served(tmp_path / name, *arguments))
            clicker = Clicker(chromium.new_page(), seed=1)
            clicker.page.goto(program.address)
            clicker.page.wait_for_selector("#begins .go")
            return program, clicker

        _, ada = at_page("ada", "host", *HERE, *ONE_ROUND, "--players", "3", "--name", "Ada")
        cy = stack.enter_context(player(tmp_path, "cy", "bot", ada.invitation("join"), *HERE, "--name", "Cy"))
        ada.page.wait_for_selector("#seats >> text=Cy")
        left, bo = at_page("bo", "join", ada.invitation("join"), "--name", "Bo")
        assert bo.page.locator("#begins >> text=(dismiss)").count() == 0
        for clicker in (bo, ada):
            ada.page.wait_for_selector("#seats >> text=Bo")
            clicker.page.click("#begins .go")
            if clicker is bo:
                bo.page.wait_for_selector("#begins >> text=(unready)")
                assert bo.page.locator("#begins .go").count() == 0
        for clicker in (ada, bo):
            clicker.page.wait_for_selector("#chart svg")
        bo.page.click("#leave")
        assert bo.shows("Leave once more", "#advice")
        bo.page.click("#leave")
        assert bo.shows("`mare resume", "#notice")
        left.ended()
        assert wait_until(lambda: "Propose that the autopilot plays for Bo" in ada.click())
        cy.process.kill()
        ada.until("#then:not(:has(button)) >> text=no vote can pass: 2 of 3 must agree")
        assert ada.complaints == bo.complaints == []


def test_a_killed_program_is_told_and_its_game_goes_on_where_it_was(chromium: Any, tmp_path: Path) -> None:
    clicker = Clicker(chromium.new_page(), seed=2)
    page = clicker.page
    with served(tmp_path, "play", "--bots", "novice", *ONE_ROUND, "--record", "game.mare") as program:
        clicker.open(program.address)
        clicker.until("#table:has(#story .stepped):has(#staged[hidden]) #choices button")
        asked = page.inner_text("#asked")
        program.process.kill()
        assert clicker.shows("cannot be reached", "#notice")
    with served(tmp_path, "resume", "--record", "game.mare") as program:
        clicker.open(program.address)
        clicker.complaints.clear()
        assert wait_until(lambda: page.inner_text("#asked") == asked)
        clicker.play()
        clicker.close()
        program.ended()
    assert clicker.complaints == []
    page.close()
    code, out, err = finish(tmp_path, "verify", "game.mare")
    assert code == 0, out + err


def test_a_recorded_game_is_continued_on_the_page(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "game.mare").write_bytes(sessions()[0].record() or b"")
    with served(tmp_path, "continue", "game.mare", "--from", "8", *HERE, "--bots", "2") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        page = clicker.page
        page.goto(program.address)
        page.wait_for_selector("#speaking:not([hidden])")
        typed(clicker, "ready")
        page.wait_for_selector("#choices button")
        page.click("#leave")
        assert clicker.shows("Leave once more", "#advice")
        page.click("#leave")
        page.wait_for_selector("#notice:not([hidden])")
        assert clicker.complaints == []
        program.ended()
        page.close()


def test_a_program_with_a_page_goes_on_in_the_lobby_without_a_player_who_is_proven_to_lie(tmp_path: Path) -> None:
    with ExitStack() as stack:

        def sit(name: str, empire: str, *arguments: str) -> Player:
            named = ("--name", name, "--empire", empire)
            return stack.enter_context(player(tmp_path, name.lower(), *arguments, *named))

        ada = sit("Ada", "rome", "host", *HERE, "--players", "3", "--browser", "--no-open")
        asked = ada.until(r"mare://join/\S+")
        bo = sit("Bo", "greece", "join", asked)
        ada.until("Bo wants to play greece")
        cy = sit("Cy", "carthage", "join", asked)
        for one in (ada, bo):
            one.until("Cy wants to play carthage")
        for guest, name in ((bo, "Bo"), (cy, "Cy")):
            guest.type("ready")
            ada.until(f"{name} is ready")
        ada.type("ready")
        cy.until("the game begins")
        tell_proof(tmp_path, to="Ada", against="Cy")
        ada.until("In the lobby, the game goes on without that player, or with them if you let them in.")
        bo.until("Cy signed two versions of")
        bo.until("In the lobby, the game goes on without that player, or with them if you let them in.")
        for one in (ada, bo):
            one.until("Back to the lobby, to go on with this game without Cy")
            one.until("This table goes on with game [0-9a-f]{8} of Ada, Bo and Cy, after step 0 \\(Round 1\\)")
            one.until("Every seat is taken")
            one.type("ready")
        status, complaint = cy.end()
        assert status == 1
        told = r"The proof against you is kept\. The others can go on after step \d+ without you, or let you in"
        assert re.search(told, complaint)
        bo.until("the game goes on after step 0 \\(Round 1\\)")
        bo.until(r"Greece \(you\)")
