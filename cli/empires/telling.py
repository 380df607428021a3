"""Positions and results of Empires in words."""

from __future__ import annotations

from fractions import Fraction

from cli.empires.describe import (
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
    typed_words,
    when,
)
from cli.empires.finishing import at_stake, ends, passed_over, warning
from cli.empires.happenings import deed, digest, reports
from cli.mare.deals import meaning
from cli.mare.words import closeness as closeness_of
from cli.mare.words import examples, hand, home, place_in, place_name, place_named
from core.empires.building import BuildTurn
from core.empires.state import State
from core.empires.victory import race

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


def closeness(state: State) -> list[Fraction]:
    """Return by empire how near it is to winning: from 0 to 1."""
    return closeness_of(race(state))


def payment_rule(state: State) -> str:
    """Return the number of the rule on payment where one is asked what to buy."""
    return "3.0a" if state.stack and isinstance(state.stack[-1], BuildTurn) else ""
