"""The end of the build phase: what players keep (3.0b), the display (0.8) and the test of 6.2."""

from __future__ import annotations

from typing import NamedTuple

from core.flow import Draw, Procedure
from core.resources import COIN, spread
from core.state import State
from core.victory import VictoryTest

COINS_KEPT = 2
SHORT_DISPLAY = 5


class BuildEnd(NamedTuple):
    """All have built."""


class EndBuild(Procedure[BuildEnd]):
    """3.0b: every player keeps at most 2 coins."""

    def run(self, state: State, frame: BuildEnd) -> None:
        state.stack[-1] = Refill()
        state.stack.append(VictoryTest(3))
        for empire, player in enumerate(state.players):
            kept = (COIN,) * min(COINS_KEPT, player.hand[COIN])
            state.pay(empire, spread(player.hand)[len(kept) :])


class Refill(NamedTuple):
    """Tiles are to be turned up until enough lie face up (0.8)."""


class TurnUpTiles(Draw[Refill]):
    """0.8, short display: random tiles are turned up until 5 show, the Pyramids not counted."""

    def meaning(self, state: State, frame: Refill) -> str:
        return "tiles to turn up"

    def bounds(self, state: State, frame: Refill) -> tuple[int, ...]:
        shown = sum(state.board.tiles[tile].kind != "pyramids" for tile in state.display)
        hidden = len(state.face_down)
        missing = min(max(SHORT_DISPLAY - shown, 0), hidden)
        return tuple(range(hidden, hidden - missing, -1))

    def settle(self, state: State, frame: Refill, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        hidden = list(state.face_down)
        turned = [hidden.pop(position) for position in outcome]
        state.face_down = tuple(hidden)
        state.display = (*state.display, *turned)
        if turned:
            state.say(f"Turned up: {', '.join(state.board.tiles[tile].name for tile in turned)}.")
