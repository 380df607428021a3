"""Coming to a door that has no room at the moment: try again, and say so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

from cli.command import Failure
from cli.i18n.texts import tr
from cli.ui.text.console import Console

T = TypeVar("T")

AGAIN = 5.0
"""Seconds until we try again."""

PATIENCE = 120.0
"""Seconds until we give up: longer than a flood from our own address can use up what the door grants to it."""


class Full(Failure):
    """There is no room at the moment; the message says why, in a sentence."""


async def until_let_in(console: Console, knock: Callable[[], Awaitable[T]]) -> T:
    """Return what ``knock`` returns, once it no longer raises Full; raise Full if it does so for too long."""
    deadline = trio.current_time() + PATIENCE
    told = ""
    while True:
        try:
            return await knock()
        except Full as full:
            if trio.current_time() >= deadline:
                raise
            if str(full) != told:
                told = str(full)
                console.say(tr("{reason} Trying again …", reason=told))
        await trio.sleep(AGAIN)
