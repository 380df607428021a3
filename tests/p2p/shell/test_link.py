"""A connection of a table in play does not keep without end what the other end does not read."""

from __future__ import annotations

from typing import cast

import pytest

from p2p.net.connection import Connection
from p2p.shell.link import Link


async def test_a_link_on_which_too_much_waits_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.shell.link.QUEUE", 8)
    link = Link(1, cast(Connection, None))
    for _ in range(8):
        link.send(b"frame")
    assert not link.scope.cancel_called
    link.send(b"frame")
    assert link.scope.cancel_called
