"""What the picture and the page of a game count: the players' cards, the rows of their table, and how both went."""

from __future__ import annotations

from collections.abc import Sequence

from cli.i18n.texts import count
from cli.mare.map import cities, collected, reached_line, tile_names, track_cells, tracks
from cli.ui.map.view import Series
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, great_cities
from core.mare.buildings import CAPITAL, CITY, LEGENDARY_CITY
from core.mare.kinds import TRACKS
from core.mare.titles import all_levels, levels

CITY_KINDS = (CITY, CAPITAL, LEGENDARY_CITY)

COLUMNS = (*TRACKS, "resources", "great cities", "heroes and wonders")
"""The columns that the page has for each empire."""


def card(state: State, side: int, name: str) -> list[tuple[str, str]]:
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


def standings(state: State) -> list[list[str]]:
    """Return by empire the cells of its row: levels with titles, resources, great cities, tiles."""
    return [_standing(state, empire, reached) for empire, reached in enumerate(all_levels(state))]


def _standing(state: State, empire: int, reached: Sequence[int]) -> list[str]:
    player = state.players[empire]
    levelled, bought = track_cells(state, empire, reached), tile_names(state, empire)
    great = f"{great_cities(state, empire)} of {CITIES_TO_WIN}"
    return [*levelled, str(sum(player.hand)), great, f"{len(player.tiles)}: {bought}" if bought else "0"]


def series(rounds: Sequence[Sequence[State]]) -> list[Series]:
    """Return levels on each track and cities at the end of every round, and resources when all have collected."""
    ends = [states[-1] for states in rounds]
    return [
        *tracks(ends),
        Series("Resources collected", tuple(collected(states) for states in rounds)),
        Series("Cities of all kinds", tuple(cities(state, CITY_KINDS) for state in ends)),
    ]
