"""By edition, how the console shows its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.empires.view import EMPIRES_VIEW
from cli.ui.view import GameView
from core.engine.game import Game

VIEWS: Mapping[str, GameView] = {"empires": EMPIRES_VIEW}


def view_of(game: Game[Any]) -> GameView:
    """Return how the console shows a game."""
    return VIEWS[game.rules.id]
