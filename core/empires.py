"""The Empires edition put together: its data, its tiles, its phases and everything that can happen in them.

This is the one place that says what Empires is made of; the engine (``core.game``) is given it and knows none of it.
"""

from __future__ import annotations

from functools import cache

from core import (
    battle,
    build,
    building,
    collect,
    conquest,
    leadership,
    movement,
    rounds,
    setup,
    taking,
    trade,
    upkeep,
    war,
)
from core.board import Board, build_board
from core.data import empires_toml
from core.edition import Edition, parse_edition
from core.flow import Flow
from core.state import CULTURE, MILITARY
from core.tiles.base import Tile
from core.tiles.starting_heroes import Caesar, Cleopatra, Hammurabi, Hannibal, Pericles
from core.victory import TestVictory, VictoryTest, five_tiles, four_cities, three_titles

ENGINE = 1
"""Raised whenever the hash of any recorded game changes; a charter names it."""

ABILITIES: dict[str, type[Tile]] = {
    "caesar": Caesar,
    "pericles": Pericles,
    "hammurabi": Hammurabi,
    "cleopatra": Cleopatra,
    "hannibal": Hannibal,
}

PHASES = (
    collect.begin_collect,
    trade.begin_trade,
    build.begin_build,
    war.begin_war,
    leadership.begin_leadership,
)

FLOW: Flow = {
    setup.Deal: setup.DealEmpires(),
    rounds.Round: rounds.PlayRound(PHASES),
    rounds.Turns: rounds.NextTurn({CULTURE: build.begin_build_turn, MILITARY: war.begin_war_turn}),
    # 1. Collect resources
    collect.LegendaryDraw: collect.DrawLegendary(),
    collect.CoinOrLegendary: collect.OfferCoinOrLegendary(),
    collect.CollectChoice: collect.ChooseCoinOrLegendary(),
    # 2. Trade
    trade.Announcing: trade.AnnounceNumber(),
    trade.Offering: trade.AskOffers(),
    trade.Offers: trade.MakeOffers(),
    taking.Taking: taking.TakeResource(),
    taking.Compensation: taking.GiveCompensation(),
    # 3. Build
    building.BuildTurn: build.TakeBuildTurn(),
    upkeep.BuildEnd: upkeep.EndBuild(),
    upkeep.Refill: upkeep.TurnUpTiles(),
    # 4. Move and battle
    war.WarTurn: war.TakeWarTurn(),
    war.Conversions: war.ConvertMarkers(),
    movement.Sailing: movement.SailTriremes(),
    movement.Marching: movement.MarchLegions(),
    battle.SeaBattles: battle.StartSeaBattles(),
    battle.SeaBattle: battle.RollAtSea(),
    battle.LandBattles: battle.FightLandBattles(),
    battle.LandBattle: battle.RollOnLand(),
    battle.Losses: battle.PickLosses(),
    battle.Aftermath: battle.EndOccupation(),
    conquest.Conquests: conquest.DecideConquests(),
    # 5. Leadership
    leadership.Tie: leadership.AwardTitle(),
    # 6. Victory
    VictoryTest: TestVictory({3: five_tiles, 4: four_cities, 5: three_titles}),
}


@cache
def empires_edition() -> Edition:
    """The facts of Empires."""
    return parse_edition(empires_toml())


@cache
def empires_board(players: int) -> Board:
    """The board of a table of 3, 4 or 5; raises DataError for any other number."""
    edition = empires_edition()
    tiles = tuple(ABILITIES.get(facts.id, Tile)(index, facts) for index, facts in enumerate(edition.tiles))
    return build_board(edition, players, tiles)
