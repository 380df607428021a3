"""The player's own resources on the full screen, and the answers without room there, in any edition."""

from __future__ import annotations

from collections.abc import Sequence

from cli.i18n.texts import count, tr
from cli.mare.words import tokens
from cli.ui.screen.rows import Block, Row, folded
from cli.ui.screen.scene import Choice, Scene
from cli.ui.text.sides import empires
from core.mare.resources import spread
from core.mare.trade import Taking


def hand(scene: Scene, width: int) -> Block:
    """Return the player's own resources, in as many rows as they take."""
    if scene.seat is None:
        # Before the game, players and spectators have no seat on this screen.
        return [[("class:dim", f" {tr('You are watching.')}" if scene.begun else "")]]
    state = scene.state
    if not state.seats:
        told = tr("Your {side} is dealt when the game begins.", side=tr(scene.game.rules.side))
        return folded([("class:dim", f" {told}")], width)
    player = state.players[scene.empire]
    held = spread(player.hand)
    row: Row = [("class:you", f" {empires(state)[scene.empire]}")]
    if held:
        row.append(("", tr(" holds {resources}: ", resources=count(len(held), "resource"))))
        row.append(("class:number", tokens(state, held)))
    else:
        row.append(("", tr(" holds no resources")))
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Taking) and (offered := len(frame.face_up[scene.empire])):
        row.append(("class:dim", tr("; {number} more face up", number=offered)))
    return folded(row, width)


def unlisted(scene: Scene, rest: Sequence[Choice]) -> str:
    """Return how many more answers there are, and where to look for the tiles among them."""
    number = len(rest) - (rest[-1].line == "done")
    tiles = sum(
        choice.line.split()[1:2] != [] and choice.line.split()[1] in scene.state.board.tile_of for choice in rest
    )
    if tiles:
        return tr("{number} more, heroes and wonders: {tiles} (F3)", number=number, tiles=tiles)
    return tr("{number} more", number=number)
