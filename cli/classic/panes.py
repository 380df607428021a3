"""The players and their resources on the full screen."""

from __future__ import annotations

from cli.classic.details import facts, rights
from cli.classic.setup import on_table as setup_on_table
from cli.classic.tiles import for_sale
from cli.classic.trade import on_table as trade_on_table
from cli.classic.words import outlook
from cli.i18n.texts import tr
from cli.mare import panes as shared
from cli.mare.panes import Standings, counted_resources, hand, unlisted
from cli.mare.race import letter, near_rows
from cli.mare.words import drawn, owned
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from core.classic.state import State
from core.classic.victory import race
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
    return Standings(all_levels(state), race(state), state.board.titles, tracks())


def tracks() -> tuple[str, str, str]:
    """Return the tracks as they stand above their columns."""
    return tr("com"), tr("pol"), tr("mil")


def legend(scene: Scene, width: int = 0) -> str:
    """Return what stands beside the players and above their columns, in words: in a pane of that width, or in all."""
    commerce, politics, military = map(str.strip, tracks())
    levels_ = tr(
        "{commerce} commerce, {politics} politics, {military} military; {star} leads.",
        commerce=commerce,
        politics=politics,
        military=military,
        star=scene.glyphs.leader,
    )
    race_ = tr(
        "{resources} resources, {heroes} heroes and wonders.",
        resources=counted_resources(),
        heroes=letter("heroes_and_wonders"),
    )
    return shared.legend(scene, width, levels_, race_)


def on_table(scene: Scene, width: int) -> tuple[str, Block] | None:
    """Return what lies on the table: a trade, or the points of a setup; None if neither is going on."""
    return setup_on_table(scene, width) or trade_on_table(scene, width)


def all_players(scene: Scene, width: int) -> Block:
    """Return the page of the players: everything that lies open about each, and the tiles that can be bought."""
    rows = shared.all_players(scene, width, _standings)
    return rows + for_sale(scene.state, scene.empire, width) if scene.state.seats else rows
