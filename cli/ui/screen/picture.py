"""The map in its pane, drawn anew only where something on it has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.ui.map.painting import Prospect, prospect_of
from cli.ui.map.textmap import NOTHING, Direction, draw, neighbour_towards, place_at
from cli.ui.screen.rows import Block, Size, block
from cli.ui.screen.scene import Scene


def board(scene: Scene, size: Size, places: Sequence[str] = ()) -> Block:
    """Return the map of a scene, or the part of it with some places, in exactly that size."""
    state, prospect = _prospect(scene)
    shown = scene.view.map.scene(state)
    view = scene.viewport.detail(shown.atlas, places) if places else scene.viewport
    return block(draw(shown, size, view=view, look=scene.look, prospect=prospect), size)


def _prospect(scene: Scene) -> tuple[Any, Prospect]:
    """Return the position that the map shows, and what would change by what is staged or typed.

    If what is typed would move units, begin a battle or occupy something, the position is the one after it.
    """
    plan, trial, view, board = scene.plan, scene.trial, scene.view.map, scene.state.board
    if plan is None or scene.seat is None:
        return scene.state, NOTHING
    typed = [event for step in (trial.told if trial is not None else ()) for event in step]
    told = [*(event for step in plan.told for event in step), *typed]
    courses = [course for event in told if (course := view.course(board, event)) is not None]
    stakes = scene.view.answering.stakes(trial, plan.seat) if trial is not None else ()
    changes = any(view.course(board, event) for event in typed) or any(map(view.is_occupation, told))
    state = (trial or plan).game.state if changes else scene.state
    return state, prospect_of(courses, view.sides(board), stakes)


def place_under(scene: Scene, size: Size, column: int, row: int) -> str | None:
    """Return the place that is drawn in a cell of the map."""
    return place_at(scene.view.map.scene(scene.state), size, column, row, view=scene.viewport, look=scene.look)


def step(scene: Scene, direction: Direction) -> str:
    """Return the next place in a direction from the one that is looked at."""
    return neighbour_towards(scene.view.map.atlas(scene.state.board), scene.selected or None, direction)


def look_at(scene: Scene, place: str | None) -> None:
    """Select a place, and let it be seen; None selects none."""
    scene.viewport = scene.viewport.on(scene.view.map.atlas(scene.state.board), place)
