"""Positions and results of 2003 in words."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from cli.classic.describe import (
    PHASES,
    VICTORIES,
    below_players,
    board_lines,
    moment,
    near,
    place_lines,
    player_lines,
    player_table,
    summary,
    when,
)
from cli.classic.finishing import at_stake, ends, passed_over, warning
from cli.classic.map import standing
from cli.i18n.texts import marked, term, tr
from cli.mare import digest as shared
from cli.mare import reports as told
from cli.mare import words
from cli.mare.deals import meaning
from cli.mare.digest import Deed
from cli.mare.reports import Rights
from cli.mare.words import attack, examples, hand, home, place_in, place_name, place_named, typed_words
from cli.mare.words import closeness as closeness_of
from cli.ui.text.sides import side
from cli.ui.view import Reports
from core.classic.actions import Attack, Fight, Pass
from core.classic.board import Board
from core.classic.building import BuildTurn
from core.classic.events import Diverted, HeroPlaced, MarkerReplaced, Placed, TakeUndone
from core.classic.state import State
from core.classic.victory import race
from core.engine.action import Action
from core.engine.event import Event

__all__ = [
    "PHASES",
    "VICTORIES",
    "at_stake",
    "below_players",
    "board_lines",
    "closeness",
    "deed",
    "digest",
    "ends",
    "examples",
    "hand",
    "home",
    "meaning",
    "moment",
    "near",
    "passed_over",
    "payment_rule",
    "place_in",
    "place_lines",
    "place_name",
    "place_named",
    "player_lines",
    "player_table",
    "reports",
    "summary",
    "typed_words",
    "warning",
    "when",
]

RIGHTS = Rights(
    conqueror=marked(
        "Alone there, {empire} may pillage, occupy or assimilate in each of its moves and battles (5.8a)."
    ),
    on_marker=marked("On the marker, {empire} may exchange it for its own in its next building turn (4.8a)."),
)


def digest(state: State, events: Iterable[Event], own: int) -> list[tuple[int, str]]:
    """Return what happened, by civilization, in few words; of the player's own side only what it has suffered."""
    return shared.digest(state, events, own, _deed_of)


def reports(before: State, state: State, events: Iterable[Event], own: int) -> Reports:
    """Return what happened to a civilization since it was last told."""
    return told.reports(before, state, events, own, standing, RIGHTS, trades=(TakeUndone, Diverted))


def _deed_of(board: Board, event: Event) -> Deed | None:
    named = shared.Names(board, event)
    match event:
        case MarkerReplaced(empire=empire):
            return Deed(empire, shared.built(term("control marker"), named["province"]))
        case Placed(empire=empire):
            return Deed(empire, shared.built(named["thing"], named["province"]))
        case HeroPlaced(empire=empire):
            return Deed(empire, named["tile"])
    return shared.deed_of(board, event)


def deed(state: State, seat: int, action: Action) -> str:
    """Return an action in words if no event reports it, else nothing."""
    board, who = state.board, side(state, seat)
    match action:
        case Attack(empire, sea):
            return attack(who, term(board.empire_names[empire]), board.sea_names[sea])
        case Fight(opponent, province):
            return attack(who, term(board.side_names[opponent]), board.province_names[province])
        case Pass():
            return tr("{who} passes.", who=who)
    return words.deed(state, seat, action)


def closeness(state: State) -> list[Fraction]:
    """Return by empire how near it is to winning: from 0 to 1."""
    return closeness_of(race(state))


def payment_rule(state: State) -> str:
    """Return the number of the rule on payment where one is asked what to buy."""
    return "4.2a" if state.stack and isinstance(state.stack[-1], BuildTurn) else ""
