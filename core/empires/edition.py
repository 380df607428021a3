"""The edition of 2016 as the registry has it: its rules, its maps, what a table chooses, and its players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.empires import texts
from core.empires.bots import STRENGTHS, Steward
from core.empires.map import Map
from core.empires.rulebook import RULEBOOK
from core.empires.rules import EMPIRES, load_map, map_board, standard_map
from core.empires.setup import DISPLAYS, starting_state
from core.empires.state import Options, State
from core.engine.edition import Edition
from core.engine.errors import DataError


def tables(game_map: Map) -> Mapping[int, tuple[str, ...]]:
    """Return the empires of each table of a map."""
    return {players: table.empires for players, table in game_map.tables}


def start(options: Options, game_map: Map) -> State:
    """Return the position before the first round; raises DataError where the options don't fit the map."""
    return starting_state(map_board(game_map, options.players), options)


def write_options(options: Options) -> tuple[str | int | bool, ...]:
    """Return what a charter says of the options beside the empires that are chosen."""
    return options.display, options.max_rounds, options.open_hands


def read_options(value: Any, choices: tuple[str, ...]) -> Options:
    """Return the options of a charter; raises DataError where they are none."""
    match value:
        case (str() as display, int() as max_rounds, bool() as open_hands) if type(max_rounds) is int:
            return Options(len(choices), choices, display, max_rounds, open_hands)
    raise DataError("options", "are not display, number of rounds and open hands.")


EMPIRES_EDITION = Edition(
    rules=EMPIRES,
    title="Mare Nostrum: Empires",
    release="0.1.0",
    standard_map=standard_map,
    load_map=load_map,
    options=Options,
    words={"display": DISPLAYS},
    tables=tables,
    start=start,
    write_options=write_options,
    read_options=read_options,
    autopilot=Steward(),
    rulebook=RULEBOOK,
    strengths=STRENGTHS,
    texts=texts,
)
"""The edition of 2016."""
