"""By edition, how the console shows its games."""

from __future__ import annotations

from typing import Any

from cli.classic.view import ORIGINAL_VIEW, REVISED_VIEW
from cli.empires.view import EMPIRES_VIEW
from cli.ui.view import GameView
from core.engine.game import Game

_views: dict[str, GameView] = {
    "empires": EMPIRES_VIEW,
    "original": ORIGINAL_VIEW,
    "revised": REVISED_VIEW,
}


def register(edition: str, view: GameView) -> None:
    """Register how games of an edition are shown; raises ValueError if the edition is registered already."""
    if edition in _views:
        raise ValueError(f"there is a view of the edition {edition!r} already")
    _views[edition] = view


def view_of(game: Game[Any]) -> GameView:
    """Return how the console shows a game."""
    return _views[game.rules.id]


def view_named(edition: str) -> GameView:
    """Return how the console shows the games of an edition."""
    return _views[edition]
