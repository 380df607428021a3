"""The Searcher itself: it tries its options, and tries the better half again.

The length of a trial depends on the question. A building shows its worth only after all others have built and moved.
That takes long, so only the best options at the end of the own turn are played on to the end of the round.
"""

from __future__ import annotations

from core.empires.bots.planner import Planner
from core.empires.bots.planner.view import View
from core.empires.bots.searcher.options import options
from core.empires.bots.searcher.outlook import chances
from core.empires.bots.searcher.rehearsal import Rehearsal
from core.empires.bots.searcher.signs import BUILD, TRADE, WAR, phase_of, still_to_act
from core.empires.game import Game
from core.empires.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Simultaneous
from core.engine.policy import More
from core.mare.bots.search import Search, foremost

OFFER_SHARE = 2
"""How many budgets a decision on an offer gets: the whole trade depends on it, once a round."""

BUILD_SHARE = 2
"""How many budgets a decision on what to build gets, because its trials are long."""

FINALISTS = 6
"""How many options of things to build are played on to the end of the round."""


class Searcher:
    """A player who looks ahead: see the package."""

    def __init__(self, nodes: int, more: More) -> None:
        """Set the budget of a decision in ``nodes``, 0 for none; ``more`` returns whether a search may go on."""
        self.nodes = nodes
        self.more = more

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        """Return the option with the best chance to win."""
        usual = Planner().decide(game, seat, answers, below)
        view = View(game.state, game.state.seats.index(seat), below)
        actions = options(view, answers, usual)
        if len(actions) == 1:
            return usual
        return _Search(game, seat, actions, self.nodes, self.more).best(below)


class _Search(Search):
    """The search for one decision: its trials, and how far Planners play them on."""

    def __init__(self, game: Game, seat: int, actions: list[Action], nodes: int, more: More) -> None:
        super().__init__(game, seat, actions, nodes, more)
        self.phase = phase_of(game.state)
        builders, movers = still_to_act(game.state)
        self.builds = self.phase == BUILD and bool(builders >> self.empire & 1)
        self.moves = self.phase == WAR and bool(movers >> self.empire & 1)
        self.nodes = nodes * (BUILD_SHARE if self.builds else OFFER_SHARE if isinstance(game.node, Simultaneous) else 1)
        self.round = game.state.round
        self.far = False

    def stand_in(self) -> Rehearsal:
        """Return Planners who carry out whole plans."""
        return Rehearsal()

    def narrowed(self, left: list[int], passes: int, spent: int) -> list[int]:
        """Return the options to try again.

        Of things to build, only the finalists are played to the end of the round.
        """
        if self.builds and not self.far:
            self.far = True
            return foremost(left, FINALISTS)
        return super().narrowed(left, passes, spent)

    def outlook(self, state: State) -> int:
        """Return the chance to win that the network sees."""
        return chances(state)[self.empire]

    def is_settled(self, state: State) -> bool:
        """Return whether a trial has gone far enough: past the own build or move, or the trade or phase."""
        if self.far:
            return state.round != self.round
        now = phase_of(state)
        if self.phase <= TRADE:
            return now > TRADE
        if now != self.phase:
            return True
        builders, movers = still_to_act(state)
        waits = builders if self.builds else movers if self.moves else -1
        return not waits >> self.empire & 1
