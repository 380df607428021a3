"""Castor and Pollux: another hero's ability for the rest of the game (chapter 3, R12)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from core.empires.actions import Copy
from core.empires.state import State, Tile
from core.empires.war_events import Copied
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Done
from core.mare.kinds import Empire

NEVER_COPIED = "perseus"


class CastorAndPollux(Tile):
    """When bought, the buyer copies the ability of one hero that another player owns, without its leadership bonus."""

    def when_bought(self, state: State, empire: int) -> None:
        state.stack.append(Copying(empire))


class Copying(NamedTuple):
    """The buyer chooses the hero to copy."""

    empire: Empire


class CopyHero(Question[State, Copying]):
    """The buyer must copy if possible (R12). With nothing to copy the tile never has an ability."""

    accepts = (Copy, Done)
    phases = (3,)
    below = ("BuildTurn", "Ambition")

    def problem(self, state: State, frame: Copying, below: Frame) -> str:
        player = state.players[frame.empire]
        bought = any(state.board.tiles[tile].id == "castor_and_pollux" for tile in player.tiles)
        return "" if bought and player.copied == NO_EMPIRE else "Castor and Pollux were not just bought (R12)."

    def asked(self, state: State, frame: Copying) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Copying) -> Prompt:
        return Prompt("R12", Message("Castor and Pollux: choose the hero whose ability you copy: “copy HERO”."))

    def answers(self, state: State, frame: Copying) -> Answers:
        others = [player for empire, player in enumerate(state.players) if empire != frame.empire]
        heroes: list[Action] = [
            Copy(tile)
            for player in others
            for tile in player.tiles
            if state.board.tiles[tile].kind == "hero" and state.board.tiles[tile].id != NEVER_COPIED
        ]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Copy):
                name = state.board.tiles[action.tile].name
                return RuleError(
                    "R12", "{name} can't be copied: choose another player's hero, but not Perseus.", name=name
                )
            return RuleError("R12", "Choose the hero whose ability you copy: “copy HERO”.")

        return Listed(state.board, heroes or [Done()], refuse)

    def apply(self, state: State, frame: Copying, action: Copy | Done) -> None:
        state.stack.pop()
        if isinstance(action, Copy):
            player = state.players[frame.empire]
            state.players[frame.empire] = replace(player, copied=action.tile)
            state.tell(Copied(frame.empire, action.tile))
