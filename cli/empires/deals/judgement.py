"""What a deal is worth to a bot: the danger that goes from it, and the prey that it gives up."""

from __future__ import annotations

from collections.abc import Iterator

from cli.empires.deals.sentences import Place
from core.empires.bots.steward.frontier import Frontier
from core.empires.bots.steward.view import View
from core.empires.state import State
from core.engine.answers import Below
from core.mare.graph import bits

TRIREME_VALUE = 60
"""What it is worth that a trireme is not disturbed, in hundredths of a resource."""

WORTH_ASKING = 60
"""How much a deal must bring in for a bot to propose it."""


class Judge:
    """A position as one empire sees it who thinks of deals; values are in hundredths of a resource."""

    def __init__(self, state: State, empire: int, below: Below) -> None:
        self._state = state
        self._empire = empire
        self._view = View(state, empire, below)
        self._frontier = Frontier(self._view)

    def relief(self, place: Place, other: int) -> int:
        """What it is worth to the empire that another one leaves a place alone."""
        if place.is_sea:
            mine = self._state.seas[place.number][self._empire]
            return TRIREME_VALUE * mine if mine and self._sails_to(place.number, other) else 0
        return self._danger(place.number, self._empire, other)

    def sacrifice(self, place: Place) -> int:
        """What the empire gives up when it leaves a place alone."""
        if place.is_sea:
            return TRIREME_VALUE // 2 if self._sails_to(place.number, self._empire) else 0
        frontier, index = self._frontier, place.number
        legions = frontier.legions_near(index, self._empire) + self._state.provinces[index].legions[self._empire]
        prospects = [frontier.prospect(target, legions) for target in frontier.targets if target.province == index]
        return max([0, *prospects])

    def best_deal(self) -> tuple[int, Place, Place] | None:
        """With whom it would be best to make a deal, what to leave alone for it, and what he should; None for none."""
        best = WORTH_ASKING
        found: tuple[int, Place, Place] | None = None
        own = list(self._provinces_of(self._empire))
        for other in self._view.opponents if own else ():
            relief, wanted = max((self.relief(place, other), place) for place in own)
            for given in self._provinces_of(other):
                # He gains something by it, too, or there is no reason why he should agree.
                if relief - self.sacrifice(given) > best and self._danger(given.number, other, self._empire):
                    best, found = relief - self.sacrifice(given), (other, given, wanted)
        return found

    def wins_by(self, place: Place, needed: int) -> bool:
        """Whether so few great cities are missing that the one in this place may decide the game (6.3)."""
        if place.is_sea:
            return False
        great = self._state.provinces[place.number].built & self._view.great_icons(place.number)
        return bool(great) and self._view.great_cities[self._empire] >= needed - 1

    def _provinces_of(self, empire: int) -> Iterator[Place]:
        return (Place(index, is_sea=False) for index in bits(self._state.controlled(empire)))

    def _danger(self, index: int, owner: int, other: int) -> int:
        """What an empire must expect to lose with its province to all legions that another one can send there."""
        province, frontier = self._state.provinces[index], self._frontier
        number = frontier.legions_near(index, other)
        if province.controller != owner or not number:
            return 0
        attack = frontier.side(index, other, number, own_turn=True)
        defence = frontier.side(index, owner, province.legions[owner], own_turn=False)
        return frontier.stake(index) * attack.conquers(defence) // 100

    def _sails_to(self, sea: int, empire: int) -> bool:
        """Whether an empire has triremes beside a sea."""
        return any(self._state.seas[near][empire] for near in bits(self._state.board.sea_links[sea]))
