"""How lines are read in the editions of 2003, which share one notation."""

from __future__ import annotations

from cli.mare.answers import Wording
from core.classic.rules import ORIGINAL_RULES

WORDING = Wording(ORIGINAL_RULES)
