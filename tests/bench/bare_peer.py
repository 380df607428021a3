"""One peer of the bare loop over TLS: in turns, one signs a message and sends it, the others verify it; that is all.

    python -m tests.bench.bare_peer NUMBER PAUSE MESSAGES

Its streams are Trio's own, not the game's: what ours spare is part of what is measured.
"""

from __future__ import annotations

import json
import sys
import time

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from crypto.identity import Identity
from p2p.net.tls import TABLE_NAME, Credentials, TableSecret

HOST = "127.0.0.1"
BODY = 240
"""Bytes of a message, as long as an entry of the log."""
SIGNATURE = 64

Stream = trio.SSLStream[trio.SocketStream]


class HungUp(Exception):
    """The other end is gone."""


async def main(number: int, pause: float, messages: int) -> None:
    """Say where we listen, hear where the others do, exchange messages, each after a pause in seconds, and report."""
    key = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
    [listener] = await trio.open_tcp_listeners(0, host=HOST)
    print(json.dumps({"port": listener.socket.getsockname()[1]}), flush=True)
    ports = [card["port"] for card in json.loads(sys.stdin.readline())]
    keys = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32).public_key() for n in range(len(ports))]
    credentials = Credentials(TableSecret(bytes(16)), Identity.from_seed(bytes([number]) * 32))
    streams: dict[int, Stream] = {}
    for other in range(number):
        transport = await trio.open_tcp_stream(HOST, ports[other])
        stream = trio.SSLStream(transport, credentials._client, server_hostname=TABLE_NAME)
        await stream.send_all(bytes([number]))
        streams[other] = stream
    while len(streams) < len(ports) - 1:
        stream = trio.SSLStream(await listener.accept(), credentials._table, server_side=True)
        streams[(await _exactly(stream, 1))[0]] = stream
    await _Loop(number, key, keys, streams, pause, messages).run()


async def _exactly(stream: Stream, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = await stream.receive_some(size - len(data))
        if not more:
            raise HungUp
        data += more
    return data


class _Loop:
    def __init__(
        self,
        number: int,
        key: Ed25519PrivateKey,
        keys: list[Ed25519PublicKey],
        streams: dict[int, Stream],
        pause: float,
        messages: int,
    ) -> None:
        self.number = number
        self.key = key
        self.keys = keys
        self.streams = streams
        self.pause = pause
        self.messages = messages
        self.acted: dict[int, int] = {}
        self.applied: dict[int, int] = {}
        self.used: list[float] = []
        self.over = trio.Event()

    async def run(self) -> None:
        """Exchange all messages; the next author sends as soon as it has the one before."""
        async with trio.open_nursery() as nursery:
            for other in self.streams:
                nursery.start_soon(self._read, other)
            await self._speak(0)
            await self.over.wait()
            cpu = (self.used[-1] - self.used[0]) / (len(self.used) - 1)
            print(json.dumps({"acted": self.acted, "applied": self.applied, "cpu": cpu}), flush=True)
            # The process that started this one ends it once all have reported.
            await trio.sleep_forever()

    async def _read(self, other: int) -> None:
        while True:
            try:
                packet = await _exactly(self.streams[other], SIGNATURE + BODY)
            except (HungUp, trio.BrokenResourceError):
                return
            self.keys[other].verify(packet[:SIGNATURE], packet[SIGNATURE:])
            await self._done(int.from_bytes(packet[SIGNATURE : SIGNATURE + 4], "big"))

    async def _done(self, message: int) -> None:
        self.applied[message] = time.monotonic_ns()
        self.used.append(time.process_time())
        if message == self.messages - 1:
            self.over.set()
        else:
            await self._speak(message + 1)

    async def _speak(self, message: int) -> None:
        if message % len(self.keys) != self.number:
            return
        if self.pause:
            await trio.sleep(self.pause)
        self.acted[message] = time.monotonic_ns()
        body = message.to_bytes(4, "big") * (BODY // 4)
        packet = self.key.sign(body) + body
        for stream in self.streams.values():
            await stream.send_all(packet)
        await self._done(message)


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
