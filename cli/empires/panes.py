"""The players and their resources on the full screen."""

from __future__ import annotations

from cli.empires.details import facts, rights
from cli.empires.tiles import face_up
from cli.empires.trade import on_table
from cli.i18n.texts import tr
from cli.mare import players as shared
from cli.mare.happenings import drawn
from cli.mare.names import owned
from cli.mare.panes import hand, unlisted
from cli.mare.players import Standings, counted_resources
from cli.mare.race import letter
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from core.empires.map import TITLES
from core.empires.state import State
from core.empires.victory import race
from core.mare.titles import all_levels

__all__ = ["all_players", "drawn", "facts", "hand", "legend", "on_table", "owned", "players", "rights", "unlisted"]


def players(scene: Scene, width: int, most: int) -> Block:
    """Return all players: a paragraph each where so many rows have room for them, else two lines, or one."""
    return shared.players(scene, width, most, _standings)


def _standings(state: State) -> Standings:
    return Standings(all_levels(state), race(state), TITLES, tracks())


def tracks() -> tuple[str, str, str]:
    """Return the tracks as they stand above their columns."""
    return tr("tra"), tr("cul"), tr("mil")


def legend(scene: Scene) -> str:
    """Return what stands above the columns of the players and in them, in words."""
    trade, culture, military = map(str.strip, tracks())
    text = tr(
        "{trade} trade, {culture} culture, {military} military; {star} leads; {resources} resources,"
        " {cities} great cities, {heroes} heroes and wonders, {titles} titles.",
        trade=trade,
        culture=culture,
        military=military,
        star=scene.glyphs.leader,
        resources=counted_resources(),
        cities=letter("capitals_and_legendary_cities"),
        heroes=letter("heroes_and_wonders"),
        titles=letter("leadership"),
    )
    return f"{text} {shared.legend(scene)}"


def all_players(scene: Scene, width: int) -> Block:
    """Return the page of the players: everything that lies open about each, and the tiles that can be bought."""
    rows = shared.all_players(scene, width, _standings)
    return rows + face_up(scene.state, scene.empire, width) if scene.state.seats else rows
