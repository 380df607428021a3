"""Circe: legions on empty caravan icons gather their commodity (1.3, chapter 4, R5, R23)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.actions import Stand
from core.empires.state import State, Tile, is_held_alone
from core.empires.war_events import StoodOnIcon
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.mare.actions import Done
from core.mare.buildings import CARAVAN
from core.mare.graph import bits
from core.mare.kinds import Active
from core.mare.state import MARKER


class Circe(Tile):
    """At the end of the turn each of the owner's legions may stand on an empty caravan icon of its province."""

    gathers_on_icons = True

    def after_conquests(self, state: State, empire: int) -> None:
        state.stack.append(Standing(empire))


class Standing(NamedTuple):
    """The owner may put legions on icons."""

    empire: Active


def kept_posts(state: State, empire: int, index: int) -> int:
    """Return the mask of posts whose legions stay: on what they occupy, or on caravan icons already.

    A pillager's legion on the empty icon of another building occupies nothing, so it may step over (R23).
    """
    province = state.provinces[index]
    staying = province.built | MARKER | state.board.of_kind[index][CARAVAN]
    return province.posts & staying if province.occupier == empire else 0


def empty_icons(state: State, empire: int, index: int) -> int:
    """Return the mask of caravan icons in a province on which a free legion of the empire may stand (R23).

    A free legion occupies nothing.
    """
    province = state.provinces[index]
    kept = kept_posts(state, empire, index)
    if province.legions[empire] <= kept.bit_count() or not is_held_alone(province, empire):
        return 0
    return state.board.of_kind[index][CARAVAN] & ~province.built & ~kept


class StandOnIcons(Question[State, Standing]):
    """Only in provinces without other players' land units, and only with legions that occupy nothing (R23)."""

    accepts = (Stand, Done)
    phases = (4,)
    below = ("WarTurn",)

    def asked(self, state: State, frame: Standing) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Standing) -> Prompt:
        return Prompt(
            "R23", Message("Circe: put legions on empty caravan icons (“stand PROVINCE ICON”), or be “done”.")
        )

    def answers(self, state: State, frame: Standing) -> Answers:
        choices: list[Action] = [
            Stand(index, icon)
            for index in range(len(state.provinces))
            for icon in bits(empty_icons(state, frame.empire, index))
        ]

        def refuse(action: Action) -> RuleError:
            if not isinstance(action, Stand):
                return RuleError("R23", "Put a legion on an empty caravan icon (“stand PROVINCE ICON”) or be “done”.")
            name = state.board.province_names[action.province]
            if not is_held_alone(state.provinces[action.province], frame.empire):
                return RuleError("R23", "Another player has land units in {name}.", name=name)
            return RuleError("R23", "No free legion of yours can stand on that icon in {name}.", name=name)

        return Listed(state.board, [*choices, Done()], refuse)

    def apply(self, state: State, frame: Standing, action: Stand | Done) -> None:
        if isinstance(action, Done):
            state.stack.pop()
            return
        index = action.province
        province = state.provinces[index]
        posts = province.posts | 1 << action.icon
        if posts.bit_count() > province.legions[frame.empire]:
            posts = kept_posts(state, frame.empire, index) | 1 << action.icon
        state.provinces[index] = province.occupied(frame.empire, posts)
        state.tell(StoodOnIcon(frame.empire, state.board.icons[index][action.icon].name, index))
