"""Hanging Gardens: up to two different commodities kept at the end of the build phase (3.0b)."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from core.empires.state import State, Tile
from core.empires.upkeep import Discard
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.mare.actions import Done, Keep
from core.mare.events import Kept
from core.mare.kinds import Empire
from core.mare.resources import COIN, kind_of


class HangingGardens(Tile):
    """The owner keeps up to two different commodities of their choice, besides the coins."""

    def after_building(self, state: State, empire: int) -> None:
        state.stack.append(Keeping(empire))


class Keeping(NamedTuple):
    """The owner chooses what to keep."""

    empire: Empire


class KeepCommodities(Question[State, Keeping]):
    """If the hand has both tokens of a kind, one legendary, the owner says which one they keep (3.0b, R1)."""

    accepts = (Keep, Done)
    phases = (3,)
    below = ("Discard", "Keeping")

    def asked(self, state: State, frame: Keeping) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Keeping) -> Prompt:
        return Prompt(
            "3.0b", Message("Hanging Gardens: keep up to two different commodities (“keep …”), or none (“done”).")
        )

    def answers(self, state: State, frame: Keeping) -> Answers:
        held = [token for token, count in enumerate(state.players[frame.empire].hand) if count and token != COIN]
        choices: list[Action] = [Keep(pair) for pair in combinations(held, 2) if kind_of(pair[0]) != kind_of(pair[1])]
        choices += [Keep((token,)) for token in held]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Keep) and not set(action.tokens) <= {*held}:
                return RuleError("3.0b", "You do not hold all the commodities you named.")
            return RuleError("3.0b", "Keep one or two different commodities (“keep …”), or be “done”.")

        return Listed(state.board, [*choices, Done()], refuse)

    def apply(self, state: State, frame: Keeping, action: Keep | Done) -> None:
        state.stack.pop()
        if isinstance(action, Done):
            return
        place, discard = next(
            (place, below) for place, below in reversed(list(enumerate(state.stack))) if isinstance(below, Discard)
        )
        kept = list(discard.kept)
        kept[frame.empire] = action.tokens
        state.stack[place] = Discard(tuple(kept))
        state.tell(Kept(frame.empire, action.tokens))
