"""The page and the picture in a real browser, where there is one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from cli.empires.view import EMPIRES_VIEW
from cli.ui.picture.page import page
from cli.ui.picture.svg import picture
from cli.ui.picture.tags import drawn
from tests.cli.games import replay
from tests.cli.map.positions import contested, printed

empires_map = EMPIRES_VIEW.map

HINT = "Point at a place to read what stands there."

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
key("Home");
document.querySelector('[data-do="end"]').click();
document.querySelector('[data-do="play"]').click();
found.replayed = document.getElementById("slider").value;
key(" ");
document.getElementById("ground-latium").dispatchEvent(new MouseEvent("click", { bubbles: true }));
found.latium = document.getElementById("place").textContent;
key("Escape");
found.none = document.getElementById("place").textContent;
document.getElementById("ground-mare_ionium").dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
found.hovered = [...document.querySelectorAll(".hovered")].map((ground) => ground.id);
found.pointed = document.getElementById("place").textContent;
document.querySelector(".map").dispatchEvent(new PointerEvent("pointerleave"));
found.left = document.getElementById("place").textContent;
const filter = document.getElementById("filter");
filter.value = "rome COIN";
filter.dispatchEvent(new Event("input"));
found.filtered = [...document.querySelectorAll("#log li:not([hidden]) button")].map((entry) => entry.textContent);
filter.value = "";
filter.dispatchEvent(new Event("input"));
found.unfiltered = document.querySelectorAll("#log li[hidden]").length;
found.graphs = document.querySelectorAll(".graph").length;
const out = document.createElement("pre");
out.id = "found";
out.textContent = JSON.stringify(found);
document.body.append(out);
</script></body>"""


OUTSIDE = """
<script>
const outside = [...document.querySelectorAll("rect.card")].flatMap((card) => {
  const room = card.getBoundingClientRect();
  return [...card.parentElement.querySelectorAll("text")].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.right > room.right || box.left < room.left || box.bottom > room.bottom || box.top < room.top;
  }).map((text) => text.textContent);
});
const out = document.createElement("pre");
out.id = "found";
out.textContent = JSON.stringify({ outside });
document.body.append(out);
</script>"""


@pytest.fixture(scope="module")
def browser() -> str:
    """The name of a browser."""
    for name in BROWSERS:
        if shutil.which(name):
            return name
    pytest.skip("there is no Chromium; `apt-get install chromium` gets it")


def run(browser: str, folder: Path, *arguments: str) -> str:
    """Run the browser without a window, with a profile of its own; what it prints."""
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run([*command, *arguments], check=True, capture_output=True, text=True, timeout=120)
    return done.stdout


FRAME = """
<body style="margin: 0"><iframe src="game.html#step=STEP" style="border: 0; width: WIDTHpx; height: HEIGHTpx"></iframe>
<script>
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => {
  const page = frame.contentDocument, width = frame.clientWidth;
  const overflow = (element) => frame.contentWindow.getComputedStyle(element).overflowX;
  const scrolls = (element) => element && element !== page.body &&
    (["auto", "scroll"].includes(overflow(element)) || scrolls(element.parentElement));
  const found = {
    wide: page.documentElement.scrollWidth,
    cut: [...page.querySelectorAll("body *:not(svg *)")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width && (box.right > width + 1 || box.left < -1) && !scrolls(element);
    }).map((element) => element.outerHTML.slice(0, 80)),
    players: page.getElementById("players").getBoundingClientRect().bottom,
    controls: page.querySelector(".controls").getBoundingClientRect().bottom,
    steps: page.querySelector('[data-do="end"]').getBoundingClientRect().bottom,
    small: [...page.querySelectorAll(".controls button")].filter((button) => {
      const box = button.getBoundingClientRect();
      return box.width < 44 || box.height < 44;
    }).length,
    letters: page.querySelector(".name").getBoundingClientRect().height,
    hidden: (() => {
      const log = page.getElementById("log").getBoundingClientRect();
      const entry = page.querySelector("#log [aria-current]").getBoundingClientRect();
      return Math.max(log.top - entry.top, entry.bottom - log.bottom);
    })(),
    scrolled: frame.contentWindow.scrollY,
  };
  const out = document.createElement("pre");
  out.id = "found";
  out.textContent = JSON.stringify(found);
  document.body.append(out);
});
</script>"""
"""A page in a window of any size: those of a browser have a least width."""


def framed(browser: str, folder: Path, width: int, height: int, step: int = 9) -> dict[str, Any]:
    """What a window of that size shows of the page at a step."""
    frame = FRAME.replace("WIDTH", str(width)).replace("HEIGHT", str(height)).replace("STEP", str(step))
    (folder / "frame.html").write_text(frame, "utf-8")
    size = f"--window-size={max(width, 600)},{height}"
    arguments = ("--allow-file-access-from-files", "--virtual-time-budget=3000", size, "--dump-dom")
    return read(run(browser, folder, *arguments, (folder / "frame.html").as_uri()))


def read(document: str) -> dict[str, Any]:
    """What a script has written into a document."""
    shown = re.search(r'<pre id="found">(.*?)</pre>', document, re.DOTALL)
    assert shown is not None, "the script of the page has failed"
    value: dict[str, Any] = json.loads(unescape(shown[1]))
    return value


