"""``mare`` with The Sword of Rome: ``python -m tests.cli.sword demo --edition sword``."""

from __future__ import annotations

import sys

from cli import editions as views
from cli.main import main
from cli.play import processes
from core import editions

editions.register("sword", "core.sword.edition:SWORD_EDITION")
views.register("sword", "cli.sword.view:SWORD_VIEW")
processes.program = "tests.cli.sword"

if __name__ == "__main__":
    sys.exit(main())
