"""Phase 4: peace, and where triremes and legions go (4.0, 4.1.1, 4.1.2)."""

from __future__ import annotations

from core.empires.actions import MakePeace, March
from core.empires.bots.planner.threats import Threats
from core.empires.bots.planner.view import View
from core.empires.movement import Marching, Sailing
from core.empires.tiles.statue_of_zeus import Declaring
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Done
from core.mare.graph import bits

EXTRA_LEGION = 40
"""The least that an extra legion must add to an attack: it would be of use elsewhere, too."""


def make_peace(view: View, frame: Declaring, answers: Answers) -> Action:
    """Return peace with the opponent with the most legions on the map."""
    offers = [action for action in answers if isinstance(action, MakePeace)]
    return min(offers, key=lambda action: view.state.players[action.empire].legions, default=Done())


def sail(view: View, frame: Sailing, answers: Answers) -> Action:
    """Return no move: triremes stay where they link provinces."""
    return Done()


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
