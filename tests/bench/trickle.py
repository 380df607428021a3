"""What three insiders cost a table who never finish a frame: time of its processor, and the honest guest's round trips.

They send the longest frame there is, a byte in each TLS record; or its records, a byte in each segment of the network.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from itertools import repeat
from pathlib import Path

import trio

from crypto.identity import Identity
from p2p.net.address import Address
from p2p.net.connection import Connection
from p2p.net.door import DialError, dial
from p2p.net.tls import Credentials
from p2p.wire.frames import MAX_MESSAGE
from tests.bench.flood import round_trips
from tests.bench.flooders import HOST, HOST_KEY, PAUSE, SECRET

CONNECTIONS = 3
DURATION = 6.0
SETTLING = 1.0
WAYS = ("records", "segments")
AT_ONCE = 500
"""Records of one byte that are handed to the network together, so that sending them costs little."""


def measure() -> dict[str, float | int | str]:
    """For each way: the share of a core that the door takes, the round trips in ms, and how often one came back."""
    figures: dict[str, float | int | str] = {}
    for way in WAYS:
        figures |= {f"{way}_{name}": value for name, value in _measure(way).items()}
    return figures


def _measure(way: str) -> dict[str, float]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.door_peer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as door:
        try:
            assert door.stdout is not None
            port = json.loads(door.stdout.readline())["port"]
            return trio.run(_attend, door.pid, port, way)
        finally:
            door.kill()


async def _attend(pid: int, port: int, way: str) -> dict[str, float]:
    table = Address(HOST, port)
    connection = await dial(table, Credentials(SECRET, Identity.generate()), "lobby", b"", HOST_KEY.public)
    command = [sys.executable, "-m", "tests.bench.trickle", str(port), way]
    insiders = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE)
    assert insiders.stdout is not None
    try:
        await trio.sleep(SETTLING)
        used, began = _used(pid), time.monotonic()
        times = await round_trips(connection, DURATION - SETTLING)
        share = (_used(pid) - used) / (time.monotonic() - began)
        made = json.loads(b"".join([bytes(chunk) async for chunk in insiders.stdout]))
    finally:
        with suppress(ProcessLookupError):
            insiders.kill()
        await insiders.wait()
    await connection.aclose()
    return {
        "share_of_a_core": share,
        "echo_ms_p50": statistics.median(times),
        "echo_ms_p99": statistics.quantiles(times, n=100)[98],
        "connections": made,
    }


def _used(pid: int) -> float:
    """Seconds of a processor that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def _by_records(connection: Connection) -> None:
    stream = connection._stream
    await stream.send_all(MAX_MESSAGE.to_bytes(4, "big"))
    for _ in range((MAX_MESSAGE - 1) // AT_ONCE):
        for byte in repeat(b"x", AT_ONCE):
            stream.tls.write(byte)
        await stream.send_all(b"")


async def _by_segments(connection: Connection) -> None:
    stream = connection._stream
    stream.tls.write(MAX_MESSAGE.to_bytes(4, "big") + bytes(MAX_MESSAGE - 5))
    for byte in stream._outgoing.read():
        await trio.lowlevel.wait_writable(stream._socket)
        stream._socket.send(bytes([byte]))


async def _insider(port: int, way: str, made: list[int]) -> None:
    """Come back whenever the table hangs up, or the frame is all but whole."""
    credentials = Credentials(SECRET, Identity.generate())
    while True:
        with suppress(DialError, trio.BrokenResourceError, OSError):
            connection = await dial(Address(HOST, port), credentials, "lobby", b"", HOST_KEY.public)
            made.append(1)
            try:
                await (_by_records if way == "records" else _by_segments)(connection)
            finally:
                await connection.aclose()
        await trio.sleep(PAUSE)


async def _attack(port: int, way: str) -> None:
    made: list[int] = []
    with trio.move_on_after(DURATION + 1):
        async with trio.open_nursery() as nursery:
            for _ in range(CONNECTIONS):
                nursery.start_soon(_insider, port, way, made)
    print(json.dumps(len(made)))


if __name__ == "__main__":
    trio.run(_attack, int(sys.argv[1]), sys.argv[2])
