"""What the pictures and pages of all editions count: levels, cards collected, cities, by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cli.ui.map.view import Series
from core.mare.state import holdings
from core.mare.titles import all_levels


def track_cells(state: Any, empire: int, reached: Sequence[int]) -> list[str]:
    """Return the levels of an empire, each with whether it leads there."""
    return [
        f"{level} (Leader)" if leader == empire else str(level)
        for level, leader in zip(reached, state.leaders, strict=True)
    ]


def tile_names(state: Any, empire: int) -> str:
    """Return the heroes and wonders of an empire, in English."""
    return ", ".join(state.board.tiles[tile].name for tile in state.players[empire].tiles)


def reached_line(board: Any, levels: Sequence[int]) -> str:
    """Return the levels of an empire in a line, in English."""
    return ", ".join(f"{track} {level}" for track, level in zip(board.track_names, levels, strict=True))


def tracks(ends: Sequence[Any]) -> Iterator[Series]:
    """Return the levels at the end of every round."""
    reached = [all_levels(state) for state in ends]
    for track, name in enumerate(ends[0].board.track_names if ends else ()):
        yield Series(f"{name.capitalize()} level", tuple(tuple(level[track] for level in each) for each in reached))


def collected(states: Sequence[Any]) -> tuple[int, ...]:
    """Return what is in the hands at the first moment at which phase 1 is over."""
    found = next((state for state in states if state.phase > 1), states[-1])
    return tuple(sum(player.hand) for player in found.players)


def cities(state: Any, kinds: Sequence[int]) -> tuple[int, ...]:
    """Return by empire how many buildings of some kinds it controls, occupied ones included."""
    counts = [0] * len(state.players)
    for province, masks in zip(state.provinces, state.board.of_kind, strict=True):
        mask = 0
        for kind in kinds:
            mask |= masks[kind]
        for empire, built in holdings(province):
            counts[empire] += (built & mask).bit_count()
    return tuple(counts)
