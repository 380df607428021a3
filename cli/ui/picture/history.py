"""How a game went, round by round: what every side reached and held."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from cli.ui.map.view import Series
from cli.ui.replay.replay import Replay


class History(NamedTuple):
    """The rounds that were begun, and what is counted in them."""

    rounds: tuple[int, ...]
    series: tuple[Series, ...]


def history_of(replay: Replay) -> History:
    """Return what the edition counts, round by round."""
    starts = replay.rounds()
    spans = pairwise([*starts.values(), len(replay.moments)])
    states = [[moment.state for moment in replay.moments[start:end]] for start, end in spans]
    return History(tuple(starts), tuple(replay.view.map.series(states)))
