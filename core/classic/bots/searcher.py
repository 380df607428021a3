"""The Searcher: a built-in player who looks ahead and tries answers on copies of the game.

It tries a short list of answers (``options``), with the Planner's answer at its head. Planners play each on for
everyone to the end of the round. Then ``outlook`` estimates the chance to win from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.classic.actions import Build, Convert, Cross, March
from core.classic.bots.building import CONVERT, best_payment, wishes_of
from core.classic.bots.outlook import chances
from core.classic.bots.planner import Planner
from core.classic.bots.trading import Trader
from core.classic.bots.warring import Turn
from core.classic.bots.worth import View
from core.classic.building import BuildTurn, Prospects
from core.classic.commerce import Announcing, ForcedTake, Redirecting, Undoing
from core.classic.deeds import WarTurn
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.policy import More
from core.mare.actions import Announce, Done, Name, Take
from core.mare.bots import SearchAhead, Trials, shortlist, variants
from core.mare.resources import changed
from core.mare.rounds import Turns
from core.mare.trade import Offers, Taking

# ---------------------------------------------------------------------- what to try


MARGIN = 3_000
"""How much better, in millionths, an option's chance to win must be than that of the Planner's answer."""

MOST = 8
MOST_TAKES = 6
MOST_OFFERS = 5
MOST_OF_PRICE = 3
MOST_TARGETS = 5


def _all(view: View, answers: Answers, usual: Action) -> Iterable[Action]:
    return answers


def _numbers(view: View, answers: Answers, usual: Action) -> Iterable[Action]:
    """Return 0, the highest number, and numbers between them in equal steps."""
    most = sum(view.player.hand)
    return [Announce(most * step // (MOST - 2)) for step in range(MOST - 1)]


def _names(view: View, answers: Answers, usual: Action) -> Iterable[Action]:
    return [Name(empire) for empire in range(len(view.state.players))]


def _takes(view: View, answers: Answers, usual: Action) -> Iterable[Action]:
    """Return the takes that help the hand most, each card from one player."""
    trader = Trader(view)
    by_card = {action.token: action for action in answers if isinstance(action, Take)}
    cards = sorted(by_card, key=lambda card: -trader.value(changed(trader.hand, card, 1)))
    return [by_card[card] for card in cards[:MOST_TAKES]]


def _offers(view: View, answers: Answers, usual: Action) -> Iterable[Action]:
    return variants(usual, view.player.hand, MOST_OFFERS)


def _things(view: View, answers: Answers, usual: Action) -> Iterable[Action]:
    """Return what the Planner values most at each price."""
    frame: Any = view.state.stack[-1]
    wishes, most = wishes_of(view, frame), Prospects(view.state, frame).most
    hand = view.player.hand
    found: list[Action] = []
    for price, things in wishes.by_price.items():
        kinds: dict[str, None] = {}
        for wish in things:
            if price > most or len(kinds) >= MOST_OF_PRICE:
                break
            if wish.what in kinds:
                continue
            kinds[wish.what] = None
            payment = best_payment(wishes, hand, wish)
            found.append(
                Convert(wish.where, payment) if wish.what == CONVERT else Build(wish.what, wish.where, payment)
            )
    return [*reversed(found), Done()]


def _orders(view: View, answers: Answers, usual: Action) -> Iterable[Action]:
    """Return the end of the turn, marches to each target in reach, and the way over the Alps."""
    frame: Any = view.state.stack[-1]
    turn = Turn(view, frame, answers)
    found: list[Action] = [Done()]
    for target in turn.threats.targets[:MOST_TARGETS]:
        source = next((source for source in turn.ready if turn.threats.reach[source] >> target.where & 1), None)
        if source is not None:
            found.append(March(source, target.where, turn.ready[source]))
    if view.state.options.alps:
        found.append(Cross(turn.ready.get(view.board.alps[0], 0)))
    return found


OPTIONS: Mapping[type, Callable[[View, Answers, Action], Iterable[Action]]] = {
    Announcing: _numbers,
    Offers: _offers,
    Taking: _takes,
    ForcedTake: _takes,
    Undoing: _all,
    Redirecting: _all,
    Turns: _names,
    BuildTurn: _things,
    WarTurn: _orders,
}
"""The options by the frame that asks. Other questions decide too little to be worth a search."""


# ---------------------------------------------------------------------- the search


class Searcher(SearchAhead):
    """A player who looks ahead: see the module."""

    def __init__(self, nodes: int, more: More) -> None:
        """Set the budget of a decision in ``nodes``; ``more`` returns whether a search may go on."""
        super().__init__(Planner(), Trials(_stand_in, chances, MARGIN, nodes, more))

    def options(self, state: State, empire: int, answers: Answers, usual: Action, below: Below) -> list[Action]:
        """Return the answers worth trying, all of them legal; ``usual`` comes first."""
        thought_of = OPTIONS.get(type(state.stack[-1]))
        ideas = thought_of(View(state, empire, below), answers, usual) if thought_of is not None else ()
        return shortlist(usual, ideas, answers, MOST)


def _stand_in() -> Planner:
    """Return a Planner without whims, so that trials with the same luck differ only in the option."""
    return Planner(whim=0)
