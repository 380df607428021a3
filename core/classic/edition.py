"""The editions of 2003 in the registry: their rules, maps, options and players."""

from __future__ import annotations

from functools import partial

from core.classic.bots import STRENGTHS, Planner
from core.classic.map import Map
from core.classic.rulebook import ORIGINAL_RULEBOOK, REVISED_RULEBOOK
from core.classic.rules import RULES, advised, load_map, standard_map, start
from core.classic.scenario import texts_of
from core.classic.state import Options, State
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.edition import Edition
from core.engine.message import Message
from core.engine.option import ROUNDS, Choice, LineUp, Option
from core.engine.rulebook import Rulebook

DECLARED: tuple[Option, ...] = (
    Choice(
        "start",
        Message("setup: printed is the one on the sheets, points lets each player spend 36 points (default: printed)"),
        {"printed": Message("printed setup"), "points": Message("setup with 36 points")},
    ),
    LineUp("line_up", Message("which civilizations play, separated by commas (default: the advised ones)")),
    ROUNDS,
    Choice(
        "open_hands",
        Message("show which resources each player holds, not only how many (K2)"),
        {False: Message("hidden hands"), True: Message("open hands")},
    ),
)
"""The options from which a table chooses in both editions."""

BY_AGREEMENT: tuple[Option, ...] = (
    Choice(
        "blockade",
        Message("let players blockade the seas through which others ship legions (8.1)"),
        {False: Message("no blockades"), True: Message("blockades")},
    ),
    Choice(
        "alps",
        Message("let the owner of Hannibal march over the Alps (8.2)"),
        {False: Message("no way over the Alps"), True: Message("a way over the Alps")},
    ),
)
"""Further options, for the edition that has them (8)."""


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
        declared=(*DECLARED, *BY_AGREEMENT) if variant.has_options else DECLARED,
        options=Options,
        tables=advised,
        start=begin,
        autopilot=Planner(),
        rulebook=rulebook,
        strengths=STRENGTHS,
        texts=texts_of(variant),
    )


ORIGINAL_EDITION = edition_of(ORIGINAL, ORIGINAL_RULEBOOK)
REVISED_EDITION = edition_of(REVISED, REVISED_RULEBOOK)
