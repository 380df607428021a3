"""The outcomes of chance in scenarios of Empires, besides dice: legendary commodities, and tiles turned up."""

from __future__ import annotations

from dataclasses import dataclass

from core.empires.board import Board
from core.engine.errors import ScenarioFailure
from core.engine.flow import Chance
from core.engine.word_lists import Fail, index_of, indices_of
from core.mare.position.words import tile_names
from core.mare.scenario.course import Course
from core.mare.scenario.steps import ChanceStep, awaited


@dataclass(frozen=True, slots=True)
class Draw(ChanceStep):
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


def read_draw(board: Board, line: int, words: list[str], fail: Fail) -> Draw:
    if len(words) != 1:
        raise fail("Expected the legendary commodity that is drawn, such as “*sheep”.")
    return Draw(line, index_of(words[0], board.tokens[2::2], "legendary commodity", fail))


def read_turn_up(board: Board, line: int, words: list[str], fail: Fail) -> TurnUp:
    return TurnUp(line, indices_of(words, tile_names(board), "hero or wonder", fail))
