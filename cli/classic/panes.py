"""The players and their resources on the full screen."""

from __future__ import annotations

from cli.classic.details import facts, rights
from cli.classic.setup import on_table as setup_on_table
from cli.classic.tiles import for_sale
from cli.classic.trade import on_table as trade_on_table
from cli.i18n.texts import tr
from cli.mare import panes
from cli.mare.happenings import drawn
from cli.mare.names import owned
from cli.mare.panes import Standings, hand, unlisted
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from core.classic.state import State
from core.mare.titles import all_levels

__all__ = ["all_players", "drawn", "facts", "hand", "legend", "on_table", "owned", "players", "rights", "unlisted"]


def players(scene: Scene, width: int, most: int) -> Block:
    """Return all players: a paragraph each where so many rows have room for them, else a line."""
    return panes.players(scene, width, most, _standings)


def _standings(state: State) -> Standings:
    return Standings(
        all_levels(state),
        state.board.map.tiles_to_win,
        state.board.titles,
        [f"{len(player.tiles):>2}{sum(player.hand):>3}" for player in state.players],
        [""] * len(state.players),
        # TRANSLATORS: heroes and wonders (tiles), and resources (r), of 5 columns together
        tr(" t  r"),
        tracks(),
        tr("heroes and wonders"),
    )


def tracks() -> tuple[str, str, str]:
    """Return the tracks as they stand above their columns."""
    return tr("com"), tr("pol"), tr("mil")


def legend(scene: Scene) -> str:
    """Return what stands above the columns of the players, in words."""
    commerce, politics, military = map(str.strip, tracks())
    return tr(
        "{commerce} commerce, {politics} politics, {military} military, {last}: heroes and wonders, resources;"
        " {star} leads.",
        commerce=commerce,
        politics=politics,
        military=military,
        last=tr(" t  r").strip(),
        star=scene.glyphs.leader,
    )


def on_table(scene: Scene, width: int) -> tuple[str, Block] | None:
    """Return what lies on the table: a trade, or the points of a setup; None where neither is going on."""
    return setup_on_table(scene, width) or trade_on_table(scene, width)


def all_players(scene: Scene, width: int) -> Block:
    """Return the page of the players: everything that lies open about each, and the tiles that can be bought."""
    rows = panes.all_players(scene, width, _standings)
    return rows + for_sale(scene.state, scene.empire, width) if scene.state.seats else rows
