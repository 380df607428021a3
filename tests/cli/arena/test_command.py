"""``mare arena``: the same games by the same seed for all players; and everything that ends one early."""

from __future__ import annotations

import io
import json
import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from cli.arena import command as arena_command
from cli.arena import schedule
from cli.arena.command import Progress
from cli.arena.match import Match, Played, play
from cli.command import Failure
from cli.i18n.texts import VARIABLE, speaking
from cli.main import main
from core.empires.bots import STRENGTHS
from core.empires.data import empires_toml
from core.empires.rules import standard_map
from tests.cli.arena.matches import match, play_with
from tests.cli.arena.test_match import Cheating
from tests.cli.processes import PGREP, all_gone, bots_of, kill, running, status_of

QUICK = ("arena", "--seats", "random", "--max-rounds", "1", "--seed", "7")

needs_pgrep = pytest.mark.skipif(not PGREP, reason="this system has no pgrep to find processes with")


def arena(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, Any]:
    """The object that an arena of short games answers with."""
    assert main([*QUICK, "--json", *arguments]) == status
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    one = arena(capsys, "--games", "9", "--jobs", "1")
    assert (one["games"], one["complete"], one["players"]) == (9, True, 3)
    assert arena(capsys, "--games", "9", "--jobs", "2") == one
    assert arena(capsys, "--games", "9", "--jobs", "1", "--seed", "8")["digest"] != one["digest"]


def test_the_object_has_shares_with_their_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    facts = arena(capsys, "--games", "6", "--seats", "steady,random", "--max-rounds", "9", "--jobs", "1")
    assert facts["seats"] == ["steady", "random", "random"]
    assert facts["win_share"] == {"steady": 1.0, "random": 0.0}
    assert facts["interval"]["steady"] == [pytest.approx(0.609666), 1.0]
    assert facts["even_share"] == {"steady": pytest.approx(1 / 3, abs=1e-6), "random": pytest.approx(2 / 3, abs=1e-6)}
    assert [facts["empires"][empire]["players"]["steady"]["games"] for empire in facts["empires"]] == [2, 2, 2]
    assert sum(victory["win_share"] for victory in facts["victories"].values()) == pytest.approx(1)
    assert sum(facts["rounds"]["games"].values()) == 6
    assert facts["faults"] == []


def test_an_arena_can_be_played_in_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """No two of these games have as many answers."""
    whole = arena(capsys, "--games", "3", "--jobs", "1")
    parts = [arena(capsys, "--games", "1", "--first", str(number), "--jobs", "1") for number in range(3)]
    answers = [part["answers"]["mean"] for part in parts]
    assert len(set(answers)) == 3
    assert sum(answers) == pytest.approx(3 * whole["answers"]["mean"], abs=0.1)


def test_an_arena_with_open_hands_says_so_and_plays_alike_r3(capsys: pytest.CaptureFixture[str]) -> None:
    """R3: the option changes no rule, but it stands in the position, of which the digest is made."""
    hidden, shown = (arena(capsys, "--games", "3", "--jobs", "1", *options) for options in ((), ("--open-hands",)))
    assert (hidden.pop("open_hands"), shown.pop("open_hands")) == (False, True)
    assert hidden.pop("digest") != shown.pop("digest")
    assert hidden == shown
    assert main([*QUICK, "--games", "1", "--jobs", "1", "--open-hands"]) == 0
    assert "; open display, at most 1 round, open hands, seed 7." in capsys.readouterr().out


