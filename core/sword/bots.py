"""The built-in players. They play the frame, and do what a missing chapter asks for in the simplest way.

*novice* lets everything pass. *steady* plays a card in each round and marches into an open enemy location beside its
own CU. It takes control, places reinforcements at home, and scores one point for each victory location that it has more
than at home. Both see nothing but the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game
from core.engine.policy import More, Policy
from core.sword.actions import (
    AddUnits,
    Decline,
    Finish,
    GainPoints,
    KeepHand,
    LosePoints,
    MoveUnits,
    NameFirst,
    NamePower,
    NextPower,
    PlaceControl,
    PlayCard,
)
from core.sword.activity import Activity
from core.sword.by_hand import MOST_POINTS
from core.sword.capitulation import Capitulation, is_open, to_place
from core.sword.cards import holding, unseen
from core.sword.first_player import NamingFirst
from core.sword.map import PLAIN
from core.sword.order import Naming, Tied
from core.sword.reinforcements import Reinforcing, due
from core.sword.state import MOST_HERE, State
from core.sword.victory import held
from core.sword.windows import Window

SCORING = 8
"""The number of the scoring phase."""


class Passer:
    """A player who lets everything pass, and names itself where it must name a player."""

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return the answer that does least."""
        state: State = game.state
        match state.stack[-1]:
            case NamingFirst(power):
                return NameFirst(state.decider(power))
            case Naming(tied):
                return NamePower(tied[0])
            case Tied(rest=rest):
                return NextPower(rest[0])
        return next(action for action in (Finish(), KeepHand(), Decline()) if action in answers)


class Steward(Passer):
    """A player who plays cards, marches, takes control, reinforces, and scores."""

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return an answer that brings its powers on."""
        state: State = game.state
        wanted: Action | None = None
        match state.stack[-1]:
            case Activity(side, False, is_new) if holding(state, side):
                wanted = (None if is_new else march(state, side, below)) or play(state, side, below)
            case Capitulation(power, _) if open_places := to_place(state, power):
                wanted = PlaceControl(open_places[0])
            case Reinforcing(power, False):
                wanted = reinforce(state, power, below)
            case Window(side) if state.phase == SCORING:
                wanted = score(state, side)
        return wanted if wanted is not None and wanted in answers else super().decide(game, seat, answers, below)


def _one(values: Sequence[Action], below: Below) -> Action | None:
    return values[below(len(values))] if values else None


def march(state: State, side: int, below: Below) -> Action | None:
    """Return a march of all CU but one into an open enemy location beside them without any CU."""
    found = []
    for power in state.board.seated[side]:
        for source, site in enumerate(state.sites):
            if site.units[power] < 2:
                continue
            for link in state.board.facts[source].links:
                free = link.kind == PLAIN and not any(state.sites[link.target].units)
                if free and state.is_enemy(power, link.target) and is_open(state, link.target):
                    found.append(MoveUnits(power, site.units[power] - 1, source, link.target))
    return _one(found, below)


def play(state: State, side: int, below: Below) -> Action:
    """Return one of the cards that can be in the hand."""
    powers = holding(state, side)
    power = powers[below(len(powers))]
    cards = unseen(state, power)
    return PlayCard(power, cards[below(len(cards))])


def reinforce(state: State, power: int, below: Below) -> Action | None:
    """Return all reinforcements of a power, at one of its own reinforcement locations."""
    number = due(state, power)
    places = [
        place
        for place, (facts, site) in enumerate(zip(state.board.facts, state.sites, strict=True))
        if facts.reinforcement and facts.home == site.control == power and site.units[power] + number <= MOST_HERE
    ]
    return _one([AddUnits(power, number, place) for place in places], below)


def score(state: State, side: int) -> Action | None:
    """Return the change that brings a power's points to its start, and one more for each victory location won."""
    board = state.board
    for power in board.seated[side]:
        at_home = sum(board.victory(place) for place, facts in enumerate(board.facts) if facts.home == power)
        lacking = board.map.powers[power].points + held(state, power) - at_home - state.powers[power].points
        if lacking > 0:
            return GainPoints(power, min(lacking, MOST_POINTS))
        if lacking < 0:
            return LosePoints(power, min(-lacking, MOST_POINTS))
    return None


STRENGTHS: Mapping[str, Callable[[int, More], Policy]] = {
    "novice": lambda nodes, more: Passer(),
    "steady": lambda nodes, more: Steward(),
}
"""By name, weakest first, a function that makes a player. They search nothing, so the budget does not matter."""
