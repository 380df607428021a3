"""What a deal is worth to a bot of 2003, and what breaks one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cli.mare.deals import Judge, Promise, Strike
from cli.mare.sentences import Spot
from core.classic.actions import Attack, Blockade, Build, Cross, March, Sail
from core.classic.bots.threats import Side, Threats, bonus_of, side_in
from core.classic.bots.worth import CARD, View
from core.classic.deeds import WarTurn
from core.classic.reach import reach
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Below
from core.engine.masks import bits


class ClassicJudge(Judge):
    """Weighs deals for one civilization in a position of 2003.

    A trireme in dock must sail (5.2b), so none may lie in a dock whose seas have all been promised.
    """

    rule = "0.8"
    resource = CARD
    war = 3
    before_marches = ()
    marches = WarTurn

    def __init__(self, state: State, empire: int, below: Below, promises: Sequence[Promise]) -> None:
        super().__init__(state, empire, below, promises)
        self._provinces = state.provinces
        self._board = state.board
        self._view = View(state, empire, below)
        self._threats = Threats(self._view)

    def goal(self, action: Action) -> Spot | None:
        match action:
            case March(target=index):
                return Spot(index, is_sea=False)
            case Cross():
                return Spot(self._board.alps[1], is_sea=False)
            case Sail(target=index):
                return Spot(index, is_sea=True)
        return None

    def breaks(self, action: Action, promise: Promise) -> bool:
        match action:
            case Attack(empire=other, sea=index):
                return other == promise.to and promise.place == Spot(index, is_sea=True)
            case Blockade(seas=seas):
                return promise.place.is_sea and promise.place.number in seas
        return super().breaks(action, promise)

    @property
    def near(self) -> Collection[int]:
        return [other for other in self._view.rivals if self._lacks_one(other)]

    def stops(self, index: int) -> bool:
        """Return whether the province brings income to a rival that lacks one hero or wonder."""
        province = self._provinces[index]
        return province.controller in self.near and bool(self._board.worths[index][province.built].income)

    def _lacks_one(self, empire: int) -> bool:
        """Return whether an empire may soon pay for its last hero or wonder (6.1); of hands only the size is known."""
        lacking = self._board.map.tiles_to_win - len(self._view.state.players[empire].tiles)
        return lacking <= 1 and reach(self._view.state, empire, known=False).number >= self._board.map.tile_cost

    def forbids(self, action: Action) -> bool:
        """Return whether the empire's promises forbid an action, or what must follow it."""
        if isinstance(action, Build) and action.what == "trireme":
            return not self._board.coast[action.where] & ~self._seas_left_by(self._empire)
        return super().forbids(action)

    def can_leave(self, place: Spot, empire: int) -> bool:
        if not place.is_sea:
            return super().can_leave(place, empire)
        left = self._seas_left_by(empire) | 1 << place.number
        docks = [index for index, province in enumerate(self._provinces) if province.docks[empire]]
        return all(self._board.coast[dock] & ~left for dock in docks)

    def has_ships_near(self, sea: int, empire: int) -> bool:
        shores = bits(self._board.shores[sea])
        return super().has_ships_near(sea, empire) or any(self._provinces[index].docks[empire] for index in shores)

    def attack(self, index: int, owner: int, other: int) -> Strike:
        province, state = self._provinces[index], self._view.state
        number = self._threats.coming(other)[index] if province.controller == owner else 0
        attack = Side(number, 0, bonus_of(state, other))
        return Strike(number, attack.conquers(side_in(state, owner, province)))

    def stake(self, index: int) -> int:
        return self._threats.stake(index)

    def prey(self, index: int) -> int:
        legions = self._threats.coming(self._empire)[index]
        targets = [target for target in self._threats.targets if target.where == index] if legions else []
        return max([self._threats.prospect(target, min(target.legions, legions)) for target in targets], default=0)

    def _seas_left_by(self, empire: int) -> int:
        """Return the mask of seas that an empire has promised to leave alone."""
        mask = 0
        for promise in self._promises:
            if promise.by == empire and promise.place.is_sea:
                mask |= 1 << promise.place.number
        return mask
