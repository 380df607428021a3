"""Positions as short texts: everything has a name, and what is usual is left out.

A position without ``start`` has no pieces: each location is its home's. ``doing`` lists what has begun in a phase,
outermost first; a phase that is only named is about to begin.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from core.engine.dealing import Deal
from core.engine.errors import DataError
from core.engine.game import Game
from core.engine.kind import Setting
from core.engine.masks import bits, mask_of
from core.engine.position import (
    check_frames,
    dealt_words,
    read_frame,
    read_result,
    read_seats,
    result_words,
    toml_of,
    write_frame,
)
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader, naming_lines, read_toml
from core.engine.words import by_name, index_of, indices_of, mask_names
from core.sword.board import Board
from core.sword.by_hand import LARGEST_POINTS, MOST_SIEGE, MOST_TRACK
from core.sword.map import Map
from core.sword.powers import HOLDERS, PLAYER_POWERS, POWERS
from core.sword.rules import SWORD, map_board, standard_map
from core.sword.setup import check_options, place_pieces
from core.sword.state import MOST_HERE, NOWHERE, GameTurn, Options, PowerState, Site, State, bare_state
from core.sword.victory import VICTORIES

PHASES = (
    "start",
    "mines",
    "draw",
    "first_player",
    "actions",
    "attrition",
    "capitulation",
    "isolation",
    "scoring",
    "alliances",
    "reinforcements",
)
"""The phases by number. The start comes before the first turn: sides are dealt to seats."""

OVER = "over"

HEADINGS = ("powers", "locations")

KEYS = (
    *("edition", "map", "players", "seats", "dealt", "max_rounds", "start", "round", "phase", "doing", "first"),
    *("alliances", "leaders", "tracks", "winners", "victory", *HEADINGS),
)
POWER_KEYS = ("points", "hand", "face_up", "buried")
LOCATION_KEYS = ("control", "units", "siege", "subjugated", "markers")


# ---------------------------------------------------------------------- reading


def load_position(text: str, game_map: Map | None = None) -> Game[State]:
    """Return the game at a position, on the practice file or on an owner's one. Raises DataError with the line."""
    return Game(SWORD, load_state(text, game_map))


def load_state(text: str, game_map: Map | None = None) -> State:
    """Return the position as written, before anything goes on by itself. Raises DataError with the line."""
    root = read_toml(text)
    with naming_lines(text):
        state = _read_state(root.only(KEYS), game_map or standard_map())
        check_frames(SWORD.flow, state, len(root.tables("doing")))
        return state


def _read_state(root: Reader, game_map: Map) -> State:
    if root.text("edition", SWORD.id) != SWORD.id:
        raise root.fail("edition", f"this is no position of the edition {SWORD.id!r}.")
    if root.text("map", game_map.id) != game_map.id:
        raise root.fail("map", f"this is no position on the map {game_map.id!r}.")
    board = map_board(game_map, root.number("players", 4))
    options = _read_options(root, board)
    phase = root.choice("phase", (*PHASES, OVER), "start" if root.flag("start") else "mines")
    seats = read_seats(root, board, options.empires, is_begun=phase != "start")
    state = bare_state(board, options, seats)
    if root.flag("start"):
        place_pieces(state)
    state.round = root.number("round", 1, least=1, most=board.map.turns)
    if "first" in root.table:
        state.first = index_of(root.text("first"), board.empires, "player", partial(root.fail, "first"))
    _read_powers(root.sub("powers", {}), state)
    _read_locations(root.sub("locations", {}), state)
    _read_leaders(root.sub("leaders", {}), state)
    _read_records(root, state)
    read_result(root, state, VICTORIES, is_over=phase == OVER)
    _read_flow(root, state, phase)
    return state


def _read_options(root: Reader, board: Board) -> Options:
    seats = root.words("seats") or board.empires
    options = Options(board.players, seats, root.number("max_rounds", 0, most=1000))
    try:
        check_options(board, options)
    except DataError as error:
        raise root.fail("seats" if error.key == "empires" else error.key, error.problem) from None
    return options


def _read_flow(root: Reader, state: State, phase: str) -> None:
    """Set the stack of frames."""
    tables = root.tables("doing")
    if tables and phase in ("start", OVER):
        raise root.fail("doing", "does not fit this phase.")
    if phase == "start":
        state.stack = [GameTurn(0)] if state.seats else [GameTurn(0), Deal()]
    elif phase != OVER:
        number = PHASES.index(phase)
        at = Setting(state.board, number, NO_EMPIRE)
        frames = [read_frame(SWORD.flow, table, at) for table in tables]
        state.stack = [GameTurn(number if frames else number - 1), *frames]


def _read_powers(reader: Reader, state: State) -> None:
    for name, table in reader.only(PLAYER_POWERS).items(POWER_KEYS):
        power = PLAYER_POWERS.index(name)
        deck = state.board.map.powers[power].deck
        points = table.number("points", state.powers[power].points, least=-LARGEST_POINTS, most=LARGEST_POINTS)
        face_up, buried = (_read_cards(table, key, deck) for key in ("face_up", "buried"))
        if face_up & buried:
            raise table.fail("buried", "one card lies face up, too.")
        hand = table.number("hand", 0, most=deck)
        if hand + (face_up | buried).bit_count() > deck:
            raise table.fail("hand", f"the deck has {deck} cards in all.")
        state.powers[power] = PowerState(points, hand, face_up, buried)


