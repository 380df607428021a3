"""What the built-in players of every edition share: the Glancer's look ahead, offers, and the search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Chance, Decision, Over
from core.engine.game import Game
from core.engine.masks import mask_of
from core.engine.policy import UNTRIED, More, Policy, RankedAction, questions
from core.mare.actions import Done, Offer
from core.mare.resources import Hand, changed, minus
from core.mare.rounds import Turns

IDEAS = 16
"""How many answers the Glancer tries. It overlooks the others, even better ones."""

MOST_OPENINGS = 6
"""How many of them, at most, are marches to places without defenders."""

ONE_STEP = 2_000
"""The worth of winning soon if nothing changes."""


class GlanceAhead(ABC):
    """A player who looks one answer ahead and no further."""

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return the best of a few answers, judged by the position right after each.

        Marches to open places come first, the others are random.
        """
        empire = game.state.seats.index(seat)
        ideas: list[Action] = [Done()] if Done() in answers else []
        ideas += islice((action for action in self.openings(game.state, empire) if action in answers), MOST_OPENINGS)
        ideas += [answers.draw(below) for _ in range(IDEAS - len(ideas))]
        return max(dict.fromkeys(ideas), key=lambda action: self._outlook(game, empire, action))

    def _outlook(self, game: Game[Any], empire: int, action: Action) -> int:
        """Return what the position after an answer is worth to an empire, less half of the best rival's worth."""
        if isinstance(action, Offer):
            return self.hand_value(minus(game.state.players[empire].hand, action.tokens))
        after = game.copy()
        if isinstance(after.node, Decision):
            after.apply(action)
        values = self.values(after.state)
        mine = values.pop(empire)
        return mine - max(values) // 2

    @abstractmethod
    def values(self, state: Any) -> list[int]:
        """Return by empire what it has: its hand and mat, its part of the map, its titles, and its battles to come.

        An empire that is about to win has ONE_STEP more.
        """

    @abstractmethod
    def hand_value(self, hand: Hand) -> int:
        """Return what a hand promises."""

    @abstractmethod
    def openings(self, state: Any, empire: int) -> Iterator[Action]:
        """Yield marches of one legion to provinces of others without land units, if the empire is asked for marches."""


class Trials(NamedTuple):
    """How answers are tried on copies of the game.

    - ``stand_in`` returns the player who plays for everyone in one trial.
    - ``chances`` returns each empire's chance to win in a position, in millionths.
    - Another answer must be better than the usual one by more than ``margin``, in millionths.
    - ``nodes`` is the budget of a decision; ``more`` returns whether its search may go on.
    """

    stand_in: Callable[[], Policy]
    chances: Callable[[Any], list[int]]
    margin: int
    nodes: int
    more: More


