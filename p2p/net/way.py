"""How this program reaches others: what opens its streams, and which addresses that others name it dials."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import trio

from p2p.errors import TableError
from p2p.net.address import Address, may_dial
from p2p.net.origin import NOWHERE, Opened

Opener: TypeAlias = Callable[[Address], Awaitable[Opened]]
"""Opens a stream to an address; raises OSError, or NoWayError if it can't dial an address of that kind."""


class NoWayError(TableError):
    """This program can't dial an address in that way; the message is a sentence that says why."""


async def open_tcp(address: Address) -> Opened:
    """Open a stream by TCP. It is an `Opener` without iroh."""
    if address.key is not None:
        raise NoWayError("The table at {address} can't be dialled without iroh.", address=address)
    return Opened(await trio.open_tcp_stream(*address), NOWHERE)


@dataclass(frozen=True, slots=True)
class Way:
    """What opens streams, and what limits where they lead if others name the addresses."""

    open: Opener = open_tcp
    on_loopback: bool = False
    """Whether the table is on this machine."""
    relays: frozenset[str] = frozenset()
    """The relays that we have chosen ourselves: no player can make us visit another one."""

    def may_dial(self, address: Address) -> bool:
        """Return whether we may dial an address that another player named."""
        return may_dial(address, on_loopback=self.on_loopback, relays=self.relays)


BY_TCP = Way()
