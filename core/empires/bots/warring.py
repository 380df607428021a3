"""Phase 4, move and battle: where units go, which battles to fight, what to lose, and what to conquer (chapter 4)."""

from __future__ import annotations

from core.empires.actions import Attack, Convert, Fight, LoseLegion, MakePeace, March, OccupyMarker, Sail, Stand
from core.empires.battle import LandBattles, Losses, SeaBattles
from core.empires.bots.threats import Threats, convertible
from core.empires.bots.worth import View
from core.empires.conquest import Conquests
from core.empires.heroes import GivingUp, Standing
from core.empires.movement import Marching, Sailing
from core.empires.state import land_units
from core.empires.victory import CITIES_TO_WIN
from core.empires.war import Conversions
from core.empires.wonders import Declaring
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.masks import bits
from core.mare.actions import Done, LoseFortress, Occupy, Pillage
from core.mare.kinds import CONTROL, FREE
from core.mare.odds import hit_chance
from core.mare.state import MARKER

# ---------------------------------------------------------------------- marches


SAIL_COST = 150
"""By how much a move at sea must improve the best attack: the trireme leaves a link."""

DEFENCE_COST = 150
"""The least that legions must save by a march to an own province."""

EXTRA_LEGION = 40
"""The least that an extra legion must add to an attack: it would be of use elsewhere, too."""


def make_peace(view: View, frame: Declaring, answers: Answers) -> Action:
    """Return peace with the opponent with the most legions on the map."""
    offers = [action for action in answers if isinstance(action, MakePeace)]
    return min(offers, key=lambda action: view.state.players[action.empire].legions, default=Done())


def sail(view: View, frame: Sailing, answers: Answers) -> Action:
    """Return the move of one trireme that leads legions to a better attack, or none.

    Elsewhere triremes stay where they link provinces.
    """
    fleet, best = view.state.fleet(view.empire), -1
    chosen: Action = Done()
    seen = {fleet}
    for source in bits(fleet):
        triremes = view.state.seas[source][view.empire]
        left = fleet if triremes > 1 else fleet & ~(1 << source)
        for target in bits(view.board.sea_links[source] & ~fleet) if triremes > frame.moved[source] else ():
            if left | 1 << target in seen:
                continue
            seen.add(left | 1 << target)
            there = view.as_if_at(left | 1 << target, view.empire)
            if not _opens(view, there):
                continue
            if best < 0:
                best = Threats(view).best_attack + SAIL_COST
            value = Threats(there).best_attack
            if value > best:
                best, chosen = value, Sail(source, target, 1)
    return chosen


def _opens(view: View, there: View) -> bool:
    """Return whether another place of the triremes lets legions reach more provinces of opponents."""
    opened = 0
    for source in bits(view.with_legions[view.empire]):
        opened |= there.own_reach[source] & ~view.own_reach[source]
    return any(view.state.provinces[index].controller in view.opponents for index in bits(opened))


def march(view: View, frame: Marching, answers: Answers) -> Action:
    """Return the move that adds most to an attack or to freeing a province, less the danger it leaves behind."""
    threats = Threats(view)
    free = _free_legions(view, frame)
    best = 0
    chosen: Action = Done()
    for target in threats.targets:
        sources = [source for source in bits(view.own_reach[target.province]) if free[source]]
        present = view.state.provinces[target.province].legions[view.empire]
        now = threats.prospect(target, present)
        for extra in range(1, sum([free[source] for source in sources]) + 1):
            gain = threats.prospect(target, present + extra) - now - EXTRA_LEGION * (extra - 1)
            if gain > best:
                cost, source, number = _cheapest_source(threats, sources, free, extra)
                if gain - cost > best:
                    best = gain - cost
                    chosen = March(source, target.province, number)
    return _march_home(threats, free, best) or chosen


