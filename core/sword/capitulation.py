"""Phase 6: powers place control in open enemy locations, and roll against walled cities and tribes (5.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.errors import RuleError
from core.engine.flow import Draw, Phases, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.sword.actions import Besiege, Finish, PlaceControl, Subjugate
from core.sword.events import CityRolled, ControlPlaced, TribeRolled
from core.sword.kinds import Location, LocationMask, Power
from core.sword.map import FACES
from core.sword.open_answers import Deed, OpenAnswers, deeds_of
from core.sword.order import Part
from core.sword.state import State
from core.sword.windows import BY_HAND, WITH_CARDS, refused

FORCE = 3
"""So many CU, with a leader, may roll against a walled city or a tribe (5.6b)."""


class Capitulation(NamedTuple):
    """A power in the capitulation phase, and the locations against which it has rolled."""

    power: Power
    rolled: LocationMask


def is_open(state: State, location: int) -> bool:
    """Return whether a location changes hands by a marker alone: no walled city and no tribe (S5)."""
    return not state.board.facts[location].walled_city and not state.is_tribe(location)


def to_place(state: State, power: int) -> list[int]:
    """Return the open enemy locations that CU of a power occupy (5.6a)."""
    return [location for location in state.occupied(power) if is_open(state, location)]


def to_roll(state: State, power: int, rolled: int) -> list[int]:
    """Return the enemy cities and tribes that a leader with enough CU occupies, without those rolled for (5.6b)."""
    return [
        location
        for location in state.occupied(power)
        if not is_open(state, location) and not rolled >> location & 1 and is_forced(state, power, location)
    ]


def is_forced(state: State, power: int, location: int) -> bool:
    """Return whether a leader with three or more CU of a power is in a location."""
    return state.led(power, location) and state.sites[location].units[power] >= FORCE


class _Capitulating(Deed[Any]):
    """A deed of the power whose part of the phase it is, in an enemy location that its CU occupy."""

    rule: str

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        return [] if chosen else self.places(state, _frame(state))

    def places(self, state: State, frame: Capitulation) -> list[int]:
        """Return where the deed can be done."""
        raise NotImplementedError

    def check(self, state: State, side: int, action: Any) -> None:
        frame = _frame(state)
        names = {"power": state.board.power_names[frame.power], "location": state.board.location_names[action.location]}
        if not state.is_enemy(frame.power, action.location):
            raise RuleError(self.rule, "{location} is no enemy's of the {power}.", **names)
        if not state.sites[action.location].units[frame.power]:
            raise RuleError(self.rule, "No CU of the {power} occupy {location}.", **names)
        self.check_place(state, frame, action.location)

    def check_place(self, state: State, frame: Capitulation, location: int) -> None:
        """Refuse an occupied enemy location in which the deed can't be done."""
        raise NotImplementedError


def _frame(state: State) -> Capitulation:
    frame = state.stack[-1]
    if not isinstance(frame, Capitulation):
        raise TypeError("no power is in its capitulation")
    return frame


class Placing(_Capitulating):
    """Places a marker of control (5.6a)."""

    action = PlaceControl
    rule = "5.6a"

    def places(self, state: State, frame: Capitulation) -> list[int]:
        return to_place(state, frame.power)

    def check_place(self, state: State, frame: Capitulation, location: int) -> None:
        if not is_open(state, location):
            name = state.board.location_names[location]
            raise RuleError("S5", "{location} is a walled city or a tribe: no marker alone takes it.", location=name)

    def do(self, state: State, side: int, action: PlaceControl) -> None:
        power = _frame(state).power
        state.set_control(action.location, power)
        state.tell(ControlPlaced(power, action.location))


class _Rolling(_Capitulating):
    rule = "5.6b"

    def check_place(self, state: State, frame: Capitulation, location: int) -> None:
        if not self.fits(state, location):
            raise RuleError("5.6b", self.other, location=state.board.location_names[location])
        if not is_forced(state, frame.power, location):
            raise RuleError("5.6b", "Only a leader with three or more CU may roll.")
        if frame.rolled >> location & 1:
            raise RuleError("5.6b", "You have rolled there in this phase.")

    other: Message

    def fits(self, state: State, location: int) -> bool:
        """Return whether a location is of the sort that the deed is for."""
        raise NotImplementedError

    def places(self, state: State, frame: Capitulation) -> list[int]:
        return [place for place in to_roll(state, frame.power, frame.rolled) if self.fits(state, place)]

    def do(self, state: State, side: int, action: Any) -> None:
        frame = _frame(state)
        state.stack[-1] = Capitulation(frame.power, frame.rolled | 1 << action.location)
        state.stack.append(Assault(frame.power, action.location))


class Besieging(_Rolling):
    """Rolls against a walled city."""

    action = Besiege
    other = Message("{location} is no walled city. Say “subjugate” for a tribe.")

    def fits(self, state: State, location: int) -> bool:
        return state.board.facts[location].walled_city


class Subjugating(_Rolling):
    """Rolls against a tribe."""

    action = Subjugate
    other = Message("{location} is no tribe. Say “besiege” for a walled city.")

    def fits(self, state: State, location: int) -> bool:
        return state.is_tribe(location) and not state.board.facts[location].walled_city


DEEDS = {**BY_HAND, **deeds_of(Placing(), Besieging(), Subjugating())}


class Capitulate(Question[State, Capitulation]):
    """A power places control and rolls as it likes; what a roll does is by hand (13.1.2)."""

    accepts = (*WITH_CARDS, PlaceControl, Besiege, Subjugate)
    phases: Phases = (6,)
    below = ("Ranking",)

    def problem(self, state: State, frame: Capitulation, below: object) -> str:
        wrong = [place for place in bits(frame.rolled) if is_open(state, place)]
        return "“rolled” has walled cities and tribes only (5.6b)." if wrong else ""

    def asked(self, state: State, frame: Capitulation) -> int:
        return state.decider(frame.power)

    def prompt(self, state: State, frame: Capitulation) -> Prompt:
        name = state.board.power_names[frame.power]
        sentence = Message("Capitulation of the {power}: “place”, “besiege” or “subjugate”, or say “done”.", power=name)
        return Prompt("5.6", sentence)

    def answers(self, state: State, frame: Capitulation) -> Answers:
        return OpenAnswers(state, self.asked(state, frame), DEEDS, refused)

    def apply(self, state: State, frame: Capitulation, action: Action) -> None:
        if isinstance(action, Finish):
            state.stack.pop()
        else:
            DEEDS[type(action)].do(state, self.asked(state, frame), action)


class Assault(NamedTuple):
    """A power rolls against a walled city or a tribe."""

    power: Power
    location: Location


class RollAssault(Draw[State, Assault]):
    """Throws the die; the rest is by hand."""

    phases: Phases = (6,)
    below = ("Capitulation",)

    def meaning(self, state: State, frame: Assault) -> Message:
        return Message("the roll against {location}", location=state.board.location_names[frame.location])

    def bounds(self, state: State, frame: Assault) -> tuple[int, ...]:
        return (FACES,)

    def settle(self, state: State, frame: Assault, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        is_city = state.board.facts[frame.location].walled_city
        rolled = (CityRolled if is_city else TribeRolled)(frame.power, frame.location, outcome[0] + 1)
        state.tell(rolled)


def _has(state: State, power: int) -> bool:
    return bool(to_place(state, power) or to_roll(state, power, 0))


def _begin(state: State, power: int) -> None:
    state.stack.append(Capitulation(power, 0))


CAPITULATION = Part(_has, _begin)
