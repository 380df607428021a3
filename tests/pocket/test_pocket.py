"""A small edition is played like any other: by the arena, between processes, on the full screen, from a record."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from contextlib import ExitStack

from cli.main import main
from core import editions
from core.editions import EDITIONS, declared_by
from core.engine.game import Game
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import ENTER, Terminal
from tests.cli.test_company import HERE, Player, player
from tests.pocket import rules
from tests.pocket.edition import POCKET, start
from tests.pocket.state import Options, Ring

MAP = "\x1bOQ"
"""The key F2."""

PLAYED = ("--edition", "pocket", "--max-rounds", "5")


@pytest.fixture
def pocket(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this program play the pocket edition."""
    places = ("tests.pocket.edition:POCKET", "tests.pocket.edition:DECLARED")
    monkeypatch.setitem(editions._places, "pocket", places)


def mare(folder: Path, *arguments: str, module: str = "tests.pocket") -> subprocess.CompletedProcess[str]:
    """Run ``mare`` with the pocket edition, or another module, in a folder."""
    environment = os.environ | {"MARE_HOME": str(folder / "home"), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_its_rules_have_two_hundred_lines() -> None:
    assert len(Path(rules.__file__).read_text("utf-8").splitlines()) <= 200


def test_who_has_three_provinces_wins() -> None:
    state = start(Options(2, ("red", "blue")), Ring())
    state.owners = (0, 1, -1, 0)
    game = Game(POCKET.rules, state)
    game.reveal({seat: game.parse("offer 0") for seat in (0, 1)})
    game.apply(game.parse("march north west"))
    game.apply(game.parse("march east south"))
    assert state.owners == (0, 1, 1, 0)
    game.reveal({seat: game.parse("offer 0") for seat in (0, 1)})
    state.legions = ((1, 0), (0, 0), (0, 1), (1, 0))
    game.apply(game.parse("march north east"))
    assert state.result == ((0,), "provinces")


def test_the_arena_plays_it(tmp_path: Path) -> None:
    played = mare(
        tmp_path, "arena", *PLAYED, "--line-up", "red,green", "--seats", "novice,steady", "--jobs", "2", "--json"
    )
    facts = json.loads(played.stdout)
    assert (facts["edition"], facts["games"], facts["faults"]) == ("pocket", 100, [])
    assert set(facts["empires"]) == {"red", "green"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--purse", "empty"), "--purse 'empty': choose few, many."),
        (
            ("--line-up", "red,mauve"),
            "--line-up 'red,mauve': choose from red, blue, green, advised, each at most once.",
        ),
        (
            ("--line-up", "red,green", "--players", "3"),
            "this table is not possible: 3 players need a line-up of 3, not 2.",
        ),
        (
            ("--display", "short"),
            "--display: Pocket has no such option. It has --max-rounds, --line-up, --purse, --oracle.",
        ),
        (("--line-up", "red,green", "--empire", "blue"), "this table is not possible: 'blue' does not play here."),
    ],
)
def test_options_that_cannot_be_are_one_sentence(
    arguments: tuple[str, ...], sentence: str, pocket: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--edition", "pocket", *arguments]) == 2
    assert capsys.readouterr().err.split() == f"mare: {sentence}".split()


def test_the_help_says_which_editions_have_an_option(pocket: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "--line-up NAME,…" in shown
    assert "; only in: original, revised, pocket" in shown
    assert "--purse {few,many} with how many coins each begins: few or many; only in: pocket" in shown
    assert "--oracle let the first empire begin with the oracle; only in: pocket" in shown


def test_what_a_charter_says_of_the_options_that_an_edition_declares_is_read_again() -> None:
    assert all(declared_by(name) == edition.declared for name, edition in EDITIONS.items())
    for edition in (*EDITIONS.values(), POCKET):
        usual = edition.options(players=2, empires=("random",) * 2)
        assert edition.write_options(usual) == tuple(option.usual for option in edition.declared)
        assert edition.read_options(edition.write_options(usual), usual.empires) == usual


def test_bots_in_processes_play_it_and_its_record_is_verified(tmp_path: Path) -> None:
    chosen = ("--line-up", "green,red", "--purse", "many", "--oracle")
    played = mare(tmp_path, "demo", *PLAYED, *chosen, "--seed", "3", "--record", "pocket.mare", "--json")
    assert json.loads(played.stdout)["agree"]
    verified = mare(tmp_path, "verify", "pocket.mare")
    assert (verified.returncode, verified.stdout.splitlines()[0].startswith("pocket.mare: finished.")) == (0, True)
    without = mare(tmp_path, "verify", "pocket.mare", module="cli")
    assert without.returncode == 1
    assert "the edition 'pocket', which this program lacks. You need mare 0.1.0." in without.stderr


def test_a_guest_plays_the_host_s_edition_and_agrees_to_its_options(tmp_path: Path) -> None:
    with ExitStack() as stack:

        def sit(name: str, *arguments: str) -> Player:
            return stack.enter_context(player(tmp_path, name, *arguments, "--name", name, module="tests.pocket"))

        host = sit(
            "ada", "host", *PLAYED, *HERE, "--purse", "many", "--bots", "1", "--strength", "novice", "--autopilot"
        )
        invitation = host.until(r"mare://join/\S+")
        host.until("Pocket, ends after 5 rounds, the advised line-up Red, Blue, many coins, free oracle")
        host.type("set line-up green,blue", "set oracle y", "set purse", "set alps yes")
        host.until("line-up Blue, Green, many coins, owned oracle")
        host.until("Name an option and its value")
        host.until("Pocket has no option 'alps'")
        bo = sit("bo", "join", invitation, "--empire", "green", "--autopilot")
        bo.until("line-up Blue, Green, many coins, owned oracle")
        for each in (host, bo):
            each.until("bo wants to play green")
            each.type("ready")
        for each in (host, bo):
            each.until("The record ")
        host.type("set")
        host.until("  set purse few|many: with how many coins each begins: few or many")
        status, complaint = stack.enter_context(player(tmp_path, "cy", "join", invitation)).end()
        assert (status, "the edition 'pocket', which this program lacks. You need mare 0.1.0." in complaint) == (
            1,
            True,
        )


def test_a_person_plays_it_on_the_full_screen(tmp_path: Path) -> None:
    with Terminal(tmp_path, SMALL, "play", *PLAYED, module="tests.pocket") as terminal:
        terminal.await_text("Offer coins for the oracle")
        terminal.press(*"off 1", ENTER)
        terminal.await_text("March one legion")
        assert "Red offers 1." in terminal.shown
        terminal.press(*"march n w", ENTER)
        terminal.await_text("Round 2, phase 2")
        assert "Red marches from North to West." in terminal.shown
        # While a player is asked, so low a screen shows the map only when it is asked for.
        terminal.press(MAP)
        terminal.await_text("R West")
        terminal.press(*"quit", ENTER, *"quit", ENTER)
        terminal.await_text("You have left the table.")
        assert terminal.process.wait() == 0
    listed = mare(tmp_path, "games")
    assert "Bot 1" in listed.stdout
