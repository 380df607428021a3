"""The dice of a battle in scenarios: ``dice: rome 5 4 3 egypt 3``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.engine.errors import ScenarioFailure
from core.engine.facts import ChanceReader
from core.engine.scenario import ChanceStep, Course, awaited
from core.engine.words import Fail
from core.mare.kinds import BoardNames
from core.mare.odds import FACES

DiceOf = Callable[[Any, Any], Mapping[int, int]]
"""Returns by side how many dice it rolls, for a state and a frame."""


@dataclass(frozen=True, slots=True)
class Dice(ChanceStep):
    """``dice: rome 5 4 3 egypt 3``: the dice of a battle, by empire."""

    line: int
    faces: Mapping[int, tuple[int, ...]]
    rolled: DiceOf

    def run(self, course: Course) -> None:
        """Roll these dice."""
        frame = awaited(course, self.line, "dice")
        sides = self.rolled(course.game.state, frame)
        names = course.game.state.board.sides
        wanted = {empire: len(faces) for empire, faces in self.faces.items() if faces}
        rolled = {empire: number for empire, number in sides.items() if number}
        if wanted != rolled:
            raise ScenarioFailure(self.line, _numbers(wanted, names), _numbers(rolled, names))
        course.carry_on().settle(tuple(face - 1 for empire in sides for face in self.faces.get(empire, ())))


def _numbers(dice: Mapping[int, int], names: Sequence[str]) -> str:
    return "dice of " + ", ".join(f"{names[empire]} ({dice[empire]})" for empire in sorted(dice))


def dice_reader(rolled: DiceOf) -> ChanceReader:
    """Return the reader of dice; ``rolled`` has by side how many dice it rolls in a battle, in the order of rolling."""

    def read(board: BoardNames, line: int, words: list[str], fail: Fail) -> Dice:
        faces: dict[int, tuple[int, ...]] = {}
        rolling = -1
        for word in words:
            if word in board.sides:
                rolling = board.sides.index(word)
                if rolling in faces:
                    raise fail(f"“{word}” is named twice.")
                faces[rolling] = ()
            elif rolling < 0 or word not in map(str, range(1, FACES + 1)):
                raise fail(f"“{word}” is no die; expected an empire, then its dice from 1 to {FACES}, and so on.")
            else:
                faces[rolling] += (int(word),)
        return Dice(line, faces, rolled)

    return read
