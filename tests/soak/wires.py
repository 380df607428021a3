"""Wires between processes that can be cut and mended: every connection from one peer to another goes through one."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable
from contextlib import suppress
from itertools import permutations

from cli.play.seating import HOST


class Wires:
    """A listener for each ordered pair of peers, which passes on what the one who dials and the other say."""

    def __init__(self, ports: list[int]) -> None:
        """``ports`` are where the peers themselves listen."""
        self._ports = ports
        self._cut: set[frozenset[int]] = set()
        self._ends: dict[frozenset[int], set[socket.socket]] = {}
        self._lock = threading.Lock()
        self._listeners = {pair: socket.create_server((HOST, 0)) for pair in permutations(range(len(ports)), 2)}
        for pair, listener in self._listeners.items():
            threading.Thread(target=self._accept, args=(pair, listener), daemon=True).start()

    def ways(self, peer: int) -> list[int]:
        """By peer, the port at which one peer finds the others; its own is never dialled."""
        return [
            self._listeners[peer, other].getsockname()[1] if other != peer else port
            for other, port in enumerate(self._ports)
        ]

    def cut(self, wires: Iterable[frozenset[int]]) -> None:
        """Break these wires, with whatever is on them, and let nothing through until they are mended."""
        with self._lock:
            for wire in wires:
                self._cut.add(wire)
                for end in self._ends.pop(wire, ()):
                    _hang_up(end)

    def mend(self) -> None:
        """Let everything through again."""
        with self._lock:
            self._cut.clear()

    def close(self) -> None:
        """Break all wires for good."""
        self.cut(map(frozenset, self._listeners))
        for listener in self._listeners.values():
            _hang_up(listener)

    def _accept(self, pair: tuple[int, int], listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(pair, near), daemon=True).start()

    def _carry(self, pair: tuple[int, int], near: socket.socket) -> None:
        wire = frozenset(pair)
        try:
            far = socket.create_connection((HOST, self._ports[pair[1]]))
        except OSError:
            near.close()
            return
        with self._lock:
            if wire in self._cut:
                near.close()
                far.close()
                return
            self._ends.setdefault(wire, set()).update((near, far))
        there = threading.Thread(target=_pass_on, args=(near, far), daemon=True)
        there.start()
        _pass_on(far, near)
        there.join()
        with self._lock:
            self._ends.get(wire, set()).difference_update((near, far))
        near.close()
        far.close()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    """Pass on all that comes, and then that it was all."""
    with suppress(OSError):
        while data := source.recv(1 << 16):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
