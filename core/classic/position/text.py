"""Position notation for 2003: any position of a game as a short text of TOML, and back.

Everything has a name, and keys with usual values are left out. Values that follow from the rest (supply, bank, counts)
are never written. ``docs/notation.md`` describes it for players.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from core.classic.board import Board
from core.classic.deeds import WarTurn
from core.classic.map import Map
from core.classic.position.board import (
    empty_province,
    read_empires,
    read_provinces,
    write_empires,
    write_provinces,
)
from core.classic.position.flow import KEYS as FLOW_KEYS
from core.classic.position.flow import OVER, full_form, short_forms, stack_of
from core.classic.position.supply import count_supplies
from core.classic.rules import FLOW, RULES, standard_map, start
from core.classic.setup import bring_units
from core.classic.state import NOWHERE, Options, State
from core.classic.variant import Variant
from core.engine.errors import DataError
from core.engine.frames import check_frames
from core.engine.game import Game
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader, naming_lines, read_toml
from core.engine.word_lists import by_name, index_of
from core.mare.kinds import TRACKS
from core.mare.position.pieces import read_seas, write_seas
from core.mare.position.table import dealt_words, read_result, read_seats, result_words
from core.mare.position.text import differences, toml_of

TABLE_KEYS = ("edition", "line_up", "seats", "dealt", "start", "blockade", "alps", "max_rounds", "open_hands")
STATE_KEYS = ("leaders", "supported", "odysseus_used", "helen_at", "contest", "winners", "victory")
KEYS = (*TABLE_KEYS, "pieces", "round", *FLOW_KEYS, *STATE_KEYS, "empires", "provinces", "seas")

LAST_ROUND = 1_000_000
VICTORIES = ("pyramids", "heroes_and_wonders", "round_limit")
"""The names of a game's possible ends: 6.1a, 6.1b, and without a winner if the table has a limit (K15)."""


def load_position(variant: Variant, text: str, game_map: Map | None = None) -> Game[State]:
    """Return the game at a position, on the standard map or on another one.

    It goes on by itself to the first node. Raises DataError, which names the wrong key and its line.
    """
    return Game(RULES[variant.id], load_state(variant, text, game_map))


def load_state(variant: Variant, text: str, game_map: Map | None = None) -> State:
    """Return the position as written, before anything goes on by itself.

    Raises DataError as ``load_position`` does.
    """
    root = read_toml(text)
    with naming_lines(text):
        state = _read_state(root.only(KEYS), variant, game_map or standard_map(variant))
        count_supplies(state)
        _check_turn(state)
        check_frames(RULES[variant.id].flow, state, len(root.tables("doing")))
        return state


def _check_turn(state: State) -> None:
    """Raise DataError if the turn notes impossible deeds of units."""
    for frame in state.stack:
        if isinstance(frame, WarTurn) and (problem := FLOW[WarTurn].problem(state, frame, None)):
            raise DataError("did", problem)


def _read_state(root: Reader, variant: Variant, game_map: Map) -> State:
    if root.text("edition", variant.id) != variant.id:
        raise root.fail("edition", f"this is no position of the edition {variant.id!r}.")
    state = _begin(root, variant, game_map)
    board = state.board
    is_begun = root.text("phase", "") != "start"
    state.seats = read_seats(root, board, state.options.empires, is_begun=is_begun)
    state.round = root.number("round", 1, least=1, most=LAST_ROUND)
    is_bare = state.options.start == "points" and not is_begun
    read_empires(root.sub("empires", {}), state, is_bare=is_bare)
    if root.choice("pieces", ("", "printed"), "") != "printed":
        state.provinces = [empty_province(board, index) for index in range(len(board.provinces))]
    elif is_begun:
        bring_units(state)
    read_provinces(root.sub("provinces", {}), state)
    read_seas(root.sub("seas", {}), state)
    owned = [tile for player in state.players for tile in player.tiles]
    state.display = tuple(tile for tile in _tiles_in_play(board) if tile not in owned)
    _read_titles(root, state)
    _read_supported(root, state)
    state.odysseus_used, state.contest = root.flag("odysseus_used"), root.flag("contest")
    if helen_at := root.text("helen_at", ""):
        state.helen_at = index_of(helen_at, board.provinces, "province", partial(root.fail, "helen_at"))
    read_result(root, state, VICTORIES, is_over=root.text("phase", "") == OVER)
    state.stack = stack_of(root, state)
    return state


def _tiles_in_play(board: Board) -> tuple[int, ...]:
    """Return the tiles that some player can ever own (4.7b)."""
    tiles = [tile for tile in board.tiles if tile.kind != "civilization_hero" or tile.index in board.heroes]
    return tuple(tile.index for tile in tiles)


