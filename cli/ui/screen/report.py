"""What happened to the player, in the pane of the answers: it waits there to be read before they are asked again."""

from __future__ import annotations

from cli.i18n.texts import marked, tr, translated
from cli.ui.screen.rows import Block, Row, folded
from cli.ui.screen.scene import Scene
from core.engine.event import Event, message_of

GO_ON = marked("Enter goes on.")


def rows(scene: Scene, width: int) -> Block:
    """Return the report that is shown, its dice by their faces, and what goes on."""
    if not scene.reports:
        return []
    more = len(scene.reports) - 1
    then = tr("Enter goes on ({number} more).", number=more) if more else tr(GO_ON)
    told = [row for one in scene.reports[0].told for row in folded(_told(scene, one), width - 1, 2)]
    told += folded([("class:number", then)], width - 1)
    return [[("", " "), *row] for row in told]


def _told(scene: Scene, one: Event | str) -> Row:
    if isinstance(one, str):
        return scene.story.coloured(one)
    message = message_of(scene.state.board, one)
    drawn = scene.view.panes.drawn(one, message, scene.glyphs) or [("", translated(message))]
    return [part for style, text in drawn for part in ([(style, text)] if style else scene.story.coloured(text))]
