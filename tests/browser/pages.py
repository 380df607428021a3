"""Real pages of a real program: ``mare`` with ``--browser``, and Chromium that shows what it serves.

A `Clicker` plays by clicks alone: any answer that the page lists, any place that lights up.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.storage.profile import HOME
from tests.cli.processes import PATIENCE, running, wait_until

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

STRANGER = "stranger.example"
"""A name that leads the browser to this machine, as any owner of a name can have it do."""

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"),
    f"--host-resolver-rules=MAP {STRANGER} 127.0.0.1",
]

GRAVE = ("serious", "critical")
"""What axe-core calls faults that keep people out."""

CLICKS = """async ([numbers, patience]) => {
  const shown = (one) => one.offsetParent !== null;
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const buttons = "#then button, #choices button, #give, #stepper [type=submit]";
  const clicked = [];
  for (const number of numbers) {
    if (document.body.classList.contains("away")) throw new Error("the program has ended, or shows its page elsewhere");
    const found = [...document.querySelectorAll(buttons)].filter(shown);
    if (found[0]?.closest("#then") && document.body.hasAttribute("data-over")) return [...clicked, "over"];
    if (found.length) {
      const done = found.length > 20 && number % 2 && found.find(({ dataset }) => dataset.line?.trim() === "done");
      const lit = [...document.querySelectorAll(".tag.lit")];
      const all = number % 5 === 0 && lit.length ? lit : found;
      const one = done || all[number % all.length];
      one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      clicked.push(one.getAttribute("aria-label") || one.textContent);
    }
    const end = performance.now() + patience;
    do {
      if (performance.now() > end) throw new Error("the program does not hear what was clicked");
      await pause(found.length ? 5 : 40);
    } while (document.body.classList.contains("waiting"));
  }
  return clicked;
}"""
"""Clicks on one of what can be clicked, for each number, and says on which; ``over`` is last at the end of the game.

Where much can be done, half of the clicks are on ``done``, so that a game in which players may go on for ever ends.
"""

AT_ONCE = 50
"""Clicks that the page is asked for at once: each may come as soon as the program has heard the one before."""


class Program:
    """A program that serves a page."""

    def __init__(self, folder: Path, process: Any) -> None:
        self.folder = folder
        self.process = process
        self.address = ""
        while not (found := re.search(r"http://127\S+", self.address)):
            line = process.stdout.readline()
            assert line, process.stderr.read()
            self.address = line
        self.address = found[0]

    def ended(self) -> str:
        """What the program still says, once it has ended."""
        out, err = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, out + err
        return str(out)


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[Program]:
    """A program that serves a page, until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    options = {"env": {HOME: str(folder / "home")}}
    with running(folder, *arguments, "--browser", "--no-open", **options) as process:
        yield Program(folder, process)


class Browser:
    """A browser whose pages wait for anything as long as all tests do."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened

    def new_page(self, **options: Any) -> Any:
        """Open a page in a window of its own."""
        page = self._opened.new_page(**options)
        page.set_default_timeout(PATIENCE * 1000)
        return page


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser; while it is open, its loop of asyncio runs in this thread. Skips a test where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install '.[test]'")
    name = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if name is None:
        pytest.skip("there is no Chromium; `apt-get install chromium` gets it")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=name, args=ARGUMENTS, timeout=PATIENCE * 1000)
        yield Browser(opened)
        opened.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for the tests of a module."""
    with browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A table at which Rome is asked its first question. Who gives no answer can share it with other tests."""
    folder = tmp_path_factory.mktemp("table")
    with served(folder, "play", "--empire", "rome", "--bots", "novice", "--max-rounds", "1") as program:
        yield program


class Clicker:
    """A person at a page who clicks at random; ``complaints`` are what the page has complained of."""

    def __init__(self, page: Any, seed: int) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.clicked: list[str] = []
        self._random = Random(seed)
        page.on("console", lambda said: self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, address: str) -> None:
        """Open the page, and wait for the table."""
        self.page.goto(address)
        self.page.wait_for_selector("#chart svg")

    def shows(self, text: str, where: str) -> bool:
        """Whether a part of the page comes to have a text in it."""
        return wait_until(lambda: text in self.page.inner_text(where))

    def invitation(self, kind: str) -> str:
        """Return the invitation of a kind that stands in the lobby, once it does."""
        assert self.shows(f"mare://{kind}/", "#lines")
        said = str(self.page.inner_text("#lines")).split()
        return next(word for word in said if word.startswith(f"mare://{kind}/"))

    def click(self, most: int = 1) -> list[str]:
        """Click on something, or several times; what stood there, empty if there was nothing to click."""
        numbers = [self._random.randrange(1_000_000) for _ in range(most)]
        clicked: list[str] = self.page.evaluate(CLICKS, [numbers, PATIENCE * 1000])
        self.clicked += clicked
        return clicked

    def until(self, selector: str) -> None:
        """Click until something is there."""
        end = time.monotonic() + PATIENCE
        while not self.page.query_selector(selector):
            assert time.monotonic() < end, (selector, self.page.inner_text("body"))
            self.click()

    def play(self, patience: float = 5 * PATIENCE) -> None:
        """Click until the game is over, which must be so within some seconds."""
        end = time.monotonic() + patience
        while not self.is_over and "over" not in self.click(AT_ONCE):
            assert time.monotonic() < end, self.page.inner_text("body")

    def stand_up(self) -> None:
        """Close the table once the game is over, after what waits to be read."""
        end = time.monotonic() + PATIENCE
        while self.page.is_hidden("#notice") and self.page.is_hidden("#speaking"):
            assert time.monotonic() < end, self.page.inner_text("body")
            # The button may go at this moment, if it was clicked before.
            self.page.evaluate("document.querySelector('#then button')?.click()")
            self.page.wait_for_timeout(40)

    def close(self) -> None:
        """Close the table once the game is over; leave the next one in its lobby."""
        self.stand_up()
        if self.page.is_hidden("#notice"):
            self.page.click("#leave")
        self.page.wait_for_selector("#notice:not([hidden])")

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.page.evaluate("document.body.hasAttribute('data-over')"))


def faults(page: Any) -> list[str]:
    """What axe-core finds on a page that keeps people out; in the dark, too few contrasts are all that can be new."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = []
    for scheme, options in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme)
        for fault in axe.run(page, options=options).response["violations"]:
            if fault["impact"] in GRAVE:
                found += [f"{scheme}: {fault['id']}: {node['html'][:120]}" for node in fault["nodes"]]
    return found
