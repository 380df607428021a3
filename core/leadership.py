"""Phase 5, leadership: levels and titles (0.6, chapter 5)."""

from __future__ import annotations

from typing import NamedTuple

from core.actions import Action, Award
from core.answers import Answers, Listed
from core.board import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, NOBODY, TEMPLE
from core.edition import TRACKS
from core.errors import RuleError
from core.flow import Prompt, Question
from core.state import TRADE, State
from core.victory import VictoryTest


def levels(state: State, empire: int) -> tuple[int, int, int]:
    """The empire's levels of trade, culture and military, counted afresh from the board (0.6)."""
    trade = culture = 0
    of_kind = state.board.of_kind
    for index, province in enumerate(state.provinces):
        if province.controller == NOBODY:
            continue
        counted = 0
        if province.controller == empire:
            # The occupier's buildings count for him, not for the province's controller.
            counted = province.built & ~province.posts if province.occupier != empire else province.built
        elif province.occupier == empire:
            counted = province.built & province.posts
        if counted:
            kinds = of_kind[index]
            trade += (counted & (kinds[CARAVAN] | kinds[MARKET])).bit_count()
            culture += (counted & (kinds[CITY] | kinds[CAPITAL] | kinds[LEGENDARY_CITY] | kinds[TEMPLE])).bit_count()
    player = state.players[empire]
    edition = state.board.edition
    military = edition.legions - player.legions + edition.triremes - player.triremes
    military += edition.fortresses - player.fortresses
    for tile in player.tiles:
        bonus = state.board.tiles[tile].bonus
        trade, culture, military = trade + bonus[0], culture + bonus[1], military + bonus[2]
    return trade, culture, military


class Tie(NamedTuple):
    """The empires with the highest level of a track; one alone is no tie and gets the title unasked."""

    track: int
    tied: tuple[int, ...]


class AwardTitle(Question[Tie]):
    """5.1: the holder of the title decides which of the tied players gets it."""

    def asked(self, state: State, frame: Tie) -> int:
        return state.leaders[frame.track]

    def prompt(self, state: State, frame: Tie) -> Prompt:
        return Prompt("5.1", f"Decide which of the tied players is {TRACKS[frame.track].capitalize()} Leader.")

    def answers(self, state: State, frame: Tie) -> Answers:
        def refuse(action: Action) -> RuleError:
            if isinstance(action, Award) and action.track == frame.track:
                return RuleError("5.1", f"{state.board.empire_names[action.empire]} is not among the tied players.")
            return RuleError("5.1", f"Award the title: “award {TRACKS[frame.track]} to EMPIRE”.")

        return Listed(state.board, [Award(frame.track, empire) for empire in frame.tied], refuse)

    def apply(self, state: State, frame: Tie, action: Award) -> None:
        state.stack.pop()
        if state.leaders[frame.track] == action.empire:
            return
        leaders = list(state.leaders)
        leaders[frame.track] = action.empire
        state.leaders = tuple(leaders)
        state.say(f"{state.board.empire_names[action.empire]} is now {TRACKS[frame.track].capitalize()} Leader.")
        if frame.track == TRADE:
            # 5.2: a new Trade Leader takes all three exchange markers.
            state.exchange = tuple(range(len(state.board.edition.exchange)))


def begin_leadership(state: State) -> None:
    """Phase 5: the tracks are settled in the order trade, culture, military (R25), so trade lies on top."""
    state.stack.append(VictoryTest(5))
    reached = [levels(state, empire) for empire in range(len(state.players))]
    for track in reversed(range(len(TRACKS))):
        highest = max(level[track] for level in reached)
        state.stack.append(Tie(track, tuple(empire for empire, level in enumerate(reached) if level[track] == highest)))
