"""Phase 10: reinforcements of each power at its own locations that it still controls (2.2e, 5.10)."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.flow import Phases, Prompt, Question
from core.engine.message import Message
from core.sword.actions import Finish
from core.sword.events import ReinforcementsDue
from core.sword.kinds import Power, YesNo
from core.sword.open_answers import OpenAnswers
from core.sword.order import Part
from core.sword.state import State
from core.sword.windows import BY_HAND, WITH_CARDS, refused


class Reinforcing(NamedTuple):
    """A power places its reinforcements by hand, and whether anything has been done."""

    power: Power
    has_begun: YesNo


def due(state: State, power: int) -> int:
    """Return the CU of the reinforcement locations that were a power's at the start and are so now (2.2e)."""
    return sum(
        facts.reinforcement
        for facts, site in zip(state.board.facts, state.sites, strict=True)
        if facts.home == site.control == power
    )


class Reinforce(Question[State, Reinforcing]):
    """A power places its reinforcements; where they go is by hand."""

    accepts = WITH_CARDS
    phases: Phases = (10,)
    below = ("Ranking",)

    def asked(self, state: State, frame: Reinforcing) -> int:
        return state.decider(frame.power)

    def prompt(self, state: State, frame: Reinforcing) -> Prompt:
        name = state.board.power_names[frame.power]
        sentence = Message(
            "Reinforcements of the {power}: {number} CU. Place them by hand (“add”), then say “done”.",
            power=name,
            number=due(state, frame.power),
        )
        return Prompt("2.2e", sentence)

    def answers(self, state: State, frame: Reinforcing) -> Answers:
        return OpenAnswers(state, self.asked(state, frame), BY_HAND, refused)

    def apply(self, state: State, frame: Reinforcing, action: Action) -> None:
        if isinstance(action, Finish):
            state.stack.pop()
        else:
            state.stack[-1] = Reinforcing(frame.power, True)
            BY_HAND[type(action)].do(state, self.asked(state, frame), action)


def _begin(state: State, power: int) -> None:
    state.tell(ReinforcementsDue(power, due(state, power)))
    state.stack.append(Reinforcing(power, False))


REINFORCEMENTS = Part(lambda state, power: due(state, power) > 0, _begin)
