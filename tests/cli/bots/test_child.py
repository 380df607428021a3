"""A program that ignores the end of its input is gone with the one that started it, however that ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio

from cli.bots.child import start_child
from tests.cli.bots.programs import program
from tests.cli.processes import PATIENCE, PGREP, ROOT, all_gone, is_alive

DEAF = """\
import signal, subprocess
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(f"{os.getpid()} {child.pid}", file=sys.stderr, flush=True)
time.sleep(600)
"""
"""Starts another program, says the numbers of both on its standard error, and listens to nothing any more."""

LAUNCHER = """\
import signal, sys, trio
from cli.bots.process import engine_of

signal.signal(signal.SIGINT, signal.default_int_handler)

def tell(line):
    print(line, flush=True)
    told.set()

async def main():
    global told
    told = trio.Event()
    async with engine_of(sys.argv[1], tell) as engine:
        await engine.ready()
        await told.wait()
        if sys.argv[2] == "plays":
            await trio.sleep_forever()
        print("ends", flush=True)

trio.run(main)
"""
"""Starts an engine, says what it is told, and then waits until a signal comes, or sees the engine off."""


@contextmanager
def launched(folder: Path, moment: str) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A launcher at a moment of its life, and the numbers of the two processes that it has brought about."""
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, program(folder, DEAF), moment],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    engines: list[int] = []
    try:
        assert process.stdout is not None
        engines += [int(word) for word in process.stdout.readline().split()[1:]]
        assert len(engines) == 2
        assert all(map(is_alive, engines))
        if moment == "ends":
            assert process.stdout.readline() == "ends\n"
        yield process, engines
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)
        for pid in filter(is_alive, engines):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("moment", ["plays", "ends"])
def test_after_ctrl_c_nothing_of_it_is_left(tmp_path: Path, moment: str) -> None:
    with launched(tmp_path, moment) as (launcher, engines):
        launcher.send_signal(signal.SIGINT)
        launcher.wait(PATIENCE)
        assert all_gone(engines)


@pytest.mark.parametrize(
    ("moment", "number"),
    [("plays", signal.SIGKILL), ("ends", signal.SIGKILL), ("plays", signal.SIGTERM), ("ends", signal.SIGHUP)],
)
def test_it_is_killed_soon_where_its_launcher_can_do_nothing_any_more(
    tmp_path: Path, moment: str, number: signal.Signals
) -> None:
    with launched(tmp_path, moment) as (launcher, engines):
        launcher.send_signal(number)
        assert launcher.wait(PATIENCE) == -number
        assert all_gone(engines)


@pytest.mark.skipif(not (shutil.which("ps") and Path("/proc/self/status").exists()), reason="only Linux shows it so")
async def test_a_program_begins_as_a_shell_would_start_it() -> None:
    """No descriptor of ours is open in it, it has no child, and no signal is ignored."""
    seen = "ls /proc/self/fd | wc -l; grep -E 'SigIgn|SigBlk' /proc/self/status; ps -o pid= --ppid $$ | wc -l"
    child = await start_child(["sh", "-c", seen])
    said = bytearray()
    async for part in child.stdout:
        said += part
    await child.finish()
    await child.close()
    descriptors, _, blocked, _, ignored, children = bytes(said).split()
    # Three descriptors and the folder's own; the shell's children are `ps` and `wc`.
    assert (descriptors, blocked, children) == (b"4", b"0" * 16, b"2")
    # The C library may ignore its own two signals in what it starts, and allows no change of that.
    assert int(ignored, 16) & ~sum(1 << number - 1 for number in (32, 33)) == 0


@pytest.mark.skipif(not PGREP, reason="pgrep lists the processes of a session")
async def test_its_watcher_is_gone_with_it() -> None:
    child = await start_child(["sh", "-c", "echo $$; exec sleep 600"])
    group = int(await child.stdout.receive_some())
    listed = (await trio.run_process([PGREP, "-g", str(group)], capture_stdout=True)).stdout
    session = [int(word) for word in listed.split()]
    assert len(session) == 2
    child.kill()
    await child.finish()
    await child.close()
    assert all_gone(session)
