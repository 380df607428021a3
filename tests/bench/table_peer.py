"""One peer of the latency measurement: it plays a game at a real table and notes when it acts and when it applies.

    python -m tests.bench.table_peer NUMBER RUN PAUSE ROUNDS [FOLDER]

It waits PAUSE seconds before each of its answers, and plays ROUNDS rounds. With a FOLDER it keeps the game there.
"""

from __future__ import annotations

import json
import random
import resource
import statistics
import sys
import time
from dataclasses import asdict
from pathlib import Path

import trio

from cli.main import loading
from cli.play.seating import HOST, PeerCard, Seating, card_of, connecting, seeded_signer, session_at
from cli.storage.games import BOT, Notes, begin
from cli.table_game import DEFAULT, question, rules_of
from core.empires.state import Options
from p2p.game import IllegalAction
from p2p.log.steps import Kind
from p2p.net.address import Address, listen
from p2p.net.connection import Connection
from p2p.net.tls import TableSecret
from p2p.session.events import Completed, Event
from p2p.shell.store import Store
from p2p.shell.table import Table


class Meter:
    """Counts the bytes of all frames that this process sends, before TLS."""

    def __init__(self) -> None:
        self.sent = 0
        send = Connection.send_now

        def send_now(connection: Connection, framed: bytes) -> None:
            self.sent += len(framed)
            send(connection, framed)

        Connection.send_now = send_now  # type: ignore[assignment,method-assign]


async def main(number: int, run: int, pause: float, rounds: int, folder: Path | None) -> None:
    """Say who and where we are, hear who the others are, play, and report."""
    signer = seeded_signer(run, number)
    listeners = await listen([Address(HOST, 0)])
    print(json.dumps(asdict(card_of(f"Peer {number}", signer, listeners[0].socket.getsockname()[1]))), flush=True)
    cards = tuple(PeerCard(**card) for card in json.loads(sys.stdin.readline()))
    seating = Seating(DEFAULT, Options(len(cards), ("random",) * len(cards), max_rounds=rounds), cards)
    journal = begin(Store(folder / f"{number}.db"), seating.charter(), signer, Notes(BOT)) if folder else None
    session, meter = session_at(seating, signer), Meter()
    rules = rules_of(session.log.game)
    below = random.Random(run * 100 + number).randrange
    acted: dict[int, int] = {}
    applied: dict[int, int] = {}
    used: list[float] = []
    latest = (0, 0.0)
    thought = 0.0

    async def answer(seat: int, refused: IllegalAction | None) -> str:
        nonlocal thought
        if pause:
            await trio.sleep(pause)
        begun = time.process_time()
        body = rules.text(question(rules, seat)[1].draw(below))
        thought += time.process_time() - begun
        acted[session.log.height + 1] = time.monotonic_ns()
        return body

    def show(event: Event) -> None:
        nonlocal latest
        if isinstance(event, Completed) and event.step.kind is Kind.ACTION:
            applied[event.step.number] = time.monotonic_ns()
            (before, then), latest = latest, (event.step.number, time.process_time() - thought)
            if latest[0] == before + 1:
                used.append(latest[1] - then)

    async with connecting(session, seating, signer, listeners, TableSecret(bytes(16))) as mesh:
        await Table(session, answer, show, journal=journal).play(mesh)
    acted = {step: moment for step, moment in acted.items() if step in applied}
    kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    facts = {"bytes": meter.sent, "actions": len(applied), "mib": kib / 1024, "cpu": statistics.mean(used)}
    print(json.dumps({"acted": acted, "applied": applied} | facts), flush=True)


if __name__ == "__main__":
    number, run, pause, rounds, *folder = sys.argv[1:]
    with loading():
        pass  # all that the command would have loaded by now
    trio.run(main, int(number), int(run), float(pause), int(rounds), Path(folder[0]) if folder else None)
