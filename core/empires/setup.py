"""Setting up a table: options, starting position, dealt empires (0.7 to 0.9) and the short display (0.8)."""

from __future__ import annotations

from core.empires.board import Board
from core.empires.build import Refill
from core.empires.state import NO_PEACE, EmpiresMat, Options, Province, State
from core.engine.dealing import Deal, check_chosen, check_rounds
from core.engine.errors import DataError
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.state import Round

DISPLAYS = ("open", "short")
"""The displays by name: all heroes and wonders face up, or a few (0.8)."""


def check_options(board: Board, options: Options) -> None:
    """Raise DataError if the options do not fit the board."""
    if options.display not in DISPLAYS:
        raise DataError("display", Message("“{word}” is neither open nor short.", word=options.display))
    check_rounds(options.max_rounds)
    check_chosen(board, options.empires)


def starting_state(board: Board, options: Options) -> State:
    """Return the position before the first round. Raises DataError if the options do not fit."""
    check_options(board, options)
    game_map = board.map
    state = State()
    state.packed = [], b""
    state.board = board
    state.options = options
    state.seats = ()
    state.round = 1
    table = game_map.table(options.players)
    state.leaders = tuple(board.empires.index(leader) for leader in table.leaders)
    state.exchange = tuple(range(len(game_map.exchange)))
    state.reserve = bytes([game_map.coins, *(number for _, number in game_map.commodities)])
    state.pile = bytes([game_map.legendary_each]) * len(game_map.commodities)
    state.discard = bytes(len(game_map.commodities))
    state.buildings = bytes(game_map.buildings)
    state.seas = [bytes(options.players) for _ in board.seas]
    state.provinces = [Province(NO_EMPIRE, 0, bytes(options.players), NO_EMPIRE, NO_EMPIRE, 0) for _ in board.provinces]
    state.players = []
    for empire in range(options.players):
        _place_empire(state, empire)
    heroes = tuple(tile.index for tile in board.tiles if tile.kind in ("hero", "wonder"))
    pyramids = tuple(tile.index for tile in board.tiles if tile.kind == "pyramids")
    state.display, state.face_down = pyramids, heroes
    first: list[Frame] = [Round(0)]
    if options.display == "open":
        state.display, state.face_down = (*heroes, *pyramids), ()
    else:
        first.append(Refill())
    first.append(Deal())
    state.stack = first
    state.peace = NO_PEACE
    state.result = None
    state.listener = None
    return state


def _place_empire(state: State, empire: int) -> None:
    board = state.board
    game_map = board.map
    start = board.starts[empire]
    legions = fortresses = 0
    for name in start.provinces:
        index = board.provinces.index(name)
        icons = [icon.name for icon in board.icons[index]]
        built = 0
        for building in dict(start.buildings).get(name, ()):
            icon = icons.index(building)
            built |= 1 << icon
            state.change_buildings(board.icons[index][icon].kind, -1)
        force = dict(dict(start.units).get(name, ()))
        here = bytearray(state.options.players)
        here[empire] = force.get("legion", 0)
        fortress = empire if force.get("fortress", 0) else NO_EMPIRE
        legions += here[empire]
        fortresses += fortress != NO_EMPIRE
        state.provinces[index] = Province(empire, built, bytes(here), fortress, NO_EMPIRE, 0)
    hero = next(tile.index for tile in board.tiles if tile.id == start.hero)
    state.players.append(
        EmpiresMat(
            hand=bytes(len(board.tokens)),
            tiles=(hero,),
            legions=game_map.legions - legions,
            triremes=game_map.triremes,
            fortresses=game_map.fortresses - fortresses,
            # 0.5: the capital's control is printed on the map and uses no marker.
            markers=game_map.markers - (len(start.provinces) - 1),
        )
    )
