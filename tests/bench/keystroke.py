"""What a key costs: Python functions called on Enter, on a letter, and for one drawing of the whole screen.

Calls are counted and not seconds, so that the figures are the same on every machine. They are the ``call`` events of
``sys.setprofile``: every Python function that is entered or gone on with, generators included, and none written in C.
"""

from __future__ import annotations

import functools
import gc
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import core
from cli.empires.view import EMPIRES_VIEW
from cli.ui.screen.face import face
from cli.ui.screen.rows import Size
from cli.ui.screen.screen import Screen
from core.empires.actions import March
from core.empires.bots import Planner
from core.empires.movement import MarchAnswers
from core.empires.rules import new_game
from core.empires.state import Game, Options
from tests.cli.screen.seats import silent_shell

STEPS = 1000
SIZES = {"80x24": Size(80, 24), "160x50": Size(160, 50)}
ROOT = str(Path(__file__).parents[2])


def measure() -> dict[str, float | int | str]:
    """Calls on Enter after a march, on its last letter, and for drawing the screen with nothing kept and once more."""
    game, seat, answers = crowded_march()
    screen = _seated(game, seat)
    marches = [action for action in answers if isinstance(action, March)]
    line = game.text(max(marches, key=lambda march: march.number))
    figures: dict[str, float | int | str] = {"answers": len(marches) + 1, "line": line}
    screen.edited(line[:-1])
    figures["letter"] = calls(lambda: screen.edited(line))
    figures["enter"] = calls(lambda: screen.entered(line))
    for name, size in SIZES.items():
        forget()
        figures[f"redraw_cold_{name}"] = calls(lambda size=size: face(screen.scene, size))  # type: ignore[misc]
        figures[f"redraw_warm_{name}"] = calls(lambda size=size: face(screen.scene, size))  # type: ignore[misc]
    return figures


def crowded_march() -> tuple[Game, int, MarchAnswers]:
    """The question with the most marches in a long series of games, the seat that is asked it, and its answers."""
    below, policy = random.Random(1).randrange, Planner()
    most, found = 0, None
    game = new_game(Options(3, ("rome", "greece", "carthage")))
    for step in range(STEPS):
        match game.node:
            case core.Decision(seat=seat, answers=answers):
                if isinstance(answers, MarchAnswers) and (number := sum(1 for _ in answers)) > most:
                    most, found = number, (game.copy(), seat, answers)
                game.apply(policy.decide(game, seat, answers, below) if step % 3 else answers.draw(below))
            case core.Simultaneous(answers=each):
                game.reveal({seat: answers.draw(below) for seat, answers in each.items()})
            case core.Chance(bounds=bounds):
                game.settle(tuple(below(bound) for bound in bounds))
            case core.Over():
                game = new_game(Options(3, ("rome", "greece", "carthage")))
    if found is None:
        raise RuntimeError("no player was asked to march")
    return found


def _seated(game: Game, seat: int) -> Screen:
    screen = Screen(silent_shell(), game, EMPIRES_VIEW, seat, dict.fromkeys(range(3), "Ada"))
    screen.conversation.begun = True
    screen.conversation.begin_question()
    return screen


def calls(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls."""
    return called(work).total()


def called(work: Callable[[], object]) -> Counter[str]:
    """The same by function."""
    found: Counter[str] = Counter()

    def hear(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            found[f"{code.co_filename.removeprefix(ROOT)}:{code.co_firstlineno} {code.co_name}"] += 1

    sys.setprofile(hear)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def forget() -> None:
    """Empty every cache of the program."""
    for kept in gc.get_objects():
        if isinstance(kept, functools._lru_cache_wrapper) and kept.__module__.startswith(("cli.", "core.")):
            kept.cache_clear()
