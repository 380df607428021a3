"""What it costs to keep a game: latency with and without, bytes sent, memory, and the time to take up a long game."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from cli.play.seating import Seating, card_of, seeded_signer
from cli.storage.games import BOT, Notes, begin, look_at, pem_of, take_up
from cli.table_game import DEFAULT, new_game
from core.empires.state import Options
from p2p.session.events import Progress
from p2p.session.session import Session
from p2p.shell.store import Store
from tests.bench.lockstep import PEERS, TABLE, latencies, reports
from tests.cli.games import play

RUNS = 3
ROUNDS = "6"
STEPS = 1500


def measure() -> dict[str, float | int | str]:
    """Milliseconds from an action to its being applied by all five, seconds to take up a game of up to 1,500 steps."""
    kept: list[float] = []
    bare: list[float] = []
    memory: list[float] = []
    sent: list[float] = []
    for run in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            found = reports(TABLE, str(run), "0", ROUNDS, folder)
        kept += latencies(found)
        memory += [report["mib"] for report in found]
        sent += [report["bytes"] / max(1, report["actions"]) for report in found]
        bare += latencies(reports(TABLE, str(run), "0", ROUNDS))
    figures: dict[str, float | int | str] = {
        "durable_ms_p50": statistics.median(kept),
        "durable_ms_p99": statistics.quantiles(kept, n=100)[98],
        "not_kept_ms_p50": statistics.median(bare),
        "not_kept_ms_p99": statistics.quantiles(bare, n=100)[98],
        "bytes_per_action_and_peer": statistics.median(sent),
        "memory_mib": max(memory),
        "actions": len(kept),
    }
    return figures | _taking_up()


def _taking_up() -> dict[str, float | int | str]:
    """A long game in a store, taken up by a fresh process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        items = long_game(path, STEPS, Notes(BOT))
        found = [
            json.loads(
                subprocess.run(
                    [sys.executable, "-m", "tests.bench.durable", str(path)], stdout=subprocess.PIPE, check=True
                ).stdout
            )
            for _ in range(RUNS)
        ]
        return {
            "steps": found[0]["steps"],
            "items": items,
            "file_kib": path.stat().st_size // 1024,
            "resume_s": statistics.median(report["wall"] for report in found),
            "resume_cpu_s": statistics.median(report["cpu"] for report in found),
        }


def long_game(path: Path, steps: int, notes: Notes) -> int:
    """Play between sessions in this process, and keep the first player's side; returns how many items it has.

    ``notes`` say whose it is; the owner's key is put into them.
    """
    signers = [seeded_signer(1, number) for number in range(PEERS)]
    cards = tuple(card_of(f"Player {number + 1}", signer, 0) for number, signer in enumerate(signers))
    charter = Seating(DEFAULT, Options(PEERS, ("random",) * PEERS), cards).charter()
    table = tuple(Session(charter, new_game, signer) for signer in signers)
    kept: list[list[bytes]] = [[] for _ in signers]
    play(table, kept, steps)
    store = Store(path)
    journal = begin(store, charter, signers[0], replace(notes, identity=pem_of(signers[0])))
    for item in kept[0]:
        journal.append(item)
    journal.commit(Progress(table[0].log.height, 0, (), False))
    journal.close()
    store.close()
    return len(kept[0])


def main(path: Path) -> None:
    """Take up the game in a store, and say how long that took."""
    wall, cpu = time.monotonic(), time.process_time()
    store = Store(path)
    (game,) = store.games()
    signer, _, items = take_up(store, game.charter.id, game.player)
    session = Session(game.charter, new_game, signer)
    session.restore(items)
    times = {"wall": time.monotonic() - wall, "cpu": time.process_time() - cpu}
    if look_at(game, items).log.head != session.log.head:
        raise RuntimeError("the game came back as another one")
    print(json.dumps({"steps": session.log.height} | times))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
