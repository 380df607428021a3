"""The player himself: trials of his options, the better half of which is tried again.

How far a trial goes depends on the question. What he builds shows its worth only when all others have built and moved,
too; but that takes long, so only what looks best at the end of his own turn is played on to the end of the round.
"""

from __future__ import annotations

from core.empires.bots.steward import Steward
from core.empires.bots.steward.view import View
from core.empires.bots.strategist.options import options
from core.empires.bots.strategist.outlook import chances
from core.empires.bots.strategist.rehearsal import Rehearsal
from core.empires.bots.strategist.signs import BUILD, TRADE, WAR, phase_of, still_to_act
from core.empires.game import Game
from core.empires.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Chance, Decision, Over, Simultaneous
from core.engine.policy import More, questions

MOST_PASSES = 16
"""So often the options that are left are tried at most, whatever the budget."""

OFFER_SHARE = 2
"""So many budgets an offer has: on it depends a whole trade, and there is one in a round."""

BUILD_SHARE = 2
"""The same for what he builds, where trials are long."""

FINALISTS = 6
"""So many things to build are played on to the end of the round."""

PATIENCE = 2
"""After so many passes the worse half of the options is left, or after one that takes a tenth of the budget."""

LUCKS = 1 << 48

USUAL = 0
"""The place among the options of what the Steward would do."""

MARGIN = 3_000
"""By how much, in millionths, another option must be better."""


class Luck:
    """Chance for a trial, all of it from one number: Knuth's linear congruential generator MMIX."""

    def __init__(self, seed: int) -> None:
        self.number = seed

    def below(self, bound: int) -> int:
        """An integer from 0 to ``bound`` - 1."""
        self.number = (self.number * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.number >> 33) % bound


class Strategist:
    """A player who looks ahead: see the package."""

    def __init__(self, nodes: int, more: More) -> None:
        """``nodes`` is the budget of a decision, 0 for none; ``more`` says whether the search may go on."""
        self.nodes = nodes
        self.more = more

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        """The option after which he is most likely to win."""
        usual = Steward().decide(game, seat, answers, below)
        view = View(game.state, game.state.seats.index(seat), below)
        actions = options(view, answers, usual)
        if len(actions) == 1:
            return usual
        return _Search(game, seat, actions, self.nodes, self.more).best(below)


class _Search:
    """The search for one decision, by sequential halving: each pass tries all options left with the same luck."""

    def __init__(self, game: Game, seat: int, actions: list[Action], nodes: int, more: More) -> None:
        self.game = game
        self.seat = seat
        self.empire = game.state.seats.index(seat)
        self.phase = phase_of(game.state)
        builders, movers = still_to_act(game.state)
        self.builds = self.phase == BUILD and bool(builders >> self.empire & 1)
        self.moves = self.phase == WAR and bool(movers >> self.empire & 1)
        self.actions = actions
        self.nodes = nodes * (BUILD_SHARE if self.builds else OFFER_SHARE if isinstance(game.node, Simultaneous) else 1)
        self.round = game.state.round
        self.far = False
        self.more = more
        self.spent = 0

    def best(self, below: Below) -> Action:
        """The best of the actions, as far as the budget reaches; the first one where nothing could be tried."""
        left = list(range(len(self.actions)))
        totals = [0] * len(left)
        passes = 0
        for number in range(MOST_PASSES):
            before = self.spent
            seen = self._pass(left, below(LUCKS))
            if number and len(seen) < len(left):
                # What has not been tried as often as the others cannot be compared with them.
                break
            passes += 1
            for option, chance in seen.items():
                totals[option] += chance
            left = sorted(seen or left, key=lambda option: -totals[option])
            if self.builds and not self.far:
                left = _foremost(left, FINALISTS)
                self.far = True
            elif passes % PATIENCE == 0 or 0 < self.nodes < 10 * (self.spent - before):
                left = _foremost(left, max(2, (len(left) + 1) // 2))
        best = left[0]
        gain = totals[best] - totals[USUAL]
        return self.actions[best if gain > MARGIN * passes else USUAL]

    def _goes_on(self) -> bool:
        return (not self.nodes or self.spent < self.nodes) and self.more()

    def _pass(self, left: list[int], luck: int) -> dict[int, int]:
        """By option, the chance to win that one trial shows; only those that the budget reaches."""
        seen: dict[int, int] = {}
        for option in left:
            chance = self._trial(self.actions[option], luck)
            if chance is None:
                break
            seen[option] = chance
        return seen

    def _trial(self, action: Action, luck: int) -> int | None:
        """The chance to win, in millionths, once an action has been played on for a while by Stewards.

        None where the budget does not reach so far.
        """
        game, below, player = self.game.copy(), Luck(luck).below, Rehearsal()
        first = {self.seat: action}
        while not isinstance(node := game.node, Over):
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
            if self._settled(game.state):
                break
        return chances(game.state)[self.empire]

    def _settled(self, state: State) -> bool:
        """Whether it is time to look: once he has built or moved, or the trade or the phase is over."""
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


def _foremost(ranked: list[int], number: int) -> list[int]:
    """So many options from the head of a list, and what the Steward would do if it is among the others."""
    return ranked[:number] + [option for option in ranked[number:] if option == USUAL]
