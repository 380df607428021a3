"""How lines are read by the rules of Empires."""

from __future__ import annotations

from cli.mare.answers import Wording
from core.empires.rules import EMPIRES

WORDING = Wording(EMPIRES)
