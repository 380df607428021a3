"""Settings for the whole suite."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: a shared machine may pause any example. In CI the examples are the same every time.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
