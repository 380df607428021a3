"""The map of Empires as the drawing asks for it (a `MapView`): shapes, units, figures, what pages count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

from cli.i18n.texts import count, marked, term, tr
from cli.mare import map as shared_map
from cli.mare.map import MareMap, Standing, cities, collected, reached_line, tile_names, track_cells, tracks
from cli.mare.map import meanings as marks_of_pictures
from cli.ui.map.geography import Geography, load
from cli.ui.map.labels import Look, Side
from cli.ui.map.labels import sides as sides_of
from cli.ui.map.view import Series
from cli.ui.picture.tags import Row
from core.empires.board import Board
from core.empires.state import Province, State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, great_cities
from core.engine.message import Message
from core.mare.buildings import BUILDING_KINDS, CAPITAL, CITY, LEGENDARY_CITY
from core.mare.kinds import TRACKS
from core.mare.state import MARKER
from core.mare.titles import all_levels, levels

FIGURES = {
    **shared_map.FIGURES,
    "capital": "M8 0.5 L10.1 5.6 L15.6 6 L11.4 9.5 L12.7 14.9 L8 12 L3.3 14.9 L4.6 9.5 L0.4 6 L5.9 5.6 Z",
    "legendary_city": "M8 0 L9.6 6.4 L16 8 L9.6 9.6 L8 16 L6.4 9.6 L0 8 L6.4 6.4 Z",
}


@cache
def mediterranean() -> Geography:
    """Return the geography of the printed board."""
    return load(files(__package__ or "").joinpath("mediterranean.toml").read_text("utf-8"))


@lru_cache(maxsize=16)
def all_sides(board: Board) -> tuple[Side, ...]:
    """Return the empires, each with its letter and colour."""
    return sides_of(board.empire_names, [start.color for start in board.starts])


def standing(province: Province) -> Standing:
    """Return what stands in a province, as all maps show it."""
    on_marker = province.posts == MARKER
    land = tuple([(legions, int(province.fortress == empire)) for empire, legions in enumerate(province.legions)])
    posts = 0 if on_marker else province.posts
    return Standing(province.controller, province.built, province.occupier, on_marker, posts, land)


CITY_KINDS = (CITY, CAPITAL, LEGENDARY_CITY)


def _standing(state: State, empire: int, reached: Sequence[int]) -> list[str]:
    player = state.players[empire]
    levelled, bought = track_cells(state, empire, reached), tile_names(state, empire)
    great = f"{great_cities(state, empire)} of {CITIES_TO_WIN}"
    return [*levelled, str(sum(player.hand)), great, f"{len(player.tiles)}: {bought}" if bought else "0"]


class EmpiresMap(MareMap):
    """The map of Empires."""

    FIGURES = FIGURES
    COLUMNS = (*TRACKS, "resources", "great cities", "heroes and wonders")
    standing, geography = staticmethod(standing), staticmethod(mediterranean)
    all_sides = staticmethod(all_sides)

    def legend(self, look: Look, board: Board) -> list[str]:
        known, side = shared_map.marks_of(look), all_sides(board)[0]
        units = tr(
            "{letter}{legion}2{fortress}: two legions and the fortress of {side}; {letter}{trireme}2: two triremes",
            letter=side.letter,
            side=term(side.name),
            legion=known.legion,
            fortress=known.fortress,
            trireme=known.trireme,
        )
        return shared_map.legend(look, board, all_sides(board), range(len(BUILDING_KINDS)), [units])

    def meanings(self, board: Board) -> list[tuple[Row, Message]]:
        land = marked("two legions and the fortress of {side}")
        return marks_of_pictures(board, all_sides(board), range(len(BUILDING_KINDS)), land)

    def card(self, state: State, side: int, name: str) -> list[tuple[str, str]]:
        """Return empire, name, titles, levels, heroes and wonders, cities and resources, in lines."""
        board, player = state.board, state.players[side]
        titles = [track.capitalize() for track, leader in zip(TRACKS, state.leaders, strict=True) if leader == side]
        bought = tile_names(state, side)
        return [
            ("who", board.empire_names[side] + (f" · {name}" if name else "")),
            ("lead", f"{' and '.join(titles)} Leader" if titles else ""),
            ("fact", reached_line(state.board, levels(state, side))),
            ("fact", f"{count(sum(player.hand), 'resource')}; cities {great_cities(state, side)} of {CITIES_TO_WIN}"),
            ("fact", f"heroes and wonders {len(player.tiles)} of {TILES_TO_WIN}: {bought}" if bought else ""),
        ]

    def standings(self, state: State) -> list[list[str]]:
        """Return by empire the cells of its row: levels with titles, resources, great cities, tiles."""
        return [_standing(state, empire, reached) for empire, reached in enumerate(all_levels(state))]

    def series(self, rounds: Sequence[Sequence[State]]) -> list[Series]:
        """Return levels on each track and cities at the end of every round, and resources when all have collected."""
        ends = [states[-1] for states in rounds]
        return [
            *tracks(ends),
            Series("Resources collected", tuple(collected(states) for states in rounds)),
            Series("Cities of all kinds", tuple(cities(state, CITY_KINDS) for state in ends)),
        ]


MAP = EmpiresMap()
