"""Windows: moments outside the action phase in which a player does by hand what a missing chapter asks for."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.message import Message
from core.sword.actions import Activate, Finish, GiveFloor, PlayCard, Respond
from core.sword.by_hand import PIECES
from core.sword.cards import CARDS, PLAYED
from core.sword.kinds import Side
from core.sword.open_answers import Deeds, OpenAnswers, Plain, deeds_of
from core.sword.state import State


class Finishing(Plain[Finish]):
    """Ends what a player does; all of it is optional."""

    action = Finish


BY_HAND: Deeds = {**deeds_of(Finishing()), **PIECES, **CARDS}
"""What a player can do in every window."""

HANDWORK = (*BY_HAND,)
"""The types of actions in every window."""

WITH_CARDS = (*HANDWORK, *PLAYED)
"""The same, with cards that a window refuses by their rule."""


def refused(action: Action) -> RuleError:
    """Return why an action is not possible in a window."""
    if isinstance(action, PlayCard | Activate | Respond):
        return RuleError("5.4b", "Cards are played in the action phase only.")
    if isinstance(action, GiveFloor):
        return RuleError("S13", "Only the active player lets others act.")
    return RuleError("5", "That is not asked now. Do by hand what your rule book says, or say “done”.")


PROMPTS = {
    1: Prompt("5.1", Message("Check the mines by hand (7.2.3), then say “done”.")),
    2: Prompt("5.2", Message("The deck was too small for your hand. Shuffle and draw by hand, then say “done”.")),
    8: Prompt("5.8", Message("Score by hand: “gain POWER NUMBER” or “lose POWER NUMBER”, then say “done”.")),
    9: Prompt("5.9", Message("Alliances end or are renewed by hand (“part”, “ally”); then say “done”.")),
}
"""By phase, what a window is for."""


class Window(NamedTuple):
    """A player acts by hand."""

    side: Side


class KeepWindow(Question[State, Window]):
    """Lets a player act by hand until they are done."""

    accepts = WITH_CARDS
    phases: Phases = tuple(PROMPTS)
    below = ("GameTurn", "Window", "Drawing", "Judging")

    def asked(self, state: State, frame: Window) -> int:
        return frame.side

    def prompt(self, state: State, frame: Window) -> Prompt:
        return PROMPTS[state.phase]

    def answers(self, state: State, frame: Window) -> Answers:
        return OpenAnswers(state, frame.side, BY_HAND, refused)

    def apply(self, state: State, frame: Window, action: Action) -> None:
        if isinstance(action, Finish):
            state.stack.pop()
        else:
            BY_HAND[type(action)].do(state, frame.side, action)


def push_windows(state: State) -> None:
    """Let all players act by hand, clockwise from the first player."""
    state.stack += [Window(side) for side in reversed(state.clockwise())]
