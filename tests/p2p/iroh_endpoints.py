"""Endpoints of iroh for tests."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

import pytest

from p2p.net import iroh

needs_iroh = pytest.mark.skipif(not iroh.is_installed(), reason="there is no iroh for this machine")


def on_loopback(relays: Sequence[str] = ()) -> AbstractAsyncContextManager[iroh.Endpoint]:
    """An endpoint on this machine only, with a key of its own, which asks no one but these relays."""
    return iroh.endpoint(secrets.token_bytes(32), relays, "127.0.0.1")
