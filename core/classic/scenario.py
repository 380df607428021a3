"""Scenarios of 2003: the facts to expect of a position, and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from core.classic.battle import dice_of
from core.classic.board import Board
from core.classic.position import VICTORIES, dump_position, load_state
from core.classic.rules import RULES
from core.classic.setup import FirstToSetUp
from core.classic.titles import tied_for_first
from core.classic.variant import Variant
from core.engine.errors import ScenarioFailure
from core.engine.facts import (
    Fact,
    Language,
    Reader,
    all_pairs,
    asked,
    listed,
    number,
    one_word,
    round_number,
    side_or_nobody,
    some_pairs,
    winners,
)
from core.engine.game import Game
from core.engine.scenario import ChanceStep, Course, EditionTexts, awaited
from core.engine.words import Fail, index_of
from core.mare.buildings import BUILDING_KINDS
from core.mare.facts import PIECES, buildings, facts_of, leaders, occupied, pieces, resources, tiles
from core.mare.kinds import TRACKS
from core.mare.position import tile_names
from core.mare.scenario import dice_reader
from core.mare.titles import levels

CHANCES = {"LandDice": "dice", "SeaDice": "dice", "FirstToSetUp": "lot", "FirstTitle": "lot", "Deal": "deal"}
"""By type of the frame that waits for chance, the word for it."""


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
    "fortresses": number(lambda game, index: game.state.provinces[index].fortresses),
    "docks": all_pairs(lambda board: board.empires, "empire", lambda game, index: game.state.provinces[index].docks),
    "occupied": occupied,
    "pillaged": _flag(lambda game, index: game.state.provinces[index].pillaged),
}

SEA_FACTS: Mapping[str, Reader] = {
    "triremes": all_pairs(lambda board: board.empires, "empire", lambda game, index: game.state.seas[index])
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

FACTS = facts_of(EMPIRE_FACTS, PROVINCE_FACTS, SEA_FACTS, TABLE_FACTS)


@dataclass(frozen=True, slots=True)
class Lot(ChanceStep):
    """``lot: rome``: the lot falls on this empire, to set up first (K7) or for a first title (1.6b)."""

    line: int
    empire: int

    def run(self, course: Course) -> None:
        """Draw the lot."""
        frame = awaited(course, self.line, "lot")
        state = course.game.state
        if isinstance(frame, FirstToSetUp):
            drawn = list(range(len(state.players)))
        else:
            drawn = tied_for_first(state, frame.track)
        if self.empire not in drawn:
            names = " ".join(state.board.empires[empire] for empire in drawn)
            raise ScenarioFailure(self.line, f"{state.board.empires[self.empire]} among the lots", names)
        course.carry_on().settle((drawn.index(self.empire),))


def read_lot(board: Board, line: int, words: list[str], fail: Fail) -> Lot:
    """Return the step that names the empire."""
    if len(words) != 1:
        raise fail("expected the empire that is drawn, such as “rome”.")
    return Lot(line, index_of(words[0], board.empires, "empire", fail))


def texts_of(variant: Variant) -> EditionTexts:
    """Return the positions and scenarios of one edition, as the registry expects them."""
    rules, load = RULES[variant.id], partial(load_state, variant)
    language = Language(
        rules, load, FACTS, CHANCES, {"dice": dice_reader(dice_of), "lot": read_lot}, 'pieces = "printed"\n'
    )
    return EditionTexts(language, dump_position)
