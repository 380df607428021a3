"""The players and their resources on the full screen."""

from __future__ import annotations

from cli.empires.details import facts, rights
from cli.empires.tiles import face_up
from cli.empires.trade import on_table
from cli.i18n.texts import tr
from cli.mare import panes
from cli.mare.happenings import drawn
from cli.mare.names import owned
from cli.mare.panes import Standings, hand, unlisted
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from core.empires.map import TITLES
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, all_great_cities
from core.mare.titles import all_levels

__all__ = ["all_players", "drawn", "facts", "hand", "legend", "on_table", "owned", "players", "rights", "unlisted"]


def players(scene: Scene, width: int, most: int) -> Block:
    """All players: a paragraph each where so many rows have room for them, else a line."""
    return panes.players(scene, width, most, _standings)


def _standings(state: State) -> Standings:
    cities = all_great_cities(state)
    return Standings(
        all_levels(state),
        TILES_TO_WIN,
        TITLES,
        [f"{len(player.tiles):>3}{cities[empire]:>2}" for empire, player in enumerate(state.players)],
        [tr("; {cities}/{most} great cities", cities=number, most=CITIES_TO_WIN) for number in cities],
        # TRANSLATORS: heroes and wonders (tiles), and capitals with legendary cities (c), of 5 columns together
        tr(" ti c"),
        tracks(),
    )


def tracks() -> tuple[str, str, str]:
    """The tracks as they stand above their columns."""
    return tr("tra"), tr("cul"), tr("mil")


def legend(scene: Scene) -> str:
    """What stands above the columns of the players, in words."""
    trade, culture, military = map(str.strip, tracks())
    return tr(
        "{trade} trade, {culture} culture, {military} military, {last}: heroes and wonders, great cities;"
        " {star} leads.",
        trade=trade,
        culture=culture,
        military=military,
        last=tr(" ti c").strip(),
        star=scene.glyphs.leader,
    )


def all_players(scene: Scene, width: int) -> Block:
    """The page of the players: everything that lies open about each, and the tiles that can be bought."""
    rows = panes.all_players(scene, width, _standings)
    return rows + face_up(scene.state, scene.empire, width) if scene.state.seats else rows
