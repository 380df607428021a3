"""A way through our own router: a TCP port mapped by UPnP (Internet Gateway Device), if the router supports it.

The `miniupnpc` package, which the extra `upnp` installs, does the work. Nothing depends on it: on failure there is a
sentence instead of an address, and a table needs only one reachable player. Anyone in the local network can answer in
the router's place, so the address is only a hint. Connections prove who is at their ends.
"""

from __future__ import annotations

import importlib
import ipaddress
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Protocol, TypeAlias

import trio

from p2p.net.address import Address

LEASE = 12 * 60 * 60
"""Seconds after which the router drops the mapping itself: longer than a game, in case the host is killed."""

PATIENCE = 10
"""The most seconds for all of it."""

PORTS = 4
"""How many external ports are tried: the port itself, and those after it."""

_DISCOVERY = 2000
"""Milliseconds in which routers must answer."""


class Gateway(Protocol):
    """The part of `miniupnpc.UPnP` that we use. All of it blocks, and may raise any exception."""

    discoverdelay: int
    lanaddr: str

    def discover(self) -> int:
        """Look for routers, and return how many devices answered."""

    def selectigd(self) -> str:
        """Choose one that is connected."""

    def externalipaddress(self) -> str:
        """Return the router's own address on the internet."""

    def addportmapping(
        self, external: int, protocol: str, host: str, port: int, description: str, remote: str, lease: int
    ) -> bool:
        """Forward connections from an external port to a host and port inside."""

    def deleteportmapping(self, external: int, protocol: str) -> bool:
        """Stop forwarding."""


Find: TypeAlias = Callable[[], Gateway]


class _NoMapping(Exception):
    """There is no mapping; the message is the sentence that says why."""


@asynccontextmanager
async def mapped_port(port: int, find: Find | None = None) -> AsyncIterator[Address | str]:
    """Map this TCP port while the block runs; it begins after ten seconds at the latest.

    The block gets the port's address on the internet, or a sentence that says why there is none and what else to try.
    ``find`` makes a gateway, by default `miniupnpc`'s.
    """
    attempt = _Attempt(port, find)
    try:
        with trio.move_on_after(PATIENCE):
            await trio.to_thread.run_sync(attempt.run, abandon_on_cancel=True)
        yield attempt.settle()
    finally:
        attempt.settle()
        with trio.move_on_after(PATIENCE, shield=True):
            await trio.to_thread.run_sync(attempt.undo, abandon_on_cancel=True)


class _Attempt:
    """One mapping, made in a thread that may be given up; a mapping that it makes after that is undone."""

    def __init__(self, port: int, find: Find | None) -> None:
        self._port = port
        self._find = find
        self._lock = threading.Lock()
        self._outcome: Address | str | None = None
        self._mapped: tuple[Gateway, int] | None = None

    def run(self) -> None:
        """Try to map; `settle` returns the outcome."""
        try:
            outcome: Address | str = self._map()
        except _NoMapping as reason:
            outcome = str(reason)
        with self._lock:
            in_time = self._outcome is None
            if in_time:
                self._outcome = outcome
        if not in_time or isinstance(outcome, str):
            self.undo()

    def settle(self) -> Address | str:
        """Return the outcome, which is final from now on."""
        with self._lock:
            if self._outcome is None:
                self._outcome = _advice("The router took too long to answer", self._port)
            return self._outcome

    def undo(self) -> None:
        """Undo the mapping, if there is one; if the router doesn't listen, the mapping ends after `LEASE`."""
        with self._lock:
            mapped, self._mapped = self._mapped, None
        if mapped is not None:
            gateway, external = mapped
            with suppress(Exception):
                gateway.deleteportmapping(external, "TCP")

    def _map(self) -> Address:
        gateway, ip = _router(self._find or _miniupnpc(), self._port)
        for external in range(self._port, min(self._port + PORTS, 65536)):
            try:
                gateway.addportmapping(external, "TCP", gateway.lanaddr, self._port, "mare", "", LEASE)
            except Exception as error:
                if "Conflict" not in str(error):
                    raise _NoMapping(_advice("The router refuses to map a port", self._port)) from error
            else:
                self._mapped = gateway, external
                return Address(ip, external)
        raise _NoMapping(_advice("The router has mapped this port and those after it for others", self._port))


def _miniupnpc() -> Find:
    try:
        find: Find = importlib.import_module("miniupnpc").UPnP
    except ImportError:
        raise _NoMapping("To map a port of the router, run `pip install '.[upnp]'` in the folder of mare.") from None
    return find


def _router(find: Find, port: int) -> tuple[Gateway, str]:
    """Return the router and its address on the internet."""
    try:
        gateway = find()
        gateway.discoverdelay = _DISCOVERY
        gateway.discover()
        gateway.selectigd()
        external = gateway.externalipaddress()
    except Exception as error:
        raise _NoMapping(_advice("No router here maps ports by UPnP", port)) from error
    try:
        ip = ipaddress.IPv4Address(external)
    except ValueError:
        raise _NoMapping(_advice("The router does not know its own address", port)) from None
    if not ip.is_global:
        raise _NoMapping(
            f"The router's own address, {ip}, is not one of the internet: there is another router behind it. Let "
            f"another player host the table."
        )
    return gateway, str(ip)


def _advice(reason: str, port: int) -> str:
    return f"{reason}: map TCP port {port} in its settings by hand, or let another player host the table."
