"""``mare`` with the pocket edition: ``python -m tests.pocket demo --edition pocket``."""

from __future__ import annotations

import sys

from tests.quick.__main__ import processes, start

# isort: split
from cli import editions as views
from core import editions

editions.register("pocket", "tests.pocket.edition:POCKET", "tests.pocket.edition:DECLARED")
views.register("pocket", "tests.pocket.view:POCKET_VIEW")
processes.program = "tests.pocket"

if __name__ == "__main__":
    sys.exit(start())
