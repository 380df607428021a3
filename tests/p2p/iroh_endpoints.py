"""Endpoints of iroh for tests."""

from __future__ import annotations

import asyncio
import importlib
import secrets
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
import trio

from p2p.net import iroh
from p2p.net.address import Address

if TYPE_CHECKING:
    import iroh as library

T = TypeVar("T")

needs_iroh = pytest.mark.skipif(not iroh.is_installed(), reason="there is no iroh for this machine")


def on_loopback(relays: Sequence[str] = ()) -> AbstractAsyncContextManager[iroh.Endpoint]:
    """An endpoint on this machine only, with a key of its own, which asks no one but these relays."""
    return iroh.endpoint(secrets.token_bytes(32), relays, "127.0.0.1")


async def in_asyncio(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run the other end, which does as it likes, in a loop of asyncio."""
    return await trio.to_thread.run_sync(asyncio.run, coroutine)


@asynccontextmanager
async def bare(host: str) -> AsyncIterator[library.Endpoint]:
    """An endpoint of the library itself, in asyncio; it listens at this host."""
    of = importlib.import_module("iroh")
    options = of.EndpointOptions(
        preset=of.preset_minimal(),
        bind_addr=f"{host}:0",
        alpns=[iroh.PROTOCOL],
        relay_mode=of.RelayMode.disabled(),
    )
    endpoint = await of.Endpoint.bind(options)
    try:
        yield endpoint
    finally:
        await endpoint.close()


async def connected(caller: library.Endpoint, address: Address) -> library.Connection:
    """A connection to an endpoint that is found at this address, without a stream."""
    of = importlib.import_module("iroh")
    assert address.key is not None
    where = of.EndpointAddr(of.EndpointId.from_bytes(address.key), None, [f"{address.direct.host}:{address.port}"])
    return await caller.connect(where, iroh.PROTOCOL)
