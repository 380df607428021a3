"""Phase 3, military: the orders of a turn, one after another, and the answers in other players' turns.

Every order uses something up (a move, an attack, a decision), so a turn comes to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from core.classic.actions import (
    Assimilate,
    Attack,
    Blockade,
    Fight,
    LoseLegion,
    LoseTrireme,
    March,
    Pass,
    Replace,
    Sail,
    Ship,
    Support,
)
from core.classic.battle import Helen, LandLosses, SeaLosses, Supporting
from core.classic.blockade import Blockades, Shipping
from core.classic.bots.threats import LEAST_CHANCE, SURE, Side, Threats, bonus_of, enemies_in, together
from core.classic.bots.worth import CARD, OCCUPIED_SHARE, View, best_occupation, marker_value, prize, province_value
from core.classic.deeds import WarTurn, can_attack, free_legions, ships_in, without
from core.classic.kinds import ATTACKED, MOVED, dock_of
from core.classic.state import is_held_alone, land_units
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done, Occupy, Pillage
from core.mare.kinds import FREE
from core.mare.odds import hit_chance
from core.mare.state import MARKER

BETTER = 7
"""In percentage points: how much reinforcements must improve the chance in a battle."""

SAIL_COST = 42
"""By how much a move at sea must improve the best attack: the trireme leaves a link."""

SHIP_VALUE = 129
"""The worth of a trireme that may be lost."""

STOP = 4_000
"""The worth of keeping a rival from winning with its next income."""

DRIVEN_OUT_SHARE = 22
"""In percent: the worth of a conquest from which the legions are likely to be driven out."""

PILLAGE_SHARE = 11
"""In percent: the worth of a building that a rival loses."""


def order(view: View, frame: WarTurn, answers: Answers) -> Action:
    """Return the first order with a positive value; else the end of the turn."""
    turn = Turn(view, frame, answers)
    for decide in ORDERS:
        action = decide(turn)
        if action is not None and action in answers:
            return action
    if Done() in answers:
        return Done()
    return turn.any_fight() or answers.draw(view.below)


class Turn:
    """A player's current turn of war, and the orders to consider."""

    def __init__(self, view: View, frame: WarTurn, answers: Answers) -> None:
        """Set up the turn; ``answers`` are the orders that can be given."""
        self.view = view
        self.answers = answers
        self.state = view.state
        self.empire = view.empire
        self.frame = frame
        self.threats = Threats(view)

    @cached_property
    def ready(self) -> dict[int, int]:
        """Return by province the empire's legions that stand on nothing and have not moved."""
        found = {}
        for where, province in enumerate(self.state.provinces):
            if province.legions[self.empire]:
                number = sum(without(free_legions(self.state, self.empire, where), MOVED))
                if number:
                    found[where] = number
        return found

    @cached_property
    def spare(self) -> dict[int, int]:
        """Return by province those of the ready legions that need not stay to hold it."""
        found = {}
        for where, number in self.ready.items():
            province = self.state.provinces[where]
            least = 0
            if province.controller == self.empire and self.threats.exposure(where, 0) > 20:
                others = land_units(province, self.empire) - number
                least = max(0, min(1, self.threats.most_coming[where]) - others)
            elif province.controller not in (NO_EMPIRE, self.empire) and is_held_alone(province, self.empire):
                least = int(not province.posts and not self.frame.decided >> where & 1)
            if number > least:
                found[where] = number - least
        return found

    # ------------------------------------------------------------------ at sea

    def leave_dock(self) -> Action | None:
        """Return a move of triremes in dock to the sea that opens most (5.2b)."""
        for where, province in enumerate(self.state.provinces):
            number = province.docks[self.empire]
            if number:
                coast = bits(self.view.board.coast[where])
                seas = [sea for sea in coast if Sail(dock_of(where), sea, number) in self.answers]
                if seas:
                    return Sail(dock_of(where), max(seas, key=lambda sea: self._sea_value(sea, where)), number)
        return None

    def _sea_value(self, sea: int, where: int) -> int:
        """Return the worth of the markers and attacks that a ship in a sea makes possible from a province."""
        fleet = self.state.fleet(self.empire)
        opened = self.view.board.reach(fleet | 1 << sea)[where]
        value = 0
        for other in bits(opened):
            controller = self.state.provinces[other].controller
            if controller == NO_EMPIRE:
                value += marker_value(self.view, other)
            elif controller != self.empire:
                value += prize(self.view, other, 1) // 4
        return value

    def sail(self) -> Action | None:
        """Return the move of one trireme that leads legions to a better attack, or none (5.2a)."""
        fleet, board = self.state.fleet(self.empire), self.view.board
        if not self.spare:
            return None
        best, chosen = -1, None
        for source in bits(fleet):
            if not sum(without(ships_in(self.state, self.empire, source), MOVED)):
                continue
            left = fleet if self.state.seas[source][self.empire] > 1 else fleet & ~(1 << source)
            for target in bits(board.sea_links[source] & ~fleet):
                action = Sail(source, target, 1)
                reach = board.reach(left | 1 << target)
                if not self._opens(reach) or action not in self.answers:
                    continue
                if best < 0:
                    best = self._best_attack(self.threats) + SAIL_COST
                value = self._best_attack(Threats(self.view, reach))
                if value > best:
                    best, chosen = value, action
        return chosen

    def _opens(self, reach: Sequence[int]) -> bool:
        """Return whether another reach lets legions go to more provinces of rivals."""
        opened = 0
        for source in self.spare:
            opened |= reach[source] & ~self.threats.reach[source]
        return any(self.state.provinces[where].controller in self.view.rivals for where in bits(opened))

    def _best_attack(self, threats: Threats) -> int:
        """Return the best expected gain of an attack with the spare legions that are near, or 0."""
        best = 0
        for target in threats.targets:
            near = sum([number for source, number in self.spare.items() if threats.reach[source] >> target.where & 1])
            if near:
                coming = min(target.legions, near)
                best = max(best, threats.prospect(target, coming) + self._stopping(target.where, coming))
        return best

    def _stopping(self, where: int, legions: int) -> int:
        """Return what it is worth that so many legions can keep a rival from winning, by standing in its province."""
        province = self.state.provinces[where]
        if province.controller not in self.view.near_winners:
            return 0
        built = province.built
        return STOP * any(icons.bit_count() <= legions and self.view.stops(where, icons) for icons in parts_of(built))

    def attack_at_sea(self) -> Action | None:
        """Return an attack by many more own ships than another player has in a sea, or for the own coast (5.2c)."""
        for sea, ships in enumerate(self.state.seas):
            if not ships[self.empire] or sum(ships) == ships[self.empire]:
                continue
            mine = sum(without(ships_in(self.state, self.empire, sea), ATTACKED))
            others = {other: number for other, number in enumerate(ships) if number and other != self.empire}
            weakest = min(others, key=lambda other: others[other])
            if mine >= others[weakest] + 2 and Attack(weakest, sea) in self.answers:
                return Attack(weakest, sea)
            for other, number in others.items():
                if other in self.view.movers and Attack(other, sea) in self.answers:
                    gain = self._relief(other, sea) * hit_chance(mine, 0, number)
                    if gain > SHIP_VALUE * hit_chance(number, 0, 1):
                        return Attack(other, sea)
        return None

    def _relief(self, other: int, sea: int) -> int:
        """Return how much less is at stake in the own provinces if a rival has no ships left in a sea."""
        now = self.threats.coming(other)
        then = self.threats.coming(other, self.view.board.reach(self.state.fleet(other) & ~(1 << sea)))
        relief = 0
        for where in bits(self.state.controlled(self.empire)):
            if then[where] < now[where]:
                units = land_units(self.state.provinces[where], self.empire)
                saved = self.threats.danger(where, units, now[where]) - self.threats.danger(where, units, then[where])
                relief += self.threats.stake(where) * saved // 100
        return relief

    # ------------------------------------------------------------------ battles

    def settle_battles(self) -> Action | None:
        """Return an order for a province with enemies: reinforce, fight, or leave if it is hopeless (5.4b)."""
        for where, province in enumerate(self.state.provinces):
            if not land_units(province, self.empire):
                continue
            enemies = enemies_in(self.state, self.empire, province)
            units = can_attack(self.state, where)
            if not enemies or not units.size:
                continue
            mine = Side(units.all_legions, units.fortresses, bonus_of(self.state, self.empire))
            action = self._reinforce(where, mine, enemies) or self._leave(where, mine, enemies)
            if action is not None:
                return action
            if not self.frame.fought >> where & 1 or mine.conquers(together(enemies)) >= LEAST_CHANCE:
                return Fight(weakest(enemies), where)
        return None

    def _reinforce(self, where: int, mine: Side, enemies: dict[int, Side]) -> Action | None:
        """Return a march of as many legions as make the battle better."""
        enemy = together(enemies)
        now = mine.conquers(enemy)
        for source, number in self.spare.items():
            if source != where and self.threats.reach[source] >> where & 1:
                for coming in range(1, number + 1):
                    chance = mine._replace(legions=mine.legions + coming).conquers(enemy)
                    if chance >= SURE or coming == number:
                        if chance >= now + BETTER:
                            return March(source, where, coming)
                        break
        return None

    def _leave(self, where: int, mine: Side, enemies: dict[int, Side]) -> Action | None:
        """Return a retreat of all legions if the battle is likely to cost them more than the enemy."""
        number = self.ready.get(where, 0)
        enemy = together(enemies)
        if not number or number < mine.legions or mine.fortresses:
            return None
        if mine.destroys(enemy.legions + enemy.fortresses) >= 25 or enemy.destroys(mine.legions) < 60:
            return None
        havens = [other for other in bits(self.threats.reach[where]) if self._is_haven(other)]
        if not havens:
            return None
        return March(where, max(havens, key=lambda other: self.threats.defence(other, number)), number)

    def _is_haven(self, where: int) -> bool:
        province = self.state.provinces[where]
        return province.controller == self.empire and not enemies_in(self.state, self.empire, province)

    def any_fight(self) -> Action | None:
        """Return any battle that the player must fight."""
        for where, province in enumerate(self.state.provinces):
            if land_units(province, self.empire):
                for side in enemies_in(self.state, self.empire, province):
                    action = Fight(side, where)
                    if action in self.answers:
                        return action
        return None

    # ------------------------------------------------------------------ conquest

    def conquer(self) -> Action | None:
        """Return the most valuable decision in a province held alone, if it beats the present one (5.8a)."""
        for where, province in enumerate(self.state.provinces):
            if self.frame.decided >> where & 1 or province.controller in (NO_EMPIRE, self.empire):
                continue
            if province.legions[self.empire] and is_held_alone(province, self.empire):
                action = self._conquest(where)
                if action is not None:
                    return action
        return None

    def _conquest(self, where: int) -> Action | None:
        view, province = self.view, self.state.provinces[where]
        legions, share = province.legions[self.empire], self._lasting_share(where)
        found: list[tuple[int, int, Action]] = []
        if not view.board.capital_mask >> where & 1 and view.player.markers:
            found.append(((province_value(view, where) - 3 * CARD) * share // 100, MARKER, Assimilate(where)))
        icons, value = best_occupation(view, where, legions)
        if icons:
            found.append((value * OCCUPIED_SHARE * share // 10_000, icons, Occupy(where, icons)))
        found += [
            (STOP * share // 100, icons, Occupy(where, icons))
            for icons in parts_of(province.built if province.controller in view.near_winners else 0)
            if icons.bit_count() <= legions and view.stops(where, icons)
        ]
        found += self._pillages(where)
        value, posts, action = max(found, key=lambda choice: choice[0], default=(0, 0, None))
        return action if value > 0 and posts != province.posts else None

    def _lasting_share(self, where: int) -> int:
        """Return in percent what a conquest is worth, since legions of rivals who move later may end it."""
        legions = self.state.provinces[where].legions[self.empire]
        driven_out = any(self.threats.coming(other)[where] > legions for other in self.view.movers)
        return DRIVEN_OUT_SHARE if driven_out else 100

    def _pillages(self, where: int) -> list[tuple[int, int, Action]]:
        """Return the possible pillages, each with its value: by the income that the owner loses."""
        view, province = self.view, self.state.provinces[where]
        if province.pillaged:
            return []
        share = PILLAGE_SHARE * (2 if province.controller == view.rivals[0] else 1)
        pays = CARD * any(tile.pays_for for tile in self.state.acting(self.empire))
        found: list[tuple[int, int, Action]] = []
        for icon in bits(province.built):
            lost = sum([number for _, number in view.lost_income(where, 1 << icon)])
            value = max(1, lost) * share * view.card_income // 100 + pays + STOP * view.stops(where, 1 << icon)
            found.append((value, -1, Pillage(where, icon)))
        return found

    # ------------------------------------------------------------------ marches

    def march(self) -> Action | None:
        """Return the best march on a province of another side, or home if that saves more."""
        gain, attack = self._attack()
        saved, defence = self._defence()
        return defence if saved > gain else attack

    def _attack(self) -> tuple[int, Action | None]:
        """Return the march on the province with the most value per legion, and this value."""
        best, chosen = 0, None
        for target in self.threats.targets:
            province = self.state.provinces[target.where]
            if province.legions[self.empire] or self.frame.fought >> target.where & 1:
                continue
            sources = [source for source in self.spare if self.threats.reach[source] >> target.where & 1]
            coming = min(target.legions, sum([self.spare[source] for source in sources]))
            if not coming:
                continue
            prospect = self.threats.prospect(target, coming)
            value = (prospect + (self._stopping(target.where, coming) if prospect else 0)) // coming
            if value > best:
                source = max(sources, key=lambda source: self.spare[source])
                action = March(source, target.where, min(coming, self.spare[source]))
                if action in self.answers:
                    best, chosen = value, action
        return best, chosen

    def _defence(self) -> tuple[int, Action | None]:
        """Return the march to the own province in more danger than the one left, and what it saves."""
        best, chosen = CARD, None
        for source in self.spare:
            left = -self.threats.defence(source, -1) if self._is_haven(source) else 0
            for where in bits(self.threats.reach[source]):
                if self._is_haven(where):
                    value = self.threats.defence(where) - left
                    if value > best:
                        best, chosen = value, March(source, where, 1)
        return (best, chosen) if chosen is not None else (0, None)


def parts_of(icons: int) -> Iterator[int]:
    """Yield every selection of some icons of a mask, as a mask."""
    part = icons
    while part:
        yield part
        part = (part - 1) & icons


def weakest(enemies: dict[int, Side]) -> int:
    """Return the side with the fewest units."""
    return min(enemies, key=lambda side: (enemies[side].legions + 2 * enemies[side].fortresses, side))


ORDERS: tuple[Callable[[Turn], Action | None], ...] = (
    Turn.leave_dock,
    Turn.attack_at_sea,
    Turn.settle_battles,
    Turn.conquer,
    Turn.sail,
    Turn.march,
)
"""The sorts of orders to consider, in this order."""


# ---------------------------------------------------------------------- other players' turns


def lose_on_land(view: View, frame: LandLosses, answers: Answers) -> Action:
    """Return a legion that stands on nothing; else any legion; a fortress last."""
    first = LoseLegion(frame.province, FREE)
    return first if first in answers else next(iter(answers))


def lose_at_sea(view: View, frame: SeaLosses, answers: Answers) -> Action:
    """Return a trireme without a task."""
    return LoseTrireme(frame.sea, FREE)


def replace(view: View, frame: Helen, answers: Answers) -> Action:
    """Return the first possible replacement."""
    return next(action for action in answers if isinstance(action, Replace))


def support(view: View, frame: Supporting, answers: Answers) -> Action:
    """Return the support of all ships that can give it."""
    for sea in bits(view.board.coast[frame.province]):
        for number in range(view.state.seas[sea][view.empire], 0, -1):
            action = Support(sea, number)
            if action in answers:
                return action
    return Done()


def choose_route(view: View, frame: object, answers: Answers) -> Action:
    """Return the chain with the fewest ships of others."""

    def others(action: Action) -> int:
        seas = action.seas if isinstance(action, Ship) else ()
        return sum([sum(view.state.seas[sea]) - view.state.seas[sea][view.empire] for sea in seas])

    return min(answers, key=others)


def blockade(view: View, frame: Blockades, answers: Answers) -> Action:
    """Return a battle against legions that come for an own province, in a sea with enough own ships.

    If nothing stands in the province, any number of own ships is enough.
    """
    shipping: Shipping = view.state.stack[-2]  # type: ignore[assignment]
    province = view.state.provinces[shipping.target]
    if province.controller != view.empire:
        return Pass()
    is_open = not land_units(province, view.empire)

    def lead(sea: int) -> int:
        ships = view.state.seas[sea]
        return ships[view.empire] - ships[shipping.empire]

    seas = [sea for sea in shipping.seas if Blockade((sea,)) in answers and (is_open or lead(sea) >= 0)]
    return Blockade((max(seas, key=lead),)) if seas else Pass()