def test_a_game_with_open_hands_is_played_again_by_the_command_that_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play_with(monkeypatch, {**STRENGTHS, "novice": lambda nodes, more: Cheating()})
    facts = arena(capsys, "--seats", "novice", "--games", "1", "--jobs", "1", "--open-hands", status=1)
    again = facts["faults"][0]["command"].split()
    assert main([*again[1:], "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["open_hands"] is True


def test_the_report_is_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "arena.svg"
    assert main([*QUICK, "--games", "3", "--jobs", "1", "--svg", str(picture)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("3 games of random, random, random; open display, at most 1 round, seed 7.")
    assert "no winner: the last round      3  100.0%" in out
    assert " a second.\n" in out
    assert err == ""
    assert "3 games of random" in "".join(ET.parse(picture).getroot().itertext())


def test_no_chart_is_drawn_over_a_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes, chart = tmp_path / "notes.txt", tmp_path / "chart.svg"
    notes.write_text("precious")
    assert main([*QUICK, "--games", "1", "--jobs", "1", "--svg", str(notes)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert notes.read_text() == "precious"
    for _ in range(2):
        assert main([*QUICK, "--games", "1", "--jobs", "1", "--svg", str(chart)]) == 0


def test_a_setup_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup = tmp_path / "other.toml"
    setup.write_text(empires_toml().replace("pyramids = 12", "pyramids = 11"), "utf-8")
    facts = arena(capsys, "--games", "1", "--map", str(setup))
    assert facts["data"] != standard_map().digest.hex()


def test_what_cannot_be_is_said_in_the_language_in_use(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "ru")
    with speaking("ru"):
        assert main(["arena", "--seats", "foo"]) == 2
    assert "foo" in (told := capsys.readouterr().err)
    assert "There is no player" not in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--games", "0"], "--games 0: give a number from 1 to 1000000."),
        (["--jobs", "0"], "--jobs 0: give a number from 1 up."),
        (["--jobs", "2", "--scheduler", "tcp://a:1"], "--jobs and --scheduler: give only one of them; a cluster"),
        (["--first", "-1"], "--first -1: give a number from 0 up; the first game is game 0."),
        (["--nodes", "-1"], "--nodes -1: give a number from 0 up."),
        (["--think", "0"], "--think 0: give a finite number of seconds, more than 0."),
        (["--players", "2"], "“Mare Nostrum: Empires” is for 3, 4, 5 players, not 2."),
        (["--seats", ",".join(["random"] * 6)], "“Mare Nostrum: Empires” is for 3, 4, 5 players, not 6."),
        (["--max-rounds", "-1"], "--max-rounds -1: "),
        (
            ["--seats", "random,random,random,random", "--players", "3"],
            "--seats names 4 players, and --players says 3.",
        ),
        (["--seats", "clever"], "--seats: There is no player “clever”; choose from random, "),
        (["--seats", "engine:"], "--seats: The command of an engine is empty."),
        (["--seats", "engine:'a"], "--seats: “'a” is no command: no closing quotation."),
        (["--svg", "nowhere/a.svg"], "nowhere/a.svg: no picture can be written there."),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*QUICK, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mare: {sentence}")
    assert err.count("\n") == 1


def test_a_player_that_fails_is_named_with_what_shows_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play_with(monkeypatch, {**STRENGTHS, "novice": lambda nodes, more: Cheating()})
    cheating = ("--seats", "random,novice", "--games", "7", "--jobs", "1")
    facts = arena(capsys, *cheating, status=1)
    assert (facts["games"], facts["complete"], len(facts["faults"])) == (0, False, 7)
    fault = facts["faults"][2]
    assert (fault["game"], fault["player"]) == (2, "novice")
    again = fault["command"].split()
    assert again[:2] == ["mare", "arena"]
    assert main([*again[1:], "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["faults"] == [fault]
    assert main([*QUICK, *cheating]) == 1
    out = capsys.readouterr().out
    assert "7 games could not be played to the end, and count for no player:\n  Game 0, step 1, " in out
    assert fault["command"] in out
    assert "\n  … and 2 more.\n" in out


# ---------------------------------------------------------------------- ends before the end


def test_ctrl_c_leaves_what_has_been_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(match: Match, portions: Sequence[tuple[int, ...]]) -> Iterator[Played]:
        yield from play(match, [0, 1])
        raise KeyboardInterrupt

    monkeypatch.setattr(arena_command, "play_here", interrupted)
    assert main([*QUICK, "--games", "5", "--jobs", "1", "--json"]) == 130
    out, err = capsys.readouterr()
    assert err == "mare: interrupted; the figures are of 2 of 5 games.\n"
    facts = json.loads(out)
    assert (facts["asked"], facts["games"], facts["complete"]) == (5, 2, False)


@needs_pgrep
def test_ctrl_c_ends_the_processes_that_play(tmp_path: Path) -> None:
    with running(tmp_path, *QUICK, "--games", "100000", "--jobs", "2", start_new_session=True) as process:
        playing = bots_of(process, 3)  # two that play, and one that Python itself keeps
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert status_of(process) == 130
        assert err.startswith("mare: interrupted; the figures are of ")
        assert all_gone(playing)


@needs_pgrep
def test_the_processes_that_play_do_not_outlive_an_arena_that_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, *QUICK, "--games", "100000", "--jobs", "2", start_new_session=True) as process:
        playing = bots_of(process, 3)
        kill(process.pid)
        assert all_gone(playing)


def test_a_process_that_dies_is_one_sentence() -> None:
    playing = schedule.play_in_processes(match(), [(number,) for number in range(100_000)], 1)
    assert next(playing).fault is None
    [process] = multiprocessing.active_children()
    process.kill()
    with pytest.raises(Failure, match="a process that played games was ended from outside; try fewer with --jobs"):
        for _ in playing:
            pass


def test_without_dask_a_cluster_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*QUICK, "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert (
        capsys.readouterr().err
        == "mare: games on a cluster need Dask: run `pip install '.[cluster]'` in the folder of mare.\n"
    )


def test_a_worker_with_other_rules_is_named() -> None:
    schedule._check_rules({"tcp://a": schedule._rules("empires")}, "empires")
    with pytest.raises(Failure, match=r"the worker tcp://b has engine 99 of the rules .*; install the same mare"):
        schedule._check_rules({"tcp://a": schedule._rules("empires"), "tcp://b": (99, "00")}, "empires")


# ---------------------------------------------------------------------- the bar


class Terminal(io.StringIO):
    """Standard error, in a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_shows_how_far_it_is_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with Progress(4, "games") as progress:
        progress.step()
        assert progress.line().startswith("[#######.......................] 1 of 4 games, ")
        assert progress.line().endswith(" left")
    assert terminal.getvalue().startswith("\r[....")
    assert terminal.getvalue().endswith("\r\x1b[K")
