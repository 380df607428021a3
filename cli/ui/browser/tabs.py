"""The pages that are open in browsers: the newest has the table, and shows what there is to see whenever it changes.

A page is a picture of *parts*: values of JSON, each under a key. It is told only which parts have changed or are gone,
so that a page which is opened later, or reloaded, is told all of them and looks the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import trio

from cli.ui.browser.server import GOING, Gone, Socket

Parts = Mapping[str, Any]
Message = dict[str, Any]

MOMENT = 0.02
"""Seconds in which further changes are waited for, so that a page is not told of each by itself."""


class Tabs:
    """The pages; ``parts`` gives what there is to see, and ``take`` does what the person at the page wants."""

    def __init__(self, parts: Callable[[], Parts], take: Callable[[Message], None]) -> None:
        self._parts = parts
        self._take = take
        self._newest: Socket | None = None
        self._changed = trio.Event()

    @property
    def are_open(self) -> bool:
        """Whether a page is open that has the table."""
        return self._newest is not None

    def change(self) -> None:
        """Have the page shown anew, soon."""
        self._changed.set()

    async def talk(self, socket: Socket) -> None:
        """Give the table to a page until it is closed, or a newer one takes it; raises Gone."""
        before, self._newest = self._newest, socket
        if before is not None:
            await _say_goodbye(before, {"elsewhere": True})
        try:
            async with trio.open_nursery() as nursery:
                tab = _Tab(socket)
                nursery.start_soon(self._hear, tab, nursery.cancel_scope)
                nursery.start_soon(self._show, tab, nursery.cancel_scope)
        finally:
            if self._newest is socket:
                self._newest = None
            await socket.close(GOING)

    async def end(self, told: str) -> None:
        """Say the last word to the page that has the table."""
        if self._newest is not None:
            await _say_goodbye(self._newest, {"ended": told})

    async def _hear(self, tab: _Tab, scope: trio.CancelScope) -> None:
        try:
            while True:
                message = _read(await tab.socket.receive())
                tab.heard = message.get("n", 0)
                if self._newest is tab.socket:
                    self._take(message)
                self.change()
        except Gone:
            scope.cancel()

    async def _show(self, tab: _Tab, scope: trio.CancelScope) -> None:
        try:
            while True:
                self._changed = trio.Event()
                if news := tab.news(self._parts()):
                    await tab.socket.send(news)
                await self._changed.wait()
                await trio.sleep(MOMENT)
        except Gone:
            scope.cancel()


class _Tab:
    """One page, with what it has been told."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.heard: Any = 0
        self._told: Parts = {}
        self._told_heard: Any = None

    def news(self, parts: Parts) -> str:
        """Return the message that says what has changed; empty if nothing has."""
        changed = {key: value for key, value in parts.items() if self._told.get(key, _MISSING) != value}
        gone = [key for key in self._told if key not in parts]
        if not changed and not gone and self.heard == self._told_heard:
            return ""
        self._told, self._told_heard = parts, self.heard
        return json.dumps({"set": changed, "drop": gone, "heard": self.heard}, ensure_ascii=False)


_MISSING = object()


def _read(text: str) -> Message:
    """Return a message of the page; an empty one for what is no object of JSON."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


async def _say_goodbye(socket: Socket, message: Message) -> None:
    with trio.move_on_after(1):
        try:
            await socket.send(json.dumps(message, ensure_ascii=False))
        except Gone:
            return
    await socket.close()