def _march_home(threats: Threats, free: list[int], least: int) -> Action | None:
    """Return the move that saves most in an own province in danger, less the danger it leaves behind.

    It must save more than ``least``.
    """
    view, best, chosen = threats.view, max(least, DEFENCE_COST), None
    for index in bits(view.home):
        province = view.state.provinces[index]
        mine, fortress = province.legions[view.empire], int(province.fortress == view.empire)
        now = threats.exposure(index, mine, fortress)
        if now <= best:
            continue
        sources = [source for source in bits(view.own_reach[index]) if free[source] and source != index]
        for extra in range(1, sum([free[source] for source in sources]) + 1):
            gain = now - threats.exposure(index, mine + extra, fortress) - EXTRA_LEGION * (extra - 1)
            if gain > best:
                cost, source, number = _cheapest_source(threats, sources, free, extra)
                if gain - cost > best:
                    best, chosen = gain - cost, March(source, index, number)
    return chosen


def _free_legions(view: View, frame: Marching) -> list[int]:
    """Return by province the legions that occupy nothing and have not marched."""
    free = []
    for province, moved in zip(view.state.provinces, frame.moved, strict=True):
        posted = province.posts.bit_count() if province.occupier == view.empire else 0
        free.append(province.legions[view.empire] - moved - posted)
    return free


def _cheapest_source(threats: Threats, sources: list[int], free: list[int], wanted: int) -> tuple[int, int, int]:
    """Return the province that can best spare up to ``wanted`` legions: the cost, the province, the number."""
    options = []
    for source in sources:
        number = min(free[source], wanted)
        options.append((_leaving_cost(threats, source, number), -number, source))
    cost, number, source = min(options)
    return cost, source, -number


def _leaving_cost(threats: Threats, source: int, number: int) -> int:
    """Return how much the expected loss grows if this number of legions leaves a province."""
    empire, province = threats.view.empire, threats.view.state.provinces[source]
    if province.controller != empire:
        return 0
    mine, fortress = province.legions[empire], int(province.fortress == empire)
    return threats.exposure(source, mine - number, fortress) - threats.exposure(source, mine, fortress)


# ---------------------------------------------------------------------- battles


TRIREME_VALUE = 100
"""The worth of a trireme that is destroyed, or lost."""


def attack_at_sea(view: View, frame: SeaBattles, answers: Answers) -> Action:
    """Return the attack that is worth most: by triremes destroyed, and by own provinces out of their reach."""
    best = 0
    chosen: Action = Done()
    for action in answers:
        if isinstance(action, Attack):
            triremes = view.state.seas[action.sea]
            mine, theirs = triremes[view.empire], triremes[action.empire]
            value = TRIREME_VALUE * (hit_chance(mine, 0, 1) - hit_chance(theirs, 0, 1))
            value += _relief(view, action) * hit_chance(mine, 0, theirs)
            if value > best:
                best, chosen = value, action
    return chosen


def _relief(view: View, attack: Attack) -> int:
    """Return by how much the danger of the own provinces falls if a sea is cleared of an opponent's triremes."""
    if attack.empire not in view.movers:
        return 0
    cleared = view.as_if_at(view.state.fleet(attack.empire) & ~(1 << attack.sea), attack.empire)
    now, then = Threats(view), Threats(cleared)
    relief = 0
    for index in bits(view.home):
        if cleared.reach[attack.empire][index] != view.reach[attack.empire][index]:
            province = view.state.provinces[index]
            mine, fortress = province.legions[view.empire], int(province.fortress == view.empire)
            relief += now.exposure(index, mine, fortress) - then.exposure(index, mine, fortress)
    return relief


def fight(view: View, frame: LandBattles, answers: Answers) -> Action:
    """Return the fight with the weakest opponent."""

    def strength(action: Fight) -> int:
        province = view.state.provinces[action.province]
        return land_units(province, action.empire) + (province.fortress == action.empire)

    return min([action for action in answers if isinstance(action, Fight)], key=strength)


