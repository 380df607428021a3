"""A game of Empires: the engine's game, with the state of this edition."""

from __future__ import annotations

from core.empires.state import State
from core.engine import game

Game = game.Game[State]
