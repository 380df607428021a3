"""The page for people who see badly, hear it read, or have no mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import Clicker, chromium, served

__all__ = ["chromium"]

QUICK = ("--bots", "novice", "--max-rounds", "1", "--record", "game.mare")

GRAVE = ("serious", "critical")


def faults(page: Any) -> list[str]:
    """What axe-core finds on a page that keeps people out, in dark and light."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for fault in axe.run(page).response["violations"]:
            if fault["impact"] in GRAVE:
                found += [f"{scheme}: {fault['id']}: {node['html'][:120]}" for node in fault["nodes"]]
    return found


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
        clicker.play()
        assert faults(page) == []
        page.close()


def test_a_lobby_keeps_nobody_out(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "host", "--bind", "127.0.0.1", "--players", "3") as program:
        page = chromium.new_page()
        page.goto(program.address)
        page.wait_for_selector("#speaking:not([hidden])")
        assert faults(page) == []
        page.close()
