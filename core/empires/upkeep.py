"""The end of the build phase: what players keep (3.0b), the display (0.8) and the test of 6.2."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.events import GaveBack, TurnedUp
from core.empires.state import State
from core.empires.victory import VictoryTest
from core.engine.flow import Draw, Procedure
from core.engine.message import Message
from core.engine.state import Frame
from core.mare.kinds import CULTURE, TokensByEmpire
from core.mare.resources import COIN, holds, minus, spread

COINS_KEPT = 2
SHORT_DISPLAY = 5


class BuildEnd(NamedTuple):
    """The end of the build phase: all players have built."""


class EndBuild(Procedure[State, BuildEnd]):
    """Asks what tiles keep, discards the rest, tests 6.2, and turns tiles up."""

    def run(self, state: State, frame: BuildEnd) -> None:
        state.stack.pop()
        state.stack += [Refill(), VictoryTest(3), Discard(((),) * len(state.players))]
        for empire, tile in state.all_acting(reversed(state.order_from(state.leaders[CULTURE]))):
            tile.after_building(state, empire)


class Discard(NamedTuple):
    """Everything that is not kept goes; ``kept`` has by empire the commodities that tiles keep."""

    kept: TokensByEmpire


class DiscardTheRest(Procedure[State, Discard]):
    """Every player keeps at most 2 coins, and what their tiles let them keep (3.0b)."""

    phases = (3,)
    below = ("VictoryTest",)

    def problem(self, state: State, frame: Discard, below: Frame) -> str:
        kept = zip(state.players, frame.kept, strict=True)
        if any(0 in tokens or not holds(player.hand, tokens) for player, tokens in kept):
            return "only commodities that a player holds are kept (3.0b)."
        return ""

    def run(self, state: State, frame: Discard) -> None:
        state.stack.pop()
        for empire, player in enumerate(state.players):
            kept = (COIN,) * min(COINS_KEPT, player.hand[COIN]) + frame.kept[empire]
            if sum(player.hand) > len(kept):
                lost = spread(minus(player.hand, kept))
                state.pay(empire, lost)
                state.tell(GaveBack(empire, lost))


class Refill(NamedTuple):
    """Tiles are turned up until enough lie face up (0.8)."""


class TurnUpTiles(Draw[State, Refill]):
    """In the short display random tiles are turned up until 5 show, without the Pyramids (0.8)."""

    phases = (3,)
    below = ("Round",)

    def meaning(self, state: State, frame: Refill) -> Message:
        return Message("heroes and wonders to turn up")

    def bounds(self, state: State, frame: Refill) -> tuple[int, ...]:
        hidden = len(state.face_down)
        if not hidden:
            return ()
        tiles = state.board.tiles
        shown = sum([tiles[tile].kind != "pyramids" for tile in state.display])
        missing = min(max(SHORT_DISPLAY - shown, 0), hidden)
        return tuple(range(hidden, hidden - missing, -1))

    def settle(self, state: State, frame: Refill, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        hidden = list(state.face_down)
        turned = [hidden.pop(position) for position in outcome]
        state.face_down = tuple(hidden)
        state.display = (*state.display, *turned)
        if turned:
            state.tell(TurnedUp(tuple(turned)))
