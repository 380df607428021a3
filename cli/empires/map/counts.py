"""What the picture and the page of a game count: the players' cards, the rows of their table, and how both went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.i18n.counting import count
from cli.ui.map.view import Series
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, great_cities
from core.mare.buildings import CAPITAL, CITY, LEGENDARY_CITY
from core.mare.kinds import TRACKS
from core.mare.state import holdings
from core.mare.titles import all_levels, levels

CITY_KINDS = (CITY, CAPITAL, LEGENDARY_CITY)

COLUMNS = (*TRACKS, "resources", "great cities", "heroes and wonders")
"""What the page tells of every empire."""


def card(state: State, side: int, name: str) -> list[tuple[str, str]]:
    """Return empire, name, titles, levels, tiles, cities and resources, in lines."""
    board, player = state.board, state.players[side]
    titles = [track.capitalize() for track, leader in zip(TRACKS, state.leaders, strict=True) if leader == side]
    reached = ", ".join(f"{track} {level}" for track, level in zip(TRACKS, levels(state, side), strict=True))
    bought = [board.tiles[tile].name for tile in player.tiles]
    return [
        ("who", board.empire_names[side] + (f" · {name}" if name else "")),
        ("lead", f"{' and '.join(titles)} Leader" if titles else ""),
        ("fact", reached),
        ("fact", f"{count(sum(player.hand), 'resource')}; cities {great_cities(state, side)} of {CITIES_TO_WIN}"),
        ("fact", f"tiles {len(player.tiles)} of {TILES_TO_WIN}: {', '.join(bought)}" if bought else ""),
    ]


def standings(state: State) -> list[list[str]]:
    """Return by empire the cells of its row: levels with titles, resources, great cities, tiles."""
    return [_standing(state, empire, reached) for empire, reached in enumerate(all_levels(state))]


def _standing(state: State, empire: int, reached: Sequence[int]) -> list[str]:
    player = state.players[empire]
    tracks = [
        f"{level} (Leader)" if leader == empire else str(level)
        for level, leader in zip(reached, state.leaders, strict=True)
    ]
    bought = ", ".join(state.board.tiles[tile].name for tile in player.tiles)
    cities = f"{great_cities(state, empire)} of {CITIES_TO_WIN}"
    return [*tracks, str(sum(player.hand)), cities, f"{len(player.tiles)}: {bought}" if bought else "0"]


def series(rounds: Sequence[Sequence[State]]) -> list[Series]:
    """Return levels on each track and cities at the end of every round, and resources when all have collected."""
    ends = [states[-1] for states in rounds]
    return [
        *_tracks(ends),
        Series("Resources collected", tuple(_collected(states) for states in rounds)),
        Series("Cities of all kinds", tuple(_cities(state) for state in ends)),
    ]


def _tracks(ends: Sequence[State]) -> Iterator[Series]:
    reached = [all_levels(state) for state in ends]
    for track, name in enumerate(TRACKS):
        yield Series(f"{name.capitalize()} level", tuple(tuple(level[track] for level in each) for each in reached))


def _collected(states: Sequence[State]) -> tuple[int, ...]:
    """What is in the hands at the first moment at which phase 1 is over."""
    found = next((state for state in states if state.phase > 1), states[-1])
    return tuple(sum(player.hand) for player in found.players)


def _cities(state: State) -> tuple[int, ...]:
    """By empire the cities, capitals and legendary cities it controls, occupied ones included (0.3)."""
    counts = [0] * len(state.players)
    for province, kinds in zip(state.provinces, state.board.of_kind, strict=True):
        mask = 0
        for kind in CITY_KINDS:
            mask |= kinds[kind]
        for empire, built in holdings(province):
            counts[empire] += (built & mask).bit_count()
    return tuple(counts)
