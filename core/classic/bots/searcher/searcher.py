"""The Searcher itself: it tries its options, and tries the better half again."""

from __future__ import annotations

from typing import Any

from core.classic.bots.planner import Planner
from core.classic.bots.planner.view import View
from core.classic.bots.searcher.options import options
from core.classic.bots.searcher.outlook import chances
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game
from core.engine.policy import More, Policy
from core.mare.bots.search import Search
from core.mare.kinds import MILITARY

WAR = 1 + MILITARY


class Searcher:
    """A player who looks ahead: see the package."""

    def __init__(self, nodes: int, more: More) -> None:
        """Set the budget of a decision in ``nodes``, 0 for none; ``more`` returns whether a search may go on."""
        self.nodes = nodes
        self.more = more

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return the option with the best chance to win."""
        usual = Planner().decide(game, seat, answers, below)
        view = View(game.state, game.state.seats.index(seat), below)
        actions = options(view, answers, usual)
        if len(actions) == 1:
            return usual
        return Trials(game, seat, actions, self.nodes, self.more).best(below)


class Trials(Search):
    """The search for one decision: Planners play on to the end of the building phase, or in war of the round."""

    def __init__(self, game: Game[Any], seat: int, actions: list[Action], nodes: int, more: More) -> None:
        super().__init__(game, seat, actions, nodes, more)
        self.round = game.state.round
        self.fights = game.state.phase == WAR

    def stand_in(self) -> Policy:
        """Return a Planner without whims, so that trials with the same luck differ only in the option."""
        return Planner(whim=0)

    def outlook(self, state: State) -> int:
        """Return the chance to win, in millionths."""
        return chances(state)[self.empire]

    def is_settled(self, state: State) -> bool:
        """Return whether everyone has built, or in war moved."""
        return state.round != self.round or (not self.fights and state.phase == WAR)
