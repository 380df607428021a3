"""How near everyone is to victory (chapter 6), and the worth of steps towards victory or against another player's."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.empires.board import Board
from core.empires.bots.planner.view import View
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN
from core.engine.state import NO_EMPIRE
from core.mare.kinds import TRACKS
from core.mare.payment import Form, most_payable
from core.mare.resources import Hand, changed

WIN = 100_000
"""The value of winning, far above that of anything else."""

# Values for capitals and legendary cities. The worth of each further one grows with the square of how many there are.
# Taking one from an opponent with three, or with four who would win, is worth more. Losing one costs something, most of
# all to an opponent with three.
CITY_STEP = 60
CITY_OF_THREE = 500
CITY_OF_FOUR = WIN // 10
CITY_LOSS = 200
CITY_LOSS_TO_THREE = WIN // 5

# The share of its price, in percent, that a hero or wonder is worth: in the first round, more per round, at most.
TILE_AT_FIRST = 90
TILE_STEP = 24
TILE_AT_MOST = 160

# The worth of levels that win three titles, and of levels that keep another player from them.
LEVELS_TO_WIN = WIN // 4
LEVELS_TO_STOP = WIN // 20


_most_payable = lru_cache(maxsize=1 << 14)(most_payable)


class Rival(NamedTuple):
    """An opponent who lacks one resource for the Pyramids, which cost ``cost``."""

    hand: Hand
    form: Form
    cost: int

    def wins_with(self, token: int) -> bool:
        """Return whether this resource is the one."""
        return _most_payable(changed(self.hand, token, 1), self.form) >= self.cost


def nearly_at_pyramids(view: View) -> list[Rival]:
    """Return the opponents who lack one resource for the Pyramids (6.1)."""
    cost = view.board.pyramids_price.cost
    # The number of resources rules out most opponents cheaply.
    hands = [(other, view.state.players[other].hand) for other in view.opponents]
    rivals = [Rival(hand, view.form_of(other), cost) for other, hand in hands if sum(hand) >= cost - 1]
    return [rival for rival in rivals if _most_payable(rival.hand, rival.form) == cost - 1]


def tile_value(board: Board, now: int, held: int) -> int:
    """Return the worth of the next hero or wonder to a player with ``held`` of them (6.2). It grows with the rounds."""
    if held + 1 >= TILES_TO_WIN:
        return WIN
    percent = min(TILE_AT_MOST, TILE_AT_FIRST + TILE_STEP * (now - 1))
    return board.tile_price(held).cost * percent


def great_city_value(view: View, owner: int) -> int:
    """Return the worth of one more capital or legendary city (6.3).

    It is taken from its owner, or newly built (NO_EMPIRE).
    """
    reached = view.great_cities[view.empire] + 1
    if reached >= CITIES_TO_WIN:
        return WIN
    value = CITY_STEP * reached * reached
    if owner != NO_EMPIRE and view.great_cities[owner] >= CITIES_TO_WIN:
        return value + CITY_OF_FOUR
    if owner != NO_EMPIRE and view.great_cities[owner] == CITIES_TO_WIN - 1:
        return value + CITY_OF_THREE
    return value


def great_city_loss(view: View, taker: int) -> int:
    """Return the cost of losing a capital or legendary city to an opponent, beyond its income."""
    return CITY_LOSS_TO_THREE if view.great_cities[taker] >= CITIES_TO_WIN - 1 else CITY_LOSS


def level_values(view: View, sets: int) -> list[int]:
    """Return by track the worth of one more level to a player who can buy this many now (6.4).

    Only levels count that give all three titles, or keep them from an opponent.
    """
    tracks = range(len(TRACKS))
    gaps = [max(0, *[_lag(view, track, other) for other in view.opponents]) for track in tracks]
    missing = sum(gaps)
    if missing <= sets:
        return [LEVELS_TO_WIN // missing if gap else 0 for gap in gaps]
    values = [0] * len(TRACKS)
    for other in view.opponents:
        if all(_gets_title(view, track, other) for track in tracks):
            lag, track = min((_lag(view, track, other), track) for track in tracks)
            if 0 < lag <= sets:
                values[track] += LEVELS_TO_STOP // lag
    return values


def _lag(view: View, track: int, other: int) -> int:
    """Return the levels by which the empire must rise to pass another. The title's holder decides ties (5.1)."""
    behind = view.levels[other][track] - view.levels[view.empire][track]
    return behind + (view.state.leaders[track] != view.empire)


def _gets_title(view: View, track: int, empire: int) -> bool:
    """Return whether an empire would get a title now."""
    reached = [levels[track] for levels in view.levels]
    highest = max(reached)
    return reached[empire] == highest and (reached.count(highest) == 1 or view.state.leaders[track] == empire)