def _read_cards(table: Reader, key: str, deck: int) -> int:
    """Return the mask of the cards that a list names."""
    if key not in table.table:
        return 0
    return mask_of(table.numbers(key, 1, deck))


def _read_locations(reader: Reader, state: State) -> None:
    board = state.board
    for name, table in reader.only(board.locations).items(LOCATION_KEYS):
        index = board.locations.index(name)
        site = state.sites[index]
        control = site.control
        if "control" in table.table:
            control = index_of(table.text("control"), HOLDERS, "power", partial(table.fail, "control"))
        units = site.units
        if "units" in table.table:
            counts = table.sub("units").only(HOLDERS)
            units = bytes(counts.number(holder, 0, most=MOST_HERE) for holder in HOLDERS)
        siege = table.number("siege", site.siege, most=MOST_SIEGE)
        subjugated = table.flag("subjugated") if "subjugated" in table.table else site.subjugated
        if siege and not board.facts[index].takes_siege:
            raise table.fail("siege", "this is no walled city and no tribe.")
        if subjugated and not board.facts[index].tribe:
            raise table.fail("subjugated", "this is no tribe.")
        words = table.words("markers")
        markers = site.markers
        if words is not None:
            markers = mask_of(indices_of(words, board.map.markers, "marker", partial(table.fail, "markers")))
        state.sites[index] = Site(control, units, siege, subjugated, markers)


def _read_leaders(reader: Reader, state: State) -> None:
    board = state.board
    names = [leader.id for leader in board.leaders]
    places = list(state.leaders)
    for name in reader.only(names).table:
        word, fail = reader.text(name), partial(reader.fail, name)
        places[names.index(name)] = NOWHERE if word == "off" else index_of(word, board.locations, "location", fail)
    state.leaders = tuple(places)


def _read_records(root: Reader, state: State) -> None:
    """Set alliances and tracks."""
    if "alliances" in root.table:
        pairs = []
        for number, text in enumerate(root.names("alliances")):
            pair = sorted(indices_of(text.split(), POWERS, "power", partial(root.fail, f"alliances[{number}]")))
            if len(pair) != 2:
                raise root.fail(f"alliances[{number}]", "expected two powers, such as “gauls greeks”.")
            pairs.append((pair[0], pair[1]))
        state.alliances = tuple(sorted(dict.fromkeys(pairs)))
    tracks = root.sub("tracks", {}).only(state.board.map.tracks)
    state.tracks = tuple(
        tracks.number(name, value, most=MOST_TRACK)
        for name, value in zip(state.board.map.tracks, state.tracks, strict=True)
    )


# ---------------------------------------------------------------------- writing


def dump_position(game: Game[State]) -> str:
    """Return the position of a game. ``load_position`` reads it back to the same digest."""
    return toml_of(_tables(game.state), HEADINGS)


def _tables(state: State) -> dict[str, Any]:
    """Return the position's keys and values, in the order of writing."""
    board, options = state.board, state.options
    usual = bare_state(board, options, state.seats)
    keys: dict[str, Any] = {"edition": SWORD.id, "map": board.map.id, "players": options.players}
    keys["seats"] = " ".join(options.empires) if options.empires != board.empires else ""
    keys["dealt"] = dealt_words(board, options.empires, state.seats)
    keys["max_rounds"] = options.max_rounds
    keys["round"] = state.round
    keys.update(_flow(state))
    keys["first"] = "" if state.first == NO_EMPIRE else board.empires[state.first]
    keys.update(result_words(board, state.result))
    keys["alliances"] = [" ".join(POWERS[power] for power in pair) for pair in state.alliances]
    keys["leaders"] = {
        leader.id: board.locations[place]
        for leader, place in zip(board.leaders, state.leaders, strict=True)
        if place != NOWHERE
    }
    keys["tracks"] = by_name(state.tracks, board.map.tracks)
    keys["powers"] = {
        name: _power(own, plain)
        for name, own, plain in zip(PLAYER_POWERS, state.powers, usual.powers, strict=True)
        if own != plain
    }
    keys["locations"] = {
        name: _location(board, site, plain)
        for name, site, plain in zip(board.locations, state.sites, usual.sites, strict=True)
        if site != plain
    }
    return {key: value for key, value in keys.items() if value or key == "round"}


def _flow(state: State) -> dict[str, Any]:
    if not state.stack:
        return {"phase": OVER}
    number = state.phase
    at = Setting(state.board, number, NO_EMPIRE)
    listed = state.stack[1:]
    if number == 0 or not listed:
        return {"phase": PHASES[number if number == 0 else number + 1]}
    return {"phase": PHASES[number], "doing": [write_frame(SWORD.flow, frame, at) for frame in listed]}


def _power(own: PowerState, usual: PowerState) -> dict[str, Any]:
    table: dict[str, Any] = {} if own.points == usual.points else {"points": own.points}
    values = {"hand": own.hand, "face_up": [*bits(own.face_up)], "buried": [*bits(own.buried)]}
    return {**table, **{key: value for key, value in values.items() if value}}


def _location(board: Board, site: Site, usual: Site) -> dict[str, Any]:
    values = {
        "control": HOLDERS[site.control] if site.control != usual.control else "",
        "units": dict(by_name(site.units, HOLDERS)),
        "siege": site.siege,
        "subjugated": site.subjugated,
        "markers": mask_names(site.markers, board.map.markers),
    }
    return {key: value for key, value in values.items() if value}
