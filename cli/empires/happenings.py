"""What has happened in a game of Empires, where the words of its events don't say it all."""

from __future__ import annotations

from collections.abc import Iterable

from cli.empires.map import standing
from cli.i18n.texts import marked, term, tr
from cli.mare import digest as shared
from cli.mare import reports as told
from cli.mare import words
from cli.mare.digest import Deed
from cli.mare.reports import Rights
from cli.mare.words import attack
from cli.ui.text.sides import empires, side
from cli.ui.view import Reports
from core.empires.actions import Attack, Collect, Fight
from core.empires.board import Board
from core.empires.events import Drew, TriremeBuilt
from core.empires.state import State
from core.engine.action import Action
from core.engine.event import Event

RIGHTS = Rights(
    conqueror=marked("Alone there, {empire} may pillage or occupy after the battles of each of its turns (4.3)."),
    on_marker=marked("On the marker, {empire} may exchange it for its own at the start of its next moves (4.3.3)."),
)


def digest(state: State, events: Iterable[Event], own: int) -> list[tuple[int, str]]:
    """Return what happened, by empire, in as few words as can be; of the own empire only what it has suffered."""
    return shared.digest(state, events, own, _deed_of)


def _deed_of(board: Board, event: Event) -> Deed | None:
    if isinstance(event, TriremeBuilt):
        return Deed(event.empire, shared.built(term("trireme"), shared.Names(board, event)["sea"]))
    return shared.deed_of(board, event)


def reports(before: State, state: State, events: Iterable[Event], own: int) -> Reports:
    """Return what happened to an empire since it was last told."""
    return told.reports(before, state, events, own, standing, RIGHTS, draws=(Drew,))


def deed(state: State, seat: int, action: Action) -> str:
    """Return an action in words if no event reports it, else nothing."""
    board, who = state.board, side(state, seat)
    match action:
        case Attack(empire, sea):
            return attack(who, empires(state)[empire], board.sea_names[sea])
        case Fight(empire, province):
            return attack(who, empires(state)[empire], board.province_names[province])
        case Collect(legendary=True):
            return tr("{who} will draw a legendary commodity.", who=who)
    return words.deed(state, seat, action)
