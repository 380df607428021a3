"""What ``done`` ends and loses in the editions of 2003, and why a player has no turn."""

from __future__ import annotations

from typing import Any

from cli.classic import setup
from cli.classic.describe import lost_when_done, number_lost
from cli.i18n.texts import count, marked
from cli.mare import words
from cli.mare.words import BUILDING, FEW, KEEPING, NOTHING_TO_BUILD, NOTHING_TO_MOVE
from core.classic.battle import Supporting
from core.classic.build import Gift, Keeping
from core.classic.building import BuildTurn
from core.classic.deeds import WarTurn
from core.classic.setup import SetupTurn
from core.classic.state import State
from core.engine.event import Event
from core.engine.game import Game
from core.mare.actions import Done

ENDED = {
    BuildTurn: BUILDING,
    Gift: marked("gives the piece up"),
    Keeping: KEEPING,
    SetupTurn: marked("ends your setup"),
    Supporting: marked("ends your support of this battle"),
    WarTurn: marked("ends your moves, battles and conquests"),
}

_UNASKED = {2: NOTHING_TO_BUILD, 3: NOTHING_TO_MOVE}


def ends(state: State) -> str:
    """Return what ``done`` ends at the open question, as a predicate."""
    return words.ends(state, ENDED)


def at_stake(state: State) -> str:
    """Return in words what the player whose turn it is loses with ``done``, if that is much."""
    turn = state.stack[-1] if state.stack else None
    if isinstance(turn, SetupTurn):
        return count(turn.points, "point") if turn.points > FEW else ""
    number = number_lost(state, turn.empire) if isinstance(turn, BuildTurn) else 0
    return count(number, "resource") if number > FEW else ""


def warning(state: State) -> str:
    """Return what ``done`` ends and loses, in sentences; in a setup, how that stands."""
    turn = state.stack[-1] if state.stack else None
    if isinstance(turn, SetupTurn):
        return setup.in_brief(state, turn)
    return words.warning(state, ENDED, lost_when_done(state, turn.empire) if isinstance(turn, BuildTurn) else "")


def of_done(state: State, empire: int, action: Done) -> str:
    """Return what is said of ``done`` beside it in the list."""
    turn = state.stack[-1]
    return words.of_done(state, ENDED, number_lost(state, turn.empire) if isinstance(turn, BuildTurn) else 0)


def passed_over(game: Game[Any], event: Event, empire: int) -> str:
    """Return why a civilization is not asked what others are, if an event begins that."""
    return words.passed_over(game, event, empire, _UNASKED)
