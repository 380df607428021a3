"""The orders of a war turn by type, and where the player can give them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from core.classic.deeds import Entries, WarTurn
from core.classic.kinds import ATTACKED
from core.classic.state import State, land_units
from core.engine.action import Action
from core.engine.state import NO_EMPIRE
from core.mare.graph import bits


class Survey:
    """Where the active player's units stand at one moment: masks of provinces, and of the seas of the ``fleet``.

    ``standing`` are the provinces with their legions, ``docks`` those with their triremes in dock. In ``conquered``
    provinces they may decide (5.8a, K41), in ``fields`` they can start a battle (5.4b). ``crosses`` says whether the
    table plays the way over the Alps (8.2).
    """

    def __init__(self, state: State, turn: WarTurn) -> None:
        presence, empire = state.presence(), turn.empire
        own, others = presence.markers[empire], presence.against(empire)
        self.fleet = state.fleet(empire)
        self.standing = presence.legions[empire]
        self.docks = presence.docks[empire]
        self.conquered = self.standing & ~(others | own | presence.markers[NO_EMPIRE] | turn.decided)
        self.crosses = state.options.alps
        self.fields = 0
        contested = (self.standing | presence.fortified & own) & others
        if contested:
            attacked = all_done(turn, ATTACKED)
            for index in bits(contested):
                done = attacked.get(index, 0) + turn.fortresses[index]
                self.fields |= (land_units(state.provinces[index], empire) > done) << index


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

    survey: Survey
    first: Sequence[Any]
    """The values of the first slot; empty if no such order can be given."""

    def __init__(self, state: State, turn: WarTurn) -> None:
        self.state = state
        self.board = state.board
        self.turn = turn
        self.empire = turn.empire

    @staticmethod
    def begins(survey: Survey) -> object:
        """Return a true value if such orders are possible by a quick look at the survey."""
        return True

    def surveyed(self, survey: Survey) -> Self:
        """Prepare to list and check all orders. Before that, an order can only be carried out."""
        self.survey = survey
        self.first = self.values(())
        return self

    @abstractmethod
    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """Return the values of the next slot after those already chosen. Each leads to an order.

        The first slot has none if no such order can be given.
        """

    @abstractmethod
    def check(self, action: Any) -> None:
        """Raise RuleError with the rule that forbids the order."""

    @abstractmethod
    def apply(self, action: Any) -> None:
        """Carry out a legal order."""
