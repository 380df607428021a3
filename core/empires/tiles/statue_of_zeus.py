"""Statue of Zeus: peace with one opponent for a round (chapter 4, R14)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.actions import MakePeace
from core.empires.state import Peace, State, Tile
from core.empires.war_events import LegionsWentHome, LegionWentHome, PeaceDeclared
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done
from core.mare.kinds import Empire


class StatueOfZeus(Tile):
    """Before anyone moves, the owner may declare peace with one opponent, but not the one of the round before."""

    def before_moving(self, state: State, empire: int) -> None:
        state.stack.append(Declaring(empire))


class Declaring(NamedTuple):
    """The owner may declare peace."""

    empire: Empire


class DeclarePeace(Question[State, Declaring]):
    """Declares the peace. Sailing, marching and fighting ask ``State.at_peace`` what it forbids."""

    accepts = (MakePeace, Done)
    phases = (4,)
    below = ("Turns", "Declaring")

    def asked(self, state: State, frame: Declaring) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Declaring) -> Prompt:
        return Prompt("4.0", Message("Statue of Zeus: declare peace with an opponent (“peace EMPIRE”), or be “done”."))

    def answers(self, state: State, frame: Declaring) -> Answers:
        opponents: list[Action] = [
            MakePeace(other) for other in range(len(state.players)) if other not in (frame.empire, state.peace.former)
        ]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, MakePeace) and action.empire == state.peace.former:
                name = state.board.empire_names[action.empire]
                return RuleError(
                    "4.0", "You were at peace with {name} in the round before; choose another opponent.", name=name
                )
            return RuleError("4.0", "Declare peace with an opponent (“peace EMPIRE”), or be “done”.")

        return Listed(state.board, [*opponents, Done()], refuse)

    def apply(self, state: State, frame: Declaring, action: MakePeace | Done) -> None:
        state.stack.pop()
        if isinstance(action, Done):
            return
        state.tell(PeaceDeclared(frame.empire, action.empire))
        state.peace = Peace(frame.empire, action.empire, state.peace.former)
        _send_home(state, action.empire, frame.empire)


def _send_home(state: State, guest: int, host: int) -> None:
    """Move the opponent's legions in provinces the owner controls to that opponent's capital's province."""
    home = state.board.capitals[guest]
    for index, province in enumerate(state.provinces):
        legions = province.legions[guest]
        if province.controller == host and legions:
            left = province.change_legions(guest, -legions)
            state.provinces[index] = left.occupied(NO_EMPIRE, 0) if province.occupier == guest else left
            state.provinces[home] = state.provinces[home].change_legions(guest, legions)
            state.tell((LegionWentHome if legions == 1 else LegionsWentHome)(legions, index, home))
