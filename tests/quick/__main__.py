"""``python -m tests.quick …``: ``mare …``, but that chains of the beacon have few values, and so take no time to make.

Only its owner can tell how many values a chain has.
"""

from __future__ import annotations

import sys

from tests.quick import LENGTH, kept

kept.keep()

from cli.__main__ import start  # noqa: E402 - only now is it loaded quickly
from cli.main import loading  # noqa: E402
from crypto import beacon  # noqa: E402

with loading():
    from cli.play import processes

__all__ = ["processes", "start"]

beacon.LENGTH = LENGTH
processes.program = "tests.quick"

if __name__ == "__main__":
    sys.exit(start())
