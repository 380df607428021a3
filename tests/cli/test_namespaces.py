"""Five machines, each on a network of its own, of which only one can be reached by the others.

The machines are network namespaces of Linux. Four of them have a cable to the first and no way to each other; nothing
that answers a connection to them leaves them, as behind a router that lets no connection in.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from cli.main import main
from cli.storage.profile import HOME
from tests.cli.processes import ROOT, wait_until

GUESTS = range(1, 5)
PORT = 20001
"""Where the guests listen, in vain."""

GAME = 120.0
"""Seconds for a game of one round on a busy machine."""

IP = shutil.which("ip") or ""


def ip(*arguments: str) -> None:
    """Run iproute2's command."""
    subprocess.run([IP, *arguments], check=True, capture_output=True, text=True)


class Networks:
    """The machines: number 0 is the one in the middle."""

    def __init__(self) -> None:
        self.names = [f"mare{os.getpid()}x{number}" for number in range(5)]
        self._stack = ExitStack()
        try:
            for name in self.names:
                ip("netns", "add", name)
                self._stack.callback(self._remove, name)
                ip("-n", name, "link", "set", "lo", "up")
            for guest in GUESTS:
                self._cable(guest)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove them."""
        self._stack.close()

    def start(self, machine: int, folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
        """Start ``mare`` on a machine, with a profile of its own; what it says goes to a file."""
        folder.mkdir()
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", HOME: str(folder / "profile")}
        command = [IP, "netns", "exec", self.names[machine], sys.executable, "-m", "cli", *arguments]
        with (folder / "said").open("wb") as said:
            return subprocess.Popen(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
            )

    def can_connect(self, machine: int, address: str, port: int) -> bool:
        """Whether a program on a machine gets a connection to an address."""
        attempt = f"import socket; socket.create_connection(({address!r}, {port}), 2)"
        command = [IP, "netns", "exec", self.names[machine], sys.executable, "-c", attempt]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def _cable(self, guest: int) -> None:
        middle, own = self.names[0], self.names[guest]
        ip("-n", middle, "link", "add", f"to{guest}", "type", "veth", "peer", "name", "eth0", "netns", own)
        for machine, cable, address in ((middle, f"to{guest}", 1), (own, "eth0", 2)):
            ip("-n", machine, "addr", "add", f"10.91.{guest}.{address}/24", "dev", cable)
            ip("-n", machine, "link", "set", cable, "up")
        ip("-n", own, "rule", "add", "ipproto", "tcp", "sport", str(PORT), "blackhole")

    @staticmethod
    def _remove(name: str) -> None:
        with suppress(subprocess.CalledProcessError):
            ip("netns", "del", name)


@pytest.fixture
def networks() -> Iterator[Networks]:
    if not IP:
        pytest.skip("iproute2 is not installed, so there are no networks to play in")
    try:
        found = Networks()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"this system lets us make no network namespaces: {error.stderr.strip()}")
    try:
        yield found
    finally:
        found.close()


def test_one_machine_that_the_others_reach_is_enough_for_a_table(
    tmp_path: Path, networks: Networks, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / str(number) for number in range(5)]
    with ExitStack() as stack:

        def start(machine: int, *arguments: str) -> subprocess.Popen[bytes]:
            process = networks.start(machine, folders[machine], *arguments, "--name", f"Player {machine}")
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        host = start(0, "host", "--players", "5", "--max-rounds", "1", "--autopilot", "--ready")
        said = folders[0] / "said"
        assert wait_until(lambda: "mare://join/" in said.read_text()), said.read_text()
        found = re.search(r"mare://join/\S+", said.read_text())
        assert found is not None
        guests = [
            start(guest, "join", found.group(), "--port", str(PORT), "--autopilot", "--ready") for guest in GUESTS
        ]
        assert wait_until(lambda: "the game begins" in said.read_text()), said.read_text()
        assert not networks.can_connect(0, "10.91.1.2", PORT)
        assert not networks.can_connect(2, "10.91.1.2", PORT)
        for process in (host, *guests):
            assert process.wait(GAME) == 0, [(folder / "said").read_text()[-500:] for folder in folders]
    records = [next(folder.glob("*.mare")) for folder in folders]
    assert len({record.read_bytes() for record in records}) == 1
    assert main(["verify", str(records[0])]) == 0
    assert "finished" in capsys.readouterr().out
