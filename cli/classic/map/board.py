"""The board of 2003 as the map draws it: its shapes, its sides, and what it shows of a position."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from cli.i18n.texts import term, tr
from cli.mare import map as shared_map
from cli.mare.map import Shown, Standing, atlas_of
from cli.mare.map import course as shared_course
from cli.mare.map import meanings as marks_of_pictures
from cli.ui.map.geography import Geography, load
from cli.ui.map.look import Look, Side
from cli.ui.map.look import sides as sides_of
from cli.ui.map.shapes import Atlas
from cli.ui.map.view import Course
from cli.ui.picture import tags
from cli.ui.picture.tags import Row
from core.classic.board import Board
from core.classic.events import SailedFromDock
from core.classic.state import Province, State
from core.engine.event import Event
from core.mare.buildings import CARAVAN, CITY, MARKET, TEMPLE
from core.mare.state import MARKER

KINDS = (CARAVAN, MARKET, CITY, TEMPLE)
"""The buildings of 2003."""

NEUTRAL_INK = "grey"


@cache
def mediterranean() -> Geography:
    """Return the geography of the board as it is known."""
    return load(files(__package__ or "").joinpath("mediterranean.toml").read_text("utf-8"))


def atlas(board: Board) -> Atlas:
    """Return the shapes of all places of a board."""
    return atlas_of(board, mediterranean())


def sides(board: Board) -> tuple[Side, ...]:
    """Return the civilizations that play, each with its letter and colour."""
    return all_sides(board)[: board.neutral]


@lru_cache(maxsize=16)
def all_sides(board: Board) -> tuple[Side, ...]:
    """Return the same and, last, the neutrals."""
    return sides_of(board.side_names, [*(start.color for start in board.starts), NEUTRAL_INK])


def scene(state: State) -> Shown:
    """Return what the map shows of a state."""
    board = state.board
    return Shown(board, atlas(board), all_sides(board), tuple(map(standing, state.provinces)), tuple(state.seas))


def standing(province: Province) -> Standing:
    """Return what stands in a province, as all maps show it."""
    on_marker = bool(province.posts & MARKER)
    land = tuple(
        [
            (legions, province.fortresses if side == province.controller else 0)
            for side, legions in enumerate(province.legions)
        ]
    )
    return Standing(
        province.controller,
        province.built,
        province.occupier,
        on_marker,
        province.posts & ~MARKER,
        land,
        province.docks,
        province.pillaged,
    )


def legend(look: Look, board: Board) -> list[str]:
    """Return what the marks on the map mean, in lines of 72 columns at most."""
    known, side, neutral = shared_map.marks_of(look), sides(board)[0], all_sides(board)[board.neutral]
    units = [
        tr(
            "{letter}{legion}2{fortress}: two legions and a fortress of {side}; {letter}{trireme}2: two triremes",
            letter=side.letter,
            side=term(side.name),
            legion=known.legion,
            fortress=known.fortress,
            trireme=known.trireme,
        ),
        tr(
            "{letter}{dock}1: a trireme of {side} in dock; {neutral}{legion}1: a neutral legion; {pillaged}: pillaged",
            letter=side.letter,
            side=term(side.name),
            neutral=neutral.letter,
            dock=known.dock,
            legion=known.legion,
            pillaged=known.pillaged,
        ),
    ]
    return shared_map.legend(look, board, sides(board), KINDS, units)


def meanings(board: Board) -> list[tuple[Row, str]]:
    """Return the marks that pictures explain."""
    side, neutrals = sides(board)[0], all_sides(board)[board.neutral]
    return [
        *marks_of_pictures(board, sides(board), KINDS, "two legions and a fortress of {side}"),
        ([tags.token(side, [("dock", 1)])], f"a trireme of {side.name} in dock"),
        ([tags.token(neutrals, [("legion", 1)])], "a neutral legion"),
        ([tags.figure("pillaged", "built")], "pillaged"),
    ]


def course(board: Board, event: Event) -> Course | None:
    """Return where units go by an event, if any do; triremes may leave a dock."""
    if isinstance(event, SailedFromDock):
        return Course(board.provinces[event.source], board.seas[event.target], event.empire, event.number)
    return shared_course(board, event)