def lose(view: View, frame: Losses, answers: Answers) -> Action:
    """Return the next loss: free legions, then those on the poorest posts, on a control marker, last the fortress."""

    def dearness(action: Action) -> tuple[int, int]:
        match action:
            case LoseLegion(icon=icon) if icon == FREE:
                return 0, 0
            case LoseLegion(province=index, icon=icon) if icon != CONTROL:
                return 1, view.income(index, 1 << icon)
            case LoseFortress():
                return 3, 0
        return 2, 0

    return min(answers, key=dearness)


# ---------------------------------------------------------------------- conquests


LEAST_HOLD = 50
"""In percent: with a lower chance to stay until the phase ends, legions pillage."""

PILLAGE_PERCENT = 25
"""The share of what a pillage costs the province's controller that counts."""


def convert(view: View, frame: Conversions | GivingUp, answers: Answers) -> Action:
    """Return the next marker to exchange. Markers out of reach stay, and their legions find another post."""
    return next((action for action in answers if isinstance(action, Convert)), Done())


def stand(view: View, frame: Standing, answers: Answers) -> Action:
    """Return the next icon that has a legion for it."""
    return next((action for action in answers if isinstance(action, Stand)), Done())


def conquer(view: View, frame: Conquests, answers: Answers) -> Action:
    """Return the next province where other posts for the legions are better."""
    threats = Threats(view)
    for index in bits(frame.provinces):
        province = view.state.provinces[index]
        action = _dethrone(view, index, answers) or _pillage(threats, index, answers)
        if action is not None:
            return action
        posts = _wanted_posts(view, index)
        if posts and posts != (province.posts if province.occupier == view.empire else 0):
            return OccupyMarker(index) if posts == MARKER else Occupy(index, posts)
    return Done()


def _dethrone(view: View, index: int, answers: Answers) -> Action | None:
    """Return what keeps the province's controller from winning by three titles in this round."""
    if view.state.provinces[index].controller not in view.crowned:
        return None
    for action in answers:
        match action:
            case Occupy(province=place, icons=icons) if place == index and view.dethrones(index, icons):
                return action
            case Pillage(province=place, icon=icon) if place == index and view.dethrones(index, 1 << icon, taken=False):
                return action
    return None


def _pillage(threats: Threats, index: int, answers: Answers) -> Action | None:
    """Return the pillage that gains and costs the controller most, if the legions are likely to be driven out."""
    view, province = threats.view, threats.view.state.provinces[index]
    if threats.hold(index) >= LEAST_HOLD:
        return None
    best, chosen = 0, None
    for icon in bits(province.built):
        action = Pillage(index, icon)
        lost = view.income(index, province.built) - view.income(index, province.built & ~(1 << icon))
        value = view.income(index, 1 << icon) + view.over_time(lost) * PILLAGE_PERCENT // 100
        if value > best and action in answers:
            best, chosen = value, action
    return chosen


def _wanted_posts(view: View, index: int) -> int:
    """Return the control marker of a great city, unless it decides the game now, or if it pays more than buildings."""
    province = view.state.provinces[index]
    buildings = _best_icons(view, index, province.legions[view.empire])
    if not convertible(view, index) or not view.player.markers:
        return buildings
    if province.built & view.great_icons(index):
        most = max(view.great_cities[view.empire] + 1, view.great_cities[province.controller])
        return buildings if most >= CITIES_TO_WIN else MARKER
    return MARKER if _marker_pays(view, index, buildings) else buildings


def _marker_pays(view: View, index: int, buildings: int) -> bool:
    """Return whether control of all buildings from the next round (4.3.3) brings more than some of them from now on."""
    later = view.income(index, view.state.provinces[index].built)
    return view.over_time(later) - later >= view.over_time(view.income(index, buildings))


def _best_icons(view: View, index: int, legions: int) -> int:
    """Return the mask of as many buildings as there are legions: great cities first, then the best income."""
    built, great = view.state.provinces[index].built, view.great_icons(index)
    mask = 0
    for _ in range(min(legions, built.bit_count())):
        ranked = [(great >> icon & 1, view.income(index, mask | 1 << icon), icon) for icon in bits(built & ~mask)]
        mask |= 1 << max(ranked)[2]
    return mask
