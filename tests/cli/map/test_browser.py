"""The page and the picture in a real browser, where there is one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from cli.empires.map import view as empires_map
from cli.ui.picture.page import page
from cli.ui.picture.svg import picture
from cli.ui.picture.tags import drawn
from tests.cli.games import replay
from tests.cli.map.positions import contested

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

PROBE = """
<script>
const found = {};
const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const look = () => ({
  now: document.getElementById("moment-now").textContent,
  told: document.getElementById("told").textContent,
  latium: document.getElementById("tag-latium").textContent,
  current: [...document.querySelectorAll("#log [aria-current]")].map((entry) => entry.dataset.go),
  slider: document.getElementById("slider").value,
});
found.start = look();
key("ArrowRight"); key("ArrowRight"); key("ArrowRight"); key("ArrowLeft");
found.second = look();
key("End");
found.end = look();
key("Home");
found.home = look();
document.querySelector('#log [data-go="7"]').click();
found.seventh = look();
key(" ");
found.playing = document.querySelector('[data-do="play"]').getAttribute("aria-pressed");
key(" ");
found.wide = [...document.querySelectorAll("text.good")].filter(
  (text) => text.getBBox().width > text.previousElementSibling.getBBox().width - 4).map((text) => text.textContent);
found.outside = [...document.querySelectorAll("g[id^=tag-]")].filter((tag) => {
  const box = tag.getBoundingClientRect(), map = document.querySelector(".frame").getBoundingClientRect();
  return box.left < map.left - 1 || box.right > map.right + 1 || box.top < map.top - 1 || box.bottom > map.bottom + 1;
}).map((tag) => tag.id);
found.graphs = document.querySelectorAll(".graph").length;
const out = document.createElement("pre");
out.id = "found";
out.textContent = JSON.stringify(found);
document.body.append(out);
</script></body>"""


@pytest.fixture(scope="module")
def browser() -> str:
    """The name of a browser."""
    for name in BROWSERS:
        if shutil.which(name):
            return name
    pytest.skip("there is no Chromium; `apt-get install chromium` gets it")


def run(browser: str, folder: Path, *arguments: str) -> str:
    """Run the browser without a window, as nobody's; what it prints."""
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run([*command, *arguments], check=True, capture_output=True, text=True, timeout=120)
    return done.stdout


@pytest.fixture(scope="module")
def found(browser: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page shows while keys are pressed."""
    folder = tmp_path_factory.mktemp("page")
    file = folder / "game.html"
    file.write_text(page("Mare Nostrum: Empires", replay()).replace("</body>", PROBE), "utf-8")
    shown = re.search(r'<pre id="found">(.*?)</pre>', run(browser, folder, "--dump-dom", file.as_uri()), re.DOTALL)
    assert shown is not None, "the script of the page has failed"
    value: dict[str, Any] = json.loads(unescape(shown[1]))
    return value


def test_the_page_begins_at_the_beginning(found: dict[str, Any]) -> None:
    assert found["start"]["now"] == f"Round 1 · step 0 of {replay().last}"
    assert found["start"]["told"] == "The game begins."


def test_keys_step_through_the_game(found: dict[str, Any]) -> None:
    last = replay().last
    assert [found[name]["slider"] for name in ("second", "end", "home", "seventh")] == ["2", str(last), "0", "7"]
    assert found["second"]["told"] == " ".join(map(str, replay().moments[2].told))
    assert found["end"]["now"] == f"Round 1, the end · step {last} of {last}"
    assert found["home"] == found["start"]
    assert found["playing"] == "true"


def test_the_log_shows_where_we_are(found: dict[str, Any]) -> None:
    assert [found[name]["current"] for name in ("start", "second", "seventh")] == [["0"], ["2"], ["7"]]


def test_the_map_follows(found: dict[str, Any]) -> None:
    latium = next(place for place in empires_map.atlas(replay().moments[0].state.board).places if place.id == "latium")
    for name, number in (("start", 0), ("seventh", 7), ("end", -1)):
        written = drawn(empires_map.scene(replay().moments[number].state).tag(latium))
        assert found[name]["latium"] == re.sub("<[^>]*>", "", written)


def test_everything_has_room(found: dict[str, Any]) -> None:
    assert (found["wide"], found["outside"]) == ([], [])
    assert found["graphs"] == 5


def test_the_picture_is_painted(browser: str, tmp_path: Path) -> None:
    (tmp_path / "board.svg").write_text(
        picture("Mare Nostrum: Empires", empires_map, contested().state, "Round 4, Move and battle"), "utf-8"
    )
    painted = tmp_path / "board.png"
    run(browser, tmp_path, "--window-size=600,500", f"--screenshot={painted}", (tmp_path / "board.svg").as_uri())
    # An empty picture of this size has a few thousand bytes.
    assert painted.stat().st_size > 50_000
