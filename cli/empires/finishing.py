"""What ``done`` ends and loses in Empires, and why a player has no turn."""

from __future__ import annotations

from cli.empires.describe import lost_when_done, number_lost
from cli.i18n.texts import count, marked
from cli.mare import words
from cli.mare.words import BUILDING, FEW, KEEPING, NOTHING_TO_BUILD, NOTHING_TO_MOVE
from core.empires.battle import LandBattles, SeaBattles
from core.empires.building import BuildTurn
from core.empires.conquest import Conquests
from core.empires.heroes import Ambition, GivingUp, Standing
from core.empires.movement import Marching, Sailing
from core.empires.state import Game, State
from core.empires.war import Conversions
from core.empires.wonders import Declaring, Keeping
from core.engine.event import Event
from core.mare.actions import Done

ENDED = {
    Ambition: marked("lets the chance to win pass"),
    BuildTurn: BUILDING,
    Conquests: marked("ends your conquests"),
    Conversions: marked("ends your exchanges of markers"),
    Declaring: marked("declares no peace"),
    GivingUp: marked("keeps the legion, and leaves the control as it is"),
    Keeping: KEEPING,
    LandBattles: marked("ends your battles on land"),
    Marching: marked("ends your moves on land"),
    SeaBattles: marked("ends your battles at sea"),
    Sailing: marked("ends your moves at sea"),
    Standing: marked("puts no more legions on icons"),
}

_UNASKED = {3: NOTHING_TO_BUILD, 4: NOTHING_TO_MOVE}


def ends(state: State) -> str:
    """Return what ``done`` ends at the open question, as a predicate."""
    return words.ends(state, ENDED)


def at_stake(state: State) -> str:
    """Return in words what the player whose turn it is loses with ``done``, if that is much."""
    turn = state.stack[-1] if state.stack else None
    number = number_lost(state, turn.empire) if isinstance(turn, BuildTurn) else 0
    return count(number, "resource") if number > FEW else ""


def warning(state: State) -> str:
    """Return what ``done`` ends and loses, in sentences."""
    turn = state.stack[-1] if state.stack else None
    return words.warning(state, ENDED, lost_when_done(state, turn.empire) if isinstance(turn, BuildTurn) else "")


def of_done(state: State, empire: int, action: Done) -> str:
    """Return what is said of ``done`` beside it in the list."""
    turn = state.stack[-1]
    return words.of_done(state, ENDED, number_lost(state, turn.empire) if isinstance(turn, BuildTurn) else 0)


def passed_over(game: Game, event: Event, empire: int) -> str:
    """Return why an empire is not asked what others are, if an event begins that."""
    return words.passed_over(game, event, empire, _UNASKED)
