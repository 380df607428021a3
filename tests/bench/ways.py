"""What iroh costs beside TCP, in one run: rounds of 300 bytes between a door and a guest, and memory.

The round trips are those of frames over TLS, on loopback, by TCP and over iroh without a relay. Both ends are in one
process, and so are both endpoints.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

import trio

from p2p.errors import Text
from p2p.net.address import Address, Opener, listen, open_tcp
from p2p.net.connection import Connection
from p2p.net.door import Door, dial
from p2p.net.tls import Credentials, TableSecret
from tests.p2p.iroh_endpoints import on_loopback
from tests.p2p.tables import identity, raised

ROUNDS = 1000
MESSAGE = bytes(300)

SECRET = TableSecret(bytes(16))

Figures = dict[str, float | int | str]


def measure() -> Figures:
    """Return milliseconds of a round, and MiB of a process that plays by TCP alone and of one that has an endpoint."""
    ran = subprocess.run([sys.executable, "-m", "tests.bench.ways"], capture_output=True, text=True, check=True)
    figures: Figures = json.loads(ran.stdout)
    return figures


async def _echo(connection: Connection, subject: bytes) -> None:
    connection.settle()
    while (message := await connection.receive()) is not None:
        await connection.send(message)


async def _rounds(address: Address, open_stream: Opener) -> list[float]:
    connection = await dial(address, Credentials(SECRET, identity(1)), "lobby", b"", None, open_stream)
    took = []
    for _ in range(ROUNDS):
        began = trio.current_time()
        await connection.send(MESSAGE)
        await connection.receive()
        took.append(1000 * (trio.current_time() - began))
    await connection.aclose()
    return sorted(took)


def _resident() -> float:
    """Return MiB of this process."""
    fields = Path("/proc/self/status").read_text().split("VmRSS:")[1].split()
    return int(fields[0]) / 1024


async def _measure() -> Figures:
    def unlogged(line: Text) -> None:
        """Log nothing."""

    [listener] = await listen([Address("127.0.0.1", 0)])
    by_tcp = await _served(Door([listener], Credentials(SECRET, identity(0)), unlogged, raised), listener, None)
    without = _resident()
    async with on_loopback() as host, on_loopback() as guest:
        [listener] = await listen([Address("127.0.0.1", 0)])
        door = Door([listener], Credentials(SECRET, identity(0)), unlogged, raised, host)
        by_iroh = await _served(door, listener, (host.socket_addresses[0], guest.open))
        with_two = _resident()
    return {
        "tcp_p50_ms": statistics.median(by_tcp),
        "tcp_p99_ms": by_tcp[ROUNDS * 99 // 100],
        "iroh_p50_ms": statistics.median(by_iroh),
        "iroh_p99_ms": by_iroh[ROUNDS * 99 // 100],
        "tcp_mib": without,
        "two_endpoints_more_mib": with_two - without,
    }


async def _served(door: Door, listener: trio.SocketListener, way: tuple[Address, Opener] | None) -> list[float]:
    door.open("lobby", lambda connection, subject: None, _echo)
    address, open_stream = way or (Address(*listener.socket.getsockname()[:2]), open_tcp)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.serve)
        took = await _rounds(address, open_stream)
        nursery.cancel_scope.cancel()
    return took


if __name__ == "__main__":
    print(json.dumps(trio.run(_measure)))
