"""Cards: what players do with cards of their own decks.

The decks are printed ones, in the owners' hands. The program knows cards by number, and counts hands. It knows a card
only once it lies face up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.engine.errors import RuleError
from core.engine.masks import bits
from core.sword.actions import (
    Activate,
    BuryCard,
    DiscardCard,
    DrawMore,
    PlayCard,
    RecoverCard,
    Respond,
    ShuffleDeck,
)
from core.sword.events import (
    CardActivated,
    CardBuried,
    CardDiscarded,
    CardPlayed,
    CardRecovered,
    CardResponded,
    CardsDrawn,
    DeckShuffled,
)
from core.sword.open_answers import Deed, deeds_of
from core.sword.state import State

OWN_DECK = "S12"


def unseen(state: State, power: int) -> list[int]:
    """Return the cards of a power that can be in its hand: all that do not lie face up and are not out of the game."""
    own = state.powers[power]
    seen = own.face_up | own.buried
    return [card for card in range(1, state.board.map.powers[power].deck + 1) if not seen >> card & 1]


def holding(state: State, side: int) -> list[int]:
    """Return the powers of a side that have a card in hand."""
    return [power for power in state.board.seated[side] if state.powers[power].hand]


def check_own(state: State, side: int, power: int) -> None:
    """Refuse cards of another player."""
    if state.board.player_of[power] != side:
        raise RuleError(OWN_DECK, "The cards of the {power} are not yours.", power=state.board.power_names[power])


def check_card(state: State, power: int, card: int) -> None:
    """Refuse a card that can't be in a power's hand."""
    own, deck = state.powers[power], state.board.map.powers[power].deck
    if not own.hand:
        raise RuleError(OWN_DECK, "The {power} have no card in hand.", power=state.board.power_names[power])
    if not 1 <= card <= deck:
        raise RuleError(OWN_DECK, "Cards of this deck go from 1 to {deck}.", deck=deck)
    if (own.face_up | own.buried) >> card & 1:
        raise RuleError(OWN_DECK, "Card {card} lies face up, or is out of the game.", card=card)


def show_card(state: State, power: int, card: int) -> None:
    """Put a card from a hand face up."""
    own = state.powers[power]
    state.powers[power] = replace(own, hand=own.hand - 1, face_up=own.face_up | 1 << card)


def draw_cards(state: State, power: int, number: int) -> None:
    """Draw cards, and tell of it."""
    own = state.powers[power]
    state.powers[power] = replace(own, hand=own.hand + number)
    state.tell(CardsDrawn(power, number, own.hand + number))


# ---------------------------------------------------------------------- the action phase


class _FromHand(Deed[Any]):
    """A deed with a card from one's own hand."""

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        return unseen(state, chosen[0]) if chosen else holding(state, side)

    def check(self, state: State, side: int, action: Any) -> None:
        check_own(state, side, action.power)
        check_card(state, action.power, action.card)

    def do(self, state: State, side: int, action: Any) -> None:
        show_card(state, action.power, action.card)
        self.say(state, action)

    def say(self, state: State, action: Any) -> None:
        """Tell what happened to the card."""
        raise NotImplementedError


class Playing(_FromHand):
    """Plays the one card of a round (5.4a)."""

    action = PlayCard

    def say(self, state: State, action: PlayCard) -> None:
        state.tell(CardPlayed(action.power, action.card))


class Activating(_FromHand):
    """Plays a Neutral Power Activation card as an event, as often as one likes (5.4a)."""

    action = Activate

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if chosen:
            return self._cards(state, chosen[0])
        return [power for power in holding(state, side) if self._cards(state, power)]

    def _cards(self, state: State, power: int) -> list[int]:
        activations = state.board.map.powers[power].activations
        return [card for card in unseen(state, power) if card in activations]

    def check(self, state: State, side: int, action: Activate) -> None:
        super().check(state, side, action)
        if action.card not in state.board.map.powers[action.power].activations:
            raise RuleError("5.4a", "Card {card} is no Neutral Power Activation card.", card=action.card)

    def say(self, state: State, action: Activate) -> None:
        state.tell(CardActivated(action.power, action.card))


class Responding(_FromHand):
    """Plays a response event (5.4b)."""

    action = Respond

    def say(self, state: State, action: Respond) -> None:
        state.tell(CardResponded(action.power, action.card))


# ---------------------------------------------------------------------- by hand


class Discarding(_FromHand):
    """Discards a card."""

    action = DiscardCard

    def say(self, state: State, action: DiscardCard) -> None:
        state.tell(CardDiscarded(action.power, action.card))


class DrawingMore(Deed[DrawMore]):
    """Draws cards, as far as the deck goes."""

    action = DrawMore

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if chosen:
            return range(1, state.deck(chosen[0]) + 1)
        return [power for power in state.board.seated[side] if state.deck(power)]

    def check(self, state: State, side: int, action: DrawMore) -> None:
        check_own(state, side, action.power)
        left = state.deck(action.power)
        if not 1 <= action.number <= left:
            raise RuleError(OWN_DECK, "In the deck there are {left} cards; draw from 1 to that many.", left=left)

    def do(self, state: State, side: int, action: DrawMore) -> None:
        draw_cards(state, action.power, action.number)


class _FaceUp(Deed[Any]):
    """A deed with a card of one's own that lies face up."""

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if chosen:
            return bits(state.powers[chosen[0]].face_up)
        return [power for power in state.board.seated[side] if state.powers[power].face_up]

    def check(self, state: State, side: int, action: Any) -> None:
        check_own(state, side, action.power)
        if not state.powers[action.power].face_up >> action.card & 1:
            raise RuleError(OWN_DECK, "Card {card} does not lie face up.", card=action.card)

    def do(self, state: State, side: int, action: Any) -> None:
        own = state.powers[action.power]
        state.powers[action.power] = replace(own, face_up=own.face_up & ~(1 << action.card))


class Recovering(_FaceUp):
    """Takes a card back to the hand."""

    action = RecoverCard

    def do(self, state: State, side: int, action: RecoverCard) -> None:
        super().do(state, side, action)
        own = state.powers[action.power]
        state.powers[action.power] = replace(own, hand=own.hand + 1)
        state.tell(CardRecovered(action.power, action.card))


class Burying(_FaceUp):
    """Takes a card out of the game."""

    action = BuryCard

    def do(self, state: State, side: int, action: BuryCard) -> None:
        super().do(state, side, action)
        own = state.powers[action.power]
        state.powers[action.power] = replace(own, buried=own.buried | 1 << action.card)
        state.tell(CardBuried(action.card, action.power))


class Shuffling(Deed[ShuffleDeck]):
    """Shuffles the cards that lie face up back into the deck."""

    action = ShuffleDeck

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        return [] if chosen else [power for power in state.board.seated[side] if state.powers[power].face_up]

    def check(self, state: State, side: int, action: ShuffleDeck) -> None:
        check_own(state, side, action.power)
        if not state.powers[action.power].face_up:
            raise RuleError(OWN_DECK, "No card of this deck lies face up.")

    def do(self, state: State, side: int, action: ShuffleDeck) -> None:
        state.powers[action.power] = replace(state.powers[action.power], face_up=0)
        state.tell(DeckShuffled(action.power, state.deck(action.power)))


PLAYED = deeds_of(Playing(), Activating(), Responding())
"""The cards of the action phase."""

CARDS = deeds_of(Discarding(), DrawingMore(), Recovering(), Burying(), Shuffling())
"""What players do by hand with cards, in every phase."""
