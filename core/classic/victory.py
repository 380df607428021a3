"""Victory (chapter 6): the Pyramids or enough heroes and wonders, at once or with a lead of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.classic.building import BuildTurn, Prospects, may_buy
from core.classic.state import State
from core.engine.flow import Phases, Procedure
from core.engine.state import NO_EMPIRE, Result
from core.mare.kinds import CULTURE, EmpireList
from core.mare.payment import number_of_sets
from core.mare.race import Race, WayToWin
from core.mare.resources import Hand, minus, plus
from core.mare.rounds import Turns, end_game


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
    """Return by empire how many heroes and wonders it has towards victory (6.1b); a contest needs a lead (K45).

    When nothing is left to buy, the first in the order of building of those with the most needs no lead.
    """
    numbers = [len(player.tiles) for player in state.players]
    enough = [_enough(state, empire) for empire in range(len(numbers))]
    if not state.contest:
        return [(WayToWin("heroes_and_wonders", have, need),) for have, need in zip(numbers, enough, strict=True)]
    first = NO_EMPIRE if state.display else first_to_build(state, _leading(state))
    found: list[Race] = []
    for empire, have in enumerate(numbers):
        rivals = [n for other, n in enumerate(numbers) if other != empire and n >= enough[other]]
        need = have if empire == first else max([enough[empire], *(number + 1 for number in rivals)])
        found.append((WayToWin("heroes_and_wonders", have, need, phase=2),))
    return found


def _enough(state: State, empire: int) -> int:
    """Return how many heroes and wonders an empire needs to win; with the Pyramids, as many as it has."""
    result = victory_of(state, empire)
    return len(state.players[empire].tiles) if result is not None else state.board.map.tiles_to_win


def _leading(state: State) -> list[int]:
    """Return who has the most heroes and wonders: of those who meet 6.1, or of all if none does."""
    players = range(len(state.players))
    meeting = [empire for empire in players if victory_of(state, empire) is not None]
    numbers = {empire: len(state.players[empire].tiles) for empire in meeting or players}
    return [empire for empire, number in numbers.items() if number == max(numbers.values())]


def first_to_build(state: State, tied: Sequence[int]) -> int:
    """Return the first of tied players in a contest's order of building; NO_EMPIRE if none is in it yet."""
    order: tuple[int, ...] = next((frame.order for frame in state.stack if isinstance(frame, Contest)), ())
    return next((empire for empire in order if empire in tied), NO_EMPIRE)


class Contest(NamedTuple):
    """A building phase at whose end players are compared; ``order`` has those whose turn has begun, in this order."""

    order: EmpireList


def begin_contest(state: State) -> None:
    """Begin a building phase at whose end players are compared."""
    state.stack.append(Contest(()))


def note_turn(state: State, empire: int) -> None:
    """Note in a contest that an empire's building turn has begun."""
    for index, frame in enumerate(state.stack):
        if isinstance(frame, Contest):
            state.stack[index] = Contest((*frame.order, empire))


class JudgeContest(Procedure[State, Contest]):
    """Among players with enough to win, the one with strictly the most heroes and wonders wins (K45).

    When nothing is left that any player may buy, the first of those with the most in the order of building wins.
    """

    phases: Phases = (2,)
    below = ("Round",)

    def problem(self, state: State, frame: Contest, below: object) -> str:
        if not state.contest:
            return "no lead is needed to win (6.2b)."
        waiting = [empire for turns in state.stack if isinstance(turns, Turns) for empire in turns.waiting]
        if sorted([*frame.order, *waiting]) != [*range(len(state.players))]:
            return "“order” must name all who have had their turn, each once (K45)."
        return ""

    def run(self, state: State, frame: Contest) -> None:
        leading = _leading(state)
        winner = first_to_build(state, leading)
        victory = victory_of(state, winner)
        state.stack.pop()
        if not state.display:
            end_game(state, victory or Result((winner,), "heroes_and_wonders"))
        elif victory is not None and len(leading) == 1:
            end_game(state, victory)
