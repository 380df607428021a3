"""How a player is called who looks elsewhere."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from cli.main import main
from cli.output.notices import NoCommand, Notices, command_of
from cli.output.screens import beside_editor
from cli.ui.editor import LineEditor
from cli.ui.screen.shell import Shell


class Heard(DummyOutput):
    """A terminal that keeps what is written to it by sequences, and rings."""

    def __init__(self) -> None:
        self.raw = ""
        self.bells = 0

    def write_raw(self, data: str) -> None:
        """Note what is sent, except the request to remember the window title."""
        self.raw += data.removeprefix("\x1b[22;2t")

    def bell(self) -> None:
        self.bells += 1


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def shell(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("TERM", "xterm-256color")
    return Shell(source=DummyInput(), output=heard)


def test_who_looks_elsewhere_is_called_by_the_bell_and_a_notice(shell: Shell, heard: Heard) -> None:
    shell._go_behind()
    shell.call("Your turn as Rome.")
    assert (heard.bells, heard.raw) == (1, "\x1b]9;Your turn as Rome.\x07")


def test_who_looks_at_the_screen_and_has_just_typed_is_not_called(shell: Shell, heard: Heard) -> None:
    shell._last_key = time.monotonic()
    shell._come_in_front()
    shell.call("Your turn as Rome.")
    assert (heard.bells, heard.raw) == (0, "")


def test_who_looks_at_the_screen_but_does_not_type_hears_the_bell(shell: Shell, heard: Heard) -> None:
    shell._last_key = -1000
    shell._come_in_front()
    shell.call("Your turn as Rome.")
    assert (heard.bells, heard.raw) == (1, "")


def test_on_lines_too_the_notice_and_the_clipboard_reach_the_terminal(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("cli.ui.editor.can_copy", lambda: True)
    with create_app_session(input=DummyInput(), output=heard), beside_editor():
        editor = LineEditor(Notices())
        editor.call("Your turn as Rome.")
        editor.copy("mare")
    assert (heard.bells, heard.raw) == (1, "\x1b]9;Your turn as Rome.\x07\x1b]52;c;bWFyZQ==\x07")


def test_a_terminal_of_the_other_kind_has_the_notice_of_its_kind(
    shell: Shell, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "rxvt-unicode-256color")
    shell._go_behind()
    shell.call("Your turn.")
    assert heard.raw == "\x1b]777;notify;mare;Your turn.\x07"


def test_a_notice_can_t_control_the_terminal(shell: Shell, heard: Heard) -> None:
    shell._go_behind()
    shell.call("Your turn as \x1b]0;Rome.\x07")
    assert heard.raw.count("\x1b") == 1


def test_a_command_of_one_s_own_is_run_with_the_sentence(tmp_path: Path) -> None:
    told = tmp_path / "told"
    program = "import sys; open(sys.argv[1], 'w').write(sys.argv[2])"
    notices = Notices([sys.executable, "-c", program, str(told), "{}"])
    notices.ring("Your turn as Rome.", Heard())
    assert notices._running[0].wait(60) == 0
    assert told.read_text("utf-8") == "Your turn as Rome."


def test_the_command_of_a_command_are_those_that_a_shell_sees() -> None:
    assert command_of(f"{shlex.quote(sys.executable)} -c 'a b' {{}}") == (sys.executable, "-c", "a b", "{}")


@pytest.mark.parametrize("command", ["no-such-program {}", "", "'"])
def test_a_command_that_cannot_be_started_is_none(command: str) -> None:
    with pytest.raises(NoCommand):
        command_of(command)


def test_a_command_that_cannot_be_started_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--on-turn", "no-such-program {}"]) == 2
    assert capsys.readouterr().err == "mare: --on-turn: there is no program 'no-such-program'.\n"
