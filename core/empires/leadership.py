"""Phase 5, leadership: levels and titles (0.6, chapter 5)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.map import TITLES
from core.empires.state import State
from core.empires.victory import VictoryTest
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.engine.state import Frame
from core.mare.actions import Award
from core.mare.events import LeaderChanged
from core.mare.kinds import TRACKS, TRADE, EmpireList, Track

Levels = tuple[int, int, int]


def all_levels(state: State) -> list[Levels]:
    """By empire, the levels of trade, culture and military, counted afresh (0.6)."""
    game_map = state.board.map
    counts = [[0, 0, 0] for _ in state.players]
    for empire, worth in state.worths():
        count = counts[empire]
        count[0] += worth.trade
        count[1] += worth.culture
    for player, count in zip(state.players, counts, strict=True):
        count[2] = game_map.legions + game_map.triremes + game_map.fortresses
        count[2] -= player.legions + player.triremes + player.fortresses
        for tile in player.tiles:
            for track, bonus in enumerate(state.board.tiles[tile].bonus):
                count[track] += bonus
    return [(trade, culture, military) for trade, culture, military in counts]


def levels(state: State, empire: int) -> Levels:
    """One empire's levels of trade, culture and military."""
    return all_levels(state)[empire]


class Tie(NamedTuple):
    """The empires with the highest level of a track; one alone is no tie and gets the title unasked."""

    track: Track
    tied: EmpireList


class AwardTitle(Question[State, Tie]):
    """5.1: the holder of the title decides which of the tied players gets it."""

    accepts = (Award,)
    phases = (5,)
    below = ("VictoryTest", "Tie")

    def problem(self, state: State, frame: Tie, below: Frame) -> str:
        return "" if frame.tied else "nobody is tied (5.1)."

    def asked(self, state: State, frame: Tie) -> int:
        return state.leaders[frame.track]

    def prompt(self, state: State, frame: Tie) -> Prompt:
        return Prompt(
            "5.1",
            Message("Decide which of the tied players is {leader}.", leader=TITLES[frame.track]),
        )

    def answers(self, state: State, frame: Tie) -> Answers:
        def refuse(action: Action) -> RuleError:
            if isinstance(action, Award) and action.track == frame.track:
                return RuleError(
                    "5.1", "{empire} is not among the tied players.", empire=state.board.empire_names[action.empire]
                )
            return RuleError("5.1", "Award the title: “award {track} to EMPIRE”.", track=TRACKS[frame.track])

        return Listed(state.board, [Award(frame.track, empire) for empire in frame.tied], refuse)

    def apply(self, state: State, frame: Tie, action: Award) -> None:
        state.stack.pop()
        if state.leaders[frame.track] == action.empire:
            return
        leaders = list(state.leaders)
        leaders[frame.track] = action.empire
        state.leaders = tuple(leaders)
        state.tell(LeaderChanged(action.empire, frame.track))
        if frame.track == TRADE:
            # 5.2: a new Trade Leader takes all three exchange markers.
            state.exchange = tuple(range(len(state.board.map.exchange)))


def begin_leadership(state: State) -> None:
    """Phase 5: the tracks are settled in the order trade, culture, military (R25), so trade lies on top."""
    state.stack.append(VictoryTest(5))
    reached = all_levels(state)
    for track in reversed(range(len(TRACKS))):
        on_track = [level[track] for level in reached]
        highest = max(on_track)
        tied = tuple([empire for empire, level in enumerate(on_track) if level == highest])
        state.stack.append(Tie(track, tied))
