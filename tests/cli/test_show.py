"""``mare show``: games in words, as maps, pictures and pages."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.output import ColorDepth

from cli.main import main
from cli.ui.replay.viewer import Viewer
from core.classic.data import classic_toml
from core.empires.rules import standard_map
from tests.cli.games import sessions
from tests.cli.map.positions import CONTESTED

Show = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of a game and a position."""
    made = tmp_path_factory.mktemp("show")
    (made / "game.mare").write_bytes(sessions()[0].record() or b"")
    (made / "war.toml").write_text(CONTESTED, "utf-8")
    return made


@pytest.fixture
def show(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Show:
    """Runs ``mare show`` in that folder: the exit code, the output and what was complained of."""
    monkeypatch.chdir(folder)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["show", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_a_pipe_gets_the_last_position_in_words(show: Show) -> None:
    status, out, err = show("game.mare")
    height = sessions()[0].log.height
    assert (status, err) == (0, "")
    assert out.startswith(f"game.mare: step {height} of {height}.\n")
    assert "The last round is over; there is no winner." in out
    assert "Latium       caravan:metal caravan:wine" in out
    assert "(Bot 2)" in out


def test_any_step_can_be_shown(show: Show) -> None:
    status, out, _ = show("game.mare", "--at", "0", "--plain")
    assert status == 0
    assert out.startswith(f"game.mare: step 0 of {sessions()[0].log.height}.\nRound 1:\n  The game begins.\n")


@pytest.mark.parametrize("step", ["-1", "10000"])
def test_a_step_that_is_not_there_is_refused(show: Show, step: str) -> None:
    last = sessions()[0].log.height
    status, out, err = show("game.mare", "--at", step)
    assert (status, out) == (2, "")
    assert err == f"mare: --at {step}: game.mare has only the steps 0 to {last}.\n"


def test_a_position_can_be_shown(show: Show) -> None:
    status, out, _ = show("war.toml")
    assert status == 0
    assert out.startswith("war.toml: step 0 of 0.\n")
    assert "Rome 2 legions; Egypt 1 legion and fortress" in " ".join(out.split())


def test_a_position_on_a_map_of_another_edition_is_one_sentence(show: Show, folder: Path) -> None:
    (folder / "classic.toml").write_text(classic_toml(), "utf-8")
    status, out, err = show("war.toml", "--map", "classic.toml")
    assert (status, out) == (2, "")
    assert err.startswith("mare: classic.toml:")
    assert len(err.splitlines()) == 1


def test_the_map_alone_can_be_printed(show: Show) -> None:
    status, out, _ = show("war.toml", "--board", "100x30")
    assert status == 0
    assert len(out.splitlines()) == 30
    assert max(map(len, out.splitlines())) <= 100
    assert "Cyrenaica" in out
    assert not out.isascii()
    assert show("war.toml", "--board", "100x30", "--ascii")[1].isascii()


@pytest.mark.parametrize("size", ["", "80", "0x24", "80x", "9999x24", "-80x24"])
def test_a_size_that_is_none_is_refused(show: Show, size: str) -> None:
    status, out, err = show("war.toml", f"--board={size}")
    assert (status, out, err) == (2, "", f"mare: --board {size}: expected columns and rows, such as 80x24.\n")


@pytest.mark.parametrize("size", ["1x1", "49x12", "50x11"])
def test_a_map_on_which_not_every_province_has_its_name_is_refused(show: Show, size: str) -> None:
    assert show("war.toml", f"--board={size}") == (2, "", f"mare: --board {size}: the map needs 50x12 at least.\n")


def test_on_the_smallest_map_every_province_without_units_has_the_beginning_of_its_name(show: Show) -> None:
    out = show("war.toml", "--board", "50x12")[1]
    with_units = {"sicilia", "cyrenaica", "macedonia", "creta", "asia", "latium", "italia", "achaia", "africa"}
    assert [of for of in standard_map().provinces if of.id not in with_units and of.name[:3] not in out] == []


def test_a_picture_and_a_page_are_written(show: Show, folder: Path) -> None:
    status, out, _ = show("game.mare", "--at", "5", "--svg", "board.svg", "--html", "game.html")
    assert status == 0
    assert out == ("The board at step 5 is in board.svg.\nThe whole game is in game.html; open it in a browser.\n")
    assert ET.parse(folder / "board.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert (folder / "game.html").read_text("utf-8").startswith("<!doctype html>")


def test_a_picture_and_a_page_are_written_over_older_ones(show: Show, folder: Path) -> None:
    drawn = ("--svg", "again.svg", "--html", "again.html")
    assert show("game.mare", "--at", "0", *drawn)[0] == 0
    old = [(folder / name).read_text("utf-8") for name in ("again.svg", "again.html")]
    assert show("war.toml", *drawn)[0] == 0
    assert [(folder / name).read_text("utf-8") for name in ("again.svg", "again.html")] != old


@pytest.mark.parametrize("option", ["--svg", "--html"])
@pytest.mark.parametrize("precious", ["precious\n", "", "<svg>mine</svg>", "<!doctype html><title>mine</title>"])
def test_nothing_is_drawn_over_a_file_of_ones_own(show: Show, folder: Path, option: str, precious: str) -> None:
    (folder / "notes.txt").write_text(precious, "utf-8")
    refused = "mare: notes.txt already exists, and `mare` did not draw it; choose another file.\n"
    assert show("war.toml", option, "notes.txt") == (2, "", refused)
    assert (folder / "notes.txt").read_text("utf-8") == precious


@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_where_nothing_can_be_written_a_sentence_says_so(show: Show, option: str) -> None:
    status, _, err = show("war.toml", option, "nowhere/file")
    assert (status, err) == (2, "mare: nowhere/file: No such file or directory.\n")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'phase = "dinner"\n', "mare: FILE:1: "),
        (b"# " * (1 << 21), "mare: FILE: this has more than 2 MiB. No record or position is so long.\n"),
    ],
)
def test_what_is_no_game_is_one_sentence(show: Show, folder: Path, data: bytes, reason: str) -> None:
    (folder / "FILE").write_bytes(data)
    found = show("FILE")
    assert found[:2] == (2, "")
    assert found[2].startswith(reason)
    assert found[2].count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColorDepth.DEPTH_24_BIT),
        ({"TERM": "vt100"}, ColorDepth.DEPTH_1_BIT),
    ],
)
def test_on_a_terminal_it_is_stepped_through_in_the_colours_there_are(
    show: Show, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], depth: ColorDepth
) -> None:
    shown: list[tuple[Viewer, ColorDepth]] = []
    monkeypatch.setattr("cli.ui.replay.viewer.run_viewer", lambda viewer, depth: shown.append((viewer, depth)))
    monkeypatch.setattr("cli.ui.replay.viewer.colours", lambda: {"vt100": -1}.get(environment["TERM"], 256))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert show("war.toml", "--at", "0")[0] == 0
    [(viewer, found)] = shown
    assert found is depth
    assert viewer.look.colour == (depth is not ColorDepth.DEPTH_1_BIT)
    assert viewer.title == "war.toml"
