"""Positions and scenarios of Empires, in the form that the registry expects."""

from __future__ import annotations

from core.empires.position.text import dump_position, load_position
from core.empires.scenario.scenario import parse_scenarios

__all__ = ["dump_position", "load_position", "parse_scenarios"]
