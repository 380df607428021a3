"""``mare play``: a player at the table, in a pipe and at a terminal."""

from __future__ import annotations

import os
import re
import select
import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.commands import play
from cli.main import BROKEN_PIPE, main
from cli.storage.profile import HOME
from tests.cli.bots.programs import FIRST, program
from tests.cli.processes import PATIENCE, PGREP, all_gone, bots_of, finish, kill, running

SHORT = ("play", "--max-rounds", "1")

pty = pytest.importorskip("pty", reason="this system has no terminals")
needs_pgrep = pytest.mark.skipif(not PGREP, reason="this system has no pgrep to find processes with")


class Visit(NamedTuple):
    """A game in a folder that a player has left again: the exit code, the output, the complaints."""

    folder: Path
    status: int
    out: str
    err: str


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> Visit:
    """A player looks at the players, talks and leaves."""
    folder = tmp_path_factory.mktemp("visit")
    said = "say Good evening!\ntell 2 I leave Gallia alone if you stay out of Italia\ntell zed Psst\n?\n"
    return Visit(folder, *finish(folder, *SHORT, typed=f"players\n{said}quit\n"))


@pytest.fixture(scope="module")
def open_visit(tmp_path_factory: pytest.TempPathFactory) -> Visit:
    """A player looks at the players of a table with open hands; there the input ends."""
    folder = tmp_path_factory.mktemp("open")
    return Visit(folder, *finish(folder, *SHORT, "--open-hands", "--record", "left.mare", typed="players\n"))


def hands_told(visit: Visit) -> tuple[int, int]:
    """How many hands the players show with what is in them, and how many by number only."""
    told = visit.out.split("\n> players\n")[1]
    return told.count("9 resources: "), told.count("9 resources; ")


def test_the_resources_of_others_are_shown_at_a_table_with_open_hands_r3(visit: Visit, open_visit: Visit) -> None:
    """R3: three empires hold nine resources each after the first collection; one of them is yours."""
    assert hands_told(visit) == (1, 2)
    assert hands_told(open_visit) == (3, 0)


def test_one_can_talk_with_the_bots(visit: Visit) -> None:
    told = " ".join(visit.out.split())
    assert "You: “Good evening!”" in told
    assert re.search("You, to Bot 1[^:]* alone: “I leave Gallia alone if you stay out of Italia”", told)
    assert "“tell” needs a player" in told
    assert "tell NAME TEXT say something to one player alone" in told


def test_who_leaves_finds_no_file_in_their_folder(visit: Visit) -> None:
    assert (visit.status, visit.err, [*visit.folder.glob("*.mare")]) == (0, "", [])
    assert "goes on with it." in visit.out


