"""Shells complete what one types after ``mare``, and the man page says the same as the help."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from cli.main import main
from tests.cli.processes import PATIENCE
from tests.manpage import PAGE, written

TYPED = b"mare verif\t--js\t\rmare show --edition orig\t\rexit\r"
COMPLETED = ["verify", "--json", "show", "--edition", "original"]
SAYING = "mare() { printf '<%s>\\n' \"$@\"; }"
STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], ". ./_mare"),
    "zsh": (["zsh", "-f", "-i"], "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D"),
}
"""Shells in which the test types, each with how it takes up the script."""


def script_for(shell: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return the script for a shell, which must be on this machine."""
    if shutil.which({"powershell": "pwsh"}.get(shell, shell)) is None:
        pytest.skip(f"there is no {shell} here")
    assert main(["completion", shell]) == 0
    path = folder / ("_mare.ps1" if shell == "powershell" else "_mare")
    path.write_text(capsys.readouterr().out, "utf-8")
    return path


@pytest.mark.parametrize("shell", STARTS)
def test_a_shell_completes_commands_options_and_values(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script_for(shell, tmp_path, capsys)
    command, takes_up = STARTS[shell]
    (tmp_path / "orders").write_text(f"{SAYING}\n{takes_up}\n", "utf-8")
    said = typed_into(command, tmp_path, b". ./orders; echo ready$((1))\r", TYPED)
    assert re.findall("^<(.*)>$", said, re.MULTILINE) == COMPLETED, said


def typed_into(command: list[str], folder: Path, first: bytes, then: bytes) -> str:
    """Type into an interactive program, go on when it says that it is ready, and return all that it says."""
    own, terminal = pty.openpty()
    environment = os.environ | {"HOME": str(folder), "TERM": "dumb", "PS1": "", "ZDOTDIR": str(folder)}
    process = subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, cwd=folder, env=environment, start_new_session=True
    )
    os.close(terminal)
    said, end = b"", time.monotonic() + PATIENCE
    os.write(own, first)
    try:
        while time.monotonic() < end:
            said += os.read(own, 1 << 16)
            if then and b"ready1" in said:
                os.write(own, then)
                then = b""
    except OSError:
        pass  # the program has ended
    finally:
        process.kill()
        process.wait()
        os.close(own)
    return said.decode(errors="replace").replace("\r\n", "\n")


FISH = "source $argv[1]; complete -C $argv[2]"
POWERSHELL = ". $args[0]; (TabExpansion2 $args[1] $args[1].Length).CompletionMatches.CompletionText"


@pytest.mark.parametrize(
    ("line", "completed"),
    [("mare verif", "verify"), ("mare verify --js", "--json"), ("mare show --edition o", "original")],
)
@pytest.mark.parametrize("shell", ["fish", "powershell"])
def test_a_shell_names_what_a_line_can_go_on_with(
    shell: str, line: str, completed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_for(shell, tmp_path, capsys)
    orders = {"fish": ["fish", "-N", "-c", FISH], "powershell": ["pwsh", "-NoProfile", "-Command", POWERSHELL]}[shell]
    ran = subprocess.run([*orders, script, line], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert [each.split("\t")[0] for each in ran.stdout.splitlines()] == [completed]


def test_files_are_completed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "evening.mare").touch()
    script = script_for("fish", tmp_path, capsys)
    command = ["fish", "-N", "-c", FISH, str(script), "mare verify even"]
    assert subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout.startswith(b"evening.mare")


def test_the_bots_own_command_is_not_completed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "fish"]) == 0
    assert "bot-process" not in capsys.readouterr().out


def test_the_man_page_says_what_the_help_says() -> None:
    assert PAGE.read_text("utf-8") == written(), "python -m tests.texts brings it up to date"


@pytest.mark.parametrize("command", [["mandoc", "-T", "lint", "-W", "error"], ["man", "-P", "cat", "--warnings", "-l"]])
def test_the_man_page_is_typeset_without_a_complaint(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]} here")
    ran = subprocess.run([*command, PAGE], check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert command[0] == "mandoc" or "mare verify [OPTIONS] FILE" in ran.stdout
