"""How the process looks for garbage that reference counts do not find: seldom, and not among what it has loaded.

Reference counts free nearly all that the program makes as it plays, since there are hardly any cycles.
At Python's own pace the search for them takes a message that comes in the middle of it a tenth longer.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

PACE = 20_000
"""Objects made, and not freed, between two searches; Python's own pace is 700."""


@contextmanager
def loading() -> Iterator[None]:
    """Keep for good what is loaded in this block, and before: the collector never looks through it."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(PACE, *gc.get_threshold()[1:])
        gc.enable()