def test_who_leaves_is_told_so_and_has_the_record_that_was_asked_for(
    open_visit: Visit, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (open_visit.status, open_visit.err) == (0, "")
    assert "You have left the table. The game stands at step " in open_visit.out
    assert main(["verify", str(open_visit.folder / "left.mare")]) == 0
    assert "open at step" in capsys.readouterr().out


def test_answers_that_are_read_from_a_file_stand_in_what_is_printed(visit: Visit) -> None:
    assert "\n> players\n" in visit.out
    assert "\n> quit\nYou have left the table." in visit.out


def test_the_end_of_input_ends_the_line(open_visit: Visit) -> None:
    assert "\n> \nYou have left the table." in open_visit.out


def test_a_whole_game_can_be_played_through_a_pipe_and_left_and_taken_up_with_the_same_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    typed = "players\n" + "answers\n1\nanswers offer metal\n1\n" * 200
    status, out, err = finish(tmp_path, *SHORT, "--empire", "rome", typed="answers\n1\nquit\n")
    assert (status, err) == (0, "")
    assert "You are Rome; you hold " in out
    [name] = re.findall("`mare resume ([0-9a-f]{8})` goes on", out)
    status, out, err = finish(tmp_path, "resume", name, typed=typed)
    assert (status, err) == (0, "")
    assert "All 3 players have the same log." in out
    (record,) = tmp_path.glob("*.mare")
    assert f"is in {record.name}; check it with `mare verify {record.name}`." in out
    assert main(["verify", str(record)]) == 0
    assert ": finished. " in capsys.readouterr().out
    assert main(["games"]) == 0
    assert capsys.readouterr().out.startswith(name)


def test_whose_output_no_one_reads_any_more_ends_quietly_and_can_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As ``mare play </dev/null | head`` does: by the exit code of SIGPIPE."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with running(tmp_path, *SHORT, stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == BROKEN_PIPE
        assert process.stderr.read() == ""
    assert main(["games"]) == 0
    assert "open, empires" in capsys.readouterr().out


def test_a_bot_that_is_slow_to_come_is_waited_for(tmp_path: Path) -> None:
    status, out, err = finish(tmp_path, *SHORT, typed="quit\nquit\n", module="tests.late")
    assert "did not come" not in out + err
    assert status == 0, out + err


@needs_pgrep
def test_a_bot_that_dies_is_named(tmp_path: Path) -> None:
    with running(tmp_path, *SHORT) as play:
        bots = bots_of(play, 2)
        kill(bots[0])
        _, err = play.communicate()
        assert play.returncode == 1
        assert err.startswith("mare: ")
        assert "Bot 1" in err
        assert err.count("\n") == 1
        assert all_gone(bots)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--empire", "sparta"], "there is no empire 'sparta' in Mare Nostrum: Empires; choose from rome, "),
        (
            ["--empire", "egypt", "--players", "3"],
            "this table is not possible: the line-up rome, greece, carthage lacks “egypt”.",
        ),
        (
            ["--edition", "original", "--empire", "egypt", "--line-up", "rome,greece,carthage"],
            "this table is not possible: the line-up rome, greece, carthage lacks “egypt”.",
        ),
        (
            ["--edition", "revised", "--empire", "sparta"],
            "there is no civilization 'sparta' in Mare Nostrum: Civilization; choose from rome, ",
        ),
    ],
)
def test_an_empire_that_does_not_play_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"mare: {sentence}")


def test_an_empire_may_be_named_with_capital_letters() -> None:
    parser = ArgumentParser()
    play.add_arguments(parser)
    assert parser.parse_args(["--empire", "Babylon"]).empire == "babylon"


EDITING = "\x1b[?2004h"
"""With this the editor, before it reads a line, asks the terminal to mark what is pasted."""


class Terminal:
    """A terminal at which ``mare`` runs."""

    def __init__(self) -> None:
        self.own, self.program = pty.openpty()
        self.shown = ""

    def await_text(self, text: str) -> None:
        """Read what is shown until the text has come, which must be in good time."""
        while text not in self.shown:
            assert select.select([self.own], [], [], PATIENCE)[0], f"no {text!r} in {self.shown!r}"
            self.shown += os.read(self.own, 1 << 16).decode("utf-8", "replace")
        self.shown = self.shown.partition(text)[2]

    def type(self, text: str) -> None:
        """Type as a player does."""
        os.write(self.own, text.encode())


def test_a_person_at_a_terminal_has_a_line_editor(tmp_path: Path) -> None:
    terminal = Terminal()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), terminal.program)
    environment = {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm"}
    with running(tmp_path, *SHORT, "--plain", env=environment, **streams) as play:
        os.close(terminal.program)
        terminal.await_text("; you hold ")
        terminal.await_text(EDITING)
        terminal.type("mars\x7fch!\r")
        terminal.await_text("I don't understand “march!”")
        terminal.await_text(EDITING)
        terminal.type("boa\t")
        terminal.await_text("rd")
        terminal.type("\r")
        terminal.await_text("in brackets, what can still be built")
        terminal.await_text(EDITING)
        terminal.type("\x03")
        terminal.await_text("Press Ctrl-C again to leave, or type anything else to stay.")
        terminal.await_text(EDITING)
        terminal.type("\x04")
        terminal.await_text("You have left the table")
        assert play.wait() == 0


def test_a_program_of_one_s_own_has_a_seat_and_its_own_name(tmp_path: Path) -> None:
    command = program(tmp_path, FIRST)
    status, out, err = finish(tmp_path, *SHORT, "--bots", f"engine:{command},steady", typed="players\nquit\n")
    assert (status, err) == (0, "")
    assert "(Test 1)" in out
    assert "(Bot 2)" in out


def test_a_program_that_does_not_play_is_refused_before_the_game(tmp_path: Path) -> None:
    status, out, err = finish(tmp_path, *SHORT, "--bots", "engine:./no-such-program", typed="")
    assert (status, out) == (2, "")
    assert err.startswith("mare: --bots engine:./no-such-program: ")
