"""``python -m tests.quick …``: ``mare …``, but that chains of the beacon have few values, and so take no time to make.

Only its owner can tell how many values a chain has.
"""

from __future__ import annotations

import sys

from cli.__main__ import start
from cli.main import loading
from crypto import beacon
from tests.quick import LENGTH

with loading():
    from cli.play import processes

__all__ = ["processes", "start"]

beacon.LENGTH = LENGTH
processes.program = "tests.quick"

if __name__ == "__main__":
    sys.exit(start())
