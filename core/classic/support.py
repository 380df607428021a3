"""Triremes that support a battle on land, attack or defence, if a hero lets them (7.2b, K47)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.classic.actions import Support
from core.classic.battle import LandDice, Supporting
from core.classic.deeds import all_moved, check_which, picked, set_turn, ships_in, turn_of, units_in, whichs, without
from core.classic.events import Supported
from core.classic.kinds import SUPPORTED
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Answers, FieldByField
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import Frame
from core.mare.actions import Done
from core.mare.resources import changed


class SupportAnswers(FieldByField):
    """Triremes of every sea on the coast that have not supported this round; and being done."""

    def __init__(self, state: State, frame: Supporting) -> None:
        self.board = state.board
        self.state = state
        self.frame = frame
        self.seas = [sea for sea in bits(state.board.coast[frame.province]) if any(self.ready(sea))]

    def ready(self, sea: int) -> list[int]:
        """Return the triremes of a sea that can support, by deeds."""
        return without(ships_in(self.state, self.frame.empire, sea), SUPPORTED)

    def check(self, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Support):
            raise RuleError("7.2b", "Support the battle (“support SEA NUMBER”) or be “done”.")
        names = self.board.sea_names
        if not self.board.coast[self.frame.province] >> action.sea & 1:
            name = self.board.province_names[self.frame.province]
            raise RuleError("7.2b", "{name} has no coast on {sea}.", name=name, sea=names[action.sea])
        ready = self.ready(action.sea)
        if not 1 <= action.number <= sum(ready):
            raise RuleError(
                "7.2b",
                "In {name} {number} of your triremes can still support a battle.",
                name=names[action.sea],
                number=sum(ready),
            )
        check_which(ready, action.number, action.which)

    def actions(self) -> Iterable[type[Action]]:
        return (Support, Done) if self.seas else (Done,)

    def values(self, action: type[Action], chosen: tuple[Any, ...]) -> Iterable[Any]:
        match chosen:
            case ():
                return self.seas
            case (sea,):
                return range(sum(self.ready(sea)), 0, -1)
        return whichs(self.ready(chosen[0]), chosen[1])


class AskSupport(Question[State, Supporting]):
    """Before the dice the owner says, sea by sea, how many triremes support (K47)."""

    accepts = (Support, Done)
    phases: Phases = (3,)
    below = ("LandDice",)

    def problem(self, state: State, frame: Supporting, below: Frame) -> str:
        if not isinstance(below, LandDice) or below.province != frame.province:
            return "ships support the battle below (7.2b)."
        takes_part = frame.empire in (below.attacker, below.defender)
        if not takes_part or not any(tile.supports for tile in state.acting(frame.empire)):
            return "ships support their owner's battles only, with Pericles (7.2b)."
        return "" if units_in(state, frame.empire, frame.province).all_legions else "no legion takes part (K47)."

    def prompt(self, state: State, frame: Supporting) -> Prompt:
        name = state.board.province_names[frame.province]
        return Prompt("7.2b", Message("Support the battle in {name} with triremes, or be done.", name=name))

    def answers(self, state: State, frame: Supporting) -> Answers:
        return SupportAnswers(state, frame)

    def apply(self, state: State, frame: Supporting, action: Action) -> None:
        if not isinstance(action, Support):
            state.stack.pop()
            return
        sea, turn = action.sea, turn_of(state)
        if frame.empire == turn.empire:
            ready = without(ships_in(state, frame.empire, sea), SUPPORTED)
            ships = picked(ready, action.number, action.which)
            left = all_moved(turn.ships, sea, ships, -1)
            set_turn(state, turn._replace(ships=all_moved(left, sea, ships, adding=SUPPORTED)))
        else:
            state.supported = changed(state.supported, sea, action.number)
        dice: LandDice = state.stack[-2]  # type: ignore[assignment]
        state.stack[-2] = dice._replace(support=dice.support + action.number)
        state.tell(Supported(frame.empire, action.number, frame.province, sea))
