"""The three titles: the first holders (1.6), and the reviews at the start of a round or phase (2.4, 2.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from core.classic.state import State
from core.engine.flow import Draw, Phases, Procedure
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.mare.kinds import MILITARY, TRACKS, Track
from core.mare.titles import DecideTie, Levels, Tie, all_levels, give_title


class FirstTitles(NamedTuple):
    """The first titles, which are given as soon as everyone has set up."""


class GiveFirstTitles(Procedure[State, FirstTitles]):
    """Gives the first titles by the sheets (1.6a), and those that no sheet gives by count.

    After a setup with points one edition gives all by count.
    """

    phases: Phases = (0,)
    below = ("Round",)

    def run(self, state: State, frame: FirstTitles) -> None:
        state.stack[-1:] = [FirstTitle(track) for track in reversed(range(len(TRACKS)))]
        if not (state.board.variant.counts_first_titles and state.options.start == "points"):
            for empire, start in enumerate(state.board.starts):
                if start.title:
                    give_title(state, TRACKS.index(start.title), empire)


class FirstTitle(NamedTuple):
    """A title that goes by count because no sheet gives it."""

    track: Track


class DrawFirstTitle(Draw[State, FirstTitle]):
    """Gives the title to the highest count among players without a title; a lot decides ties (1.6b, K14)."""

    phases: Phases = (0,)
    below = ("Round", "FirstTitle")

    def meaning(self, state: State, frame: FirstTitle) -> Message:
        return Message("the first {title}", title=state.board.titles[frame.track])

    def bounds(self, state: State, frame: FirstTitle) -> tuple[int, ...]:
        return (len(tied_for_first(state, frame.track)),)

    def settle(self, state: State, frame: FirstTitle, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        give_title(state, frame.track, tied_for_first(state, frame.track)[outcome[0]])


def tied_for_first(state: State, track: int) -> list[int]:
    """Return the players who may get a first title: its holder, else the highest count among those without a title."""
    if state.leaders[track] != NO_EMPIRE:
        return [state.leaders[track]]
    without = [empire for empire in range(len(state.players)) if empire not in state.leaders]
    return highest(all_levels(state), track, without)


def highest(found: Sequence[Levels], track: int, empires: Sequence[int]) -> list[int]:
    """Return the empires with the highest count of a track (2.3), by the levels found by empire."""
    counts = [levels[track] for levels in found]
    most = max(counts[empire] for empire in empires)
    return [empire for empire in empires if counts[empire] == most]


class PhaseStart(NamedTuple):
    """A phase that begins after the review of its titles."""


def start_phase(state: State) -> None:
    """Review the titles that are due (2.4), in the order commerce, political, military (K18); then go on."""
    state.stack.append(PhaseStart())
    if is_review_due(state):
        found = all_levels(state)
        for track in reversed(range(len(TRACKS))):
            tied = highest(found, track, range(len(found)))
            # 2.5a: the holder keeps it as long as no player has more.
            holder = state.leaders[track]
            state.stack.append(Tie(track, (holder,) if holder in tied else tuple(tied)))


def is_review_due(state: State) -> bool:
    """Return whether titles are reviewed now (2.4, K17).

    A review comes each round from the second on; or each phase, from the first round's military phase on.
    """
    if state.board.variant.reviews_each_phase:
        return state.round > 1 or state.phase == MILITARY_PHASE
    return state.round > 1 and state.phase == 1


MILITARY_PHASE = 1 + MILITARY
"""Each title has its phase, in the order of the tracks (2.2)."""


class BeginPhase(Procedure[State, PhaseStart]):
    """Begins a phase; ``phases`` has the function that begins each of them, in order."""

    below = ("Round",)

    def __init__(self, begin: Sequence[Callable[[Any], None]]) -> None:
        self.begin = begin
        self.phases = tuple(range(1, len(begin) + 1))

    def run(self, state: State, frame: PhaseStart) -> None:
        state.stack.pop()
        self.begin[state.phase - 1](state)


class AwardTitle(DecideTie):
    """The holder decides among tied players with more than the holder (2.5b)."""

    phases: Phases = (1, 2, 3)
    below = ("PhaseStart", "Tie")
    rule = "2.5b"
