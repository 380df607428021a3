"""Whether what is going on in a position can be going on: which frames follow which, and what each takes for granted.

The engine never meets a flow that fails here, so it does not look for one itself; a position written by hand may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.empires.battle import (
    Aftermath,
    LandBattle,
    LandBattles,
    Losses,
    SeaBattle,
    SeaBattles,
    fields_of_battle,
    waters_of_battle,
)
from core.empires.board import bits
from core.empires.building import BuildTurn
from core.empires.collect import CoinOrLegendary, CollectChoice, ExtraCoins, LegendaryDraw
from core.empires.conquest import Conquests, provinces_to_conquer
from core.empires.leadership import Tie
from core.empires.movement import Marching, Sailing
from core.empires.rounds import Turns
from core.empires.state import MARKER, TRADE, Round, State, land_units
from core.empires.taking import NO_TAKE, Compensation, Taking
from core.empires.tiles.antigone import NamingSize
from core.empires.tiles.castor_and_pollux import Copying
from core.empires.tiles.circe import Standing
from core.empires.tiles.colossus import Obtaining
from core.empires.tiles.hanging_gardens import Keeping
from core.empires.tiles.perseus import Ambition, winning_tiles
from core.empires.tiles.queen_of_sheba import GivingUp
from core.empires.tiles.statue_of_zeus import Declaring
from core.empires.trade import Announcing, Offering, Offers
from core.empires.upkeep import Discard, Refill
from core.empires.victory import TILES_TO_WIN, VictoryTest
from core.empires.war import Conversions, WarTurn
from core.engine.errors import DataError
from core.engine.state import NOBODY, Frame
from core.mare.resources import holds

_CHOICES = (ExtraCoins, LegendaryDraw, CoinOrLegendary, Conquests)

BELOW: Mapping[type[Any], tuple[tuple[int, ...], tuple[type[Any], ...]]] = {
    Obtaining: ((1,), (Round, Obtaining)),
    ExtraCoins: ((1,), (Round, Obtaining)),
    LegendaryDraw: ((1, 4), _CHOICES),
    CoinOrLegendary: ((1, 4), _CHOICES),
    CollectChoice: ((1, 4), _CHOICES),
    Announcing: ((2,), (Round,)),
    Offering: ((2,), (Round,)),
    NamingSize: ((2,), (Offering, NamingSize)),
    Offers: ((2,), (Round,)),
    Taking: ((2,), (Round,)),
    Compensation: ((2,), (Round,)),
    Ambition: ((3,), (Turns, Ambition)),
    Copying: ((3,), (BuildTurn, Ambition)),
    Refill: ((3,), (Round,)),
    VictoryTest: ((3,), (Refill,)),
    Discard: ((3,), (VictoryTest,)),
    Keeping: ((3,), (Discard, Keeping)),
    Declaring: ((4,), (Turns, Declaring)),
    Conversions: ((4,), (WarTurn,)),
    Sailing: ((4,), (WarTurn,)),
    SeaBattles: ((4,), (WarTurn,)),
    SeaBattle: ((4,), (SeaBattles,)),
    Marching: ((4,), (WarTurn,)),
    LandBattles: ((4,), (WarTurn,)),
    LandBattle: ((4,), (LandBattles,)),
    Aftermath: ((4,), (LandBattles,)),
    Losses: ((4,), (Aftermath, Losses)),
    Conquests: ((4,), (WarTurn,)),
    GivingUp: ((4,), (Conquests,)),
    Standing: ((4,), (WarTurn,)),
    Tie: ((5,), (VictoryTest, Tie)),
}
"""By type of frame, the phases in which it occurs, and the types one of which it lies on."""


def check_flow(state: State, doing: int) -> None:
    """Raises DataError where the flow can't be going on; its last ``doing`` frames are those that were listed."""
    phase = state.stack[0].phase if state.stack and isinstance(state.stack[0], Round) else 0
    first = len(state.stack) - doing
    for index in range(first, len(state.stack)):
        frame, below = state.stack[index], state.stack[index - 1]
        problem = _misplaced(frame, below, phase)
        check = CHECKS.get(type(frame))
        if not problem and check is not None:
            problem = check(state, frame, below)
        if problem:
            raise DataError(f"doing[{index - first}]", problem)


def _misplaced(frame: Frame, below: Frame, phase: int) -> str:
    phases, types = BELOW[type(frame)]
    return "" if phase in phases and isinstance(below, types) else "can't be going on there."


# ---------------------------------------------------------------------- trade


def _offers(state: State, frame: Offers, below: Frame) -> str:
    owned = [sum(player.hand) for player in state.players]
    if any(size > number for size, number in zip(frame.sizes, owned, strict=True)):
        return "nobody offers more than he owns (R7)."
    others = [size for empire, size in enumerate(frame.sizes) if empire != state.leaders[TRADE]]
    return "" if any(others) else "the Trade Leader could take nothing, so nobody offers (2.2)."


def _taking(state: State, frame: Taking, below: Frame) -> str:
    leader = state.leaders[TRADE]
    if frame.last == NO_TAKE:
        follows = frame.before == NO_TAKE and frame.taker == leader
    else:
        follows = frame.last[1] == frame.taker and frame.before in (NO_TAKE, (frame.before[0], frame.last[0]))
    if not follows:
        return "the Trade Leader takes first, then always the one who was taken from (2.2)."
    if frame.last != NO_TAKE and not any(state.players[leader].hand):
        return "the Trade Leader has taken something, and holds nothing (2.2)."
    return "" if frame.losers() else "the taker has nothing to take (2.2b)."


