"""What a deal is worth to a bot of Empires, and what breaks one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cli.mare.deals import Judge, Promise, Strike
from cli.mare.sentences import Spot
from core.empires.actions import Attack, March, Sail
from core.empires.battle import SeaBattles
from core.empires.bots.threats import Threats
from core.empires.bots.worth import View
from core.empires.movement import Marching, Sailing
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN
from core.engine.action import Action
from core.engine.answers import Below


class EmpiresJudge(Judge):
    """Weighs deals for one empire in a position of Empires; values are in hundredths of a resource."""

    rule = "8"
    resource = 100
    war = 4
    before_marches = (Sailing, SeaBattles)
    marches = Marching

    def __init__(self, state: State, empire: int, below: Below, promises: Sequence[Promise]) -> None:
        super().__init__(state, empire, below, promises)
        self._view = View(state, empire, below)
        self._threats = Threats(self._view)

    def goal(self, action: Action) -> Spot | None:
        match action:
            case March(target=index):
                return Spot(index, is_sea=False)
            case Sail(target=index):
                return Spot(index, is_sea=True)
        return None

    def breaks(self, action: Action, promise: Promise) -> bool:
        if isinstance(action, Attack):
            return action.empire == promise.to and promise.place == Spot(action.sea, is_sea=True)
        return super().breaks(action, promise)

    @property
    def near(self) -> Collection[int]:
        view = self._view
        return [other for other in view.opponents if any(self._lacks_one(other)) or other in view.crowned]

    def stops(self, index: int) -> bool:
        """Return whether its loss costs a great city, all three titles, or income for the last hero or wonder."""
        view, province = self._view, self._view.state.provinces[index]
        if province.controller not in view.opponents:
            return False
        city, tile = self._lacks_one(province.controller)
        great, income = province.built & view.great_icons(index), view.income(index, province.built)
        return bool((city and great) or (tile and income) or view.dethrones(index, province.built))

    def _lacks_one(self, empire: int) -> tuple[bool, bool]:
        """Return whether one more great city wins the game for an empire (6.3), and one more hero or wonder (6.2)."""
        tiles = self._view.state.players[empire].tiles
        return self._view.great_cities[empire] >= CITIES_TO_WIN - 1, len(tiles) >= TILES_TO_WIN - 1

    def attack(self, index: int, owner: int, other: int) -> Strike:
        province, threats = self._view.state.provinces[index], self._threats
        number = threats.legions_near(index, other) if province.controller == owner else 0
        attack = threats.side(index, other, number, own_turn=True)
        defence = threats.side(index, owner, province.legions[owner], own_turn=False)
        return Strike(number, attack.conquers(defence))

    def stake(self, index: int) -> int:
        return self._threats.stake(index)

    def prey(self, index: int) -> int:
        threats = self._threats
        legions = threats.legions_near(index, self._empire) + self._view.state.provinces[index].legions[self._empire]
        prospects = [threats.prospect(target, legions) for target in threats.targets if target.province == index]
        return max(prospects, default=0)

    def wins_by(self, place: Spot) -> bool:
        """Return whether the great city in this place may win the game for the empire (6.3)."""
        if place.is_sea:
            return False
        great = self._view.state.provinces[place.number].built & self._view.great_icons(place.number)
        return bool(great) and self._view.great_cities[self._empire] >= CITIES_TO_WIN - 1
