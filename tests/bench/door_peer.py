"""A table's door in a process of its own: a peer that is let in hears its own messages again."""

from __future__ import annotations

import json
import sys

import trio

from p2p.errors import Text
from p2p.net.address import Address, listen
from p2p.net.connection import Connection
from p2p.net.door import Door
from p2p.net.tls import Credentials
from tests.bench.flooders import HOST_KEY, SECRET
from tests.p2p.tables import raised


async def echo(connection: Connection, _: bytes) -> None:
    """Send back every message. A peer that has sent one is a stranger no more."""
    while (message := await connection.receive()) is not None:
        connection.settle()
        await connection.send(message)


async def main() -> None:
    """Say where we listen, serve until standard input ends, and report the number of lines in the log."""
    listeners = await listen([Address("127.0.0.1", 0)])
    log: list[Text] = []
    door = Door(listeners, Credentials(SECRET, HOST_KEY), log.append, raised)
    door.open("lobby", lambda peer, subject: None, echo)
    print(json.dumps({"port": listeners[0].socket.getsockname()[1]}), flush=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.serve)
        await trio.to_thread.run_sync(sys.stdin.readline)
        nursery.cancel_scope.cancel()
    print(json.dumps({"lines": len(log)}), flush=True)


if __name__ == "__main__":
    trio.run(main)
