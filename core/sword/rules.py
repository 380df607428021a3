"""The edition put together: its practice file, its phases, and the handlers of all their frames."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from core.engine.dealing import DealEmpires
from core.engine.flow import actions_of, flow_of
from core.engine.game import Game, Rules
from core.engine.notation import Grammar
from core.sword.activity import AskResponses, BeActive, HoldFloor, PlayRounds, RollGallicEvent
from core.sword.attrition import ATTRITION, RollAttrition
from core.sword.board import Board, side_words
from core.sword.by_hand import ThrowDice
from core.sword.capitulation import CAPITULATION, Capitulate, RollAssault
from core.sword.data import practice_toml
from core.sword.drawing import DrawHands
from core.sword.first_player import NameFirstPlayer, begin_naming
from core.sword.isolation import ISOLATION
from core.sword.map import Map
from core.sword.map_file import load_map
from core.sword.order import GoByPoints, NameNamer, SetOrder
from core.sword.reinforcements import REINFORCEMENTS, Reinforce
from core.sword.sequence import PlayTurn
from core.sword.setup import starting_state
from core.sword.state import Options, State
from core.sword.victory import JudgeNumber
from core.sword.windows import KeepWindow

FLOW = flow_of(
    DealEmpires(),
    PlayTurn(),
    KeepWindow(),
    GoByPoints({5: ATTRITION, 6: CAPITULATION, 7: ISOLATION, 10: REINFORCEMENTS}),
    SetOrder(),
    ThrowDice(),
    # 2. Draw
    DrawHands(),
    # 3. First player
    NameNamer(begin_naming),
    NameFirstPlayer(),
    # 4. Actions
    PlayRounds(),
    BeActive(),
    AskResponses(),
    HoldFloor(),
    RollGallicEvent(),
    # 5. Attrition
    RollAttrition(),
    # 6. Capitulation
    Capitulate(),
    RollAssault(),
    # 8. Scoring
    JudgeNumber(),
    # 10. Reinforcements
    Reinforce(),
)

SWORD = Rules("sword", 1, FLOW, Grammar(actions_of(FLOW)), side="player", sides="players")
"""The Sword of Rome, as far as its chapters 1 to 5.7 go."""


@cache
def standard_map() -> Map:
    """Return the practice file, which is no part of the printed game."""
    return load_map(practice_toml())


@cache
def map_board(game_map: Map, players: int) -> Board:
    """Return the board of a table. Raises DataError if the file has none for this number of players."""
    return Board(game_map, players)


def tables(game_map: Map) -> Mapping[int, tuple[str, ...]]:
    """Return by number of players the sides, clockwise."""
    return {players: side_words(table.seats) for players, table in game_map.tables}


def start(options: Options, game_map: Map) -> State:
    """Return the position before the first turn. Raises DataError if the options don't fit the file."""
    return starting_state(map_board(game_map, options.players), options)


def new_game(options: Options, game_map: Map | None = None) -> Game[State]:
    """Return a new game, on the practice file or on an owner's one. Raises DataError if the options don't fit."""
    return Game(SWORD, start(options, game_map or standard_map()))
