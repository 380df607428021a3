"""How a game went, round by round: what every empire reached and held."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from cli.ui.replay.replay import Moment, Replay
from core.empires.leadership import all_levels
from core.empires.map import CAPITAL, CITY, LEGENDARY_CITY, TRACKS
from core.empires.state import State, holdings

CITY_KINDS = (CITY, CAPITAL, LEGENDARY_CITY)


class Series(NamedTuple):
    """Something that is counted: by round, and in it by empire."""

    title: str
    values: tuple[tuple[int, ...], ...]


class History(NamedTuple):
    """The rounds that were begun, and what is counted in them."""

    rounds: tuple[int, ...]
    series: tuple[Series, ...]


def history_of(replay: Replay) -> History:
    """Levels on each track and cities at the end of every round, and resources when all have collected."""
    starts = replay.rounds()
    bounds = [*starts.values(), len(replay.moments)]
    ends = [replay.moments[end - 1].state for end in bounds[1:]]
    spans = [replay.moments[start:end] for start, end in pairwise(bounds)]
    levels = [all_levels(state) for state in ends]
    tracks = [
        Series(f"{name.capitalize()} level", tuple(tuple(level[track] for level in each) for each in levels))
        for track, name in enumerate(TRACKS)
    ]
    return History(
        tuple(starts),
        (
            *tracks,
            Series("Resources collected", tuple(_collected(span) for span in spans)),
            Series("Cities of all kinds", tuple(_cities(state) for state in ends)),
        ),
    )


def _collected(span: tuple[Moment, ...]) -> tuple[int, ...]:
    """What is in the hands at the first moment at which phase 1 is over."""
    found = next((moment for moment in span if moment.state.phase > 1), span[-1])
    return tuple(sum(player.hand) for player in found.state.players)


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
