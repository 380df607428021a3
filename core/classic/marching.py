"""Legions on the march (5.3) and the effects of their arrival."""

from __future__ import annotations

from collections.abc import Sequence

from core.classic.actions import March
from core.classic.deeds import (
    free_legions,
    picked,
    put_legions,
    set_turn,
    take_legions,
    take_posted,
    turn_of,
    without,
)
from core.classic.helen import ask_helen
from core.classic.kinds import MOVED
from core.classic.state import State
from core.mare.events import Marched
from core.mare.kinds import CONTROL


def march(state: State, action: March) -> None:
    """Carry out a march that no player hinders any more."""
    empire = turn_of(state).empire
    if action.which >= 0 or action.which == CONTROL:
        going = [0] * 8
        going[take_posted(state, action.source, action.which)] = 1
    else:
        ready = without(free_legions(state, empire, action.source), MOVED)
        going = picked(ready, action.number, action.which)
        take_legions(state, empire, action.source, going)
    state.tell(Marched(empire, action.number, action.source, action.target))
    arrive(state, action.target, going)


def arrive(state: State, target: int, going: Sequence[int]) -> None:
    """Move legions into a province, where Helen may meet them (7.3c)."""
    coming = [0] * 8
    for deeds, number in enumerate(going):
        coming[deeds | MOVED] += number
    put_legions(state, target, coming)
    set_turn(state, turn_of(state)._replace(marched=True))
    ask_helen(state, target, coming)
