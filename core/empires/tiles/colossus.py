"""Colossus of Rhodes: a commodity of choice after everyone has collected (1.3, R4)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.actions import Obtain
from core.empires.events import Obtained
from core.empires.state import State, Tile
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.mare.actions import Done
from core.mare.kinds import Empire
from core.mare.resources import ordinary


class Colossus(Tile):
    """The owner takes 1 commodity of choice from the reserve and names it openly."""

    chosen_commodities = 1

    def after_collection(self, state: State, empire: int) -> None:
        state.stack.append(Obtaining(empire))


class Obtaining(NamedTuple):
    """The owner takes a commodity."""

    empire: Empire


class ObtainCommodity(Question[State, Obtaining]):
    """It comes last of all, and gives ordinary tokens only (R4)."""

    accepts = (Obtain, Done)
    phases = (1,)
    below = ("Round", "Obtaining")

    def asked(self, state: State, frame: Obtaining) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Obtaining) -> Prompt:
        return Prompt("1.3", Message("Colossus of Rhodes: take a commodity from the reserve: “obtain COMMODITY”."))

    def answers(self, state: State, frame: Obtaining) -> Answers:
        there: list[Action] = [Obtain(kind) for kind, left in enumerate(state.reserve) if kind and left]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Obtain):
                return RuleError(
                    "0.5", "The reserve holds no {token}.", token=state.board.tokens[ordinary(action.kind)]
                )
            return RuleError("1.3", "Take a commodity from the reserve: “obtain COMMODITY”.")

        return Listed(state.board, there or [Done()], refuse)

    def apply(self, state: State, frame: Obtaining, action: Obtain | Done) -> None:
        state.stack.pop()
        if isinstance(action, Obtain):
            state.gain(frame.empire, action.kind)
            state.tell(Obtained(frame.empire, ordinary(action.kind)))
