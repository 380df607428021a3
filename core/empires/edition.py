"""The edition of 2016 in the registry: its rules, maps, options and players."""

from __future__ import annotations

from collections.abc import Mapping

from core.empires.bots import STRENGTHS, Planner
from core.empires.map import Map
from core.empires.rulebook import RULEBOOK
from core.empires.rules import EMPIRES, load_map, map_board, standard_map
from core.empires.scenario import TEXTS
from core.empires.setup import starting_state
from core.empires.state import Options, State
from core.engine.edition import Edition
from core.engine.message import Message
from core.engine.option import ROUNDS, Choice


def tables(game_map: Map) -> Mapping[int, tuple[str, ...]]:
    """Return the empires of each table of a map."""
    return {players: table.empires for players, table in game_map.tables}


def start(options: Options, game_map: Map) -> State:
    """Return the position before the first round. Raises DataError if the options don't fit the map."""
    return starting_state(map_board(game_map, options.players), options)


DECLARED = (
    Choice(
        "display",
        Message("heroes and wonders: open has all of them face up, short five at a time (default: open)"),
        {"open": Message("open display"), "short": Message("short display")},
    ),
    ROUNDS,
    Choice(
        "open_hands",
        Message("show which resources each player holds, not only how many (R3)"),
        {False: Message("hidden hands"), True: Message("open hands")},
    ),
)
"""The options from which a table of Empires chooses."""


EMPIRES_EDITION = Edition(
    rules=EMPIRES,
    title="Mare Nostrum: Empires",
    release="0.1.0",
    standard_map=standard_map,
    load_map=load_map,
    declared=DECLARED,
    options=Options,
    tables=tables,
    start=start,
    autopilot=Planner(),
    rulebook=RULEBOOK,
    strengths=STRENGTHS,
    texts=TEXTS,
)
"""The edition of 2016."""
