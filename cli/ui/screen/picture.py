"""The map in its pane, drawn anew only where something on it has changed."""

from __future__ import annotations

from cli.ui.map.textmap import Direction, draw, neighbour_towards, place_at
from cli.ui.screen.rows import Block, Size, block
from cli.ui.screen.scene import Scene


def board(scene: Scene, size: Size) -> Block:
    """The map of a scene, in exactly that size."""
    shown = scene.view.map.scene(scene.state)
    return block(draw(shown, size, view=scene.viewport, look=scene.look), size)


def place_under(scene: Scene, size: Size, column: int, row: int) -> str | None:
    """The place that is drawn in a cell of the map."""
    return place_at(scene.view.map.scene(scene.state), size, column, row, view=scene.viewport, look=scene.look)


def step(scene: Scene, direction: Direction) -> str:
    """The next place in a direction from the one that is looked at."""
    return neighbour_towards(scene.view.map.atlas(scene.state.board), scene.selected or None, direction)


def look_at(scene: Scene, place: str | None) -> None:
    """Select a place, and let it be seen; None selects none."""
    scene.viewport = scene.viewport.on(scene.view.map.atlas(scene.state.board), place)
