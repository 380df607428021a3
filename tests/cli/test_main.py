"""The frame of the ``mare`` command: every way of giving up is a sentence and an exit code."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NoReturn

import pytest
import trio

import cli.main
from cli.command import BOT_COMMAND, Command, Failure, rules_are_compiled
from cli.i18n.texts import VARIABLE
from cli.main import COMMANDS, Listed, main
from cli.output.lines import forgive_encodings, say
from cli.storage.profile import HOME

ROOT = Path(__file__).parents[2]
FOR_PEOPLE = [name for name in COMMANDS if name != BOT_COMMAND]


def test_a_terminal_breaks_no_word_of_a_complaint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "20")
    main(["x"], {"x": Raising(Failure("two words have changed their places."))})
    assert capsys.readouterr().err == "mare: two words have\nchanged their\nplaces.\n"


def test_a_complaint_drives_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    main(["x"], {"x": Raising(Failure("\x1b[2Ja.toml:1: a\u202eb\u3164 is\nno key."))})
    assert capsys.readouterr().err == "mare: [2Ja.toml:1: ab is no key.\n"


@pytest.mark.parametrize("arguments", [["a\x1b[2J\u202e"], ["--language", "a\x1b[2J\u202e"], ["rules", "--a\x1b[2J"]])
def test_an_argument_that_is_quoted_drives_no_terminal(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(arguments)
    assert set(capsys.readouterr().err) & {"\x1b", "\u202e"} == set()


class Raising(Listed):
    """A command that ends by an exception."""

    EXAMPLES: Sequence[str] = ("mare fail",)

    def __init__(self, error: BaseException) -> None:
        super().__init__("End badly.", module="")
        self.error = error

    def load(self) -> Command:
        return self

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, choices=(3, 4, 5), default=3)

    def run(self, args: Namespace) -> int:
        raise self.error


class Counting(Listed):
    """A command whose exit code is its option."""

    EXAMPLES: Sequence[str] = ("mare count --number 3",)

    def __init__(self) -> None:
        super().__init__("Count.", module="")

    def load(self) -> Command:
        return self

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--number", type=int, default=0)

    def run(self, args: Namespace) -> int:
        number: int = args.number
        return number


class InANursery(Raising):
    """A command whose exception comes out of two nurseries."""

    def run(self, args: Namespace) -> int:
        async def fail() -> NoReturn:
            raise self.error

        async def outer() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(fail)

        async def table() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(outer)

        trio.run(table)
        return 0


def mare(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own, which keeps its output to the end as most do."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=ROOT,
        env=environment,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_load_no_command_and_no_edition(option: str) -> None:
    listing = "import sys; from cli.__main__ import start\ntry: start()\nfinally: print(*sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", listing, option], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = shown.stdout.splitlines()[-1].split()
    assert "cli.main" in loaded
    unneeded = (
        "cli.commands",
        "cli.play",
        "cli.ui",
        "core.empires",
        "core.classic",
        "core.mare",
        "prompt_toolkit",
        "trio",
    )
    assert [name for name in loaded if name.startswith(unneeded)] == []


def test_the_version_is_the_package_s_and_says_which_rules_run() -> None:
    rules = "compiled" if rules_are_compiled() else "pure Python"
    shown = mare("--version")
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, f"mare {version('mare-nostrum')} ({rules})\n", "")


def test_a_copy_that_is_not_installed_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> NoReturn:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    assert main(["--version"]) == 1
    assert "pip install ." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "x", "--at", "soon"], "argument --at: 'soon' is not a whole number; see `mare show --help`."),
        (
            ["show", "x", "--at", "1" * 5000],
            f"argument --at: '{'1' * 60}…' is not a whole number; see `mare show --help`.",
        ),
        (["play", "--think", "long"], "argument --think: 'long' is not a number; see `mare play --help`."),
    ],
)
def test_what_is_no_number_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"mare: {sentence}\n"


def test_a_table_that_cannot_be_is_refused_in_the_reader_s_language(capsys: pytest.CaptureFixture[str]) -> None:
    line_up = ("--edition", "original", "--players", "3", "--line-up", "rome,egypt")
    assert main(["--language", "ru", "play", *line_up]) == 2
    assert "состав должен быть из 3" in capsys.readouterr().err


@pytest.mark.parametrize("line_up", ["rome,rome,greece", "rome,atlantis,greece"])
def test_a_line_up_names_empires_of_the_map_each_once(line_up: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--edition", "original", "--line-up", line_up]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"mare: --line-up '{line_up}': choose from rome, greece, babylon, ")


def test_a_language_in_the_environment_that_there_is_not_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "zz")
    assert main(["rules", "2.2a"]) == 0
    out, err = capsys.readouterr()
    assert "No going back and forth" in out
    assert err == ("mare: MARE_LANGUAGE: there is no language 'zz', so this is English; choose from en, hu, ko, ru.\n")
    assert main(["--language", "hu", "rules", "2.2a"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("language", "topic"), [("ko", "교역"), ("ru", "Торговля"), ("hu", "kereskedelem")])
def test_a_phase_is_found_by_its_name_in_the_language_in_use(
    language: str, topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", language, "rules", topic]) == 0
    assert capsys.readouterr().out.startswith("2. ")


@pytest.mark.parametrize("edition", ["empires", "original", "revised"])
@pytest.mark.parametrize(
    ("language", "topic", "title"),
    [
        ("en", "editions", "Differences between the editions"),
        ("en", "differences", "Differences between the editions"),
        ("ru", "отличия", "Различия изданий"),
        ("ko", "차이", "판본의 차이"),
        ("hu", "különbségek", "A kiadások eltérései"),
    ],
)
def test_the_differences_between_the_editions_are_a_topic_in_every_language_and_edition(
    language: str, topic: str, title: str, edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", language, "rules", "--edition", edition, topic]) == 0
    assert capsys.readouterr().out.splitlines()[0] == title


def test_a_word_that_only_other_editions_know_is_told_with_these(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "odysseus"]) == 2
    told = capsys.readouterr().err
    assert "those of original and revised do" in told
    assert "`mare rules --edition original odysseus`" in told


def test_who_asks_the_rules_for_an_edition_is_told_how_to_see_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "Original"]) == 2
    told = "mare: original is an edition: `mare rules --edition original` shows its rules.\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize(
    ("language", "topic", "inside"),
    [("ko", "단계", "나머지"), ("ru", "Колосс Родосский", "доход"), ("hu", "királynője", "háború")],
)
def test_words_in_the_language_in_use_are_found_from_their_beginning(
    language: str, topic: str, inside: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", language, "rules", topic]) == 0
    assert main(["--language", language, "rules", inside]) == 0
    assert main(["--language", language, "rules", inside[1:]]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["rules", "zyzzyva"], ["resume", ""], ["forget", ""]],
)
def test_what_is_not_there_is_a_wrong_command_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_was_typed_without_end_is_not_repeated_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--empire", "x" * 5000]) == 2
    err = capsys.readouterr().err
    assert err.startswith("mare: there is no empire 'xxx")
    assert len(err) < 200
    assert err.count("\n") == 1


def test_a_folder_where_nothing_can_be_written_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(path: Path, data: bytes) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("cli.storage.ownfiles.create", refused)
    monkeypatch.setenv(HOME, str(tmp_path))
    assert main(["whoami"]) == 1
    assert capsys.readouterr().err == (
        f"mare: nothing can be written in {tmp_path} (Permission denied); choose another folder with MARE_HOME.\n"
    )


@pytest.mark.parametrize("below", ["", "deeper/still"])
def test_a_file_in_place_of_the_data_folder_is_one_sentence(
    below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_bytes(b"")
    folder = tmp_path / "file" / below
    monkeypatch.setenv(HOME, str(folder))
    assert main(["games"]) == 1
    assert capsys.readouterr().err == (
        f"mare: {folder} is not a folder, so nothing can be kept there; choose another with MARE_HOME.\n"
    )


def test_mare_alone_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], {"count": Counting()}) == 0
    assert "Count." in capsys.readouterr().out


def test_the_help_of_a_command_ends_with_its_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["count", "--help"], {"count": Counting()})
    assert capsys.readouterr().out.endswith("\nexamples:\n  mare count --number 3\n")


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_the_examples_of_a_command_are_taken_as_they_stand(name: str) -> None:
    listed = COMMANDS[name]
    assert listed.load().EXAMPLES
    for line in listed.load().EXAMPLES:
        mare, called, *arguments = shlex.split(line)
        assert (mare, called) == ("mare", name)
        cli.main.parser_of({name: listed}, load=True).parse_args([name, *arguments])


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_the_help_says_of_every_option_what_it_does(name: str) -> None:
    parser = ArgumentParser()
    COMMANDS[name].load().add_arguments(parser)
    assert [action.dest for action in parser._actions if not action.help] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["plunder", "gallia"], "there is no command 'plunder'; `mare --help` lists them."),
        (["plya"], "there is no command 'plya'; is it `mare play`? `mare --help` lists all."),
        (["Games"], "there is no command 'Games'; is it `mare games`? `mare --help` lists all."),
        (
            ["rejoin", "mare://join/AQ"],
            (
                "there is no command 'rejoin' any more; if you have lost your machine or key, another player runs `mare"
                " continue GAME`, and you join that table with its invitation."
            ),
        ),
        (["help"], "there is no command 'help'; `mare --help` has the help."),
        (["help", "play"], "there is no command 'help'; `mare play --help` has the help."),
        (["help", "conquer"], "there is no command 'help'; `mare --help` has the help."),
        (["play", "3"], "unrecognized arguments: 3; see `mare play --help`."),
        (
            ["play", "--rounds", "3"],
            "unrecognized arguments: --rounds 3; perhaps you mean --max-rounds; see `mare play --help`.",
        ),
        (["--bogus"], "unrecognized arguments: --bogus; see `mare --help`."),
        (["--players", "3"], "unrecognized arguments: --players; see `mare --help`."),
        (["--players", "3", "play"], "unrecognized arguments: --players; see `mare --help`."),
    ],
)
def test_a_player_who_mistypes_is_shown_what_is_nearest(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", f"mare: {sentence}\n")


def test_options_are_not_guessed_from_their_beginning() -> None:
    assert main(["count", "--num", "3"], {"count": Counting()}) == 2


def test_the_exit_code_is_the_command_s() -> None:
    assert main(["count", "--number", "3"], {"count": Counting()}) == 3


@pytest.mark.parametrize("command", [Raising, InANursery])
@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (Failure("the port is in use."), 1, "mare: the port is in use.\n"),
        (Failure("no such empire.", status=2), 2, "mare: no such empire.\n"),
        (KeyboardInterrupt(), 130, "mare: interrupted.\n"),
    ],
)
def test_giving_up_is_a_sentence_and_an_exit_code(
    command: Callable[[BaseException], Raising],
    error: BaseException,
    status: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["fail"], {"fail": command(error)}) == status
    assert capsys.readouterr().err == said


def test_no_one_reading_the_output_is_no_fault() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        cut = mare("--version", stdout=writer)
    finally:
        os.close(writer)
    assert (cut.returncode, cut.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_one_sentence() -> None:
    device = os.open("/dev/full", os.O_WRONLY)
    try:
        full = mare("--version", stdout=device)
    finally:
        os.close(device)
    assert (full.returncode, full.stderr) == (1, "mare: standard output: No space left on device.\n")


def test_a_closed_output_is_no_fault() -> None:
    closed = subprocess.run(
        ["/bin/sh", "-c", f"'{sys.executable}' -m cli --version >&-"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (closed.returncode, closed.stderr) == (0, "")


TWICE = """
import os, signal
import cli.main
from cli.__main__ import start

def interrupted(*_):
    os.kill(os.getpid(), signal.SIGINT)

cli.main._dispatch = cli.main._complain = interrupted
start()
"""
"""Ctrl-C, and again while the program says that it was interrupted."""


def test_ctrl_c_again_ends_the_program_without_a_traceback() -> None:
    ended = subprocess.run([sys.executable, "-c", TWICE], cwd=ROOT, check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (130, "")


def test_an_interruption_while_the_program_is_loaded_ends_it_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "gettext.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "cli", "games"], capture_output=True, check=False, env=environment
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


def test_where_an_encoding_has_no_signs_of_print_plain_ones_stand_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding="ascii"))
    forgive_encodings()
    say("“done” … Köln")
    assert written.getvalue() == b'"done" ... K\\xf6ln\n'
