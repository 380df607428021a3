"""The table on a page: from a click to what is drawn of it, what the page weighs, and what it takes after a game.

Without a browser there are no figures.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import pytest

from cli.ui.browser.console import files_of_page
from tests.browser.pages import Clicker, browser, served
from tests.cli.processes import PATIENCE

CLICKED = """(number) => new Promise((done) => {
  const shown = (one) => one.offsetParent !== null;
  const found = [...document.querySelectorAll("#then button, #choices button")].filter(shown);
  if (!found.length) return done(-1);
  if (document.body.hasAttribute("data-over")) return done(-2);
  const begun = performance.now();
  const late = setTimeout(() => { seen.disconnect(); done(-1); }, 2000);
  const seen = new MutationObserver(() => {
    seen.disconnect();
    clearTimeout(late);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun), 0));
  });
  seen.observe(document.getElementById("ask"), { childList: true, subtree: true, characterData: true });
  found[number % found.length].click();
})"""
"""Clicks on an answer; milliseconds until the question has changed and is drawn, -1 for none, -2 at the end."""

PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1"
HEAP = "() => performance.memory.usedJSHeapSize"


def measure() -> dict[str, float | int | str]:
    """Milliseconds from click to drawn and to the first paint, bytes of the page, and memory after a game."""
    try:
        with browser() as opened, tempfile.TemporaryDirectory() as folder:
            return _measured(opened.new_page(), Path(folder))
    except pytest.skip.Exception as missing:
        return {"skipped": str(missing)}


def _measured(page: Any, folder: Path) -> dict[str, float | int | str]:
    with served(folder, "play", "--bots", "novice", "--max-rounds", "2") as program:
        clicker = Clicker(page, seed=1)
        received: list[int] = []
        clicker.page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame)))
        )
        clicker.open(program.address)
        clicker.page.wait_for_timeout(200)
        painted = clicker.page.evaluate(PAINTED)
        times: list[float] = []
        below = Random(1).randrange
        end = time.monotonic() + 5 * PATIENCE
        while (took := float(clicker.page.evaluate(CLICKED, below(1_000_000)))) > -2:
            assert time.monotonic() < end, clicker.page.inner_text("body")
            if took >= 0:
                times.append(took)
            else:
                clicker.click()
        resident = Path(f"/proc/{program.process.pid}/status").read_text("utf-8").partition("VmRSS:")[2].split()[0]
        return {
            "clicks": len(times),
            "p50_ms": median(times),
            "p95_ms": quantiles(times, n=20)[-1],
            "first_paint_ms": float(painted),
            "page_kb": sum(len(file.content) for file in files_of_page().values()) / 1000,
            "first_message_kb": received[0] / 1000,
            "a_message_kb": median(received[1:]) / 1000,
            "program_mb": int(resident) / 1000,
            "tab_mb": float(clicker.page.evaluate(HEAP)) / 1e6,
        }
