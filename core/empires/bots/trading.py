"""Phase 2, trade: what to announce, offer, take and give (chapter 2)."""

from __future__ import annotations

from core.empires.actions import Size
from core.empires.bots.worth import WIN, View, nearly_at_pyramids, usual_valuation
from core.empires.heroes import NamingSize
from core.empires.trade import Announcing
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Announce, Give, Offer, Take
from core.mare.bots import least_needed
from core.mare.resources import Hand, changed, minus
from core.mare.trade import Compensation, Offers, Taking

EXCHANGED_VALUE = 180
DENIAL = 800


class Trader:
    """The worth of hands to an empire before it builds."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rivals = nearly_at_pyramids(view)
        self.valuation = usual_valuation(view)

    def value(self, hand: Hand) -> int:
        """Return the worth of the best that the hand can buy, and of what it promises."""
        return self.valuation.promise(hand)

    def take_value(self, token: int) -> int:
        """Return the worth of taking a token: to this hand, and by keeping it from the others."""
        return self.value(changed(self.view.player.hand, token, 1)) + DENIAL * self.is_wanted(token)

    def least_needed(self, number: int) -> list[int]:
        """Return tokens of the hand, one after another the one whose loss hurts least.

        What an opponent wins with hurts.
        """
        if not self.rivals:
            return least_needed(self.view.player.hand, number, self.value)
        winning = [token for token, count in enumerate(self.view.player.hand) if count and self.is_wanted(token)]

        def kept(hand: Hand) -> int:
            return self.value(hand) + DENIAL * sum([hand[token] for token in winning])

        return least_needed(self.view.player.hand, number, kept)

    def is_wanted(self, token: int) -> bool:
        """Return whether an opponent wins with a token."""
        return any(rival.wins_with(token) for rival in self.rivals)

    def danger(self, loser: int, open_tokens: set[int]) -> int:
        """Return the cost of letting an opponent take next: it may win with what lies open."""
        return DENIAL * any(
            rival.empire == loser and any(rival.wins_with(token) for token in open_tokens) for rival in self.rivals
        )

    def best_number(self, numbers: list[int]) -> int:
        """Return the best number of resources to exchange, if each brings in a better one.

        If the hand wins already, return the least.
        """
        hand = self.view.player.hand
        if self.value(hand) >= WIN:
            return min(numbers)
        tokens = self.least_needed(max(numbers))

        def promise(number: int) -> int:
            return EXCHANGED_VALUE * number + self.value(minus(hand, tokens[:number]))

        return max(numbers, key=promise)


def announce(view: View, frame: Announcing, answers: Answers) -> Action:
    """Return the most promising number. If the empire can afford none, the choice doesn't matter (R6)."""
    numbers = [action.number for action in answers if isinstance(action, Announce)]
    affordable = [number for number in numbers if number <= sum(view.player.hand)]
    return Announce(Trader(view).best_number(affordable) if affordable else numbers[0])


def name_size(view: View, frame: NamingSize, answers: Answers) -> Action:
    """Return the most promising number."""
    return Size(Trader(view).best_number([action.number for action in answers if isinstance(action, Size)]))


def offer(view: View, frame: Offers, answers: Answers) -> Action:
    """Return an offer of the least needed resources."""
    return Offer(tuple(sorted(Trader(view).least_needed(frame.sizes[view.empire]))))


def take(view: View, frame: Taking, answers: Answers) -> Action:
    """Return the take that helps the hand most, from any player."""
    trader = Trader(view)
    takes = [action for action in answers if isinstance(action, Take)]
    values = {token: trader.take_value(token) for token in dict.fromkeys(action.token for action in takes)}
    dangers = {
        loser: trader.danger(loser, {action.token for action in takes if action.empire != loser})
        for loser in dict.fromkeys(action.empire for action in takes)
    }
    first = view.below(len(takes))
    return max(takes[first:] + takes[:first], key=lambda action: values[action.token] - dangers[action.empire])


def give(view: View, frame: Compensation, answers: Answers) -> Action:
    """Return the least needed resource."""
    [token] = Trader(view).least_needed(1)
    return Give(token, frame.empire)
