"""The players and their resources on the full screen."""

from __future__ import annotations

from cli.classic.details import facts, rights
from cli.classic.setup import on_table as setup_on_table
from cli.classic.tiles import for_sale
from cli.classic.trade import on_table as trade_on_table
from cli.i18n.texts import tr
from cli.mare import players as shared
from cli.mare.happenings import drawn
from cli.mare.names import owned
from cli.mare.panes import hand, unlisted
from cli.mare.players import Standings, counted_resources
from cli.mare.race import letter
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from core.classic.state import State
from core.classic.victory import race
from core.mare.titles import all_levels

__all__ = ["all_players", "drawn", "facts", "hand", "legend", "on_table", "owned", "players", "rights", "unlisted"]


def players(scene: Scene, width: int, most: int) -> Block:
    """Return all players: a paragraph each if so many rows have room for that, else two lines each, or one."""
    return shared.players(scene, width, most, _standings)


def _standings(state: State) -> Standings:
    return Standings(all_levels(state), race(state), state.board.titles, tracks())


def tracks() -> tuple[str, str, str]:
    """Return the tracks as they stand above their columns."""
    return tr("com"), tr("pol"), tr("mil")


def legend(scene: Scene) -> str:
    """Return what stands above the columns of the players and in them, in words."""
    commerce, politics, military = map(str.strip, tracks())
    text = tr(
        "{commerce} commerce, {politics} politics, {military} military; {star} leads; {resources} resources,"
        " {heroes} heroes and wonders.",
        commerce=commerce,
        politics=politics,
        military=military,
        star=scene.glyphs.leader,
        resources=counted_resources(),
        heroes=letter("heroes_and_wonders"),
    )
    return f"{text} {shared.legend(scene)}"


def on_table(scene: Scene, width: int) -> tuple[str, Block] | None:
    """Return what lies on the table: a trade, or the points of a setup; None if neither is going on."""
    return setup_on_table(scene, width) or trade_on_table(scene, width)


def all_players(scene: Scene, width: int) -> Block:
    """Return the page of the players: everything that lies open about each, and the tiles that can be bought."""
    rows = shared.all_players(scene, width, _standings)
    return rows + for_sale(scene.state, scene.empire, width) if scene.state.seats else rows