def _compensation(state: State, frame: Compensation, below: Frame) -> str:
    leader = state.leaders[TRADE]
    if frame.empire == leader or not any(state.players[leader].hand):
        return "the Trade Leader gives a resource of his to another player (2.2.1)."
    return ""


# ---------------------------------------------------------------------- build


def _ambition(state: State, frame: Ambition, below: Frame) -> str:
    if not frame.begun:
        return ""
    tiles = winning_tiles(state, frame.empire)
    most = len(state.players[frame.empire].tiles) >= TILES_TO_WIN
    pyramids_only = all(state.board.tiles[tile].kind == "pyramids" for tile in tiles)
    return "he can't pay for all that is missing (R13)." if most or pyramids_only else ""


def _copying(state: State, frame: Copying, below: Frame) -> str:
    player = state.players[frame.empire]
    bought = any(state.board.tiles[tile].id == "castor_and_pollux" for tile in player.tiles)
    return "" if bought and player.copied == NOBODY else "he has not just bought Castor and Pollux (R12)."


def _discard(state: State, frame: Discard, below: Frame) -> str:
    kept = zip(state.players, frame.kept, strict=True)
    if any(0 in tokens or not holds(player.hand, tokens) for player, tokens in kept):
        return "only commodities that a player holds are kept (3.0b)."
    return ""


# ---------------------------------------------------------------------- move and battle


def _sailing(state: State, frame: Sailing, below: Frame) -> str:
    there = [triremes[frame.empire] for triremes in state.seas]
    if any(moved > number for moved, number in zip(frame.moved, there, strict=True)):
        return "more triremes have moved there than there are (4.1.1)."
    return ""


def _marching(state: State, frame: Marching, below: Frame) -> str:
    for province, moved in zip(state.provinces, frame.moved, strict=True):
        standing = province.posts.bit_count() if province.occupier == frame.empire else 0
        if moved + standing > province.legions[frame.empire]:
            return "more legions have moved there than stand there and occupy nothing (4.1.2)."
    return ""


def _within(mask: int, whole: int, problem: str) -> str:
    return problem if mask & ~whole else ""


def _sea_battles(state: State, frame: SeaBattles, below: Frame) -> str:
    return _within(frame.seas, waters_of_battle(state, frame.empire), "there is nobody to fight in all those (4.1.1).")


def _land_battles(state: State, frame: LandBattles, below: Frame) -> str:
    fields = fields_of_battle(state, frame.empire)
    return _within(frame.provinces, fields, "there is nobody to fight in all those (4.1.2).")


def _sea_battle(state: State, frame: SeaBattle, below: Frame) -> str:
    triremes = state.seas[frame.sea]
    return _battle(state, frame, triremes[frame.attacker] > 0, triremes[frame.defender] > 0)


def _land_battle(state: State, frame: LandBattle, below: Frame) -> str:
    province = state.provinces[frame.province]
    return _battle(state, frame, land_units(province, frame.attacker) > 0, land_units(province, frame.defender) > 0)


def _battle(state: State, frame: SeaBattle | LandBattle, attacks: bool, defends: bool) -> str:
    enemies = frame.attacker != frame.defender and not state.at_peace(frame.attacker, frame.defender)
    return "" if attacks and defends and enemies else "both must be there to fight, and not at peace (4.1.1, 4.1.2)."


def _losses(state: State, frame: Losses, below: Frame) -> str:
    if frame.province != below[0] or (isinstance(below, Losses) and below.empire == frame.empire):
        return "each side of one battle takes its losses once (4.2b)."
    units = land_units(state.provinces[frame.province], frame.empire)
    return "" if 0 < frame.hits < units else "nothing is asked unless some units, and not all, are hit (4.2b)."


def _conquests(state: State, frame: Conquests, below: Frame) -> str:
    conquered = provinces_to_conquer(state, frame.empire)
    return _within(frame.provinces, conquered, "he is not conqueror in all those (4.3).")


def _giving_up(state: State, frame: GivingUp, below: Conquests) -> str:
    province = state.provinces[frame.province]
    acting = any(tile.index == frame.tile for tile in state.acting(frame.empire))
    spent = frame.province in bits(below.provinces) or frame.tile in below.used
    if province.occupier != frame.empire or province.posts != MARKER or not acting or spent:
        return "no legion of his, with that tile, has just occupied a control marker there (4.3.3)."
    return "" if state.players[frame.empire].markers else "he has no control marker left (R22)."


# ---------------------------------------------------------------------- leadership


def _tie(state: State, frame: Tie, below: Frame) -> str:
    return "" if frame.tied else "nobody is tied (5.1)."


CHECKS: Mapping[type[Any], Callable[[State, Any, Any], str]] = {
    Offers: _offers,
    Taking: _taking,
    Compensation: _compensation,
    Ambition: _ambition,
    Copying: _copying,
    Discard: _discard,
    Sailing: _sailing,
    Marching: _marching,
    SeaBattles: _sea_battles,
    LandBattles: _land_battles,
    SeaBattle: _sea_battle,
    LandBattle: _land_battle,
    Losses: _losses,
    Conquests: _conquests,
    GivingUp: _giving_up,
    Tie: _tie,
}
"""What a frame takes for granted: a function that gives the problem, or nothing."""
