"""Setting up a table: options, the printed start, neutral pieces, and what heroes bring (chapter 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from core.classic.board import Board
from core.classic.events import Brought
from core.classic.pieces import place, supply_of, take_tile
from core.classic.points import FirstToSetUp
from core.classic.state import NOWHERE, Options, Province, State, absence, empty_hand
from core.classic.titles import FirstTitles
from core.engine.errors import DataError
from core.engine.flow import Procedure
from core.engine.message import Message
from core.engine.option import MOST_ROUNDS
from core.engine.state import NO_EMPIRE, Frame
from core.mare.graph import bits
from core.mare.kinds import TRACKS
from core.mare.rounds import Deal, check_chosen
from core.mare.state import Player, Round

STARTS = ("printed", "points")
"""The starts by name: as the sheets show (1.3), or with points for each player to spend (1.4)."""


def check_options(board: Board, options: Options) -> None:
    """Raise DataError if the options do not fit the board."""
    if options.start not in STARTS:
        raise DataError("start", Message("“{word}” is neither printed nor points.", word=options.start))
    if not 0 <= options.max_rounds <= MOST_ROUNDS:
        raise DataError("max_rounds", Message("must be from 0 (no limit) to {most}.", most=MOST_ROUNDS))
    if (options.blockade or options.alps) and not board.variant.has_options:
        raise DataError(
            "blockade" if options.blockade else "alps", Message("is no option of {title}.", title=board.variant.title)
        )
    check_chosen(board, options.empires)


def starting_state(board: Board, options: Options) -> State:
    """Return the position before players set up anything. Raises DataError if the options do not fit."""
    check_options(board, options)
    game_map = board.map
    players = len(board.empires)
    state = State()
    state.packed = [], b""
    state.seen = absence(len(board.provinces), players)
    state.board = board
    state.options = options
    state.seats = ()
    state.round = 1
    state.leaders = (NO_EMPIRE,) * len(TRACKS)
    state.bank = bytes([game_map.coins, *(number for _, number in game_map.commodities)])
    state.buildings = bytes(board.supply)
    # 4.7b: no player can ever buy the hero of a civilization that does not play.
    state.display = tuple(
        tile.index for tile in board.tiles if tile.kind != "civilization_hero" or tile.index in board.heroes
    )
    state.supported = bytes(len(board.seas))
    state.odysseus_used = state.contest = False
    state.helen_at = NOWHERE
    state.seas = [bytes(players) for _ in board.seas]
    empty = Province(NO_EMPIRE, 0, bytes(players + 1), 0, bytes(players), NO_EMPIRE, 0, False)
    state.provinces = [empty] * len(board.provinces)
    unused = Player(empty_hand(board), (), game_map.legions, game_map.triremes, game_map.fortresses, game_map.markers)
    state.players = [unused] * players
    state.result = None
    state.listener = None
    state.stack = starting_stack(options, is_dealt=False)
    if options.start == "printed":
        for empire in range(players):
            _place_start(state, empire)
    else:
        for empire, capital in enumerate(board.capitals):
            # K8: the capital's marker is placed first.
            place(state, empire, "control", capital)
    _place_neutrals(state)
    return state


def starting_stack(options: Options, *, is_dealt: bool) -> list[Frame]:
    """Return the first frames of a game, before or after civilizations are dealt."""
    stack: list[Frame] = [Round(0), FirstTitles(), FreeUnits()]
    if options.start == "points":
        stack.append(FirstToSetUp())
    return stack if is_dealt else [*stack, Deal()]


def _place_start(state: State, empire: int) -> None:
    """Place markers, buildings, units and the hero as on the sheet (1.3a, 1.3b)."""
    board = state.board
    start = board.starts[empire]
    take_tile(state, empire, board.heroes[empire])
    for name in start.provinces:
        place(state, empire, "control", board.provinces.index(name))
    for name, buildings in start.buildings:
        for building in buildings:
            place(state, empire, building, board.provinces.index(name))
    for name, units in start.units:
        for unit, number in units:
            for _ in range(number):
                place(state, empire, unit, board.provinces.index(name))


def _place_neutrals(state: State) -> None:
    """Place neutral pieces in and around capitals that no player has (1.5a), but in no player's start (K12)."""
    neutral = state.board.neutral
    for where, legions, fortresses in _neutral_provinces(state.board):
        province = state.provinces[where]
        if province.controller == NO_EMPIRE:
            claimed = replace(province, controller=neutral, fortresses=fortresses)
            state.provinces[where] = claimed.change_legions(neutral, legions)


def _neutral_provinces(board: Board) -> Iterator[tuple[int, int, int]]:
    """Yield each province where neutral pieces may stand, with its legions and fortresses; capitals come first."""
    capitals = [board.provinces.index(facts.capital) for facts in board.map.empires if facts.id not in board.empires]
    for capital in capitals:
        yield capital, board.map.neutral_capital.legions, board.map.neutral_capital.fortresses
    for capital in capitals:
        for where in bits(board.land[capital]):
            yield where, board.map.neutral_neighbour.legions, board.map.neutral_neighbour.fortresses


class FreeUnits(NamedTuple):
    """The pieces that heroes bring, which wait for their places (1.3c)."""


class PlaceFreeUnits(Procedure[State, FreeUnits]):
    """Gives each hero present before the first round a unit in the capital, if one is in supply (1.3c, K6)."""

    phases = (0,)
    below = ("FirstTitles",)

    def run(self, state: State, frame: FreeUnits) -> None:
        state.stack.pop()
        bring_units(state)


def bring_units(state: State) -> None:
    """Place what heroes bring before the first round in their players' capitals, and tell of it (1.3c, K6)."""
    for empire, tile in state.all_acting(range(len(state.players))):
        if tile.free_unit and supply_of(state.players[empire], tile.free_unit):
            place(state, empire, tile.free_unit, state.board.capitals[empire])
            state.tell(Brought(empire, tile.index, tile.free_unit, state.board.capitals[empire]))
