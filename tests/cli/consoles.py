"""A console for tests: what the program says is kept, and lines come when a test types them."""

from __future__ import annotations

from collections.abc import Callable

import trio


class TypedConsole:
    """What a player sees and types; ``live`` where they may type at any time."""

    live = False

    def __init__(self) -> None:
        self._typing, self._typed = trio.open_memory_channel[str](100)
        self._said = trio.Event()
        self.text = ""
        self.complete: Callable[[str], list[str]] = lambda line: []

    def say(self, text: str) -> None:
        self.text += text + "\n"
        self._said.set()
        self._said = trio.Event()

    def copy(self, text: str) -> str:
        return ""

    def call(self, sentence: str) -> None:
        pass

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        self.complete = complete
        try:
            return await self._typed.receive()
        except trio.EndOfChannel:
            return None

    def type(self, *lines: str) -> None:
        """Type these lines."""
        for line in lines:
            self._typing.send_nowait(line)

    def end(self) -> None:
        """Nothing more is typed."""
        self._typing.close()

    async def until(self, text: str) -> None:
        """Wait until a text has been said, and forget everything up to it; that must be in good time."""
        with trio.fail_after(60):
            while text not in self.text:
                await self._said.wait()
        self.text = self.text.partition(text)[2]
