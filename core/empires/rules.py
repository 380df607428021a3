"""The Empires edition put together: its data, its tiles, its phases and the handlers of all their frames.

Only this module lists the parts of Empires. The engine (``core.engine``) takes them and knows none of them.
"""

from __future__ import annotations

from functools import cache

from core.empires import battle, build, collect, conquest, heroes, movement, setup, titles, trade, war, wonders
from core.empires.board import Board
from core.empires.data import empires_toml
from core.empires.map import Map, parse_map
from core.empires.state import Game, Options, Tile
from core.empires.victory import TestVictory, five_tiles, four_cities, three_titles
from core.engine.dealing import DealEmpires
from core.engine.errors import DataError
from core.engine.flow import actions_of, flow_of
from core.engine.game import Rules
from core.engine.message import Message
from core.engine.notation import Grammar
from core.engine.toml import naming_lines
from core.mare.kinds import CULTURE, MILITARY
from core.mare.rounds import NextTurn, Order, PlayRound
from core.mare.trade import GiveCompensation, MakeOffers, TakeResource

ABILITIES: dict[str, type[Tile]] = {
    "caesar": heroes.Caesar,
    "pericles": heroes.Pericles,
    "hammurabi": heroes.Hammurabi,
    "cleopatra": heroes.Cleopatra,
    "hannibal": heroes.Hannibal,
    "castor_and_pollux": heroes.CastorAndPollux,
    "nebuchadnezzar": heroes.Nebuchadnezzar,
    "circe": heroes.Circe,
    "penthesilea": heroes.Penthesilea,
    "gilgamesh": heroes.Gilgamesh,
    "perseus": heroes.Perseus,
    "hamilcar": heroes.Hamilcar,
    "queen_of_sheba": heroes.QueenOfSheba,
    "ramses": heroes.Ramses,
    "antigone": heroes.Antigone,
    "spartacus": heroes.Spartacus,
    "colossus": wonders.Colossus,
    "hanging_gardens": wonders.HangingGardens,
    "lighthouse": wonders.Lighthouse,
    "statue_of_zeus": wonders.StatueOfZeus,
    "temple_of_artemis": wonders.TempleOfArtemis,
}
"""Every tile with an ability. Hercules and the Pyramids have only their bonus and their victory."""

PHASES = (collect.begin_collect, trade.begin_trade, build.begin_build, war.begin_war, titles.begin_leadership)

TURNS = {
    CULTURE: Order(3, "3.0", Message("Name the player who builds next, yourself or another."), build.begin_build_turn),
    MILITARY: Order(4, "4.0", Message("Name the player who moves next, yourself or another."), war.begin_war_turn),
}

FLOW = flow_of(
    DealEmpires(),
    PlayRound(PHASES),
    NextTurn(TURNS),
    # 1. Collect resources
    collect.CollectExtraCoins(),
    wonders.ObtainCommodity(),
    collect.DrawLegendary(),
    collect.OfferCoinOrLegendary(),
    collect.ChooseCoinOrLegendary(),
    # 2. Trade
    trade.AnnounceNumber(),
    heroes.NameSize(),
    trade.AskOffers(),
    MakeOffers(2, rule="2.1a", owned="R7", nothing="2.2"),
    TakeResource(2, rule="2.2", barred="2.2a", end="2.2b"),
    GiveCompensation(2, "2.2.1"),
    # 3. Build
    heroes.FollowAmbition(),
    build.TakeBuildTurn(),
    heroes.CopyHero(),
    build.EndBuild(),
    wonders.KeepCommodities(),
    build.DiscardTheRest(),
    build.TurnUpTiles(),
    # 4. Move and battle
    wonders.DeclarePeace(),
    war.TakeWarTurn(),
    war.ConvertMarkers(),
    movement.SailTriremes(),
    movement.MarchLegions(),
    battle.StartSeaBattles(),
    battle.RollAtSea(),
    battle.FightLandBattles(),
    battle.RollOnLand(),
    battle.PickLosses(),
    battle.EndOccupation(),
    conquest.DecideConquests(),
    heroes.GiveUpLegion(),
    heroes.StandOnIcons(),
    # 5. Leadership
    titles.AwardTitle(),
    # 6. Victory
    TestVictory({3: five_tiles, 4: four_cities, 5: three_titles}),
)

EMPIRES = Rules("empires", 3, FLOW, Grammar(actions_of(FLOW)))
"""The edition of 2016."""


def load_map(text: str) -> Map:
    """Return another map or start of Empires, from a text with the schema of ``core/empires/data/empires.toml``.

    Raises DataError, which names the wrong key and its line.
    """
    game_map = parse_map(text)
    goods = [name for name, _ in game_map.commodities]
    for tile in _tiles(game_map):
        if tile.commodity and tile.commodity not in goods:
            with naming_lines(text):
                raise DataError(f"tiles.{tile.id}", f"its ability needs {tile.commodity!r} among the commodities.")
    return game_map


def _tiles(game_map: Map) -> tuple[Tile, ...]:
    return tuple(ABILITIES.get(facts.id, Tile)(index, facts) for index, facts in enumerate(game_map.tiles))


@cache
def standard_map() -> Map:
    """Return the facts of Empires."""
    return load_map(empires_toml())


@cache
def map_board(game_map: Map, players: int) -> Board:
    """Return the board of a table on a map. Raises DataError if it has none for this number of players."""
    return Board(game_map, players, _tiles(game_map))


def empires_board(players: int) -> Board:
    """Return the board of a table of 3, 4 or 5. Raises DataError for any other number."""
    return map_board(standard_map(), players)


def new_game(options: Options, game_map: Map | None = None) -> Game:
    """Return a new game of Empires, on its own map or on another one. Raises DataError if the options don't fit."""
    return Game(EMPIRES, setup.starting_state(map_board(game_map or standard_map(), options.players), options))
