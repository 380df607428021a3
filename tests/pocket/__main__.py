"""``mare`` with the pocket edition: ``python -m tests.pocket demo --edition pocket``."""

from __future__ import annotations

import sys

from cli import editions as views
from cli.main import main
from cli.play import processes
from core import editions
from tests.pocket.edition import POCKET
from tests.pocket.view import POCKET_VIEW

editions.register(POCKET)
views.register(POCKET.id, POCKET_VIEW)
processes.program = "tests.pocket"

if __name__ == "__main__":
    sys.exit(main())
