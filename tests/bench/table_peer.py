"""One peer of the latency measurement: it plays a game at a real table and notes when it acts and when it applies."""

from __future__ import annotations

import json
import random
import sys
import time
from dataclasses import asdict

import trio

from cli.keys import seeded_signer
from cli.peer import Peer
from cli.seating import HOST, Card, Seating, card_of
from cli.table import question
from core import Options
from p2p.address import Address, listen
from p2p.events import Completed, Event
from p2p.game import IllegalAction
from p2p.log import Kind
from p2p.tls import TableSecret


async def main(number: int, run: int) -> None:
    """Say who and where we are, hear who the others are, play, and report."""
    signer = seeded_signer(run, number)
    listeners = await listen([Address(HOST, 0)])
    print(json.dumps(asdict(card_of(f"Peer {number}", signer, listeners[0].socket.getsockname()[1]))), flush=True)
    cards = tuple(Card(**card) for card in json.loads(sys.stdin.readline()))
    peer = Peer(Seating(Options(len(cards), ("random",) * len(cards), max_rounds=6), cards), signer)
    below = random.Random(run * 100 + number).randrange
    acted: dict[int, int] = {}
    applied: dict[int, int] = {}

    async def answer(seat: int, refused: IllegalAction | None) -> str:
        body = peer.rules.text(question(peer.rules, seat)[1].draw(below))
        acted[peer.session.log.height + 1] = time.monotonic_ns()
        return body

    def show(event: Event) -> None:
        if isinstance(event, Completed) and event.step.kind is Kind.ACTION:
            applied[event.step.number] = time.monotonic_ns()

    await peer.play(listeners, TableSecret(bytes(16)), answer, show)
    acted = {step: moment for step, moment in acted.items() if step in applied}
    print(json.dumps({"acted": acted, "applied": applied}), flush=True)


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), int(sys.argv[2]))
