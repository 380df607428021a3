"""The map in its pane, drawn anew only where something on it has changed."""

from __future__ import annotations

from functools import lru_cache

from cli.ui.map.textmap import Direction, Look, View, draw, neighbour_towards, place_at
from cli.ui.screen.rows import Block, Size, block
from cli.ui.screen.scene import Scene
from core import Game
from core.empires.board import Board


class _Pictured:
    """A game by what a map shows of it: two are equal where their maps are."""

    __slots__ = ("game", "key")

    def __init__(self, game: Game) -> None:
        state = game.state
        self.game = game
        self.key = (state.board, tuple(state.provinces), tuple(state.seas), tuple(p.tiles for p in state.players))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pictured) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def board(scene: Scene, size: Size) -> Block:
    """The map of a scene, in exactly that size."""
    game = scene.plan.game if scene.plan is not None else scene.game
    return block(_drawn(_Pictured(game), size, scene.viewport, scene.look), size)


@lru_cache(maxsize=8)
def _drawn(pictured: _Pictured, size: Size, view: View, look: Look) -> Block:
    return draw(pictured.game, size, view=view, look=look)


def place_under(scene: Scene, size: Size, column: int, row: int) -> str | None:
    """The place that is drawn in a cell of the map."""
    return place_at(scene.game, size, column, row, view=scene.viewport, look=scene.look)


def step(of: Board, place: str, direction: Direction) -> str:
    """The next place in a direction."""
    return neighbour_towards(of, place or None, direction)
