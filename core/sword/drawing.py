"""Phase 2: each player may discard any number of cards, then draws up to the hand's size (5.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Secret
from core.engine.message import Message
from core.sword.actions import DropCards, KeepHand
from core.sword.board import Board
from core.sword.cards import OWN_DECK, draw_cards, show_card, unseen
from core.sword.events import CardsDropped
from core.sword.kinds import Number
from core.sword.state import State
from core.sword.windows import Window


class Drawing(NamedTuple):
    """All players draw for the power of this number at their seat."""

    slot: Number


class DropAnswers(Answers):
    """Any number of cards that can be in a hand: ``keep``, or ``drop`` and their numbers (5.2)."""

    def __init__(self, board: Board, cards: Sequence[int], hand: int) -> None:
        self.board = board
        self.cards = cards
        self.hand = hand

    def check(self, action: Action) -> None:
        if isinstance(action, KeepHand):
            return
        if not isinstance(action, DropCards):
            raise RuleError("5.2", "Discard any number of cards (“drop 3 8”), or “keep” all of them.")
        if len(action.cards) > self.hand:
            raise RuleError("5.2", "In your hand there are {hand} cards.", hand=self.hand)
        strange = [card for card in action.cards if card not in self.cards]
        if strange:
            raise RuleError(OWN_DECK, "Card {card} can't be in your hand.", card=strange[0])

    def __iter__(self) -> Iterator[Action]:
        yield KeepHand()
        for number in range(1, self.hand + 1):
            yield from map(DropCards, combinations(self.cards, number))

    def draw(self, below: Below) -> Action:
        number = below(self.hand + 1)
        left = list(self.cards)
        drawn = sorted([left.pop(below(len(left))) for _ in range(number)])
        return DropCards(tuple(drawn)) if drawn else KeepHand()

    def next_words(self, words: list[str]) -> list[str]:
        if not words:
            return ["keep", "drop"] if self.hand else ["keep"]
        if words[0] != "drop" or len(words) > self.hand:
            return []
        return [str(card) for card in self.cards if str(card) not in words[1:]]


class DrawHands(Secret[State, Drawing]):
    """Each player may discard, and draws up to the hand's size (5.2); all at once, as no one waits for another (S4)."""

    accepts = (KeepHand, DropCards)
    phases: Phases = (2,)
    below = ("GameTurn", "Drawing")

    def prompt(self, state: State, frame: Drawing) -> Prompt:
        return Prompt("5.2", Message("Discard any number of cards (“drop 3 8”), or “keep” all; then you draw."))

    def answers(self, state: State, frame: Drawing) -> Mapping[int, Answers]:
        found: dict[int, Answers] = {}
        for side, powers in enumerate(state.board.seated):
            if frame.slot < len(powers):
                power = powers[frame.slot]
                found[side] = DropAnswers(state.board, unseen(state, power), state.powers[power].hand)
        return found

    def apply(self, state: State, frame: Drawing, actions: Mapping[int, KeepHand | DropCards]) -> None:
        state.stack.pop()
        short: list[Window] = []
        for side in state.clockwise():
            if side in actions:
                power = state.board.seated[side][frame.slot]
                self._draw(state, power, actions[side])
                if is_short(state, power):
                    short.append(Window(side))
        state.stack += reversed(short)

    def _draw(self, state: State, power: int, action: KeepHand | DropCards) -> None:
        if isinstance(action, DropCards):
            for card in action.cards:
                show_card(state, power, card)
            state.tell(CardsDropped(power, action.cards))
        lacking = state.board.map.powers[power].hand - state.powers[power].hand
        number = min(lacking, state.deck(power))
        if number > 0:
            draw_cards(state, power, number)


def is_short(state: State, power: int) -> bool:
    """Return whether a deck could not fill a hand, and cards lie face up that can be shuffled (S14)."""
    own = state.powers[power]
    return own.hand < state.board.map.powers[power].hand and own.face_up > 0
