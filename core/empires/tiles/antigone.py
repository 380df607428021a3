"""Antigone: the owner offers a number of resources of their own choice (chapter 2, R8)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.actions import Size
from core.empires.events import SizeNamed
from core.empires.state import State, Tile
from core.empires.trade import Offering
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.mare.kinds import Empire


class Antigone(Tile):
    """After the announcement the owner openly names any number from 0 to 5 for their own offer."""

    def after_announcement(self, state: State, empire: int) -> None:
        state.stack.append(NamingSize(empire))


class NamingSize(NamedTuple):
    """An owner names the number of resources of their offer."""

    empire: Empire


class NameSize(Question[State, NamingSize]):
    """The number is at most what the owner has."""

    accepts = (Size,)
    phases = (2,)
    below = ("Offering", "NamingSize")

    def asked(self, state: State, frame: NamingSize) -> int:
        return frame.empire

    def prompt(self, state: State, frame: NamingSize) -> Prompt:
        return Prompt("R8", Message("Antigone: name the number of resources that you offer: “size NUMBER”."))

    def answers(self, state: State, frame: NamingSize) -> Answers:
        owned = sum(state.players[frame.empire].hand)
        largest = max(number for side in state.board.map.exchange for number in side)
        sizes: list[Action] = [Size(number) for number in range(min(owned, largest) + 1)]

        def refuse(action: Action) -> RuleError:
            return RuleError("R8", "Name a number from 0 to {most}: “size NUMBER”.", most=min(owned, largest))

        return Listed(state.board, sizes, refuse)

    def apply(self, state: State, frame: NamingSize, action: Size) -> None:
        state.stack.pop()
        place, offering = next(
            (place, below) for place, below in reversed(list(enumerate(state.stack))) if isinstance(below, Offering)
        )
        numbers = list(offering.numbers)
        numbers[frame.empire] = action.number
        state.stack[place] = Offering(tuple(numbers))
        state.tell(SizeNamed(frame.empire, action.number))
