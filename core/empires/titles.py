"""Phase 5, leadership: titles (chapter 5)."""

from __future__ import annotations

from core.empires.state import State
from core.empires.victory import VictoryTest
from core.engine.flow import Phases
from core.mare.actions import Award
from core.mare.kinds import TRACKS, TRADE
from core.mare.titles import DecideTie, Tie, all_levels


class AwardTitle(DecideTie):
    """The holder of the title decides which of the tied players gets it (5.1)."""

    phases: Phases = (5,)
    below = ("VictoryTest", "Tie")
    rule = "5.1"

    def apply(self, state: State, frame: Tie, action: Award) -> None:
        changes_hands = state.leaders[frame.track] != action.empire
        super().apply(state, frame, action)
        if changes_hands and frame.track == TRADE:
            # 5.2: a new Trade Leader takes all three exchange markers.
            state.exchange = tuple(range(len(state.board.map.exchange)))


def begin_leadership(state: State) -> None:
    """Begin phase 5: review the titles of trade, culture and military in this order (R25), so trade lies on top."""
    state.stack.append(VictoryTest(5))
    reached = all_levels(state)
    for track in reversed(range(len(TRACKS))):
        on_track = [level[track] for level in reached]
        highest = max(on_track)
        tied = tuple([empire for empire, level in enumerate(on_track) if level == highest])
        state.stack.append(Tie(track, tied))
