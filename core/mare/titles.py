"""The levels of the tracks, and the choice of a title's holder among tied players."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.engine.state import Frame
from core.mare.actions import Award
from core.mare.events import LeaderChanged, TitleAwarded
from core.mare.kinds import TRACKS, EmpireList, Track
from core.mare.state import CommonState

Levels = tuple[int, int, int]


def all_levels(state: CommonState) -> list[Levels]:
    """Return by empire the levels of trade, culture and military, counted afresh."""
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


def levels(state: CommonState, empire: int) -> Levels:
    """Return one empire's levels of trade, culture and military."""
    return all_levels(state)[empire]


def give_title(state: CommonState, track: int, empire: int) -> None:
    """Give a title to an empire. Nothing happens if it holds the title already."""
    if state.leaders[track] != empire:
        leaders = list(state.leaders)
        leaders[track] = empire
        state.leaders = tuple(leaders)
        state.tell(LeaderChanged(empire, track))


class Tie(NamedTuple):
    """The empires of which one will get a title. A single empire gets it without a question."""

    track: Track
    tied: EmpireList


class DecideTie(Question[Any, Tie]):
    """The holder of the title decides which of the tied players gets it; ``rule`` is the number of the rule."""

    accepts = (Award,)
    rule: ClassVar[str]

    def problem(self, state: CommonState, frame: Tie, below: Frame) -> str:
        return "" if frame.tied else f"no players are tied ({self.rule})."

    def asked(self, state: CommonState, frame: Tie) -> int:
        return state.leaders[frame.track]

    def prompt(self, state: CommonState, frame: Tie) -> Prompt:
        return Prompt(
            self.rule, Message("Decide which of the tied players is {leader}.", leader=state.board.titles[frame.track])
        )

    def answers(self, state: CommonState, frame: Tie) -> Answers:
        def refuse(action: Action) -> RuleError:
            if isinstance(action, Award) and action.track == frame.track:
                return RuleError(
                    self.rule, "{empire} is not among the tied players.", empire=state.board.empire_names[action.empire]
                )
            return RuleError(self.rule, "Award the title: “award {track} to PLAYER”.", track=TRACKS[frame.track])

        return Listed(state.board, [Award(frame.track, empire) for empire in frame.tied], refuse)

    def apply(self, state: Any, frame: Tie, action: Award) -> None:
        state.stack.pop()
        if len(frame.tied) > 1:
            level = levels(state, action.empire)[frame.track]
            state.tell(TitleAwarded(frame.tied, level, action.empire, frame.track))
        give_title(state, frame.track, action.empire)
