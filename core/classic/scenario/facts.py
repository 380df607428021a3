"""The facts that a scenario may expect of a position of 2003."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.classic.board import Board
from core.classic.position.text import VICTORIES
from core.engine.game import Game
from core.engine.word_lists import Fail
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import TRACKS
from core.mare.position.words import tile_names
from core.mare.scenario.facts import (
    PIECES,
    all_pairs,
    asked,
    buildings,
    leaders,
    listed,
    occupied,
    one_word,
    pieces,
    resources,
    round_number,
    side_or_nobody,
    some_pairs,
    tiles,
    winners,
)
from core.mare.scenario.language import Fact, Facts, Reader
from core.mare.titles import levels

CHANCES = {
    "LandDice": "dice",
    "SeaDice": "dice",
    "FirstToSetUp": "lot",
    "FirstTitle": "lot",
    "Deal": "deal",
}
"""By type of the frame that waits for chance, the word for it."""


def _number(now: Callable[[Game[Any], int], int]) -> Reader:
    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        word = one_word(words, fail)
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise fail("expected a number.")
        return Fact(str(int(word)), lambda game: str(now(game, index)))

    return read


def _flag(now: Callable[[Game[Any], int], bool]) -> Reader:
    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        word = one_word(words, fail)
        if word not in ("yes", "no"):
            raise fail("expected “yes” or “no”.")
        return Fact(word, lambda game: "yes" if now(game, index) else "no")

    return read


EMPIRE_FACTS: Mapping[str, Reader] = {
    "resources": resources,
    "tiles": tiles,
    "counts": some_pairs(lambda board: TRACKS, "track", lambda game, index: levels(game.state, index)),
    "supply": some_pairs(lambda board: PIECES, "piece", pieces),
}

PROVINCE_FACTS: Mapping[str, Reader] = {
    "controller": side_or_nobody(lambda game, index: game.state.provinces[index].controller),
    "buildings": buildings,
    "legions": all_pairs(lambda board: board.sides, "side", lambda game, index: game.state.provinces[index].legions),
    "fortresses": _number(lambda game, index: game.state.provinces[index].fortresses),
    "docks": all_pairs(lambda board: board.empires, "empire", lambda game, index: game.state.provinces[index].docks),
    "occupied": occupied,
    "pillaged": _flag(lambda game, index: game.state.provinces[index].pillaged),
}

SEA_FACTS: Mapping[str, Reader] = {
    "triremes": all_pairs(lambda board: board.empires, "empire", lambda game, index: game.state.seas[index]),
}

TABLE_FACTS: Mapping[str, Reader] = {
    "asked": asked(CHANCES),
    "winners": winners(VICTORIES),
    "round": round_number,
    "leaders": leaders,
    "display": listed(tile_names, "hero or wonder", lambda game: game.state.display),
    "bank": some_pairs(lambda board: board.tokens, "resource", lambda game, index: game.state.bank),
    "supply": some_pairs(lambda board: BUILDING_KINDS, "building", lambda game, index: game.state.buildings),
    "contest": _flag(lambda game, index: game.state.contest),
}

FACTS = Facts(EMPIRE_FACTS, PROVINCE_FACTS, SEA_FACTS, TABLE_FACTS)
