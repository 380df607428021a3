"""What a thousand connections that misbehave, and an insider who floods, cost a table: memory, and everybody's time.

The door, those who flood it, and the honest guest whose messages are timed are three processes on one machine, so on
few cores the attackers' own work slows the table too.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import trio

from crypto.identity import Identity
from p2p.net.address import Address
from p2p.net.connection import Connection
from p2p.net.door import DialError, dial
from p2p.net.tls import Credentials
from tests.bench.flooders import CONNECTIONS, DURATION, HOST, HOST_KEY, SECRET

MESSAGE = bytes(400)
"""As long as an entry of the log."""
CALM = 3.0
"""Seconds that are measured before the flood."""
SETTLING = 1.5
"""Seconds until all who flood have connected once."""
INTERVAL = 0.005


def measure() -> dict[str, float | int | str]:
    """The door's resident memory in MiB and an honest guest's round trips in ms, before and during the flood."""
    return measure_flood(CONNECTIONS)


def measure_flood(connections: int) -> dict[str, float | int | str]:
    """The same for another number of connections."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.door_peer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as door:
        try:
            assert door.stdout is not None
            port = json.loads(door.stdout.readline())["port"]
            figures = trio.run(_attend, door.pid, Address(HOST, port), connections)
            lines, _ = door.communicate("\n", timeout=30)
            return figures | {"log_lines": json.loads(lines)["lines"]}
        finally:
            door.kill()


async def _attend(pid: int, table: Address, connections: int) -> dict[str, float | int | str]:
    credentials = Credentials(SECRET, Identity.generate())
    connection = await dial(table, credentials, "lobby", b"", HOST_KEY.public)
    calm = await round_trips(connection, CALM)
    before = _memory(pid, "VmRSS")
    flooders = await trio.lowlevel.open_process(
        [sys.executable, "-m", "tests.bench.flooders", str(table.port), str(connections)], stdout=subprocess.PIPE
    )
    assert flooders.stdout is not None
    try:
        await trio.sleep(SETTLING)
        dialling = await _dial_amid(table, credentials)
        during = await round_trips(connection, DURATION - SETTLING - 1.5)
        made = json.loads(b"".join([bytes(chunk) async for chunk in flooders.stdout]))["connections"]
    finally:
        with suppress(ProcessLookupError):
            flooders.kill()
        await flooders.wait()
    await connection.aclose()
    return {
        "connections_made": made,
        "memory_before_mib": before,
        "memory_peak_mib": _memory(pid, "VmHWM"),
        "echo_ms_p50_before": statistics.median(calm),
        "echo_ms_p50_during": statistics.median(during),
        "echo_ms_p99_before": statistics.quantiles(calm, n=100)[98],
        "echo_ms_p99_during": statistics.quantiles(during, n=100)[98],
        "slower_p50": statistics.median(during) / statistics.median(calm),
        "dial_ms_during": dialling,
    }


async def round_trips(connection: Connection, seconds: float) -> list[float]:
    """Milliseconds from sending a message to hearing it again, one after the other."""
    times: list[float] = []
    end = trio.current_time() + seconds
    while (begin := trio.current_time()) < end:
        await connection.send(MESSAGE)
        if await connection.receive() != MESSAGE:
            raise RuntimeError("the honest guest hears something else than what was said")
        times.append((trio.current_time() - begin) * 1000)
        await trio.sleep(INTERVAL)
    return times


async def _dial_amid(table: Address, credentials: Credentials) -> float:
    """Milliseconds, with all attempts, until one who comes from where the flood does gets in as well."""
    begin = trio.current_time()
    with trio.fail_after(DURATION):
        while True:
            with suppress(DialError):
                connection = await dial(table, credentials, "lobby", b"", HOST_KEY.public)
                await connection.aclose()
                return (trio.current_time() - begin) * 1000


def _memory(pid: int, field: str) -> float:
    """What the system says of a process's memory, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"the system does not say {field} of a process")
