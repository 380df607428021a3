"""What a deal is worth to a bot: the danger that goes from it, and the prey that it gives up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
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
    """A position as one empire sees it that thinks of deals; values are on the scale of the edition's bots."""

    rule: ClassVar[str]
    """The rule on promises."""
    resource: ClassVar[int]
    """What a resource is worth."""

    def __init__(self, state: Any, empire: int, below: Below) -> None:
        self._state = state
        self._empire = empire

    # ------------------------------------------------------------------ what an edition says

    @staticmethod
    @abstractmethod
    def breaks(action: Action, promise: Promise) -> bool:
        """Whether an action of the empire that has promised goes against it."""

    @abstractmethod
    def danger(self, index: int, owner: int, other: int) -> int:
        """What an empire must expect to lose with its province to all legions that another one can send there."""

    @abstractmethod
    def prey(self, index: int) -> int:
        """What the empire may win by sending legions to a province; 0 or less where it would not."""

    def wins_by(self, place: Place) -> bool:
        """Whether what the empire takes in a place may decide the game; in most editions no place does."""
        return False

    # ------------------------------------------------------------------ deals

    def relief(self, place: Place, other: int) -> int:
        """What it is worth to the empire that another one leaves a place alone."""
        if place.is_sea:
            mine = self._state.seas[place.number][self._empire]
            return self._trireme * mine if mine and self._sails_to(place.number, other) else 0
        return self.danger(place.number, self._empire, other)

    def sacrifice(self, place: Place) -> int:
        """What the empire gives up when it leaves a place alone."""
        if place.is_sea:
            return self._trireme // 2 if self._sails_to(place.number, self._empire) else 0
        return max(0, self.prey(place.number))

    def best_deal(self) -> tuple[int, Place, Place] | None:
        """With whom a deal would be best, what to leave alone for it, and what the other should; None for none."""
        best = WORTH_ASKING * self.resource // 100
        found: tuple[int, Place, Place] | None = None
        own = list(self._provinces_of(self._empire))
        others = [other for other in range(len(self._state.players)) if other != self._empire]
        for other in others if own else ():
            relief, wanted = max((self.relief(place, other), place) for place in own)
            for given in self._provinces_of(other):
                # The other gains something by it, too, or has no reason to agree.
                if relief - self.sacrifice(given) > best and self.danger(given.number, other, self._empire):
                    best, found = relief - self.sacrifice(given), (other, given, wanted)
        return found

    @property
    def _trireme(self) -> int:
        return TRIREME_SHARE * self.resource // 100

    def _provinces_of(self, empire: int) -> Iterator[Place]:
        return (Place(index, is_sea=False) for index in bits(self._state.controlled(empire)))

    def _sails_to(self, sea: int, empire: int) -> bool:
        """Whether an empire has triremes beside a sea."""
        return any(self._state.seas[near][empire] for near in bits(self._state.board.sea_links[sea]))
