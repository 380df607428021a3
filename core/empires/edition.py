"""The edition of 2016 in the registry: its rules, maps, options and players, and its rules in words.

``docs/rules.md`` prints the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.empires.data import rules_md
from core.empires.map import Map
from core.empires.options import DECLARED
from core.empires.rules import EMPIRES, load_map, map_board, standard_map
from core.empires.scenario import TEXTS
from core.empires.setup import starting_state
from core.empires.state import Options, State
from core.engine.edition import Edition
from core.engine.rulebook import Rulebook
from core.mare.rulebook import COMPARISON, chapters, kinds_of, topics

CHAPTERS: Mapping[str, str] = chapters(
    {
        "1": ("collect", "collecting", "collection", "collections", "income", "tax", "taxes"),
        "2": ("trading",),
        "3": ("buy", "buying"),
        "6": ("winning", "win"),
    }
)
"""The number of a phase's chapter by the phase's other names."""

TOPICS = topics(
    battle=("4.2", "4.2a", "4.2b", "4.2.1", "4.3a"), price=("3.0a", "3.1"), move=("4.0", "4.1.1", "4.1.2", "R15", "R24")
)
"""Topics that are more than a word to look for."""


def _tile_names() -> Iterator[str]:
    return (tile.name for tile in standard_map().tiles)


def _commodities() -> Iterator[str]:
    return (name for name, _ in standard_map().commodities)


RULEBOOK = Rulebook(rules_md, _tile_names, CHAPTERS, TOPICS, kinds_of(_commodities, "commodity"), (COMPARISON,))


def tables(game_map: Map) -> Mapping[int, tuple[str, ...]]:
    """Return the empires of each table of a map."""
    return {players: table.empires for players, table in game_map.tables}


def start(options: Options, game_map: Map) -> State:
    """Return the position before the first round. Raises DataError if the options don't fit the map."""
    return starting_state(map_board(game_map, options.players), options)


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
    rulebook=RULEBOOK,
    bots="core.empires.bots:STRENGTHS",
    texts=TEXTS,
)
"""The edition of 2016."""
