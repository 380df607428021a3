"""How lines are read by the rules of 2003, which both editions write alike."""

from __future__ import annotations

from cli.mare.words import Wording
from core.classic.rules import ORIGINAL_RULES

WORDING = Wording(ORIGINAL_RULES)
