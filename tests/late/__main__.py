"""``python -m tests.late …``: ``mare …``, but that each bot waits a while before it connects to the others."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.quick.__main__ import processes, start

# isort: split
import trio

from cli.commands import bot_process
from cli.play.seating import connecting
from p2p import Connecting
from tests.late import SECONDS


@asynccontextmanager
async def late(*table: Any) -> AsyncIterator[Connecting]:
    """Connect to the others, but later."""
    await trio.sleep(SECONDS)
    async with connecting(*table) as mesh:
        yield mesh


vars(bot_process)["connecting"] = late
processes.program = "tests.late"

if __name__ == "__main__":
    sys.exit(start())
