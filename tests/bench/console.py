"""The full-screen console: from a key to the screen, while idle, and from the start to the first screen.

Beside the time on the clock stands the processor's, which says more on a machine that has other things to do.
"""

from __future__ import annotations

import asyncio
import fcntl
import io
import os
import pty
import random
import statistics
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

import core
from cli.empires.view import EMPIRES_VIEW
from cli.storage.games import FILE, MYSELF, Notes
from cli.ui.screen.screen import Screen
from cli.ui.screen.shell import Shell
from core.empires.bots import Planner
from core.empires.rules import new_game
from core.empires.state import Game, Options
from core.engine.event import Event
from p2p.net.tls import TableSecret
from p2p.shell.store import Store
from tests.bench import durable

STEPS = 1000
KEYS = ("\x1b[B", "\x1b[B", "\t", "b", "u", " ", "l", "\x7f", "\x1b[A", "\x1b[D", "\x1b[C", "\x1b[A", "\x1b", "\x15")
"""Down, Tab, letters, Backspace, arrows over the map, Esc, and Ctrl-U, which clears the line."""

ROUNDS = 12
IDLE = 10.0

STARTS = 5
"""How often the program is started; the best is what the machine can do where nothing else is going on."""


def measure() -> dict[str, float | int | str]:
    """Milliseconds from key to screen, percent of a processor while idle, seconds to the first screen."""
    figures: dict[str, float | int | str] = {"steps": STEPS}
    for name, size in (("80x24", Size(24, 80)), ("160x50", Size(50, 160))):
        delays, efforts, idle = _run(size)
        figures[f"key_ms_median_{name}"] = 1000 * statistics.median(delays)
        figures[f"key_ms_p95_{name}"] = 1000 * statistics.quantiles(delays, n=20)[-1]
        figures[f"key_cpu_ms_median_{name}"] = 1000 * statistics.median(efforts)
        figures[f"idle_percent_{name}"] = idle
    with TemporaryDirectory() as compiled:
        with TemporaryDirectory() as home:
            runs = [_first_screen(compiled, ("play",), b"leave", home) for _ in range(1 + STARTS)][1:]
        figures["first_screen_s"], figures["first_screen_cpu_s"] = map(min, zip(*runs, strict=True))
        return figures | _taken_up(compiled)


def long_game() -> tuple[Game, list[Event]]:
    """A game after that many steps, at which the first seat is asked to build, and its story."""
    below, policy = random.Random(1).randrange, Planner()
    told: list[Event] = []
    game = new_game(Options(3, ("rome", "greece", "carthage")))
    game.listen(told.append)
    steps = 0
    while True:
        match game.node:
            case core.Decision(seat=seat, answers=answers):
                if steps >= STEPS and seat == 0 and "build" in answers.next_words([]):
                    game.listen(None)
                    return game, told
                # Who never buys a hero never wins, so the game goes on; chance plays more slowly than the Planner.
                action = policy.decide(game, seat, answers, below) if steps % 3 else answers.draw(below)
                game.apply(action)
            case core.Simultaneous(answers=each):
                game.reveal({seat: answers.draw(below) for seat, answers in each.items()})
                steps += 1
            case core.Chance(bounds=bounds):
                game.settle(tuple(below(bound) for bound in bounds))
            case core.Over():
                game = new_game(Options(3, ("rome", "greece", "carthage")))
                game.listen(told.append)
        steps += 1


Measured = tuple[list[float], list[float], float]


def _run(size: Size) -> Measured:
    """For all keys the delays and the processor's seconds, and how busy it is in percent without typing."""
    game, told = long_game()
    found: list[Measured] = []

    async def in_trio() -> None:
        with create_pipe_input() as keys:
            output = Vt100_Output(io.StringIO(), lambda: size, term="xterm-256color")
            shell = Shell(source=keys, output=output)
            screen = Screen(shell, game, EMPIRES_VIEW, 0, dict.fromkeys(range(3), "Ada"))
            screen.conversation.begun = True
            for number, sentence in enumerate(told):
                screen.conversation.story.add(game.state, number, sentence)
            screen.conversation.begin_question()
            found.append(await _as_guest(shell, keys.send_text))

    _guest_run(in_trio)
    return found[0]