def _begin(root: Reader, variant: Variant, game_map: Map) -> State:
    """Return the start of a game with the options of the position."""
    tables = {players: table.empires for players, table in game_map.tables}
    line_up = root.words("line_up") or ()
    seats = root.words("seats") or line_up or tables[max(tables)]
    playing = tuple(empire for empire in tables[max(tables)] if empire in seats)
    if not line_up and len(playing) == len(seats) and playing != tables.get(len(seats)):
        # K5: the civilizations of the seats play, advised or not.
        line_up = playing
    options = Options(
        len(seats),
        seats,
        root.text("start", "printed"),
        line_up,
        blockade=root.flag("blockade"),
        alps=root.flag("alps"),
        max_rounds=root.number("max_rounds", 0, most=1000),
        open_hands=root.flag("open_hands"),
    )
    try:
        return start(options, game_map, variant)
    except DataError as error:
        raise root.fail("seats" if error.key in ("empires", "players") else error.key, error.problem) from None


def _read_titles(root: Reader, state: State) -> None:
    """Set the titles: those named, else those on the sheets, else the first player's."""
    board = state.board
    leaders = root.sub("leaders", {}).only(TRACKS)
    begun = root.text("phase", "") != "start"
    printed = {start.title: empire for empire, start in enumerate(board.starts)}
    state.leaders = tuple(
        index_of(leaders.text(track), board.empires, "empire", partial(leaders.fail, track))
        if track in leaders.table
        else printed.get(track, 0)
        if begun
        else NO_EMPIRE
        for track in TRACKS
    )


def _read_supported(root: Reader, state: State) -> None:
    """Return by sea how many triremes have supported a battle on land this round; only one player's can (7.2b)."""
    board = state.board
    table = root.sub("supported", {}).only(board.seas)
    state.supported = bytes(table.number(sea, 0, most=board.map.triremes) for sea in board.seas)
    able = [empire for empire in range(len(state.players)) if any(tile.supports for tile in state.acting(empire))]
    for sea, supported, triremes in zip(board.seas, state.supported, state.seas, strict=True):
        if supported > sum(triremes[empire] for empire in able):
            raise table.fail(sea, "no player with Pericles has that many triremes there (7.2b).")


# ---------------------------------------------------------------------- writing


def dump_position(game: Game[State]) -> str:
    """Return the position of a game. ``load_position`` reads it back to the same digest."""
    return toml_of(_tables(game.state))


def _is_bare(state: State) -> bool:
    """Return whether players are still spending the points of a setup, so that no civilization has its hero yet."""
    return state.options.start == "points" and bool(state.stack) and not state.phase


def _tables(state: State) -> dict[str, Any]:
    """Return the position's keys and values, in the order of writing; usual values are left out."""
    board, options = state.board, state.options
    keys = {
        "line_up": " ".join(options.line_up),
        "dealt": dealt_words(board, options.empires, state.seats),
        "start": "" if options.start == "printed" else options.start,
        "blockade": options.blockade,
        "alps": options.alps,
        "max_rounds": options.max_rounds,
        "open_hands": options.open_hands,
    }
    rest = {
        "supported": by_name(state.supported, board.seas),
        "odysseus_used": state.odysseus_used,
        "helen_at": "" if state.helen_at == NOWHERE else board.provinces[state.helen_at],
        "contest": state.contest,
        "empires": write_empires(state, is_bare=_is_bare(state)),
        "provinces": write_provinces(state),
        "seas": write_seas(state),
    }
    leaders = {
        track: board.empires[leader] for track, leader in zip(TRACKS, state.leaders, strict=True) if leader != NO_EMPIRE
    }
    return {
        "edition": board.variant.id,
        "seats": " ".join(options.empires),
        **{key: value for key, value in keys.items() if value},
        "round": state.round,
        **_flow(state),
        **result_words(board, state.result),
        "leaders": leaders,
        **{key: value for key, value in rest.items() if value},
    }


def _flow(state: State) -> dict[str, Any]:
    """Return the shortest of the forms that lead here."""
    for keys in short_forms(state):
        twin = state.copy()
        twin.stack = stack_of(Reader("", keys), twin)
        if Game(RULES[state.board.variant.id], twin).encode() == state.encode():
            return keys
    return full_form(state)


def position_differences(first: Game[State], second: Game[State]) -> list[str]:
    """Return the differences between two positions, a line for each key. A missing value is written ``-``."""
    return differences(_tables(first.state), _tables(second.state))
