"""The editions of 2003 in the registry: their rules, maps, options and players, and their rules in words.

One text has the rules of both editions; ``docs/rules-2003.md`` prints it for each. ``[O]`` marks a paragraph or list
item of the original edition only, ``[R]`` one of the revised edition only. The text has the original edition's names of
the titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from core.classic import options
from core.classic.data import rules_md
from core.classic.map import Map
from core.classic.rules import RULES, advised, load_map, standard_map, start
from core.classic.scenario import texts_of
from core.classic.state import Options, State
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.edition import Edition
from core.engine.rulebook import Rulebook, Topic
from core.mare.rulebook import COMPARISON, chapters, kinds_of, topics

MARKS: Mapping[str, str] = {ORIGINAL.id: "O", REVISED.id: "R"}
"""By edition, the letter that marks its own paragraphs."""

MARKED = re.compile(r"(- )?\[(\w)\] ")
"""The beginning of a paragraph or list item of one edition: perhaps the item's dash, and the mark."""

CHAPTERS: Mapping[str, str] = chapters(
    {
        "1": ("set-up", "start"),
        "2": ("title", "titles", "leader", "leaders", "round"),
        "3": ("commerce", "collect", "collecting", "income", "tax", "taxes"),
        "4": ("build", "buy", "buying"),
        "5": ("military",),
        "6": ("winning", "win"),
        "7": ("heroes", "hero", "wonders", "wonder"),
        "8": ("option",),
    }
)
"""The number of a phase's chapter by the phase's other names."""

TOPICS: Mapping[str, Topic] = {
    **topics(
        battle=("5.1d", "5.4a", "5.4b", "5.5a", "5.5b", "5.5c", "5.6a", "5.6b"),
        price=("4.2a", "4.3a", "4.3b", "4.3c", "4.3d"),
        move=("5.1c", "5.2a", "5.3a", "5.3c", "5.3d", "5.3e"),
    ),
    **dict.fromkeys(("commodity", "commodities"), Topic(("commodity", "good"))),
    **dict.fromkeys(("resource", "resources"), Topic(("resource", "card"))),
}
"""Topics that are more than a word to look for."""


def text_of(variant: Variant) -> str:
    """Return the rules of one edition in Markdown, without marks and with its names of the titles."""
    mark = MARKS[variant.id]
    text = "\n\n".join(block for block in (_played(block, mark) for block in rules_md().split("\n\n")) if block)
    for original, own in zip(ORIGINAL.titles, variant.titles, strict=True):
        text = re.sub(r"\s+".join(original.split()), own, text)
    return text


def _played(block: str, mark: str) -> str:
    """Return the part of a paragraph or list that an edition plays, without the marks."""
    parts = ((MARKED.match(part), part) for part in re.split(r"\n(?=- )", block.strip()))
    return "\n".join(MARKED.sub(r"\1", part, count=1) for found, part in parts if not found or found[2] == mark)


def rulebook_of(variant: Variant) -> Rulebook:
    """Return the rules of one edition."""

    def named() -> Iterator[str]:
        return (tile.name for tile in standard_map(variant).tiles)

    def goods() -> Iterator[str]:
        return (name for name, _ in standard_map(variant).commodities)

    return Rulebook(lambda: text_of(variant), named, CHAPTERS, TOPICS, kinds_of(goods, "good"), (COMPARISON,))


ORIGINAL_RULEBOOK = rulebook_of(ORIGINAL)
REVISED_RULEBOOK = rulebook_of(REVISED)


def edition_of(variant: Variant, rulebook: Rulebook) -> Edition:
    """Return an edition for the registry."""

    def load(text: str) -> Map:
        return load_map(text, variant)

    def begin(options: Options, game_map: Map) -> State:
        return start(options, game_map, variant)

    return Edition(
        rules=RULES[variant.id],
        title=variant.title,
        release="0.1.0",
        standard_map=partial(standard_map, variant),
        load_map=load,
        declared=options.REVISED if variant.has_options else options.ORIGINAL,
        options=Options,
        tables=advised,
        start=begin,
        rulebook=rulebook,
        bots="core.classic.bots:STRENGTHS",
        texts=texts_of(variant),
    )


ORIGINAL_EDITION = edition_of(ORIGINAL, ORIGINAL_RULEBOOK)
REVISED_EDITION = edition_of(REVISED, REVISED_RULEBOOK)
