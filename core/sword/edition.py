"""The edition in the registry: its rules, maps, options and players, and its rules in words."""

from __future__ import annotations

from core.engine.edition import Edition
from core.engine.message import Message
from core.engine.rulebook import Rulebook, Topic
from core.sword.data import rules_md
from core.sword.map_file import check_map, load_map
from core.sword.options import DECLARED
from core.sword.rules import SWORD, standard_map, start, tables
from core.sword.scenario import TEXTS
from core.sword.state import Options

FRAME = Message("A frame for owners of the game: chapters 1 to 5.7 are enforced; the rest is played by hand.")
"""The first line wherever the edition is shown."""

CHAPTERS = {
    "frame": "0",
    "players": "1",
    "components": "2",
    "setup": "3",
    "win": "4",
    "winning": "4",
    "victory": "4",
    "turn": "5",
    "phases": "5",
    "rulings": "6",
}
"""The number of a chapter by other names."""

TOPICS = {
    "ties": Topic(("tie", "tied")),
    "cards": Topic(("card",), ("5.2", "5.4a", "5.4b", "S12", "S14")),
    "isolation": Topic(("isolated",), ("5.7.1", "5.7.2", "S6", "S7", "S11")),
    "capitulation": Topic(("capitulation",), ("5.6a", "5.6b", "S5")),
}
"""Topics that are more than a word to look for."""

RULEBOOK = Rulebook(rules_md, chapters=CHAPTERS, topics=TOPICS)

SWORD_EDITION = Edition(
    rules=SWORD,
    title="The Sword of Rome",
    release="0.1.0",
    standard_map=standard_map,
    load_map=load_map,
    declared=DECLARED,
    options=Options,
    tables=tables,
    start=start,
    rulebook=RULEBOOK,
    bots="core.sword.bots:STRENGTHS",
    texts=TEXTS,
    check_map=check_map,
)
"""A frame for owners of The Sword of Rome."""
