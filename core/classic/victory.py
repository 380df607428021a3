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
    """Return the result if an empire owns enough to win (6.1), else None."""
    tiles = state.acting(empire)
    if any(tile.kind == "pyramids" for tile in tiles):
        return Result((empire,), "pyramids")
    return Result((empire,), "heroes_and_wonders") if len(tiles) >= state.board.map.tiles_to_win else None


def is_able_to_win(state: State, empire: int) -> bool:
    """Return whether an empire can pay now for all that it lacks to win (K44).

    Its hand counts, and any hand after an exchange by Cleopatra.
    """
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
    """Yield the hand, and the hands after each exchange with the bank."""
    prospects = Prospects(state, BuildTurn(empire))
    yield prospects.hand
    for given in prospects.given():
        left = minus(prospects.hand, (given,))
        # A gained good may serve where another kind does not.
        for gained in prospects.gained(given):
            yield plus(left, (gained,))


def is_lead_needed(state: State) -> bool:
    """Return whether several players are able to win, and the Political Leader is none of them (6.2b)."""
    able = [empire for empire in range(len(state.players)) if is_able_to_win(state, empire)]
    return len(able) > 1 and state.leaders[CULTURE] not in able


def race(state: State) -> list[Race]:
    """Return by empire how many heroes and wonders it has towards victory (6.1b); a contest needs a lead (K45)."""
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
    """Return how many heroes and wonders an empire needs to win; with the Pyramids, as many as it has."""
    result = victory_of(state, empire)
    return len(state.players[empire].tiles) if result is not None else state.board.map.tiles_to_win


class Contest(NamedTuple):
    """The comparison at the end of a building phase between the players who are able to win."""


class JudgeContest(Procedure[State, Contest]):
    """Among players with enough to win, the one with strictly the most heroes and wonders wins (K45)."""

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
