"""Scenarios of Empires: the facts to expect of a position, and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.empires.battle import LandBattle, SeaBattle, dice_on_land
from core.empires.board import Board
from core.empires.position import dump_position, exchange_sides, load_state
from core.empires.rules import EMPIRES
from core.empires.state import NO_PEACE, State
from core.empires.victory import VICTORIES
from core.engine.errors import ScenarioFailure
from core.engine.facts import (
    NONE,
    Fact,
    Language,
    Reader,
    all_pairs,
    asked,
    listed,
    one_word,
    or_none,
    round_number,
    side_or_nobody,
    some_pairs,
    winners,
    without_none,
)
from core.engine.flow import Chance
from core.engine.game import Game
from core.engine.scenario import ChanceStep, Course, EditionTexts, awaited
from core.engine.state import NO_EMPIRE
from core.engine.words import Fail, counted_text, index_of, indices_of, read_counted
from core.mare.buildings import BUILDING_KINDS
from core.mare.facts import PIECES, buildings, facts_of, leaders, occupied, pieces, resources, tiles
from core.mare.kinds import TRACKS
from core.mare.position import tile_names
from core.mare.resources import ordinary
from core.mare.scenario import dice_reader
from core.mare.titles import levels

CHANCES = {"SeaBattle": "dice", "LandBattle": "dice", "LegendaryDraw": "draw", "Refill": "turn up", "Deal": "deal"}
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
    "triremes": all_pairs(lambda board: board.empires, "empire", lambda game, index: game.state.seas[index])
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

FACTS = facts_of(EMPIRE_FACTS, PROVINCE_FACTS, SEA_FACTS, TABLE_FACTS)


@dataclass(frozen=True, slots=True)
class DrawStep(ChanceStep):
    """``draw: *sheep``: the legendary commodity that is drawn."""

    line: int
    commodity: int

    def run(self, course: Course) -> None:
        """Draw the commodity from the pile. If the pile is empty, the discard pile becomes the new pile (1.2)."""
        awaited(course, self.line, "draw")
        state = course.game.state
        pile = state.pile if any(state.pile) else state.discard
        if not pile[self.commodity]:
            name = state.board.tokens[2 * self.commodity + 2]
            raise ScenarioFailure(self.line, f"{name} in the pile", "none there")
        course.carry_on().settle((sum(pile[: self.commodity]),))


@dataclass(frozen=True, slots=True)
class TurnUp(ChanceStep):
    """``turn up: circe hercules``: the tiles turned up, in this order."""

    line: int
    tiles: tuple[int, ...]

    def run(self, course: Course) -> None:
        """Turn the tiles up."""
        awaited(course, self.line, "turn up")
        game = course.game
        hidden = list(game.state.face_down)
        outcome = []
        for tile in self.tiles:
            if tile not in hidden:
                raise ScenarioFailure(
                    self.line, f"{game.state.board.tiles[tile].id} to lie face down", "that it does not"
                )
            outcome.append(hidden.index(tile))
            hidden.remove(tile)
        node = game.node
        if isinstance(node, Chance) and len(outcome) != len(node.bounds):
            raise ScenarioFailure(self.line, f"{len(outcome)} to be turned up", f"{len(node.bounds)} turned up")
        course.carry_on().settle(tuple(outcome))


def read_draw(board: Board, line: int, words: list[str], fail: Fail) -> DrawStep:
    if len(words) != 1:
        raise fail("Expected the legendary commodity that is drawn, such as “*sheep”.")
    return DrawStep(line, index_of(words[0], board.tokens[2::2], "legendary commodity", fail))


def read_turn_up(board: Board, line: int, words: list[str], fail: Fail) -> TurnUp:
    return TurnUp(line, indices_of(words, tile_names(board), "hero or wonder", fail))


def _dice(state: State, frame: SeaBattle | LandBattle) -> Mapping[int, int]:
    sides = (frame.attacker, frame.defender)
    if isinstance(frame, SeaBattle):
        return {empire: state.seas[frame.sea][empire] for empire in sides}
    return {empire: dice_on_land(state, state.provinces[frame.province], empire) for empire in sides}


LANGUAGE = Language(
    EMPIRES, load_state, FACTS, CHANCES, {"dice": dice_reader(_dice), "draw": read_draw, "turn up": read_turn_up}
)
"""The language of Empires' scenarios."""

TEXTS = EditionTexts(LANGUAGE, dump_position)
"""Positions and scenarios of Empires, as the registry expects them."""
