"""From what a table of The Sword of Rome chooses."""

from __future__ import annotations

from core.engine.option import ROUNDS

DECLARED = (ROUNDS,)