class SearchAhead(ABC):
    """A player who looks ahead: it tries a few answers, the Planner's first."""

    def __init__(self, planner: Policy, trials: Trials) -> None:
        """Set who gives the usual answer, and how others are tried."""
        self.planner = planner
        self.trials = trials

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        """Return the first of the ranked answers."""
        return self.ranked(game, seat, answers, below)[0].action

    def ranked(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> list[RankedAction]:
        """Return the answers that were tried equally often, or the Planner's answer alone."""
        usual = self.planner.decide(game, seat, answers, below)
        actions = self.options(game.state, game.state.seats.index(seat), answers, usual, below)
        if len(actions) == 1:
            return [RankedAction(usual, UNTRIED)]
        return Search(game, seat, actions, self.trials).ranked(below)

    @abstractmethod
    def options(self, state: Any, empire: int, answers: Answers, usual: Action, below: Below) -> list[Action]:
        """Return the answers worth trying, all of them legal; ``usual`` comes first."""


def shortlist(usual: Action, ideas: Iterable[Action], answers: Answers, most: int) -> list[Action]:
    """Return the usual answer and the ideas that are legal, ``most`` at most."""
    return list(islice((action for action in dict.fromkeys([usual, *ideas]) if action in answers), most))


def least_needed(hand: Hand, number: int, value: Callable[[Hand], int]) -> list[int]:
    """Return tokens of a hand, one after another the one whose loss leaves the hand of the highest value."""
    tokens = []
    for _ in range(number):
        held = [token for token, count in enumerate(hand) if count]
        token = max(held, key=lambda token: value(changed(hand, token, -1)))
        hand = changed(hand, token, -1)
        tokens.append(token)
    return tokens


def variants(usual: Action, hand: Hand, most: int) -> list[Action]:
    """Return offers with one resource exchanged for another that the usual offer keeps, about ``most`` of all."""
    if not isinstance(usual, Offer):
        return []
    kept = minus(hand, usual.tokens)
    found: list[Action] = []
    for token in dict.fromkeys(usual.tokens):
        rest = list(usual.tokens)
        rest.remove(token)
        found += [Offer(tuple(sorted((*rest, other)))) for other, count in enumerate(kept) if count and other != token]
    return found[:: 1 + len(found) // most]


def yet_to_act(state: Any, now: int, phase: int, turn: type[Any]) -> int:
    """Return the mask of empires that have yet to act in a phase of this round, by the numbers of this and of ``now``.

    ``turn`` is the frame of an empire's turn in it.
    """
    if now != phase:
        return (1 << len(state.players)) - 1 if now < phase else 0
    found = 0
    for frame in state.stack:
        if isinstance(frame, Turns):
            found |= mask_of(frame.waiting)
        elif isinstance(frame, turn):
            found |= 1 << frame.empire
    return found


def units_of(state: Any, empire: int) -> tuple[int, int, int]:
    """Return the numbers of an empire's legions, triremes and fortresses on the map."""
    most, left = state.board.map, state.players[empire]
    return most.legions - left.legions, most.triremes - left.triremes, most.fortresses - left.fortresses


FEWEST_PASSES = 2
"""How many passes any budget allows, as far as it reaches."""

NODES_OF_A_PASS = 150
"""A budget of so many nodes allows one pass more. So a search whose trials are short leaves the rest of the budget."""

PATIENCE = 2
"""After this many passes the search drops the worse half of the options.

A pass that takes a tenth of the budget also does.
"""

LUCKS = 1 << 48

USUAL = 0
"""The index of the option that the player would choose without a search."""


class Luck:
    """The randomness of one trial, all from one number: Knuth's linear congruential generator MMIX."""

    def __init__(self, seed: int) -> None:
        self.number = seed

    def below(self, bound: int) -> int:
        """Return an integer from 0 to ``bound`` - 1."""
        self.number = (self.number * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.number >> 33) % bound


class Search:
    """The search for one decision by sequential halving.

    A trial plays one of the actions, and has built-in players play on for everyone to the end of the round. Each pass
    tries all remaining options with the same luck.
    """

    def __init__(self, game: Game[Any], seat: int, actions: Sequence[Action], trials: Trials) -> None:
        """Prepare the search among ``actions``, of which the first is the usual one."""
        self.game = game
        self.seat = seat
        self.actions = actions
        self.trials = trials
        self.nodes = trials.nodes
        self.more = trials.more
        self.empire: int = game.state.seats.index(seat)
        self.round: int = game.state.round
        self.spent = 0
        self.lucky = False
        """Whether a trial has used its luck. Without luck, the next pass would repeat the last one."""

    def ranked(self, below: Below) -> list[RankedAction]:
        """Return the actions that went through all passes, each with its mean chance over the passes.

        The best is the first if it is better than the usual one by more than the margin, otherwise the usual one. The
        others follow, best first. If the budget reaches none, return the usual one alone.
        """
        ranking: list[int] = []
        left = list(range(len(self.actions)))
        totals = [0] * len(left)
        passes = 0
        for number in range(max(FEWEST_PASSES, self.nodes // NODES_OF_A_PASS)):
            before = self.spent
            seen = self._pass(left, below(LUCKS))
            if number and len(seen) < len(left):
                # An option that this pass has not reached cannot be compared with the others.
                break
            passes += 1
            for option, chance in seen.items():
                totals[option] += chance
            ranking = sorted(seen, key=lambda option: -totals[option])
            left = ranking or left
            if not self.lucky:
                break
            if passes % PATIENCE == 0 or self.nodes < 10 * (self.spent - before):
                left = foremost(left, max(2, (len(left) + 1) // 2))
        if not ranking:
            return [RankedAction(self.actions[USUAL], UNTRIED)]
        if totals[ranking[0]] - totals[USUAL] <= self.trials.margin * passes:
            ranking.sort(key=lambda option: option != USUAL)
        return [RankedAction(self.actions[option], totals[option] // passes) for option in ranking]

    def _goes_on(self) -> bool:
        return self.spent < self.nodes and self.more()

    def _pass(self, left: list[int], luck: int) -> dict[int, int]:
        """Return by option the chance to win in one trial. Options beyond the budget are left out."""
        seen: dict[int, int] = {}
        for option in left:
            chance = self._trial(self.actions[option], luck)
            if chance is None:
                break
            seen[option] = chance
        return seen

    def _trial(self, action: Action, luck: int) -> int | None:
        """Play an action and the rest of the round on a copy. Return the chance to win then, in millionths.

        Return None if the budget does not reach so far.
        """
        game, chance, player = self.game.copy(), Luck(luck), self.trials.stand_in()
        outlook = self._played_on(game, action, chance.below, player)
        self.lucky = self.lucky or chance.number != luck
        return outlook

    def _played_on(self, game: Game[Any], action: Action, below: Below, player: Policy) -> int | None:
        # As ``Game.step`` does it, but without a function to call: a search spends its time here.
        first = {self.seat: action}
        while not isinstance(node := game.node, Over) and game.state.round == self.round:
            if not self._goes_on():
                return None
            if isinstance(node, Chance):
                game.settle(tuple([below(bound) for bound in node.bounds]))
            else:
                actions = {
                    seat: first[seat] if seat in first else player.decide(game, seat, answers, below)
                    for seat, answers in questions(node).items()
                }
                first = {}
                if isinstance(node, Decision):
                    game.apply(actions[node.seat])
                else:
                    game.reveal(actions)
            self.spent += 1
        return self.trials.chances(game.state)[self.empire]


def foremost(ranked: list[int], number: int) -> list[int]:
    """Return the first ``number`` options of a list, and the usual option if it is among the others."""
    return ranked[:number] + [option for option in ranked[number:] if option == USUAL]
