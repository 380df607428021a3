"""Phase 4, conquest: pillage, occupation of buildings, occupation of the control marker (4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from core.empires.actions import OccupyMarker, Release
from core.empires.collect import CoinOrLegendary, LegendaryDraw
from core.empires.movement import kept_by_peace
from core.empires.state import State, is_held_alone
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.masks import bits, nth_bit
from core.engine.message import Message, several
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Done, Occupy, Pillage
from core.mare.buildings import CAPITAL, CITY, LEGENDARY_CITY
from core.mare.events import MarkerOccupied, Occupied, Pillaged, Released
from core.mare.kinds import Active, ProvinceMask, TileList
from core.mare.state import MARKER


def provinces_to_conquer(state: State, empire: int) -> int:
    """Return the mask of opponents' provinces in which the empire may conquer (4.3).

    Only the empire has land units there, and at least one is a legion.
    """
    mask = 0
    for index, province in enumerate(state.provinces):
        if (
            province.legions[empire]
            and province.controller not in (NO_EMPIRE, empire)
            and is_held_alone(province, empire)
        ):
            mask |= 1 << index
    return mask


def marker_in_reach(state: State, empire: int, index: int) -> bool:
    """Return whether the province is adjacent or connected to another province the empire controls (R21, 4.3.3)."""
    return bool(state.board.reach(state.fleet(empire))[index] & state.controlled(empire))


Conquest = Pillage | Occupy | OccupyMarker | Release


class Conquests(NamedTuple):
    """The provinces, as a mask, that the conqueror has yet to decide on, and the tiles used this turn."""

    empire: Active
    provinces: ProvinceMask
    used: TileList


class ConquestAnswers(Answers):
    """Every pillage and occupation in each conquered province; and being done, which keeps the rest as it is."""

    def __init__(self, state: State, frame: Conquests) -> None:
        self.board = state.board
        self.state = state
        self.empire = frame.empire
        self.conquered = frame.provinces

    def check(self, action: Action) -> None:
        if isinstance(action, Done):
            return
        if (refusal := kept_by_peace(self.state, self.empire, action)) is not None:
            raise refusal
        if not isinstance(action, Conquest):
            raise RuleError("4.3", "Pillage, occupy or release a province you conquered, or be “done”.")
        if not self.conquered >> action.province & 1:
            name = self.board.province_names[action.province]
            raise RuleError("4.3", "You have nothing to decide in {name}.", name=name)
        if (refusal := self._refuse(action)) is not None:
            raise refusal

    def _refuse(self, action: Conquest) -> RuleError | None:
        name = self.board.province_names[action.province]
        province = self.state.provinces[action.province]
        match action:
            case Pillage() if action.icon < 0 or not province.built >> action.icon & 1:
                return RuleError("4.3.1", "There is no such building in {name} to pillage.", name=name)
            case Occupy(icons=0):
                return RuleError("4.3.2", "Name the buildings you occupy in {name}.", name=name)
            case Occupy() if action.icons & ~province.built:
                return RuleError("4.3.2", "Not all those buildings stand in {name}.", name=name)
            case Occupy() if action.icons.bit_count() > province.legions[self.empire]:
                return RuleError("4.3.2", "You need one legion for each building you occupy in {name}.", name=name)
            case OccupyMarker():
                return self._refuse_marker(action.province)
            case Release() if not province.posts:
                return RuleError("4.3", "You occupy nothing in {name}.", name=name)
        return None

    def _refuse_marker(self, index: int) -> RuleError | None:
        name = self.board.province_names[index]
        if self.board.capital_mask >> index & 1:
            return RuleError("4.3.5", "{name} is a capital's province and is never converted.", name=name)
        if not marker_in_reach(self.state, self.empire, index):
            return RuleError(
                "R21", "{name} is neither adjacent nor connected to another province you control.", name=name
            )
        return None

    def __iter__(self) -> Iterator[Action]:
        for index in bits(self.conquered):
            yield from self._of_province(index)
        yield Done()

    def _of_province(self, index: int) -> Iterator[Action]:
        province = self.state.provinces[index]
        if self._refuse_marker(index) is None:
            yield OccupyMarker(index)
        icons = province.built
        while icons:
            if icons.bit_count() <= province.legions[self.empire]:
                yield Occupy(index, icons)
            icons = (icons - 1) & province.built
        for icon in bits(province.built):
            yield Pillage(index, icon)
        if province.posts:
            yield Release(index)

    def draw(self, below: Below) -> Action:
        chosen = below(self.conquered.bit_count() + 1)
        if chosen == self.conquered.bit_count():
            return Done()
        answers = list(self._of_province(nth_bit(self.conquered, chosen))) or [Done()]
        return answers[below(len(answers))]


class DecideConquests(Question[State, Conquests]):
    """The conqueror decides in each province: pillage, occupy buildings, or occupy the marker (4.3).

    A new choice replaces the former one; keeping it is a choice, too (R18).
    """

    accepts = (Pillage, Occupy, OccupyMarker, Release, Done)
    phases: Phases = (4,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: Conquests, below: Frame) -> str:
        conquered = provinces_to_conquer(state, frame.empire)
        return "the empire is not conqueror in all those (4.3)." if frame.provinces & ~conquered else ""

    def prompt(self, state: State, frame: Conquests) -> Prompt:
        names = several(state.board.province_names[index] for index in bits(frame.provinces))
        return Prompt(
            "4.3",
            Message("You are conqueror in {names}: pillage, occupy, or keep all as it is with “done”.", names=names),
        )

    def answers(self, state: State, frame: Conquests) -> Answers:
        return ConquestAnswers(state, frame)

    def apply(self, state: State, frame: Conquests, action: Conquest | Done) -> None:
        if isinstance(action, Done):
            state.stack.pop()
            return
        state.stack[-1] = frame._replace(provinces=frame.provinces & ~(1 << action.province))
        icons = state.board.icons[action.province]
        match action:
            case Pillage():
                pillage(state, frame.empire, action)
                state.tell(Pillaged(frame.empire, icons[action.icon].name, action.province))
            case Occupy():
                names = tuple([icons[icon].name for icon in bits(action.icons)])
                stand_on(state, frame.empire, action.province, action.icons)
                state.tell(Occupied(frame.empire, names, action.province))
            case OccupyMarker():
                newly = not state.provinces[action.province].posts & MARKER
                stand_on(state, frame.empire, action.province, MARKER)
                state.tell(MarkerOccupied(frame.empire, action.province))
                if newly:
                    for tile in state.acting(frame.empire):
                        tile.when_marker_occupied(state, frame.empire, action.province)
            case Release():
                stand_on(state, frame.empire, action.province, 0)
                state.tell(Released(frame.empire, action.province))


def stand_on(state: State, empire: int, index: int, posts: int) -> None:
    """Move the conqueror's legions in a province from their former posts to these (R18)."""
    state.provinces[index] = state.provinces[index].occupied(empire, posts)


def pillage(state: State, empire: int, action: Pillage) -> None:
    """Remove the building, put one legion on its icon, and give the pillager what it held (4.3.1)."""
    province = state.provinces[action.province]
    icon = state.board.icons[action.province][action.icon]
    state.provinces[action.province] = replace(province, built=province.built & ~(1 << action.icon))
    state.change_buildings(icon.kind, 1)
    stand_on(state, empire, action.province, 1 << action.icon)
    double = any(tile.pillages_double for tile in state.acting(empire))
    if icon.kind in (CITY, CAPITAL):
        state.gain(empire, 0, 1 + double)
    elif icon.kind == LEGENDARY_CITY:
        # Hamilcar takes both; others choose.
        state.stack.append(LegendaryDraw(empire) if double else CoinOrLegendary(empire, "4.3.1"))
        state.gain(empire, 0, int(double))
    elif icon.commodity:
        state.gain(empire, icon.commodity, 1 + double)
