"""An invitation is a secret: it can be given where other users of the machine do not read it."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import select
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import main
from cli.storage.profile import HOME
from p2p.net.address import Address
from p2p.net.invitation import Invitation
from p2p.net.tls import TableSecret
from tests.cli.processes import PATIENCE, finish, running
from tests.cli.test_company import BY_ITSELF, HERE, ONE_ROUND, Player, player

COMMANDS = ("join", "watch", "bot")

NOWHERE = Invitation("table", TableSecret(bytes(16)), None, (Address("127.0.0.1", 1),)).text()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, with an invitation to a table that is not there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    (tmp_path / "INVITATION").write_text(f"{NOWHERE}\n", "utf-8")
    return tmp_path


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Player]:
    """A host with a table for two guests."""
    with player(tmp_path, "ada", "host", *HERE, *ONE_ROUND, *BY_ITSELF) as ada:
        yield ada


def test_guests_come_by_a_file_and_by_standard_input(tmp_path: Path, host: Player) -> None:
    invitation = host.until(r"mare://join/\S+")
    (tmp_path / "INVITATION").write_text(f"\n  {invitation}\n", "utf-8")
    with player(tmp_path, "bo", "join", "--invitation", str(tmp_path / "INVITATION"), *BY_ITSELF):
        host.until(r"\) has joined")
        with player(tmp_path, "cy", "bot", "--invitation", "-") as cy:
            assert cy.process.stdin is not None
            cy.process.stdin.write(invitation)
            cy.process.stdin.close()
            host.until("The last round is over")
            cy.until("The last round is over")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("source", [("--invitation", "INVITATION"), ("--invitation", "-"), ("-",)])
def test_every_command_that_takes_an_invitation_takes_it_from_there(
    command: str, source: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(NOWHERE.encode())))
    assert main([command, *source]) == 1
    assert "No answer from 127.0.0.1:1" in capsys.readouterr().err


def test_one_that_is_given_nowhere_is_asked_for(folder: Path) -> None:
    status, out, err = finish(folder, "watch", typed=f"hello\n{NOWHERE}\n")
    assert out.startswith("Invitation: hello\nThis is no invitation: ")
    assert status == 1
    assert "No answer from 127.0.0.1:1" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([NOWHERE, "--invitation", "INVITATION"], "you gave the invitation twice; leave out --invitation or "),
        (["--invitation", "none"], "none: No such file or directory."),
        (["--invitation", "HELLO"], "HELLO: This is no invitation: one begins with mare://join/ or mare://watch/, "),
    ],
)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_cannot_be_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, arguments: list[str], sentence: str
) -> None:
    (folder / "HELLO").write_text("hello\n", "utf-8")
    assert main([command, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mare: {sentence}")
    assert err.count("\n") == 1


def test_where_no_one_answers_a_sentence_says_what_to_do(folder: Path) -> None:
    status, _, err = finish(folder, "watch")
    assert (status, err) == (
        1,
        "mare: there is no terminal to ask at; give the invitation in a file with --invitation.\n",
    )


def test_a_terminal_is_no_pipe(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    assert main(["join", "--invitation", "-"]) == 2
    assert capsys.readouterr().err.startswith("mare: --invitation - reads from a pipe; leave it out here, ")


def test_the_person_types_at_the_terminal_after_the_invitation_has_come_through_a_pipe(
    tmp_path: Path, host: Player
) -> None:
    own, terminal = pty.openpty()
    invitation = host.until(r"mare://join/\S+")
    said = b""
    with running(
        tmp_path,
        *("join", "--invitation", "-"),
        env={"TERM": "dumb", HOME: str(tmp_path / "home")},
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        preexec_fn=_control,
    ) as guest:
        os.close(terminal)
        assert guest.stdin is not None
        guest.stdin.write(invitation)
        guest.stdin.close()
        while b"lobby> " not in said:
            assert select.select([own], [], [], PATIENCE)[0], said
            said += os.read(own, 1 << 16)
        os.write(own, b"quit\n")
        assert guest.wait(PATIENCE) == 0
    os.close(own)


def _control() -> None:
    """Be controlled by the terminal that is the standard output."""
    fcntl.ioctl(1, termios.TIOCSCTTY, 0)
