"""Victory (chapter 6): the Pyramids or enough heroes and wonders, at once or with a lead of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.classic.building import BuildTurn, Prospects, may_buy
from core.classic.state import State
from core.engine.flow import Procedure
from core.engine.state import Result
from core.mare.kinds import CULTURE
from core.mare.race import Progress, Race
from core.mare.resources import Hand, minus, plus
from core.mare.rounds import end_game
from core.mare.sets import number_of_sets


def victory_of(state: State, empire: int) -> Result | None:
    """6.1: the end of the game by what an empire owns, if that is enough to win."""
    tiles = state.acting(empire)
    if any(tile.kind == "pyramids" for tile in tiles):
        return Result((empire,), "pyramids")
    return Result((empire,), "heroes_and_wonders") if len(tiles) >= state.board.map.tiles_to_win else None


def is_able_to_win(state: State, empire: int) -> bool:
    """K44: whether an empire's hand, or one after an exchange by Cleopatra, pays for all that it lacks to win."""
    game_map, tiles = state.board.map, state.board.tiles
    player = state.players[empire]
    lacking = max(0, game_map.tiles_to_win - len(player.tiles))
    if sum(player.hand) < min(game_map.pyramids_cost, lacking * game_map.tile_cost):
        return False
    kinds = [tiles[tile].kind for tile in state.display if may_buy(state, empire, tile)]
    others = len(kinds) - kinds.count("pyramids")
    return any(
        ("pyramids" in kinds and number_of_sets(hand, game_map.pyramids_cost) > 0)
        or (others >= lacking and number_of_sets(hand, game_map.tile_cost) >= lacking)
        for hand in _hands(state, empire)
    )


def _hands(state: State, empire: int) -> Iterator[Hand]:
    """Return the hand, and what it can be after an exchange with the bank."""
    prospects = Prospects(state, BuildTurn(empire))
    yield prospects.hand
    for given in prospects.given():
        left = minus(prospects.hand, (given,))
        # Of goods gained, one kind may serve where another one does not.
        for gained in prospects.gained(given):
            yield plus(left, (gained,))


def is_lead_needed(state: State) -> bool:
    """6.2b: whether several players are able to win, and the Political Leader is none of them."""
    able = [empire for empire in range(len(state.players)) if is_able_to_win(state, empire)]
    return len(able) > 1 and state.leaders[CULTURE] not in able


def race(state: State) -> list[Race]:
    """6.1b: by empire, how many heroes and wonders it has of those that win; in a contest it takes a lead (K45)."""
    numbers = [len(player.tiles) for player in state.players]
    enough = [_enough(state, empire) for empire in range(len(numbers))]
    if not state.contest:
        return [(Progress("heroes_and_wonders", have, need),) for have, need in zip(numbers, enough, strict=True)]
    found: list[Race] = []
    for empire, have in enumerate(numbers):
        rivals = [n for other, n in enumerate(numbers) if other != empire and n >= enough[other]]
        need = max([enough[empire], *(number + 1 for number in rivals)])
        found.append((Progress("heroes_and_wonders", have, need, phase=2),))
    return found


def _enough(state: State, empire: int) -> int:
    """How many heroes and wonders an empire needs to win: those that it has, if the Pyramids are among them."""
    result = victory_of(state, empire)
    return len(state.players[empire].tiles) if result is not None else state.board.map.tiles_to_win


class Contest(NamedTuple):
    """At the end of a building phase the players who are able to win are compared."""


class JudgeContest(Procedure[State, Contest]):
    """K45: among those who have what wins, the one with strictly the most heroes and wonders wins."""

    phases = (2,)
    below = ("Round",)

    def problem(self, state: State, frame: Contest, below: object) -> str:
        return "" if state.contest else "no lead is needed to win (6.2b)."

    def run(self, state: State, frame: Contest) -> None:
        state.stack.pop()
        found = [victory_of(state, empire) for empire in range(len(state.players))]
        victories = [victory for victory in found if victory is not None]
        numbers = [len(state.players[victory.winners[0]].tiles) for victory in victories]
        if victories and numbers.count(max(numbers)) == 1:
            end_game(state, victories[numbers.index(max(numbers))])
