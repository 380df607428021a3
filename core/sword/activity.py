"""Phase 4: five rounds, in each of which every player is active once (5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Draw, Phases, Procedure, Prompt, Question, Secret
from core.engine.message import Message
from core.sword.actions import Activate, Decline, Finish, GiveFloor, PlayCard, Respond, Speak
from core.sword.cards import PLAYED
from core.sword.events import FloorGiven, FloorTaken, GallicEventRolled, RoundOfCards
from core.sword.kinds import Number, Side, YesNo
from core.sword.map import FACES
from core.sword.open_answers import Deed, Deeds, OpenAnswers, deeds_of
from core.sword.state import State
from core.sword.windows import BY_HAND, WITH_CARDS, refused

ROUNDS_OF_CARDS = 5


class CardRounds(NamedTuple):
    """The rounds of the action phase that have begun."""

    begun: Number


class PlayRounds(Procedure[State, CardRounds]):
    """Begins a round: clockwise from the first player, each is active once (5.4a)."""

    phases: Phases = (4,)
    below = ("GameTurn",)

    def run(self, state: State, frame: CardRounds) -> None:
        if frame.begun == ROUNDS_OF_CARDS:
            state.stack.pop()
            return
        state.stack[-1] = CardRounds(frame.begun + 1)
        state.tell(RoundOfCards(frame.begun + 1))
        for side in reversed(state.clockwise()):
            if side == state.board.gallic_event_after:
                state.stack.append(GallicEvent())
            state.stack.append(Activity(side, False, False))


class Activity(NamedTuple):
    """An active player: whether they have played their card, and done something to which no one could respond yet."""

    side: Side
    has_played: YesNo
    is_new: YesNo


class Floor(NamedTuple):
    """A player who is not active acts by hand, or responds."""

    side: Side


class Response(NamedTuple):
    """All others are asked whether they respond to what a player did."""

    side: Side


class GivingFloor(Deed[GiveFloor]):
    """Lets another player act by hand, such as in a battle."""

    action = GiveFloor

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> list[int]:
        return [] if chosen else [other for other in range(len(state.board.empires)) if other != side]

    def check(self, state: State, side: int, action: GiveFloor) -> None:
        if action.side == side:
            raise RuleError("S13", "Name another player.")

    def do(self, state: State, side: int, action: GiveFloor) -> None:
        state.stack.append(Floor(action.side))
        state.tell(FloorGiven(side, action.side))


_GIVING = deeds_of(GivingFloor())
BEFORE: Deeds = {Finish: BY_HAND[Finish], **PLAYED, **BY_HAND, **_GIVING}
"""What an active player can do before they have played a card; what is played comes first."""
AFTER = {action: deed for action, deed in BEFORE.items() if action is not PlayCard}
ON_FLOOR = {action: deed for action, deed in BEFORE.items() if action not in (PlayCard, Activate, GiveFloor)}


def _after_card(action: Action) -> RuleError:
    if isinstance(action, PlayCard):
        return RuleError("5.4a", "You have played your card of this round. You can still “activate” cards.")
    return refused(action)


def _on_floor(action: Action) -> RuleError:
    if isinstance(action, PlayCard | Activate):
        return RuleError("5.4a", "Only the active player plays that card. You can “respond”.")
    return refused(action)


class BeActive(Question[State, Activity]):
    """The active player does what they like, in any order, and plays at most one card (5.4a)."""

    accepts = (*WITH_CARDS, GiveFloor)
    phases: Phases = (4,)
    below = ("CardRounds", "Activity", "GallicEvent")

    def asked(self, state: State, frame: Activity) -> int:
        return frame.side

    def prompt(self, state: State, frame: Activity) -> Prompt:
        if frame.has_played:
            return Prompt("5.4a", Message("Your card is played. Go on by hand, or say “done”."))
        return Prompt("5.4a", Message("You are active: play one card (“play POWER CARD”), act by hand, or say “done”."))

    def answers(self, state: State, frame: Activity) -> Answers:
        deeds, barred = (AFTER, _after_card) if frame.has_played else (BEFORE, refused)
        return OpenAnswers(state, frame.side, deeds, barred)

    def apply(self, state: State, frame: Activity, action: Action) -> None:
        if isinstance(action, Finish):
            state.stack.pop()
            if frame.is_new:
                state.stack.append(Response(frame.side))
            return
        is_card = type(action) in PLAYED
        state.stack[-1] = Activity(frame.side, frame.has_played or isinstance(action, PlayCard), not is_card)
        BEFORE[type(action)].do(state, frame.side, action)
        if is_card:
            state.stack.append(Response(frame.side))


class AskResponses(Secret[State, Response]):
    """Any player may respond: all who have cards are asked after each card and each activity (5.4b, S13)."""

    accepts = (Decline, Speak)
    phases: Phases = (4,)
    below = ("CardRounds", "Activity", "GallicEvent", "Floor")

    def prompt(self, state: State, frame: Response) -> Prompt:
        return Prompt("5.4b", Message("Do you respond? Say “speak” to take the floor, or “pass”."))

    def answers(self, state: State, frame: Response) -> Mapping[int, Answers]:
        refusal = RuleError("5.4b", "Say “speak” to take the floor for a response, or “pass”.")
        others = [side for side in state.clockwise() if side != frame.side and state.has_cards(side)]
        return {side: Listed(state.board, [Decline(), Speak()], lambda action: refusal) for side in sorted(others)}

    def apply(self, state: State, frame: Response, actions: Mapping[int, Decline | Speak]) -> None:
        state.stack.pop()
        speaking = [side for side in state.clockwise() if isinstance(actions.get(side), Speak)]
        state.stack += [Floor(side) for side in reversed(speaking)]
        for side in speaking:
            state.tell(FloorTaken(side))


class HoldFloor(Question[State, Floor]):
    """A player who is not active acts by hand, or plays a response event (5.4b)."""

    accepts = (*WITH_CARDS, GiveFloor)
    phases: Phases = (4,)
    below = ("CardRounds", "Activity", "GallicEvent", "Floor")

    def asked(self, state: State, frame: Floor) -> int:
        return frame.side

    def prompt(self, state: State, frame: Floor) -> Prompt:
        return Prompt("5.4b", Message("You have the floor: “respond POWER CARD”, act by hand, or say “done”."))

    def answers(self, state: State, frame: Floor) -> Answers:
        return OpenAnswers(state, frame.side, ON_FLOOR, _on_floor)

    def apply(self, state: State, frame: Floor, action: Action) -> None:
        if isinstance(action, Finish):
            state.stack.pop()
            return
        ON_FLOOR[type(action)].do(state, frame.side, action)
        if isinstance(action, Respond):
            state.stack.append(Response(frame.side))


class GallicEvent(NamedTuple):
    """With three players, a Gallic event is rolled when it would be the Gauls' turn (5.4c)."""


class RollGallicEvent(Draw[State, GallicEvent]):
    """Throws the die. The first player carries out by hand what the scenario says (S10)."""

    phases: Phases = (4,)
    below = ("CardRounds", "Activity")

    def meaning(self, state: State, frame: GallicEvent) -> Message:
        return Message("the Gallic event")

    def bounds(self, state: State, frame: GallicEvent) -> tuple[int, ...]:
        return (FACES,)

    def settle(self, state: State, frame: GallicEvent, outcome: tuple[int, ...]) -> None:
        state.stack[-1] = Floor(max(state.first, 0))
        state.tell(GallicEventRolled(outcome[0] + 1))
