"""What a seated player costs the others who sends nothing but valid messages, as many as a connection may carry.

The flooder is a process of its own. The peer that it floods is this one: it shows what it is told as the plain console
does, and keeps its game on disk.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import trio

from cli.empires.view import EMPIRES_VIEW
from cli.play.console_session import Reporter
from cli.storage.games import BOT, Notes, begin
from cli.table_game import new_game, rules_of
from cli.ui.text.dialogue import Dialogue
from p2p.game import IllegalAction
from p2p.net.address import Address, Way, listen
from p2p.net.door import Door
from p2p.net.tls import Credentials
from p2p.session.events import Event, Started
from p2p.session.session import Session
from p2p.shell.mesh import Mesh
from p2p.shell.store import Store
from p2p.shell.table import Table
from tests.bench.insiders import FLOODS, HOST, SECRET, VICTIM, charter, signer
from tests.p2p.tables import raised

SETTLING = 3.0
"""Seconds of the flood before the measurement, in which what may come at once has come."""
DURATION = 10.0


class Screen:
    """A console that only counts lines."""

    live = False
    lines = 0

    def say(self, text: str) -> None:
        self.lines += len(text.splitlines())


def measure() -> dict[str, float | int | str]:
    """For each flood: lines at once, then lines and bytes on disk a second, and this process's share of a core."""
    figures: dict[str, float | int | str] = {}
    for flood in FLOODS:
        figures |= {f"{flood}_{name}": value for name, value in trio.run(_endure, flood).items()}
    return figures


async def _endure(flood: str) -> dict[str, float]:
    """Sit at a table with a player who floods it."""
    hand = signer(VICTIM)
    listeners = await listen([Address(HOST, 0)])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        store = Store(path)
        journal = begin(store, charter(), hand, Notes(BOT))
        session = Session(charter(), new_game, hand)
        screen = Screen()
        reporter = Reporter(session, Dialogue(screen, rules_of(session.log.game), EMPIRES_VIEW, 0, {}).conversation)  # type: ignore[arg-type]
        begun = trio.Event()

        def show(event: Event) -> None:
            reporter.show(event)
            if isinstance(event, Started):
                begun.set()

        table = Table(session, _never, show, journal=journal)
        credentials = Credentials(SECRET, hand.identity)
        door = Door(listeners, credentials, lambda line: None, raised)
        port = listeners[0].socket.getsockname()[1]
        command = [sys.executable, "-m", "tests.bench.insiders", str(port), flood, str(SETTLING + DURATION)]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(door.serve)
            nursery.start_soon(table.play, Mesh(session, door, credentials, {}, way=Way(on_loopback=True)))
            nursery.start_soon(partial(trio.run_process, command, stdout=subprocess.DEVNULL))
            await begun.wait()
            await trio.sleep(SETTLING)
            at_once, kept, used = screen.lines, _kept(store), time.process_time()
            await trio.sleep(DURATION)
            figures = {
                "lines_at_once": float(at_once),
                "lines_per_s": (screen.lines - at_once) / DURATION,
                "kept_kib_per_s": (_kept(store) - kept) / 1024 / DURATION,
                "share_of_a_core": (time.process_time() - used) / DURATION,
            }
            nursery.cancel_scope.cancel()
        journal.close()
        store.close()
        return figures


def _kept(store: Store) -> int:
    """Bytes of the journal."""
    (game,) = store.games()
    return sum(map(len, store.items(game)))


async def _never(seat: int, refused: IllegalAction | None) -> str:
    await trio.sleep_forever()
    raise AssertionError("nothing is answered")
