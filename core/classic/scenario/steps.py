"""The outcomes of chance in scenarios of 2003, besides dice: lots."""

from __future__ import annotations

from dataclasses import dataclass

from core.classic.board import Board
from core.classic.points import FirstToSetUp
from core.classic.titles import tied_for_first
from core.engine.errors import ScenarioFailure
from core.engine.word_lists import Fail, index_of
from core.mare.scenario.course import Course
from core.mare.scenario.steps import ChanceStep, awaited


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
