"""The board of Empires as the map draws it: its shapes, its sides, and what it shows of a position."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from cli.i18n.texts import term, tr
from cli.mare import map as shared_map
from cli.mare.map import Shown, Standing, atlas_of
from cli.mare.map import meanings as marks_of_pictures
from cli.ui.map.geography import Geography, load
from cli.ui.map.look import Look, Side
from cli.ui.map.look import sides as sides_of
from cli.ui.map.shapes import Atlas
from cli.ui.picture.tags import Row
from core.empires.board import Board
from core.empires.state import Province, State
from core.mare.buildings import BUILDING_KINDS
from core.mare.state import MARKER


@cache
def mediterranean() -> Geography:
    """Return the geography of the printed board."""
    return load(files(__package__ or "").joinpath("mediterranean.toml").read_text("utf-8"))


def atlas(board: Board) -> Atlas:
    """Return the shapes of all places that are open on a board."""
    return atlas_of(board, mediterranean())


@lru_cache(maxsize=16)
def sides(board: Board) -> tuple[Side, ...]:
    """Return the empires, each with its letter and colour."""
    return sides_of(board.empire_names, [start.color for start in board.starts])


def scene(state: State) -> Shown:
    """Return what the map shows of a state."""
    board = state.board
    return Shown(board, atlas(board), sides(board), tuple(map(standing, state.provinces)), tuple(state.seas))


def standing(province: Province) -> Standing:
    """Return what stands in a province, as all maps show it."""
    on_marker = province.posts == MARKER
    land = tuple([(legions, int(province.fortress == empire)) for empire, legions in enumerate(province.legions)])
    posts = 0 if on_marker else province.posts
    return Standing(province.controller, province.built, province.occupier, on_marker, posts, land)


def legend(look: Look, board: Board) -> list[str]:
    """Return what the marks on the map mean, in lines of 72 columns at most."""
    known, side = shared_map.marks_of(look), sides(board)[0]
    units = tr(
        "{letter}{legion}2{fortress}: two legions and the fortress of {side}; {letter}{trireme}2: two triremes",
        letter=side.letter,
        side=term(side.name),
        legion=known.legion,
        fortress=known.fortress,
        trireme=known.trireme,
    )
    return shared_map.legend(look, board, sides(board), range(len(BUILDING_KINDS)), [units])


def meanings(board: Board) -> list[tuple[Row, str]]:
    """Return the marks that pictures explain."""
    return marks_of_pictures(board, sides(board), range(len(BUILDING_KINDS)), "two legions and the fortress of {side}")
