"""One peer of a soak: it plays at a real table and keeps the game; ended at any instant, it is started again as it was.

    python -m tests.soak.peer FOLDER NUMBER EDITION PAUSE [GAME]

Without a GAME it says who and where it is, and hears who the others are. It dials them at the ports that NUMBER.ways in
the folder has by player. Its last line says how the game ended for it.
PAUSE is the most milliseconds that it thinks about an answer.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import asdict
from pathlib import Path

import trio

from cli.play.seating import HOST, PeerCard, Seating, card_of, listen_again, seeded_signer, session_at
from cli.storage.games import BOT, Notes, begin, notes_of, pem_of, take_up
from cli.table_game import question, rules_of
from core.editions import EDITIONS
from crypto import beacon
from p2p.game import IllegalAction
from p2p.net.address import Address, Way, listen
from p2p.net.door import Door
from p2p.net.tls import Credentials, TableSecret
from p2p.session.events import Event, Returned, Started
from p2p.shell.mesh import Mesh
from p2p.shell.store import Store
from p2p.shell.table import Table
from tests.p2p.tables import raised
from tests.quick import LENGTH

PATIENCE = 600.0
ROUNDS = 4
SECRET = TableSecret(bytes(16))


async def main(folder: Path, number: int, edition_id: str, pause: float, game: str | None) -> None:
    """Play, and report."""
    store = Store(folder / f"{number}.db")
    if game is None:
        signer = seeded_signer(random.SystemRandom().randrange(1 << 60), number)
        listeners = await listen([Address(HOST, 0)])
        _say(asdict(card_of(f"Peer {number}", signer, listeners[0].socket.getsockname()[1])))
        cards = tuple(PeerCard(**card) for card in json.loads(sys.stdin.readline()))
        edition = EDITIONS[edition_id]
        options = edition.options(len(cards), ("random",) * len(cards), max_rounds=ROUNDS)
        seating = Seating(edition, options, cards)
        notes = Notes(BOT, identity=pem_of(signer), seating=seating.to_json())
        journal = begin(store, seating.charter(), signer, notes)
        session = session_at(seating, signer)
        _say({"begun": seating.charter().id.hex()})
    else:
        (kept,) = store.games()
        seating = Seating.from_json(notes_of(kept).seating or {})
        signer, journal, items = take_up(store, bytes.fromhex(game), number)
        listeners = await listen_again(seating.cards[number].port)
        session = session_at(seating, signer)
        session.restore(items)
    rules = rules_of(session.log.game)
    below = random.SystemRandom().randrange

    async def answer(seat: int, refused: IllegalAction | None) -> str:
        await trio.sleep(below(1000) / 1000 * pause / 1000)
        return rules.text(question(rules, seat)[1].draw(below))

    def show(event: Event) -> None:
        if isinstance(event, Started | Returned):
            _say({"plays": session.log.height})

    credentials = Credentials(SECRET, signer.identity)
    door = Door(listeners, credentials, lambda line: None, raised)
    ways = json.loads((folder / f"{number}.ways").read_text())
    where = {player: [Address(HOST, port)] for player, port in enumerate(ways)}
    mesh = Mesh(session, door, credentials, where, way=Way(on_loopback=True))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.serve)
        end = await Table(session, answer, show, PATIENCE, journal).play(mesh)
        nursery.cancel_scope.cancel()
    _say({"end": type(end).__name__, "steps": session.log.height, "log": session.log.head.hex()})


def _say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    beacon.LENGTH = LENGTH
    _folder, _number, _edition, _pause, *_game = sys.argv[1:]
    trio.run(main, Path(_folder), int(_number), _edition, float(_pause), next(iter(_game), None))
