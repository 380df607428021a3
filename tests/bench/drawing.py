"""How fast a board is drawn: on a terminal anew and after a step, as a picture, and a game as a page."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

from cli.empires.view import EMPIRES_VIEW
from cli.table_game import new_game
from cli.ui.map.labels import Look
from cli.ui.map.textmap import View, draw
from cli.ui.picture.page import page
from cli.ui.picture.svg import picture
from cli.ui.replay.replay import Replay, of_log
from p2p.log.record import verify_record
from tests.bench.verification import random_record

SIZES = ((80, 24), (160, 50))
RUNS = 5


def measure() -> dict[str, float | int | str]:
    """Milliseconds of processor time; medians over runs, or over the steps of a game that change the map."""
    log = verify_record(random_record(), new_game).log
    replay = of_log(log, EMPIRES_VIEW)
    scenes = [EMPIRES_VIEW.map.scene(moment.state) for moment in replay.moments]
    changed = [number for number in range(1, len(scenes)) if scenes[number] != scenes[number - 1]]
    figures: dict[str, float | int | str] = {}
    for columns, rows in SIZES:
        # No window of this size has been looked through yet.
        fresh = [_milliseconds(partial(_draw, replay, 0, (columns + run, rows))) for run in range(RUNS)]
        steps = [_milliseconds(partial(_draw, replay, number, (columns, rows))) for number in changed]
        figures[f"map_{columns}x{rows}_anew_ms"] = statistics.median(fresh)
        figures[f"map_{columns}x{rows}_step_ms"] = statistics.median(steps)
    figures["picture_ms"] = statistics.median(
        _milliseconds(lambda: picture("Mare Nostrum: Empires", EMPIRES_VIEW.map, replay.moments[-1].state, ""))
        for _ in range(RUNS)
    )
    figures["replay_ms"] = statistics.median(_milliseconds(lambda: of_log(log, EMPIRES_VIEW)) for _ in range(RUNS))
    figures["page_ms"] = statistics.median(
        _milliseconds(lambda: page("Mare Nostrum: Empires", replay)) for _ in range(RUNS)
    )
    figures["page_bytes"] = len(page("Mare Nostrum: Empires", replay).encode())
    figures["steps"] = replay.last
    return figures


def _draw(replay: Replay, number: int, size: tuple[int, int]) -> None:
    draw(EMPIRES_VIEW.map.scene(replay.moments[number].state), size, view=View(), look=Look())


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000
