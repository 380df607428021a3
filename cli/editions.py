"""By edition, how the console shows its games. A view is loaded when it is asked for, as its edition is."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any

from cli.i18n.texts import tr
from cli.ui.view import GameView
from core.engine.game import Game

_places = {
    "empires": "cli.empires.view:EMPIRES_VIEW",
    "original": "cli.classic.view:ORIGINAL_VIEW",
    "revised": "cli.classic.view:REVISED_VIEW",
    "sword": "cli.sword.view:SWORD_VIEW",
}


def register(edition: str, place: str) -> None:
    """Add the view of an edition by its place, ``module:name``; raises ValueError if the edition has one already."""
    if edition in _places:
        raise ValueError(f"there is a view of the edition {edition!r} already")
    _places[edition] = place


def view_of(game: Game[Any]) -> GameView:
    """Return how the console shows a game."""
    return view_named(game.rules.id)


def view_named(edition: str) -> GameView:
    """Return how the console shows the games of an edition."""
    view: GameView = resolve_name(_places[edition])
    return view


def notice_of(edition: str) -> list[str]:
    """Return what people must know of an edition before anything else, as the first line of what is shown, if any."""
    notice = view_named(edition).notice if edition in _places else ""
    return [tr(notice)] if notice else []
