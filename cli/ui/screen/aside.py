"""The terminal without the full screen, for a while: to select a line there, or while the program is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from prompt_toolkit.application import Application

from cli.output.notices import watch_focus
from cli.output.screens import beside_screen, stop_here


class Aside:
    """What is shown beside the full screen of an application, which goes on behind it and is drawn anew afterwards."""

    def __init__(self, application: Application[None]) -> None:
        self._application = application
        self._read: asyncio.Future[None] | None = None

    @property
    def is_open(self) -> bool:
        """Return whether a text is read now."""
        return self._read is not None

    def show(self, text: str) -> None:
        """Show a text until Enter, as the terminal shows what any program writes: it breaks long lines by itself."""
        _ = self._application.create_background_task(self._show(text))

    def close(self) -> None:
        """Go back to the screen; as often as one likes."""
        if self._read is not None and not self._read.done():
            self._read.set_result(None)

    def stop(self) -> None:
        """Stop the program until its shell goes on with it."""
        if self.is_open:
            stop_here()
        else:
            _ = self._application.create_background_task(self._stop())

    async def _show(self, text: str) -> None:
        self._read = asyncio.get_running_loop().create_future()
        try:
            async with self._without():
                self._application.output.write(f"\n{text}\n")
                self._application.output.flush()
                with self._application.input.attach(self._entered):
                    await self._read
        finally:
            self._read = None

    def _entered(self) -> None:
        """Take a line: whatever it says, it was read by the person who typed it."""
        self._application.input.read_keys()
        self.close()

    async def _stop(self) -> None:
        async with self._without():
            stop_here()

    @asynccontextmanager
    async def _without(self) -> AsyncIterator[None]:
        async with beside_screen():
            watch_focus(self._application.output, on=False)
            try:
                yield
            finally:
                watch_focus(self._application.output, on=True)