async def _as_guest(shell: Shell, press: Callable[[str], None]) -> Measured:
    finished = trio.Event()
    token = trio.lowlevel.current_trio_token()
    result: list[Measured] = []

    async def typing() -> None:
        rendered = asyncio.Event()
        shell.application.after_render += lambda _: rendered.set()
        running = asyncio.ensure_future(shell.run())
        await rendered.wait()
        delays, efforts = [], []
        for key in KEYS * ROUNDS:
            rendered.clear()
            started, used = time.perf_counter(), time.process_time()
            press(key)
            await rendered.wait()
            delays.append(time.perf_counter() - started)
            efforts.append(time.process_time() - used)
            await asyncio.sleep(0.06)
        used = time.process_time()
        await asyncio.sleep(IDLE)
        idle = 100 * (time.process_time() - used) / IDLE
        shell.end()
        await running
        result.append((delays, efforts, idle))
        token.run_sync_soon(finished.set)

    task = asyncio.ensure_future(typing())
    await finished.wait()
    task.result()
    return result[0]


def _guest_run(main: Callable[[], Awaitable[None]]) -> None:
    async def host() -> None:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        trio.lowlevel.start_guest_run(
            main, run_sync_soon_threadsafe=loop.call_soon_threadsafe, done_callback=done.set_result
        )
        (await done).unwrap()

    asyncio.run(host())


def _taken_up(compiled: str) -> dict[str, float | int | str]:
    """The same until a long game that is kept here is gone on with, and until it is shown; and against a new game's.

    All take turns, since a machine is not always as fast.
    """
    with TemporaryDirectory() as home:
        network = {"bind": "127.0.0.1", "port": 0, "advertise": None, "map_port": False}
        notes = Notes(MYSELF, "Player 1", TableSecret.generate().reveal().hex(), network=network)
        durable.long_game(Path(home) / FILE, STEPS, notes)
        (game,) = Store(Path(home) / FILE).games()
        show = ("show", game.charter.id.hex())
        asked = {"play": (("play",), b"leave"), "resume": (("resume",), b"back"), "show": (show, b"step")}
        runs = {
            name: [_first_screen(compiled, arguments, shown, home) for _ in range(1)]
            for name, (arguments, shown) in asked.items()
        }
        for _ in range(STARTS):
            for name, (arguments, shown) in asked.items():
                runs[name].append(_first_screen(compiled, arguments, shown, home))
    # The first of each has compiled what the others found.
    best = {name: min(taken for taken, _ in found[1:]) for name, found in runs.items()}
    return {
        "resume_s": best["resume"],
        "show_s": best["show"],
        "resume_to_play": best["resume"] / best["play"],
        "show_to_play": best["show"] / best["play"],
    }


def _first_screen(compiled: str, arguments: Sequence[str], awaited: bytes, home: str) -> tuple[float, float]:
    """Seconds from the start of ``mare`` until its screen shows what is awaited, and the processor's till then.

    The folder ``compiled`` takes the compiled modules, so that from the second time on they are there, as where the
    program is installed, whatever the environment of the tests says about writing them.
    """
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own, program = pty.openpty()
    fcntl.ioctl(own, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
    started = time.perf_counter()
    mare = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments],
        stdin=program,
        stdout=program,
        stderr=program,
        start_new_session=True,
        env=environ | {"TERM": "xterm-256color", "PYTHONPYCACHEPREFIX": compiled, "MARE_HOME": home},
    )
    try:
        shown = b""
        while awaited not in shown:
            shown += os.read(own, 1 << 16)
        taken = time.perf_counter() - started
        times = Path(f"/proc/{mare.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return taken, (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
    finally:
        mare.kill()
        mare.wait()
        os.close(own)
        os.close(program)
