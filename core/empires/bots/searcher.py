"""The Searcher: a built-in player who looks ahead and tries answers on copies of the game.

It tries a short list of answers (``options``), with the Planner's answer at its head. Planners play each on for
everyone (``Rehearsal``) to the end of the round. Then ``outlook`` estimates the chance to win from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from core.empires.actions import Build, March
from core.empires.battle import LandBattles, Losses, SeaBattles
from core.empires.bots.building import Intent, Wish, Wishes, intent_of, paid
from core.empires.bots.outlook import chances
from core.empires.bots.planner import Planner
from core.empires.bots.worth import View, budget_of, ways_to_pay
from core.empires.building import BuildTurn
from core.empires.conquest import Conquests
from core.empires.heroes import Copying, NamingSize
from core.empires.movement import Marching, Sailing
from core.empires.state import Game, State, is_held_alone
from core.empires.trade import Announcing
from core.empires.wonders import Declaring
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.policy import More
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done
from core.mare.bots import SearchAhead, Trials, shortlist, variants
from core.mare.kinds import FREE
from core.mare.resources import Hand
from core.mare.rounds import Turns
from core.mare.titles import Tie
from core.mare.trade import Compensation, Offers, Taking

# ---------------------------------------------------------------------- what to try


MARGIN = 30_000
"""How much better, in millionths, an option's chance to win must be than that of the Planner's answer.

Each chance comes from a few trials and an estimate, so a small gain is mostly noise. The Planner's answer is also part
of its plan for the next ones.
"""

MOST = 12
MOST_TILES = 3
MOST_OFFERS = 10


def _all(view: View, frame: Any, answers: Answers, usual: Action) -> Iterator[Action]:
    return islice(answers, MOST)


def _things(view: View, frame: BuildTurn, answers: Answers, usual: Action) -> Iterator[Action]:
    """Yield what the Planner values most of each sort, in one place, paid as the Planner would pay."""
    wishes = Wishes(view, frame)
    if wishes.pyramids:
        return
    yield Done()
    for wish in wishes.bargains:
        for tokens in islice(wishes.prospects.payments(wish.thing.price), 2):
            yield Build(wish.thing.what, wish.thing.where, tokens)
    best: dict[str, Wish] = {}
    for wish in [*wishes.tiles[:MOST_TILES], *wishes.large, *wishes.small]:
        best.setdefault(wish.thing.what, wish)
    for wish in best.values():
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
    return variants(usual, view.player.hand, MOST_OFFERS)


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


# ---------------------------------------------------------------------- how a trial goes on


class Rehearsal:
    """Plays for everyone in one trial, nearly as the Planner would, and much faster."""

    def __init__(self) -> None:
        self._planner = Planner()
        self._builder = -1
        self._intent: Intent | None = None

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        """Return what a Planner in this seat would do, or has planned to."""
        frame = game.state.stack[-1]
        if not isinstance(frame, BuildTurn):
            return self._planner.decide(game, seat, answers, below)
        if frame.empire != self._builder:
            self._builder, self._intent = frame.empire, None
        action = self._build(View(game.state, frame.empire, below), frame)
        return action if action in answers else self._planner.decide(game, seat, answers, below)

    def _build(self, view: View, frame: BuildTurn) -> Action:
        """Return the next thing of the plan. Plan anew after the last one, or after a marker opens a province."""
        hand = view.player.hand
        intent = self._intent
        if intent is not None and intent.things:
            wish = intent.things.pop(0)
            if ways_to_pay(budget_of(hand), intent.valuation.form, wish.cost):
                return self._bought(hand, intent, wish)
        intent = intent_of(view, frame)
        if intent.bargain is not None:
            return intent.bargain
        if not intent.things:
            return Done()
        self._intent = intent
        return self._bought(hand, intent, intent.things.pop(0))

    def _bought(self, hand: Hand, intent: Intent, wish: Wish) -> Action:
        if wish.thing.what == "control":
            self._intent = None
        return paid(hand, intent.valuation, wish)


# ---------------------------------------------------------------------- the search


class Searcher(SearchAhead):
    """A player who looks ahead: see the module."""

    def __init__(self, nodes: int, more: More) -> None:
        """Set the budget of a decision in ``nodes``; ``more`` returns whether a search may go on."""
        super().__init__(Planner(), Trials(Rehearsal, chances, MARGIN, nodes, more))

    def options(self, state: State, empire: int, answers: Answers, usual: Action, below: Below) -> list[Action]:
        """Return the answers worth trying, all of them legal; ``usual`` comes first."""
        frame = state.stack[-1]
        thought_of = OPTIONS.get(type(frame))
        ideas = thought_of(View(state, empire, below), frame, answers, usual) if thought_of is not None else ()
        return shortlist(usual, ideas, answers, MOST)
