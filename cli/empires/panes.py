"""The players and their resources on the full screen."""

from __future__ import annotations

from cli.empires.details import facts, rights
from cli.empires.tiles import face_up
from cli.empires.trade import on_table
from cli.empires.words import outlook
from cli.i18n.texts import tr
from cli.mare import panes as shared
from cli.mare.panes import Standings, counted_resources, hand, unlisted
from cli.mare.race import letter, near_rows
from cli.mare.words import drawn, owned
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from core.empires.map import TITLES
from core.empires.state import State
from core.empires.victory import race
from core.mare.titles import all_levels

__all__ = [
    "all_players",
    "drawn",
    "facts",
    "hand",
    "legend",
    "levels",
    "near",
    "on_table",
    "owned",
    "players",
    "rights",
    "unlisted",
]


def players(scene: Scene, width: int, height: int) -> Block:
    """Return all players in a pane of that size: a paragraph each, or two lines, or one."""
    return shared.players(scene, width, height, _standings)


def levels(scene: Scene, width: int) -> Block:
    """Return the levels of all players, if they stand apart."""
    return shared.levels(scene, width, _standings)


def near(scene: Scene, width: int) -> list[Block]:
    """Return who is about to win."""
    return near_rows(scene, width, outlook(scene.state, scene.empire))


def _standings(state: State) -> Standings:
    return Standings(all_levels(state), race(state), TITLES, tracks())


def tracks() -> tuple[str, str, str]:
    """Return the tracks as they stand above their columns."""
    return tr("tra"), tr("cul"), tr("mil")


def legend(scene: Scene, width: int = 0) -> str:
    """Return what stands beside the players and above their columns, in words: in a pane of that width, or in all."""
    trade, culture, military = map(str.strip, tracks())
    levels_ = tr(
        "{trade} trade, {culture} culture, {military} military; {star} leads.",
        trade=trade,
        culture=culture,
        military=military,
        star=scene.glyphs.leader,
    )
    race_ = tr(
        "{resources} resources, {cities} great cities, {heroes} heroes and wonders, {titles} titles.",
        resources=counted_resources(),
        cities=letter("capitals_and_legendary_cities"),
        heroes=letter("heroes_and_wonders"),
        titles=letter("leadership"),
    )
    return shared.legend(scene, width, levels_, race_)


def all_players(scene: Scene, width: int) -> Block:
    """Return the page of the players: everything that lies open about each, and the tiles that can be bought."""
    rows = shared.all_players(scene, width, _standings)
    return rows + face_up(scene.state, scene.empire, width) if scene.state.seats else rows
