"""Position notation: any position of a game as a short text of TOML, and back.

Everything has a name, and keys with usual values are left out, so a position written by hand is short. Values that
follow from the rest (supply, reserve, levels) are never written. ``docs/notation.md`` describes it for players.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from core.empires.board import Board
from core.empires.game import Game
from core.empires.map import Map
from core.empires.position.board import empty_province, read_empires, read_provinces, write_empires, write_provinces
from core.empires.position.exchange import exchange_sides
from core.empires.position.flow import KEYS as FLOW_KEYS
from core.empires.position.flow import OVER, PHASES, full_form, short_forms, stack_of
from core.empires.position.supply import count_supplies
from core.empires.rules import EMPIRES, map_board, standard_map
from core.empires.setup import check_options, starting_state
from core.empires.state import Options, Peace, State
from core.empires.victory import VICTORIES
from core.engine.errors import DataError
from core.engine.frames import check_frames
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader, naming_lines, read_toml
from core.engine.word_lists import counted_text, index_of, indices_of, read_counted
from core.mare.kinds import TRACKS
from core.mare.position.pieces import read_seas, write_seas
from core.mare.position.table import dealt_words, read_result, read_seats, result_words
from core.mare.position.text import differences, toml_of
from core.mare.position.words import tile_names

TABLE_KEYS = ("edition", "players", "seats", "dealt", "display", "max_rounds", "open_hands")
STATE_KEYS = ("leaders", "exchange", "discard", "face_up", "peace", "winners", "victory")
KEYS = (*TABLE_KEYS, "start", "round", *FLOW_KEYS, *STATE_KEYS, "empires", "provinces", "seas")

LAST_ROUND = 1_000_000


# ---------------------------------------------------------------------- reading


def load_position(text: str, game_map: Map | None = None) -> Game:
    """Return the game at a position, on the board of the standard map or of another one.

    It goes on by itself to the first node. Raises DataError, which names the wrong key and its line.
    """
    return Game(EMPIRES, load_state(text, game_map))


def load_state(text: str, game_map: Map | None = None) -> State:
    """Return the position as written, before anything goes on by itself.

    Raises DataError as ``load_position`` does.
    """
    root = read_toml(text)
    with naming_lines(text):
        state, doing = _read_state(root.only(KEYS), game_map or standard_map())
        count_supplies(state)
        check_frames(EMPIRES.flow, state, doing)
        return state


def _read_state(root: Reader, game_map: Map) -> tuple[State, int]:
    """Return the state without its supply, and the number of listed frames of its flow."""
    if root.text("edition", game_map.id) != game_map.id:
        raise root.fail("edition", f"this is no position of the edition {game_map.id!r}.")
    board = map_board(game_map, root.number("players", 5))
    options = _read_options(root, board)
    state = starting_state(board, options)
    state.seats = read_seats(root, board, options.empires, is_begun=root.text("phase", "") != PHASES[0])
    state.round = root.number("round", 1, least=1, most=LAST_ROUND)
    if not root.flag("start"):
        state.provinces = [empty_province(board, index) for index in range(len(board.provinces))]
    read_provinces(root.sub("provinces", {}), state)
    read_seas(root.sub("seas", {}), state)
    state.players = []
    read_empires(root.sub("empires", {}), state)
    _read_titles(root, state)
    _read_display(root, state)
    _read_peace(root, state)
    _read_result(root, state)
    state.stack = stack_of(root, state)
    return state, len(root.tables("doing"))


def _read_options(root: Reader, board: Board) -> Options:
    options = Options(
        len(board.empires),
        root.words("seats") or board.empires,
        root.text("display", "open"),
        root.number("max_rounds", 0, most=1000),
        root.flag("open_hands"),
    )
    try:
        check_options(board, options)
    except DataError as error:
        raise root.fail("seats" if error.key == "empires" else error.key, error.problem) from None
    return options


def _read_titles(root: Reader, state: State) -> None:
    """Set titles, exchange markers, and the used legendary commodities."""
    board = state.board
    leaders = root.sub("leaders", {}).only(TRACKS)
    state.leaders = tuple(
        index_of(leaders.text(track, board.empires[holder]), board.empires, "empire", partial(leaders.fail, track))
        for track, holder in zip(TRACKS, state.leaders, strict=True)
    )
    sides = root.words("exchange")
    if sides is not None:
        fail = partial(root.fail, "exchange")
        state.exchange = tuple(sorted(indices_of(sides, exchange_sides(board), "exchange marker", fail)))
        if not state.exchange:
            raise fail("one marker at least is always available (2.1).")
    used = root.words("discard") or ()
    names = board.tokens[2::2]
    state.discard = bytes(read_counted(used, names, "legendary commodity", partial(root.fail, "discard")))


def _read_display(root: Reader, state: State) -> None:
    """Set the tiles that lie face up. All other tiles on no mat are face down."""
    board = state.board
    fail = partial(root.fail, "face_up")
    words = root.words("face_up")
    names = tile_names(board)
    free = _free_tiles(state)
    shown = _usual_display(state) if words is None else indices_of(words, names, "hero or wonder", fail)
    for tile in shown:
        if tile not in free:
            raise fail(f"{board.tiles[tile].name} lies on a mat, or is a starting hero.")
    state.display = shown
    state.face_down = tuple(tile for tile in free if tile not in shown)


def _free_tiles(state: State) -> tuple[int, ...]:
    """Return the heroes, wonders and Pyramids on no mat, by index."""
    owned = [tile for player in state.players for tile in player.tiles]
    return tuple(t.index for t in state.board.tiles if t.kind != "starting_hero" and t.index not in owned)


def _usual_display(state: State) -> tuple[int, ...]:
    """Return the display if the position names none: all free tiles, or the Pyramids alone in the short one (0.8)."""
    tiles = [state.board.tiles[tile] for tile in _free_tiles(state)]
    pyramids = tuple(tile.index for tile in tiles if tile.kind == "pyramids")
    if state.options.display == "short":
        return pyramids
    return tuple(tile.index for tile in tiles if tile.kind != "pyramids") + pyramids


def _read_peace(root: Reader, state: State) -> None:
    """Set who is at peace by the Statue of Zeus, and whom its owner chose in the round before."""
    peace = root.sub("peace", {}).only(Peace._fields)
    empires = state.board.empires
    state.peace = Peace(
        *(
            index_of(peace.text(key), empires, "empire", partial(peace.fail, key)) if key in peace.table else NO_EMPIRE
            for key in Peace._fields
        )
    )
    owner, partner, _ = state.peace
    if (owner == NO_EMPIRE) != (partner == NO_EMPIRE) or (owner == partner != NO_EMPIRE):
        raise root.fail("peace", "peace has an owner and a partner (4).")


def _read_result(root: Reader, state: State) -> None:
    """Set the winners and the victory if the game is over."""
    is_over = root.text("phase", "") == OVER
    owned = [state.board.tiles[tile].kind for player in state.players for tile in player.tiles]
    if not is_over and "pyramids" in owned:
        raise root.fail("phase", f"a player has built the Pyramids, so it must be “{OVER}” (6.1).")
    read_result(root, state, VICTORIES, is_over=is_over)


# ---------------------------------------------------------------------- writing


def dump_position(game: Game) -> str:
    """Return the position of a game. ``load_position`` reads it back to the same digest."""
    return toml_of(_tables(game.state))


def _tables(state: State) -> dict[str, Any]:
    """Return the position's keys and values, in the order of writing."""
    board = state.board
    options = state.options
    start = board.map.table(options.players)
    keys = {
        "edition": board.map.id,
        "players": options.players,
        "seats": " ".join(options.empires),
        "dealt": dealt_words(board, options.empires, state.seats),
        "display": options.display,
        "max_rounds": options.max_rounds,
        "open_hands": options.open_hands,
        "round": state.round,
        **_flow(state),
        **result_words(board, state.result),
        "leaders": {track: board.empires[leader] for track, leader in zip(TRACKS, state.leaders, strict=True)},
        "exchange": " ".join(exchange_sides(board)[marker] for marker in state.exchange),
        "discard": counted_text(state.discard, board.tokens[2::2]),
        "face_up": " ".join(board.tiles[tile].id for tile in state.display),
        "peace": {
            key: board.empires[empire]
            for key, empire in zip(Peace._fields, state.peace, strict=True)
            if empire != NO_EMPIRE
        },
        "empires": write_empires(state),
        "provinces": write_provinces(state),
        "seas": write_seas(state),
    }
    usual: dict[str, Any] = {
        "edition": standard_map().id,
        "seats": " ".join(start.empires),
        "dealt": "",
        "display": "open",
        "max_rounds": 0,
        "open_hands": False,
        "exchange": " ".join(exchange_sides(board)),
        "discard": "",
        "face_up": " ".join(board.tiles[tile].id for tile in _usual_display(state)),
        "peace": {},
        "empires": {},
        "provinces": {},
        "seas": {},
    }
    return {key: value for key, value in keys.items() if key not in usual or usual[key] != value}


def _flow(state: State) -> dict[str, Any]:
    """Return the shortest of the forms that lead here."""
    for keys in short_forms(state):
        twin = state.copy()
        twin.stack = stack_of(Reader("", keys), twin)
        if Game(EMPIRES, twin).encode() == state.encode():
            return keys
    return full_form(state)


# ---------------------------------------------------------------------- comparing


def position_differences(first: Game, second: Game) -> list[str]:
    """Return the differences between two positions, a line for each key.

    A line is ``provinces.gallia.controller: "rome" / "greece"``; a missing value is written ``-``. The list is empty if
    the positions are the same.
    """
    return differences(_tables(first.state), _tables(second.state))
