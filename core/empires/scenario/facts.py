"""The facts that a scenario may expect of a position of Empires."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.empires.board import Board
from core.empires.position.exchange import exchange_sides
from core.empires.state import NO_PEACE
from core.empires.victory import VICTORIES
from core.engine.game import Game
from core.engine.state import NO_EMPIRE
from core.engine.word_lists import Fail, counted_text, index_of, indices_of, read_counted
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import TRACKS
from core.mare.position.words import tile_names
from core.mare.resources import ordinary
from core.mare.scenario.facts import (
    NONE,
    PIECES,
    all_pairs,
    asked,
    buildings,
    leaders,
    listed,
    occupied,
    one_word,
    or_none,
    pieces,
    resources,
    round_number,
    side_or_nobody,
    some_pairs,
    tiles,
    winners,
    without_none,
)
from core.mare.scenario.language import Fact, Facts, Reader
from core.mare.titles import levels

CHANCES = {
    "SeaBattle": "dice",
    "LandBattle": "dice",
    "LegendaryDraw": "draw",
    "Refill": "turn up",
    "Deal": "deal",
}
"""By type of the frame that waits for chance, the word for it."""


def _copied(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    word = one_word(words, fail)
    names = tile_names(board)
    if word != NONE:
        index_of(word, names, "hero", fail)

    def look(game: Game[Any]) -> str:
        copied = game.state.players[index].copied
        return NONE if copied == NO_EMPIRE else names[copied]

    return Fact(word, look)


def _legendary(now: Callable[[Game[Any]], bytes]) -> Reader:
    """Return a reader of all legendary commodities in one pile."""

    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        names = board.tokens[2::2]
        wanted = read_counted(without_none(words), names, "legendary commodity", fail)
        return Fact(or_none(counted_text(wanted, names)), lambda game: or_none(counted_text(now(game), names)))

    return read


def _peace(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Read who is at peace: ``rome egypt``, or ``none``."""
    named = indices_of(without_none(words), board.empires, "empire", fail)

    def look(game: Game[Any]) -> str:
        owner, partner, _ = game.state.peace
        return NONE if owner == NO_PEACE.owner else " ".join(board.empires[e] for e in sorted((owner, partner)))

    return Fact(or_none(" ".join(board.empires[empire] for empire in sorted(named))), look)


EMPIRE_FACTS: Mapping[str, Reader] = {
    "resources": resources,
    "tiles": tiles,
    "copied": _copied,
    "levels": some_pairs(lambda board: TRACKS, "track", lambda game, index: levels(game.state, index)),
    "supply": some_pairs(lambda board: PIECES, "piece", pieces),
}

PROVINCE_FACTS: Mapping[str, Reader] = {
    "controller": side_or_nobody(lambda game, index: game.state.provinces[index].controller),
    "buildings": buildings,
    "legions": all_pairs(
        lambda board: board.empires, "empire", lambda game, index: game.state.provinces[index].legions
    ),
    "fortress": side_or_nobody(lambda game, index: game.state.provinces[index].fortress),
    "occupied": occupied,
}

SEA_FACTS: Mapping[str, Reader] = {
    "triremes": all_pairs(lambda board: board.empires, "empire", lambda game, index: game.state.seas[index]),
}

TABLE_FACTS: Mapping[str, Reader] = {
    "asked": asked(CHANCES),
    "winners": winners(VICTORIES),
    "round": round_number,
    "leaders": leaders,
    "exchange": listed(exchange_sides, "exchange marker", lambda game: game.state.exchange),
    "face_up": listed(tile_names, "hero or wonder", lambda game: game.state.display),
    "pile": _legendary(lambda game: game.state.pile),
    "discard": _legendary(lambda game: game.state.discard),
    "reserve": some_pairs(
        lambda board: [board.tokens[ordinary(kind)] for kind in range(len(board.tokens) // 2 + 1)],
        "resource",
        lambda game, index: game.state.reserve,
    ),
    "supply": some_pairs(lambda board: BUILDING_KINDS, "building", lambda game, index: game.state.buildings),
    "peace": _peace,
}

FACTS = Facts(EMPIRE_FACTS, PROVINCE_FACTS, SEA_FACTS, TABLE_FACTS)
