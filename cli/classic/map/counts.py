"""What the picture and the page of a game of 2003 count: the players' cards, and the rows of their table."""

from __future__ import annotations

from collections.abc import Sequence

from cli.i18n.texts import count
from cli.mare.map import cities, collected, reached_line, tile_names, track_cells, tracks
from cli.ui.map.view import Series
from core.classic.board import TRACK_NAMES
from core.classic.state import State
from core.mare.buildings import CITY
from core.mare.titles import all_levels, levels

COLUMNS = (*TRACK_NAMES, "resources", "heroes and wonders")
"""The columns that the page has for each civilization."""


def card(state: State, side: int, name: str) -> list[tuple[str, str]]:
    """Return civilization, name, titles, levels, resources, heroes and wonders, in lines."""
    board, player = state.board, state.players[side]
    titles = [title for title, leader in zip(board.titles, state.leaders, strict=True) if leader == side]
    bought, most = tile_names(state, side), board.map.tiles_to_win
    return [
        ("who", board.empire_names[side] + (f" · {name}" if name else "")),
        ("lead", ", ".join(titles)),
        ("fact", reached_line(state.board, levels(state, side))),
        ("fact", count(sum(player.hand), "resource")),
        ("fact", f"heroes and wonders {len(player.tiles)} of {most}: {bought}" if bought else ""),
    ]


def standings(state: State) -> list[list[str]]:
    """Return by civilization the cells of its row: levels with titles, resources, tiles."""
    rows = []
    for empire, reached in enumerate(all_levels(state)):
        player, bought = state.players[empire], tile_names(state, empire)
        owned = f"{len(player.tiles)}: {bought}" if bought else "0"
        rows.append([*track_cells(state, empire, reached), str(sum(player.hand)), owned])
    return rows


def series(rounds: Sequence[Sequence[State]]) -> list[Series]:
    """Return levels on each track and cities at the end of every round, and resources when all have collected."""
    ends = [states[-1] for states in rounds]
    return [
        *tracks(ends),
        Series("Resources collected", tuple(collected(states) for states in rounds)),
        Series("Cities", tuple(cities(state, [CITY]) for state in ends)),
    ]
