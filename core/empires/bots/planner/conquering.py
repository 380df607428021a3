"""Phase 4: conversions, conquests, and legions on icons (4.3)."""

from __future__ import annotations

from core.empires.actions import Convert, OccupyMarker, Stand
from core.empires.bots.planner.threats import convertible
from core.empires.bots.planner.view import View
from core.empires.conquest import Conquests
from core.empires.tiles.circe import Standing
from core.empires.tiles.queen_of_sheba import GivingUp
from core.empires.victory import CITIES_TO_WIN
from core.empires.war import Conversions
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done, Occupy
from core.mare.graph import bits
from core.mare.state import MARKER


def convert(view: View, frame: Conversions | GivingUp, answers: Answers) -> Action:
    """Return the next marker to exchange. Markers out of reach stay, and their legions find another post."""
    return next((action for action in answers if isinstance(action, Convert)), Done())


def stand(view: View, frame: Standing, answers: Answers) -> Action:
    """Return the next icon that has a legion for it."""
    return next((action for action in answers if isinstance(action, Stand)), Done())


def conquer(view: View, frame: Conquests, answers: Answers) -> Action:
    """Return the next province where other posts for the legions are better."""
    for index in bits(frame.provinces):
        province = view.state.provinces[index]
        posts = _wanted_posts(view, index)
        if posts and posts != (province.posts if province.occupier == view.empire else 0):
            return OccupyMarker(index) if posts == MARKER else Occupy(index, posts)
    return Done()


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
