"""What ``done`` ends and loses, and why a player has no turn or makes no offer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.i18n.texts import count, marked, tr
from core.engine.event import Event
from core.engine.flow import Chance, Decision, Over
from core.engine.game import Game
from core.mare.actions import Name
from core.mare.events import Announced, LastNext, LeaderNext, NextNamed

FEW = 3
"""Resources or points that may be lost without being asked once more."""

Ended = Mapping[type, str]
"""What ``done`` ends, by the type of the frame that asks."""

BUILDING = marked("ends your building")
KEEPING = marked("keeps no commodity")
NOTHING_TO_BUILD = marked("You have no turn here: with what you hold, {resources}, you can build nothing.")
NOTHING_TO_MOVE = marked("You have no turn here: none of your legions and triremes can move, fight or conquer.")


def ends(state: Any, ended: Ended) -> str:
    """Return what ``done`` ends at the open question, as a predicate; nothing if it ends nothing by itself."""
    text = ended.get(type(state.stack[-1])) if state.stack else None
    return tr(text) if text else ""


def of_done(state: Any, ended: Ended, lost: int) -> str:
    """Return what is said of ``done`` beside it in the list."""
    told = ends(state, ended) or tr("nothing more")
    return tr("{ends}; {resources} lost", ends=told, resources=count(lost, "resource")) if lost else told


def warning(state: Any, ended: Ended, lost: str) -> str:
    """Return what ``done`` ends and loses, in sentences; nothing if it does neither."""
    told = ends(state, ended)
    return " ".join(filter(None, [tr("“done” {ends}.", ends=told) if told else "", lost]))


def passed_over(game: Game[Any], event: Event, empire: int, reasons: Mapping[int, str]) -> str:
    """Return why an empire is not asked what others are, if an event begins that; ``reasons`` by phase."""
    state = game.state
    held = count(sum(state.players[empire].hand), "resource")
    match event:
        case Announced(empire=leader, number=number) if leader != empire and number > sum(state.players[empire].hand):
            return tr("You make no offer: you hold {resources}.", resources=held)
        case LastNext(next_) | LeaderNext(next_) | NextNamed(_, next_) if next_ == empire and state.phase in reasons:
            return tr(reasons[state.phase], resources=held) if not _has_turn(game, empire) else ""
    return ""


def _has_turn(game: Game[Any], empire: int) -> bool:
    """Return whether an empire that was just named will be asked anything in its turn, or chance for it."""
    phase, trial = game.state.phase, Game(game.rules, game.state.copy())
    node = trial.node
    if isinstance(node, Decision) and Name in node.question.accepts and Name(empire) in node.answers:
        trial.apply(Name(empire))
        node = trial.node
    if isinstance(node, Decision):
        return node.empire == empire and trial.state.phase == phase and Name not in node.question.accepts
    return isinstance(node, Chance | Over)
