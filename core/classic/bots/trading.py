"""Phase 1, commerce: what to announce, offer, take and give."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from core.classic.actions import Divert, Obtain, Pass
from core.classic.bots.building import wishes_of
from core.classic.bots.worth import CARD, WIN, View
from core.classic.commerce import Announcing, Redirecting, Undoing
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Announce, Give, Offer, Take
from core.mare.bots import least_needed
from core.mare.resources import COIN, Hand, changed, minus, plus
from core.mare.trade import Compensation, Offers

DENIAL = 590
"""The worth of breaking up the hand of a rival who could win with it."""


class Trader:
    """The worth of hands to an empire before it builds."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.wishes = wishes_of(view)
        self.hand = view.player.hand

    def value(self, hand: Hand) -> int:
        """Return the worth of a hand."""
        return self.wishes.value(hand)

    @cached_property
    def wanted(self) -> dict[int, tuple[int, ...]]:
        """Return by card the rivals who can't pay to win yet, and could with one more of it; only wanted cards."""
        found: dict[int, tuple[int, ...]] = {}
        for other in self.view.rivals:
            theirs = self.view.state.players[other].hand
            if self.view.lacking_to_win(other, theirs) == 1:
                for card in range(len(theirs)):
                    if self.view.pays_to_win(other, changed(theirs, card, 1)):
                        found[card] = (*found.get(card, ()), other)
        return found

    def take_value(self, card: int) -> int:
        """Return the worth of taking a card: to this hand, and by keeping it from the others."""
        return self.value(changed(self.hand, card, 1)) + DENIAL * (card in self.wanted)

    def least_needed(self, number: int) -> list[int]:
        """Return cards of the hand, one after another the one whose loss hurts least.

        A card that a rival wins with hurts.
        """
        winning = [card for card in self.wanted if self.hand[card]]

        def kept(hand: Hand) -> int:
            return self.value(hand) + DENIAL * sum([hand[card] for card in winning])

        return least_needed(self.hand, number, kept if winning else self.value)

    def best_number(self, numbers: Sequence[int]) -> int:
        """Return the number of cards to exchange with the most promising hand after it."""
        cards = self.least_needed(max(numbers))
        return max(numbers, key=lambda number: self._promise(number, cards[:number]))

    def _promise(self, number: int, given: Sequence[int]) -> int:
        """Return the expected worth of the hand after a trade of this number of cards."""
        view, hand = self.view, minus(self.hand, given)
        value = 0
        for other in view.rivals:
            theirs = view.state.players[other].hand
            if view.pays_to_win(other, theirs) and number * 4 < sum(theirs) * 3:
                value -= DENIAL
        hands = [view.state.players[other].hand for other in view.rivals]
        offers = [surplus(theirs, number) for theirs in hands if sum(theirs) >= number]
        if not offers:
            return value + self.value(self.hand)
        pool = [card for offer in offers for card in offer]
        for _ in range(number):
            card = max(pool, key=lambda token: (not hand[token], token == COIN))
            pool.remove(card)
            hand = plus(hand, (card,))
        # Other players take good cards, too.
        return value + (self.value(hand) + self.value(self.hand)) // 2


def surplus(hand: Hand, number: int) -> list[int]:
    """Return the likely offer of a player: the cards that they have most of."""
    cards = []
    for _ in range(number):
        card = max(
            range(len(hand)), key=lambda token: (hand[token] - 2 * (token == COIN and hand[token] < 6)) * 16 + token
        )
        if not hand[card]:
            card = next(token for token, count in enumerate(hand) if count)
        hand = changed(hand, card, -1)
        cards.append(card)
    return cards


def announce(view: View, frame: Announcing, answers: Answers) -> Action:
    """Return the most promising number."""
    trader = Trader(view)
    numbers = range(sum(view.player.hand) + 1)
    if trader.value(trader.hand) >= WIN:
        return Announce(0)
    return Announce(trader.best_number(numbers))


def offer(view: View, frame: Offers, answers: Answers) -> Action:
    """Return an offer of the least needed cards."""
    return Offer(tuple(sorted(Trader(view).least_needed(frame.sizes[view.empire]))))


def take(view: View, frame: object, answers: Answers) -> Action:
    """Return the take that is worth most, from the player who is nearest to winning.

    That player takes next. So this is not a player who would win with a card that lies open.
    """
    trader = Trader(view)
    takes = [action for action in answers if isinstance(action, Take)]
    cards = dict.fromkeys([action.token for action in takes])
    values = {card: trader.take_value(card) for card in cards}

    def worth(action: Take) -> tuple[int, int]:
        owner = action.empire
        wins = any(owner in trader.wanted.get(other.token, ()) for other in takes if other.empire != owner)
        return values[action.token] - DENIAL * wins, -view.rivals.index(owner) if owner in view.rivals else 0

    return max(takes, key=worth)


def give(view: View, frame: Compensation, answers: Answers) -> Action:
    """Return the least needed card."""
    [card] = Trader(view).least_needed(1)
    return Give(card, frame.empire)


def obtain(view: View, frame: object, answers: Answers) -> Action:
    """Return the good that helps the hand most."""
    trader = Trader(view)
    goods = [action for action in answers if isinstance(action, Obtain)]
    return max(goods, key=lambda action: trader.value(changed(trader.hand, action.good, 1)))


def speak(view: View, frame: Undoing | Redirecting, answers: Answers) -> Action:
    """Return Odysseus's word if an open card is worth taking before others do, else a pass."""
    trader = Trader(view)
    now = trader.value(trader.hand)
    cards = [card for other, offer in enumerate(frame.face_up) if other != view.empire for card in dict.fromkeys(offer)]
    gains = [trader.value(changed(trader.hand, card, 1)) - now for card in dict.fromkeys(cards)]
    return Divert() if max(gains, default=0) >= 2 * CARD else Pass()
