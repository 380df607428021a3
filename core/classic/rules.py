"""The editions of 2003 put together: their data, their phases and the handlers of all their frames.

Only this module lists the parts of the two. The engine (``core.engine``) takes them and knows none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from core.classic import battle, blockade, build, commerce, conquest, helen, setup, support, titles, victory, war
from core.classic.board import Board
from core.classic.data import classic_toml
from core.classic.map import Map, parse_map
from core.classic.state import Options, State
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.dealing import DealEmpires
from core.engine.flow import actions_of, flow_of
from core.engine.game import Game, Rules
from core.engine.message import Message
from core.engine.notation import Grammar
from core.engine.option import line_up
from core.mare.kinds import CULTURE, MILITARY
from core.mare.rounds import NextTurn, Order, PlayRound
from core.mare.trade import GiveCompensation, MakeOffers

PHASES = (commerce.begin_commerce, build.begin_building, war.begin_military)

TURNS = {
    CULTURE: Order(2, "4.1a", Message("Name the player who builds next, yourself or another."), build.begin_build_turn),
    MILITARY: Order(3, "5.1a", Message("Name the player who moves next, yourself or another."), war.begin_war_turn),
}

FLOW = flow_of(
    # 1. Setup
    DealEmpires(),
    setup.DrawFirstToSetUp(),
    setup.SetUp(),
    setup.PlaceFreeUnits(),
    titles.GiveFirstTitles(),
    titles.DrawFirstTitle(),
    # 2. Round and titles
    PlayRound([titles.start_phase] * len(PHASES)),
    titles.AwardTitle(),
    titles.BeginPhase(PHASES),
    # 3. Commerce
    commerce.ObtainGood(),
    commerce.AnnounceNumber(),
    MakeOffers(1, rule="3.3a", owned="3.2b", nothing="K21", begin=commerce.begin_taking),
    commerce.TakeWithOdysseus(1, rule="3.4a", barred="3.4c", end="K22"),
    commerce.UndoTake(),
    commerce.RedirectTake(),
    commerce.TakeFromOwner(),
    GiveCompensation(1, "3.6a"),
    # 4. Building
    NextTurn(TURNS),
    build.TakeBuildTurn(),
    build.PlaceGift(),
    build.EndBuilding(),
    build.KeepCards(),
    victory.JudgeContest(),
    # 5. Military
    war.TakeWarTurn(),
    blockade.ChooseRoute(),
    blockade.DeclareBlockades(),
    blockade.ShipLegions(),
    helen.AskHelen(),
    battle.PrepareLandBattle(),
    support.AskSupport(),
    battle.RollOnLand(),
    battle.PickLandLosses(),
    battle.EndLandBattle(),
    battle.RollAtSea(),
    battle.PickSeaLosses(),
    battle.EndSeaBattle(),
    conquest.ChooseMarketGood(),
)

SIDES = ("civilization", "civilizations")
"""The words of both rulebooks for what a seat plays: one, several."""

ORIGINAL_RULES = Rules(ORIGINAL.id, 3, FLOW, Grammar(actions_of(FLOW)), *SIDES)
"""The original edition."""

REVISED_RULES = Rules(REVISED.id, 4, FLOW, Grammar(actions_of(FLOW)), *SIDES)
"""The revised edition, *Civilization*."""

RULES = {rules.id: rules for rules in (ORIGINAL_RULES, REVISED_RULES)}


def load_map(text: str, variant: Variant) -> Map:
    """Return another map or start for an edition, from a text with the schema of ``core/classic/data/classic.toml``.

    Raises DataError, which names the wrong key and its line.
    """
    return parse_map(text, variant)


@cache
def standard_map(variant: Variant) -> Map:
    """Return the facts of an edition."""
    return load_map(classic_toml(), variant)


@cache
def map_board(game_map: Map, line_up: tuple[str, ...], variant: Variant) -> Board:
    """Return the board for these civilizations, in seat order. Raises DataError if they can't play."""
    return Board(game_map, line_up, variant)


def advised(game_map: Map) -> Mapping[int, tuple[str, ...]]:
    """Return the civilizations that a map advises for each table (1.1b)."""
    return {players: table.empires for players, table in game_map.tables}


def start(options: Options, game_map: Map, variant: Variant) -> State:
    """Return the position before anything is set up. Raises DataError if the options don't fit the map."""
    empires = line_up(advised(game_map), options.players, options.line_up)
    return setup.starting_state(map_board(game_map, empires, variant), options)


def new_game(options: Options, variant: Variant, game_map: Map | None = None) -> Game[State]:
    """Return a new game of an edition, on its own map or another. Raises DataError if the options don't fit."""
    return Game(RULES[variant.id], start(options, game_map or standard_map(variant), variant))
