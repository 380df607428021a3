"""Legions arrive in a province (5.3), and Helen meets them: her owner replaces one (7.3c, K50)."""

from __future__ import annotations

from collections.abc import Sequence

from core.classic.actions import March, Pass, Replace
from core.classic.battle import Helen, LandBattle
from core.classic.deeds import (
    Groups,
    LandUnits,
    attacking_units,
    check_which,
    free_legions,
    picked,
    put_legions,
    take_legions,
    take_posted,
    turn_of,
    whichs,
    without,
)
from core.classic.events import LegionReplaced
from core.classic.kinds import ALL, DEEDS, MOVED, deeds_of
from core.classic.state import NOWHERE, State
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.events import Marched
from core.mare.kinds import CONTROL


def ask_helen(state: State, index: int, coming: Groups | None) -> None:
    """Ask Helen's owner about legions that have come into a province; about a battle begun there for None.

    There is no question if Helen can't act. In the original edition she can't act in a battle.
    """
    if can_replace(state, index) and (coming is not None or state.board.variant.helen_in_battle):
        state.stack.append(Helen(index, ALL if coming is None else tuple(coming[: len(DEEDS)])))


def can_replace(state: State, index: int) -> bool:
    """Return whether Helen's owner may replace a legion of the active player in a province."""
    owner = state.provinces[index].controller
    if state.helen_at != NOWHERE or owner in (NO_EMPIRE, state.board.neutral, turn_of(state).empire):
        return False
    return state.players[owner].legions > 0 and any(tile.replaces for tile in state.acting(owner))


def _units(state: State, frame: Helen) -> LandUnits:
    """Return the legions of which one may be replaced."""
    if frame.coming != ALL:
        return LandUnits([*frame.coming, *[0] * 4], {}, 0)
    return attacking_units(state, frame.province, state.stack[-2][3])


class AskHelen(Question[State, Helen]):
    """The owner replaces one of these legions, once a phase, or none (7.3c)."""

    accepts = (Replace, Pass)
    phases: Phases = (3,)
    below = ("WarTurn", "LandBattle")

    def problem(self, state: State, frame: Helen, below: Frame) -> str:
        in_battle = isinstance(below, LandBattle) and below.province == frame.province
        if in_battle != (frame.coming == ALL) or (in_battle and not state.board.variant.helen_in_battle):
            return "Helen's question is about legions that come, or about all legions of a battle (7.3c)."
        if not can_replace(state, frame.province):
            return "the owner of the province has no Helen who can act (7.3c)."
        there = state.provinces[frame.province].legions[turn_of(state).empire]
        return "" if 0 < _units(state, frame).all_legions <= there else "there are no such legions (7.3c)."

    def asked(self, state: State, frame: Helen) -> int:
        return state.provinces[frame.province].controller

    def prompt(self, state: State, frame: Helen) -> Prompt:
        name = state.board.province_names[frame.province]
        return Prompt("7.3c", Message("Helen may replace a legion in {name}: “replace” or “pass”.", name=name))

    def answers(self, state: State, frame: Helen) -> Answers:
        units, index = _units(state, frame), frame.province
        actions: list[Action] = [Replace(index, which) for which in whichs(units.legions, 1)]
        actions += [Replace(index, icon) for icon in units.posts]

        def refuse(action: Action) -> RuleError:
            name = state.board.provinces[index]
            if isinstance(action, Replace) and action.province == index:
                if deeds_of(action.which) >= 0:
                    try:
                        check_which(units.legions, 1, action.which)
                    except RuleError as refusal:
                        return refusal
                return RuleError("7.3c", "No legion that Helen may replace stands there.")
            return RuleError("7.3c", "Replace a legion (“replace {name}”) or “pass”.", name=name)

        return Listed(state.board, [*actions, Pass()], refuse)

    def apply(self, state: State, frame: Helen, action: Action) -> None:
        units, owner, other = _units(state, frame), self.asked(state, frame), turn_of(state).empire
        state.stack.pop()
        if not isinstance(action, Replace):
            return
        if action.which >= 0 or action.which == CONTROL:
            deeds = take_posted(state, frame.province, action.which)
        else:
            legion = picked(units.legions, 1, action.which)
            deeds = legion.index(1)
            take_legions(state, other, frame.province, legion)
        below = state.stack[-1]
        if isinstance(below, LandBattle) and below.force != ALL:
            fresh, moved, fortresses = below.force
            left = (fresh - (deeds == 0), moved - (deeds == 1), fortresses)
            state.stack[-1] = below._replace(force=left)
        state.helen_at = frame.province
        state.players[other] = state.players[other].change_supply(legions=1)
        state.players[owner] = state.players[owner].change_supply(legions=-1)
        state.provinces[frame.province] = state.provinces[frame.province].change_legions(owner, 1)
        state.tell(LegionReplaced(owner, other, frame.province))


def march(state: State, action: March) -> None:
    """Carry out a march that no player hinders any more."""
    empire = turn_of(state).empire
    if action.which >= 0 or action.which == CONTROL:
        going = [0] * 8
        going[take_posted(state, action.source, action.which)] = 1
    else:
        ready = without(free_legions(state, empire, action.source), MOVED)
        going = picked(ready, action.number, action.which)
        take_legions(state, empire, action.source, going)
    state.tell(Marched(empire, action.number, action.source, action.target))
    arrive(state, action.target, going)


def arrive(state: State, target: int, going: Sequence[int]) -> None:
    """Move legions into a province, where Helen may meet them (7.3c)."""
    coming = [0] * 8
    for deeds, number in enumerate(going):
        coming[deeds | MOVED] += number
    put_legions(state, target, coming, marched=True)
    ask_helen(state, target, coming)