@pytest.fixture(scope="module")
def found(browser: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page shows while keys are pressed."""
    folder = tmp_path_factory.mktemp("page")
    file = folder / "game.html"
    file.write_text(page("Mare Nostrum: Empires", replay()).replace("</body>", PROBE), "utf-8")
    return read(run(browser, folder, "--dump-dom", file.as_uri()))


def test_the_page_begins_at_the_beginning(found: dict[str, Any]) -> None:
    assert found["start"]["now"] == f"Round 1 · step 0 of {replay().last}"
    assert found["start"]["told"] == "Round 1: The game begins."


def test_keys_step_through_the_game(found: dict[str, Any]) -> None:
    last = replay().last
    assert [found[name]["slider"] for name in ("second", "end", "home", "seventh")] == ["2", str(last), "0", "7"]
    phases = [f"{when}: {' '.join(str(line.text) for line in of)}" for when, of in replay().moments[2].by_phase()]
    assert found["second"]["told"] == " ".join(phases)
    assert found["end"]["now"] == f"Round 1, the end · step {last} of {last}"
    assert found["home"] == found["start"]
    assert found["playing"] == "true"


def test_the_log_shows_where_we_are(found: dict[str, Any]) -> None:
    assert [[*dict.fromkeys(found[name]["current"])] for name in ("start", "second", "seventh")] == [
        ["0"],
        ["2"],
        ["7"],
    ]


def test_the_map_follows(found: dict[str, Any]) -> None:
    latium = next(place for place in empires_map.atlas(replay().moments[0].state.board).places if place.id == "latium")
    for name, number in (("start", 0), ("seventh", 7), ("end", -1)):
        written = drawn(empires_map.scene(replay().moments[number].state).tag(latium))
        assert found[name]["latium"] == re.sub("<[^>]*>", "", written)


def test_everything_has_room(found: dict[str, Any]) -> None:
    assert (found["wide"], found["outside"]) == ([], [])
    assert found["graphs"] == 5


def test_a_finished_game_is_played_from_its_beginning(found: dict[str, Any]) -> None:
    assert found["replayed"] == "0"


def test_a_province_tells_what_stands_there_until_escape(found: dict[str, Any]) -> None:
    wanted = " ".join(" ".join(EMPIRES_VIEW.words.place_lines(replay().moments[0].state, "latium")).split())
    assert (found["latium"], found["none"]) == (wanted, HINT)


def test_what_is_pointed_at_is_told(found: dict[str, Any]) -> None:
    assert found["hovered"] == ["ground-mare_ionium"]
    assert found["pointed"].startswith("Mare Ionium")
    assert found["left"] == HINT


def test_the_log_is_filtered_by_words(found: dict[str, Any]) -> None:
    phases = [lines for moment in replay().moments for _, lines in moment.by_phase()]
    said = [" ".join(str(line.text) for line in lines).lower() for lines in phases]
    assert len(found["filtered"]) == len([text for text in said if "rome" in text and "coin" in text]) > 0
    assert found["unfiltered"] == 0


def test_nothing_is_cut_at_the_side(browser: str, tmp_path: Path) -> None:
    (tmp_path / "game.html").write_text(page("Mare Nostrum: Empires", replay()), "utf-8")
    shown = framed(browser, tmp_path, 1440, 900)
    assert (shown["cut"], shown["wide"] <= 1440) == ([], True)
    assert max(shown["players"], shown["controls"]) <= 900


def test_on_a_phone_nothing_is_cut_buttons_can_be_touched_and_names_on_the_map_be_read(
    browser: str, tmp_path: Path
) -> None:
    (tmp_path / "game.html").write_text(page("Mare Nostrum: Empires", replay()), "utf-8")
    shown = framed(browser, tmp_path, 390, 844)
    assert (shown["cut"], shown["wide"] <= 390) == ([], True)
    assert (shown["small"], shown["letters"] > 10, shown["steps"] <= 844) == (0, True, True)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_the_last_entry_of_the_log_is_seen_whole_and_the_page_stays(
    browser: str, tmp_path: Path, width: int, height: int
) -> None:
    *moments, last = replay().moments
    line = last.lines[-1]._replace(text="Carthage pays with everything it has, and that is a lot.", event=None)
    told = replace(last, lines=(line,) * 6, races=())
    text = page("Mare Nostrum: Empires", replace(replay(), moments=(*moments, told)))
    (tmp_path / "game.html").write_text(text, "utf-8")
    shown = framed(browser, tmp_path, width, height, last.step)
    assert (shown["hidden"] <= 1, shown["scrolled"]) == (True, 0)


def test_no_text_leaves_its_card_in_any_font(browser: str, tmp_path: Path) -> None:
    names = ("Margarethe-Elisabeth von Wittgenstein", "클레오파트라와안토니우스", "W" * 24)
    svg = picture("Mare Nostrum: Empires", empires_map, printed(3).state, "Round 1", names)
    boards = [
        f'<style>#in{at} text {{ font-family: "{family}" !important }}</style><div id="in{at}">{svg}</div>'
        for at, family in enumerate(("DejaVu Serif", "Liberation Serif", "Noto Serif"))
    ]
    (tmp_path / "board.html").write_text(f"{''.join(boards)}{OUTSIDE}", "utf-8")
    assert read(run(browser, tmp_path, "--dump-dom", (tmp_path / "board.html").as_uri())) == {"outside": []}


def test_the_picture_is_painted(browser: str, tmp_path: Path) -> None:
    (tmp_path / "board.svg").write_text(
        picture("Mare Nostrum: Empires", empires_map, contested().state, "Round 4, Move and battle"), "utf-8"
    )
    painted = tmp_path / "board.png"
    run(browser, tmp_path, "--window-size=600,500", f"--screenshot={painted}", (tmp_path / "board.svg").as_uri())
    # An empty picture of this size has a few thousand bytes.
    assert painted.stat().st_size > 50_000
