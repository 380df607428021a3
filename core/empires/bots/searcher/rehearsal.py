"""The Planners who play a trial on. They plan a build turn once and carry out the whole plan."""

from __future__ import annotations

from core.empires.bots.planner import Planner
from core.empires.bots.planner.budget import budget_of, ways_to_pay
from core.empires.bots.planner.building import Intent, intent_of, paid
from core.empires.bots.planner.view import View
from core.empires.bots.planner.wishes import Wish
from core.empires.building import BuildTurn
from core.empires.game import Game
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.mare.actions import Done
from core.mare.resources import Hand


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
