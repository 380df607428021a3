"""Dice."""

from __future__ import annotations

FACES = 6
PIPS_PER_HIT = 5
"""Every full 5 points of a total destroy one unit of the other side."""
