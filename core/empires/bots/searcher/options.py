"""The options that the Searcher tries: a short list, with the Planner's answer at its head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from core.empires.actions import Build, March
from core.empires.battle import LandBattles, Losses, SeaBattles
from core.empires.bots.planner.building import paid
from core.empires.bots.planner.view import View
from core.empires.bots.planner.wishes import Wishes
from core.empires.building import BuildTurn
from core.empires.conquest import Conquests
from core.empires.movement import Marching, Sailing
from core.empires.state import is_held_alone
from core.empires.tiles.antigone import NamingSize
from core.empires.tiles.castor_and_pollux import Copying
from core.empires.tiles.statue_of_zeus import Declaring
from core.empires.trade import Announcing
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done, Offer
from core.mare.kinds import FREE
from core.mare.offers import Offers
from core.mare.resources import minus
from core.mare.taking import Compensation, Taking
from core.mare.titles import Tie
from core.mare.turns import Turns

MOST = 24
MOST_TILES, MOST_LARGE, MOST_SMALL = 8, 4, 10
MOST_OFFERS = 12


def options(view: View, answers: Answers, usual: Action) -> list[Action]:
    """Return the actions worth trying, MOST at most, all of them legal; ``usual`` comes first."""
    frame = view.state.stack[-1]
    thought_of = OPTIONS.get(type(frame))
    if thought_of is None:
        return [usual]
    return list(islice(dict.fromkeys([usual, *thought_of(view, frame, answers, usual)]), MOST))


def _all(view: View, frame: Any, answers: Answers, usual: Action) -> Iterator[Action]:
    return islice(answers, MOST)


def _things(view: View, frame: BuildTurn, answers: Answers, usual: Action) -> Iterator[Action]:
    """Yield what the Planner values most of each sort, paid as the Planner would pay."""
    wishes = Wishes(view, frame)
    if wishes.pyramids:
        return
    yield Done()
    for wish in wishes.bargains:
        for tokens in islice(wishes.prospects.payments(wish.thing.price), 2):
            yield Build(wish.thing.what, wish.thing.where, tokens)
    for wish in [*wishes.tiles[:MOST_TILES], *wishes.large[:MOST_LARGE], *wishes.small[:MOST_SMALL]]:
        yield paid(view.player.hand, wishes.valuation, wish)


def _marches(view: View, frame: Marching, answers: Answers, usual: Action) -> Iterator[Action]:
    """Yield moves of all free legions of a province to opponents, to contested provinces and to great cities.

    Against an opponent's province it also yields the move of one legion.
    """
    yield Done()
    begun: dict[tuple[int, int], None] = {}
    for action in answers:
        if isinstance(action, March) and action.icon == FREE:
            province = view.state.provinces[action.target]
            foreign = province.controller not in (NO_EMPIRE, view.empire)
            own_city = province.controller == view.empire and province.built & view.great_icons(action.target)
            way = (action.source, action.target)
            if (way not in begun or (foreign and action.number == 1)) and (
                foreign or own_city or not is_held_alone(province, view.empire)
            ):
                begun[way] = None
                yield action


def _offers(view: View, frame: Offers, answers: Answers, usual: Action) -> list[Action]:
    """Return the Planner's offer with one resource exchanged for another that it keeps."""
    if not isinstance(usual, Offer):
        return []
    kept = minus(view.player.hand, usual.tokens)
    found: list[Action] = []
    for token in dict.fromkeys(usual.tokens):
        rest = list(usual.tokens)
        rest.remove(token)
        found += [Offer(tuple(sorted((*rest, other)))) for other, count in enumerate(kept) if count and other != token]
    return found[:: 1 + len(found) // MOST_OFFERS]


OPTIONS: Mapping[type, Callable[[View, Any, Answers, Action], Iterator[Action] | list[Action]]] = {
    Announcing: _all,
    NamingSize: _all,
    Offers: _offers,
    Taking: _all,
    Compensation: _all,
    Turns: _all,
    BuildTurn: _things,
    Copying: _all,
    Declaring: _all,
    Sailing: _all,
    SeaBattles: _all,
    Marching: _marches,
    LandBattles: _all,
    Losses: _all,
    Conquests: _all,
    Tie: _all,
}
"""The options by the frame that asks. Other questions decide too little to be worth a search."""
