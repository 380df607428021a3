"""What somebody is sent first who comes to a game and is none of its players: the charter."""

from __future__ import annotations

import trio

from p2p.log.charter import Charter, CharterError, decode_charter, encode_charter
from p2p.net.connection import Connection

PATIENCE = 10.0
"""Seconds for the charter to come."""


async def send_charter(connection: Connection, charter: Charter) -> None:
    """Send it; BrokenResourceError where the connection fails."""
    await connection.send(encode_charter(charter))


async def charter_over(connection: Connection) -> Charter:
    """The charter that comes before everything else.

    Raises CharterError where there is none, FrameError and BrokenResourceError as connections do.
    """
    message = None
    with trio.move_on_after(PATIENCE):
        message = await connection.receive()
    if message is None:
        raise CharterError("No charter has come.")
    return decode_charter(message)
