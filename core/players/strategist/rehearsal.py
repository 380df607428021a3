"""The Stewards who play a trial on: a whole plan of a build turn is carried out, not one after each thing."""

from __future__ import annotations

from core.actions import Action, Done
from core.answers import Answers, Below
from core.building import BuildTurn
from core.game import Game
from core.players.steward import Steward
from core.players.steward.budget import Budget, budget_of
from core.players.steward.building import bargain, bought, paid, value_of
from core.players.steward.purse import purse_of, ways_to_pay
from core.players.steward.view import View
from core.players.steward.wishes import Wish, Wishes
from core.resources import Hand


class Rehearsal:
    """Plays for everybody in one trial, nearly as the Steward would, and much faster."""

    def __init__(self) -> None:
        self._steward = Steward()
        self._builder = -1
        self._budget: Budget | None = None
        self._planned: list[Wish] = []

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        """What a Steward in this seat would do, or has planned to."""
        frame = game.state.stack[-1]
        if not isinstance(frame, BuildTurn):
            return self._steward.decide(game, seat, answers, below)
        if frame.empire != self._builder:
            self._builder, self._budget, self._planned = frame.empire, None, []
        action = self._build(View(game.state, frame.empire, below), frame)
        return action if action in answers else self._steward.decide(game, seat, answers, below)

    def _build(self, view: View, frame: BuildTurn) -> Action:
        """The next thing of the plan; a new plan once that is carried out, or where a marker opens a province."""
        hand = view.player.hand
        if self._planned and self._budget is not None:
            wish = self._planned.pop(0)
            if ways_to_pay(purse_of(hand), self._budget.form, wish.cost):
                return self._bought(hand, self._budget, wish)
        wishes = Wishes(view, frame)
        budget = budget_of(view, wishes.prospects.form, wishes.small_values(), wishes.large_values())
        if wishes.pyramids:
            return bought(wishes, budget, wishes.pyramids[0])
        cheap = bargain(wishes, budget)
        if cheap is not None:
            return cheap
        plan = budget.best_plan(wishes.purse)
        planned = [*wishes.tiles[: plan.tiles], *wishes.large[: plan.large], *wishes.small[: plan.small]]
        if not planned:
            return Done()
        first, *self._planned = sorted(planned, key=value_of, reverse=True)
        self._budget = budget
        return self._bought(hand, budget, first)

    def _bought(self, hand: Hand, budget: Budget, wish: Wish) -> Action:
        if wish.thing.what == "control":
            self._planned = []
        return paid(hand, budget, wish)
