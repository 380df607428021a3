"""Orders of one kind among the legal answers of a war turn, and where they can be given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from core.classic.deeds import Entries, WarTurn
from core.classic.kinds import ATTACKED
from core.classic.state import State
from core.engine.action import Action
from core.engine.state import NOBODY


class Survey:
    """Where the active player's units on land stand at one moment, found in one look over the map.

    ``standing`` are the provinces with legions of theirs, ``docks`` those with triremes in dock, ``conquered`` those
    in which they may decide (5.8a, K41), ``fields`` those in which a battle can be started (5.4b).
    """

    def __init__(self, state: State, turn: WarTurn) -> None:
        self.standing: list[int] = []
        self.docks: list[int] = []
        self.conquered: list[int] = []
        self.fields: list[int] = []
        empire = turn.empire
        attacked = all_done(turn, ATTACKED)
        for index, province in enumerate(state.provinces):
            if province.docks[empire]:
                self.docks.append(index)
            controller, legions = province.controller, province.legions[empire]
            if legions:
                self.standing.append(index)
            elif controller != empire or not province.fortresses:
                continue
            if sum(province.legions) > legions or (province.fortresses and controller != empire):
                fortresses = province.fortresses if controller == empire else 0
                if legions + fortresses > attacked.get(index, 0) + turn.fortresses[index]:
                    self.fields.append(index)
            elif controller not in (NOBODY, empire) and not turn.decided >> index & 1:
                self.conquered.append(index)


def done_by(entries: Entries, deeds: int) -> dict[int, int]:
    """Return by place how many units have done any of these deeds."""
    found: dict[int, int] = {}
    for place, done, number in entries:
        if done & deeds:
            found[place] = found.get(place, 0) + number
    return found


def all_done(turn: WarTurn, deeds: int) -> dict[int, int]:
    """Return by province how many legions of the active player, on posts or not, have done any of these deeds."""
    return done_by((*turn.legions, *[(index, done, 1) for index, _, done in turn.posts]), deeds)


class Orders(ABC):
    """All orders of one type of action that the player may give now, slot by slot."""

    action: ClassVar[type[Action]]

    def __init__(self, state: State, turn: WarTurn, survey: Survey | None = None) -> None:
        """Orders at one moment; a survey that is not given is made when it is needed."""
        self.state = state
        self.board = state.board
        self.turn = turn
        self.empire = turn.empire
        self._survey = survey

    @property
    def survey(self) -> Survey:
        """Where the player's units stand."""
        if self._survey is None:
            self._survey = Survey(self.state, self.turn)
        return self._survey

    @abstractmethod
    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """Return what the next slot can hold after those that are filled; each leads to an order.

        The first slot can hold nothing where no such order can be given.
        """

    @abstractmethod
    def check(self, action: Any) -> None:
        """Raise RuleError with the rule that forbids the order."""

    @abstractmethod
    def apply(self, action: Any) -> None:
        """Carry out a legal order."""
