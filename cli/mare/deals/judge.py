"""What a deal is worth to a bot: the danger that goes from it, and the prey that it gives up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from cli.mare.deals.promises import Promise
from cli.mare.deals.sentences import Place
from core.engine.action import Action
from core.engine.answers import Below
from core.mare.graph import bits

TRIREME_SHARE = 60
"""What it is worth that a trireme is not disturbed, in hundredths of a resource."""

WORTH_ASKING = 60
"""How much a deal must bring in for a bot to propose it, in hundredths of a resource."""


class Judge(ABC):
    """Weighs deals for one empire in a position; values are on the scale of the edition's bots."""

    rule: ClassVar[str]
    """The rule on promises."""
    resource: ClassVar[int]
    """What a resource is worth."""

    def __init__(self, state: Any, empire: int, below: Below, promises: Sequence[Promise]) -> None:
        """Take all ``promises`` that hold: those of the empire, and those of others to it."""
        self._state = state
        self._empire = empire
        self._promises = promises

    # ------------------------------------------------------------------ what an edition says

    @abstractmethod
    def breaks(self, action: Action, promise: Promise) -> bool:
        """Return whether an action of the empire that has promised goes against it."""

    @abstractmethod
    def danger(self, index: int, owner: int, other: int) -> int:
        """Return what an empire must expect to lose in a province to all legions that another can send there."""

    @abstractmethod
    def prey(self, index: int) -> int:
        """Return what the empire may win by sending legions to a province; 0 or less where it would not."""

    def wins_by(self, place: Place) -> bool:
        """Return whether what the empire takes in a place may decide the game; in most editions no place does."""
        return False

    def can_leave(self, place: Place, empire: int) -> bool:
        """Return whether an empire can leave a place alone: not a province that it owns, or where its legions stand.

        Those have to fight there, or have done already what a deal should prevent.
        """
        if place.is_sea:
            return True
        province = self._state.provinces[place.number]
        return bool(province.controller != empire and not province.legions[empire])

    def has_ships_near(self, sea: int, empire: int) -> bool:
        """Return whether an empire has triremes in a sea, or may sail there."""
        seas = self._state.seas
        return any(seas[near][empire] for near in (sea, *bits(self._state.board.sea_links[sea])))

    # ------------------------------------------------------------------ promises

    def forbids(self, action: Action) -> bool:
        """Return whether the empire's own promises forbid an action; none stands between it and the end of the game."""
        return any(self.breaks(action, promise) for promise in self._kept)

    @property
    def _kept(self) -> Iterator[Promise]:
        return (one for one in self._promises if one.by == self._empire and not self.wins_by(one.place))

    # ------------------------------------------------------------------ deals

    def relief(self, place: Place, other: int) -> int:
        """Return what it is worth to the empire that another leaves a place alone; nothing if that one can't."""
        if not self.can_leave(place, other):
            return 0
        if place.is_sea:
            mine = self._state.seas[place.number][self._empire]
            return self._trireme * mine if mine and self.has_ships_near(place.number, other) else 0
        return self.danger(place.number, self._empire, other)

    def sacrifice(self, place: Place) -> int:
        """Return what the empire gives up when it leaves a place alone."""
        if place.is_sea:
            return self._trireme // 2 if self.has_ships_near(place.number, self._empire) else 0
        return max(0, self.prey(place.number))

    def agrees(self, given: Place, wanted: Place, other: int) -> bool:
        """Return whether the empire leaves ``wanted`` alone if another one leaves ``given`` alone."""
        relief = self.relief(given, other)
        return self.can_leave(wanted, self._empire) and relief > 0 and relief >= self.sacrifice(wanted)

    def best_deal(self) -> tuple[int, Place, Place] | None:
        """Return with whom a deal is best, what to leave alone for it, and what the other should; None for none."""
        best = WORTH_ASKING * self.resource // 100
        found: tuple[int, Place, Place] | None = None
        own = list(self._provinces_of(self._empire))
        others = [other for other in range(len(self._state.players)) if other != self._empire]
        for other in others if own else ():
            relief, wanted = max((self.relief(place, other), place) for place in own)
            for given in self._provinces_of(other):
                if not self.can_leave(given, self._empire):
                    continue
                # The other gains something by it, too, or has no reason to agree.
                if relief - self.sacrifice(given) > best and self.danger(given.number, other, self._empire):
                    best, found = relief - self.sacrifice(given), (other, given, wanted)
        return found

    @property
    def _trireme(self) -> int:
        return TRIREME_SHARE * self.resource // 100

    def _provinces_of(self, empire: int) -> Iterator[Place]:
        return (Place(index, is_sea=False) for index in bits(self._state.controlled(empire)))
