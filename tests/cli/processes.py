"""``mare`` as a process, with the bots that it starts."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import trio

from cli.storage.games import look_at, notes_of, open_store
from cli.storage.profile import HOME, open_profile
from p2p.log.messages import encode
from p2p.log.statements import Equivocation, SignedAck
from p2p.net.door import dial
from p2p.net.tls import Credentials

ROOT = Path(__file__).parents[2]

PROGRAM = "tests.quick"
"""The module that is started as ``mare``."""

PATIENCE = 120.0
"""Seconds that anything may take on a busy machine."""


def start(folder: Path, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Start ``mare``, or another module that is one, in a folder, with pipes unless told otherwise."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"} | options.pop("env", {})
    command = [sys.executable, "-m", options.pop("module", PROGRAM), *arguments]
    return subprocess.Popen(command, cwd=folder, env=environment, text=True, **(pipes | options))


@contextmanager
def running(folder: Path, *arguments: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A process of ``mare`` that is gone after the block."""
    process = start(folder, *arguments, **options)
    try:
        yield process
    finally:
        process.kill()
        with suppress(ValueError):
            process.communicate(timeout=PATIENCE)


def finish(folder: Path, *arguments: str, typed: str = "", **options: Any) -> tuple[int, str, str]:
    """Run ``mare`` to its end: the exit code, the output and what was complained of."""
    with running(folder, *arguments, **options) as process:
        out, err = process.communicate(typed, timeout=PATIENCE)
        return process.returncode, out, err


def status_of(process: subprocess.Popen[str]) -> int:
    """How a process ended, as a shell reports it: 128 and the signal's number for one that a signal ended.

    A module that Python runs by ``-m`` ends itself by SIGINT, whatever exit code it asks for, if Ctrl-C came while
    Python compiled text, as every ``@dataclass`` has it do.
    """
    code = process.wait(PATIENCE)
    return code if code >= 0 else 128 - code


def wait_until(true: Callable[[], bool]) -> bool:
    """Whether something comes true in good time."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def bots_of(launcher: subprocess.Popen[str], number: int) -> list[int]:
    """The processes of a launcher's bots, once there are so many."""

    def children() -> list[int]:
        listed = subprocess.run([PGREP, "-P", str(launcher.pid)], capture_output=True, text=True, check=False).stdout
        return [int(word) for word in listed.split()]

    assert wait_until(lambda: len(children()) == number), children()
    return children()


PGREP = shutil.which("pgrep") or ""


def is_alive(pid: int) -> bool:
    """Whether a process runs, and is more than a dead one that its parent has not asked for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def all_gone(pids: list[int]) -> bool:
    """Whether none of the processes runs any longer, within good time."""
    return wait_until(lambda: not any(map(is_alive, pids)))


def kill(pid: int) -> None:
    """End a process as the power failing would."""
    os.kill(pid, signal.SIGKILL)


def tell_proof(folder: Path, to: str, against: str) -> None:
    """Tell a player's program, over another connection, what proves that a player signed two acknowledgements.

    Each player's name, in lower case, is that of their folder, in which their profile is.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME, str(folder / against.lower() / "profile"))
        identity = open_profile().identity
        with closing(open_store()) as store:
            (game,) = store.games()
            log, notes = look_at(game, store.items(game)).log, notes_of(game)
    acks = (log.ack(counter)._replace(log=bytes([counter] * 32)) for counter in (8, 9))
    one, other = (SignedAck.by(identity, game.player, ack) for ack in acks)
    charter = game.charter
    listener = next(player for player in charter.everyone if charter.own_name(player) == to)

    async def tell() -> None:
        credentials, key = Credentials(notes.table, identity), charter.players[listener].key
        address, *_ = notes.addresses[listener]
        connection = await dial(address, credentials, "game", charter.id, key)
        await connection.send(encode(Equivocation(one, other)))
        await connection.aclose()

    trio.run(tell)
