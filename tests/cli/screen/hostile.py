"""``python -m tests.cli.screen.hostile``: a host whose every text wants to drive the terminals of the guests.

It prints its invitation, and hosts until it is killed. Behind each character that no text may bring to a terminal
stands MARK, so that a terminal that was sent one can be told from a program that uses the same one by itself.
"""

from __future__ import annotations

from typing import NoReturn

import trio

from cli.play.company import rules_of
from cli.table_game import DEFAULT, map_of
from crypto import Identity
from p2p.errors import Text
from p2p.lobby.host import HostLobby
from p2p.lobby.model import Entrant, Offer, encode
from p2p.lobby.room import HostRoom
from p2p.net.address import Address, listen
from p2p.net.connection import Connection, Refusal
from p2p.net.door import Door
from p2p.net.invitation import Invitation
from p2p.net.tls import Credentials, TableSecret
from tests.p2p.tables import raised

MARK = "~"
DRIVING = [chr(code) for code in (*range(32), *range(127, 160), 0x061C, 0x200E, 0x202E, 0x2028, 0x2066, 0xE0001)]
"""Characters that control a terminal, or the direction of what it shows."""

ATTACK = "".join(char + MARK for char in DRIVING)
TITLE = "\x1b]2;taken over\x07"
TAKEN_AWAY = "\x1b[2Jnot you"


async def host() -> NoReturn:
    """Open a table whose name, options and talk hold the attack, and send everybody away with another one."""
    secret, identity = TableSecret.generate(), Identity.generate()
    listeners = await listen([Address("127.0.0.1", 0)])
    address = Address("127.0.0.1", listeners[0].socket.getsockname()[1])
    offer = Offer(
        rules_of(DEFAULT, map_of(None)),
        (TITLE + "".join(filter(str.isascii, ATTACK)), 0, False),
        3,
        ("rome", "greece", "egypt"),
    )
    entrant = Entrant(identity.public, f"{TITLE}Eve{ATTACK}".encode()[:64], bytes([9]) * 32, bytes(32), ())
    joined = trio.Event()
    room = HostRoom(HostLobby(offer, entrant), lambda event: joined.set())

    async def receive(connection: Connection, subject: bytes) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(room.receive, connection, subject)
            await joined.wait()
            room.say((TITLE + ATTACK).encode())
            room.say(b"That was all.")
            await trio.sleep(1)
            await connection.send(encode(Refusal(Text(TAKEN_AWAY))))

    async with trio.open_nursery() as nursery:
        door = Door(listeners, Credentials(secret, identity), lambda line: None, raised)
        door.open("lobby", room.admit, receive)
        nursery.start_soon(door.serve)
        print(Invitation("table", secret, identity.public, (address,)).text(), flush=True)
        await trio.sleep_forever()


if __name__ == "__main__":
    trio.run(host)
