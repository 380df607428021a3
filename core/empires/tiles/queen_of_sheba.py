"""Queen of Sheba: a control marker converted at once (4.3.3)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.actions import Convert
from core.empires.conquest import Conquests
from core.empires.state import State, Tile
from core.empires.war import change_control
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.mare import kinds
from core.mare.actions import Done
from core.mare.graph import bits
from core.mare.state import MARKER


class QueenOfSheba(Tile):
    """Once a round, after first occupying a marker, the owner may give up that legion and convert at once."""

    def when_marker_occupied(self, state: State, empire: int, province: int) -> None:
        conquests = state.stack[-1]
        spent = isinstance(conquests, Conquests) and self.index in conquests.used
        if not spent and state.players[empire].markers:
            state.stack.append(GivingUp(empire, province, self.index))


class GivingUp(NamedTuple):
    """The owner may convert a province now."""

    empire: kinds.Active
    province: kinds.Province
    tile: kinds.Tile


class GiveUpLegion(Question[State, GivingUp]):
    """The legion on the marker goes to supply, and its owner controls the province."""

    accepts = (Convert, Done)
    phases = (4,)
    below = ("Conquests",)

    def problem(self, state: State, frame: GivingUp, below: Conquests) -> str:
        province = state.provinces[frame.province]
        acting = any(tile.index == frame.tile for tile in state.acting(frame.empire))
        spent = frame.province in bits(below.provinces) or frame.tile in below.used
        if province.occupier != frame.empire or province.posts != MARKER or not acting or spent:
            return "no legion of the tile's owner has just occupied a control marker there (4.3.3)."
        return "" if state.players[frame.empire].markers else "the player has no control marker left (R22)."

    def asked(self, state: State, frame: GivingUp) -> int:
        return frame.empire

    def prompt(self, state: State, frame: GivingUp) -> Prompt:
        name = state.board.province_names[frame.province]
        return Prompt(
            "4.3.3", Message("Queen of Sheba: convert {name} now by giving up the legion, or be “done”.", name=name)
        )

    def answers(self, state: State, frame: GivingUp) -> Answers:
        def refuse(action: Action) -> RuleError:
            province = state.board.provinces[frame.province]
            return RuleError("4.3.3", "Say “convert {province}” to give up the legion, or “done”.", province=province)

        return Listed(state.board, [Convert(frame.province), Done()], refuse)

    def apply(self, state: State, frame: GivingUp, action: Convert | Done) -> None:
        state.stack.pop()
        if isinstance(action, Done):
            return
        conquests = state.stack[-1]
        if isinstance(conquests, Conquests):
            state.stack[-1] = conquests._replace(used=(*conquests.used, frame.tile))
        change_control(state, frame.province, frame.empire)
        state.provinces[frame.province] = state.provinces[frame.province].change_legions(frame.empire, -1)
        state.players[frame.empire] = state.players[frame.empire].change_supply(legions=1)
