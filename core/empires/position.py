"""Position notation: any position of a game as a short text of TOML, and back.

Everything has a name, and keys with usual values are left out, so a position written by hand is short. Values that
follow from the rest (supply, reserve, levels) are never written. ``docs/notation.md`` describes it for players.

What goes on is a phase, whose turn it is, and what has begun. A phase that is only named is about to begin, and so
is a turn. ``doing`` lists what has begun, outermost first. The engine has the same information as a stack of frames.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from core.empires.battle import LandBattles, SeaBattles
from core.empires.board import Board
from core.empires.build import BuildEnd, Refill
from core.empires.building import MOST_TILES, BuildTurn
from core.empires.conquest import Conquests
from core.empires.heroes import NEVER_COPIED, Standing
from core.empires.map import Map
from core.empires.movement import Marching, Sailing
from core.empires.rules import EMPIRES, map_board, standard_map
from core.empires.setup import check_options, starting_state
from core.empires.state import EmpiresMat, Game, Options, Peace, Province, State
from core.empires.victory import VICTORIES, VictoryTest
from core.empires.war import Conversions, WarTurn
from core.engine.dealing import Deal
from core.engine.errors import DataError
from core.engine.kind import Setting
from core.engine.masks import mask_of
from core.engine.position import (
    check_frames,
    dealt_words,
    name_of,
    read_frame,
    read_result,
    read_seats,
    result_words,
    shortest,
    toml_of,
    write_frame,
)
from core.engine.state import NO_EMPIRE, Frame
from core.engine.toml import Reader, naming_lines, read_toml
from core.engine.words import by_name, counted_text, index_of, indices_of, mask_names, read_counted
from core.mare.buildings import CARAVAN
from core.mare.kinds import CULTURE, MILITARY, TRACKS, read_tokens
from core.mare.position import (
    HEADINGS,
    count_buildings,
    icons_text,
    left_of,
    posts_text,
    read_counts,
    read_icons,
    read_occupation,
    read_provinces,
    read_seas,
    read_side,
    tile_names,
    write_seas,
)
from core.mare.resources import is_legendary, kind_of, ordinary, plus, spread
from core.mare.rounds import Turns
from core.mare.state import MARKER, Round
from core.mare.trade import Taking


def exchange_sides(board: Board) -> tuple[str, ...]:
    """Return the exchange markers as they are written: ``5/0``."""
    return tuple("/".join(map(str, pair)) for pair in board.map.exchange)


PROVINCE_KEYS = ("controller", "buildings", "legions", "fortress", "occupied")
COPYING_HERO = "castor_and_pollux"

EMPIRE_KEYS = ("resources", "tiles", "copied")


# ---------------------------------------------------------------------- provinces


def empty_province(board: Board, index: int) -> Province:
    """Return a province without pieces. A capital's province has its controller printed."""
    controller = board.capitals.index(index) if index in board.capitals else NO_EMPIRE
    return Province(controller, 0, bytes(len(board.empires)), NO_EMPIRE, NO_EMPIRE, 0)


def _read_province(reader: Reader, board: Board, index: int, province: Province) -> Province:
    reader.only(PROVINCE_KEYS)
    controller = read_side(reader, "controller", board, province.controller)
    if index in board.capitals and controller != board.capitals.index(index):
        raise reader.fail("controller", "a capital's province is always its own empire's (4.3.5).")
    buildings = reader.words("buildings")
    if buildings is not None:
        built = read_icons(buildings, board, index, partial(reader.fail, "buildings"))
        province = replace(province, built=built)
    legions = read_counts(reader, "legions", board.empires, board.map.legions)
    if legions is not None:
        province = replace(province, legions=legions)
    fortress = read_side(reader, "fortress", board, province.fortress)
    occupier, posts = read_occupation(reader, board, index, "4.3")
    province = replace(province, controller=controller, fortress=fortress, occupier=occupier, posts=posts)
    problem = occupation_problem(board, index, province)
    if problem:
        raise reader.fail("occupied", problem)
    return province


def occupation_problem(board: Board, index: int, province: Province) -> str:
    """Return why the occupation in a province is impossible; empty if it is possible."""
    occupier, posts = province.occupier, province.posts
    if not posts:
        return ""
    if posts.bit_count() > province.legions[occupier]:
        return "each occupation needs a legion of the occupier there (4.3)."
    own = province.controller in (NO_EMPIRE, occupier)
    marker = posts & MARKER
    if marker and index in board.capitals:
        return "the control of a capital's province can't be occupied (4.3.3)."
    if marker and own:
        return "only an opponent's control marker can be occupied (4.3.3)."
    if own and posts & province.built:
        return "only buildings that an opponent controls can be occupied (4.3.2)."
    if marker and posts & province.built:
        return "the control marker and buildings can't be occupied at once (4.3)."
    if (own or marker) and posts & ~marker & ~board.of_kind[index][CARAVAN]:
        return "there only Circe's legions can stand, on empty caravan icons (R23)."
    return ""


def write_provinces(state: State) -> dict[str, Any]:
    """Return by province everything that differs from an empty province."""
    board = state.board
    tables: dict[str, Any] = {}
    for index, province in enumerate(state.provinces):
        empty = empty_province(board, index)
        table: dict[str, Any] = {}
        if province.controller != empty.controller:
            table["controller"] = board.empires[province.controller]
        if province.built:
            table["buildings"] = icons_text(province.built, board, index)
        if any(province.legions):
            table["legions"] = by_name(province.legions, board.empires)
        if province.fortress != NO_EMPIRE:
            table["fortress"] = board.empires[province.fortress]
        if province.posts:
            table["occupied"] = {board.empires[province.occupier]: posts_text(province.posts, board, index)}
        if table:
            tables[board.provinces[index]] = table
    return tables


# ---------------------------------------------------------------------- empires


def read_empires(reader: Reader, state: State) -> None:
    """Set hands, mats and copied heroes. A starting hero on no mat goes to its own empire's."""
    board = state.board
    tables = dict(reader.only(board.empires).items(EMPIRE_KEYS))
    mats = _read_mats(tables, board)
    placed = [tile for mat in mats.values() for tile in mat]
    for start in board.starts:
        hero = tile_names(board).index(start.hero)
        if start.id in mats and hero not in placed:
            raise tables[start.id].fail("tiles", f"{board.tiles[hero].name} lies on no mat then.")
        mat = mats.get(start.id, () if hero in placed else (hero,))
        hand = bytes(len(board.tokens))
        if start.id in tables:
            words = tables[start.id].words("resources") or ()
            hand = plus(hand, read_tokens(words, board, partial(tables[start.id].fail, "resources")))
        state.players.append(EmpiresMat(hand, mat, 0, 0, 0, 0))
    for name, table in tables.items():
        _read_copied(table, state, board.empires.index(name))


def _read_mats(tables: Mapping[str, Reader], board: Board) -> dict[str, tuple[int, ...]]:
    """Return by empire the tiles on its mat, for empires whose tiles the position names."""
    mats: dict[str, tuple[int, ...]] = {}
    heroes = [start.hero for start in board.starts]
    for name, table in tables.items():
        words = table.words("tiles")
        if words is None:
            continue
        mats[name] = indices_of(words, tile_names(board), "hero or wonder", partial(table.fail, "tiles"))
        if sum(board.tiles[tile].kind != "pyramids" for tile in mats[name]) > MOST_TILES:
            raise table.fail("tiles", "five heroes and wonders are the most a mat holds (3.1.3).")
        for tile in mats[name]:
            if sum(tile in mat for mat in mats.values()) > 1:
                raise table.fail("tiles", f"{board.tiles[tile].name} lies on another mat already.")
            if board.tiles[tile].kind == "starting_hero" and board.tiles[tile].id not in heroes:
                raise table.fail("tiles", f"{board.tiles[tile].name} is of an empire that does not play.")
    return mats


def _read_copied(table: Reader, state: State, empire: int) -> None:
    """Set the hero whose ability Castor and Pollux copy (R12)."""
    if "copied" not in table.table:
        return
    tiles = state.board.tiles
    copied = index_of(table.text("copied"), tile_names(state.board), "hero", partial(table.fail, "copied"))
    player = state.players[empire]
    if not any(tiles[tile].id == COPYING_HERO for tile in player.tiles):
        raise table.fail("copied", "only the owner of Castor and Pollux copies a hero (R12).")
    owned = any(copied in other.tiles for other in state.players if other is not player)
    if not owned or tiles[copied].kind != "hero" or tiles[copied].id == NEVER_COPIED:
        raise table.fail("copied", f"{tiles[copied].name} is no hero of another player's that can be copied (R12).")
    state.players[empire] = replace(player, copied=copied)


def write_empires(state: State) -> dict[str, Any]:
    """Return hands, mats and copied heroes of each empire with more than its starting hero."""
    board = state.board
    tables: dict[str, Any] = {}
    for start, player in zip(board.starts, state.players, strict=True):
        tiles = [board.tiles[tile].id for tile in player.tiles]
        table: dict[str, Any] = {}
        if any(player.hand):
            table["resources"] = counted_text(player.hand, board.tokens)
        if tiles != [start.hero]:
            table["tiles"] = " ".join(tiles)
        if player.copied != NO_EMPIRE:
            table["copied"] = board.tiles[player.copied].id
        if table:
            tables[start.id] = table
    return tables


FLOW_KEYS = ("phase", "turn", "stage", "marked", "used", "waiting", "doing")

PHASES = ("start", "collect", "trade", "build", "war", "leadership")
"""The phases by number. The start comes before the first round: empires are dealt and tiles turned up."""
END_OF_BUILD = "end of build"
END_OF_WAR = "end of war"
OVER = "over"

STAGES = (Conversions, Sailing, SeaBattles, Marching, LandBattles, Conquests, Standing)
"""By stage of a war turn, the frame that it begins with."""
STAGE_NAMES = tuple(map(name_of, STAGES))


def stack_of(reader: Reader, state: State) -> list[Frame]:
    """Return the stack of frames that a position's keys describe. Its frames are not checked yet."""
    phase = reader.choice("phase", (*PHASES, END_OF_BUILD, END_OF_WAR, OVER), "collect")
    tables = reader.tables("doing")
    _only_where_it_fits(reader, phase, bool(tables))
    if phase == "start":
        return _start(state)
    if phase == OVER:
        return []
    number = PHASES.index(phase.removeprefix("end of "))
    base = _base(reader, state, phase, number)
    turn = base[-1].empire if isinstance(base[-1], BuildTurn | WarTurn) else NO_EMPIRE
    frames = [read_frame(EMPIRES.flow, table, Setting(state.board, number, turn)) for table in tables]
    if frames and isinstance(base[-1], WarTurn):
        if type(frames[0]) not in STAGES:
            raise tables[0].fail("what", f"a war turn is at one of {', '.join(STAGE_NAMES)}.")
        base[-1] = WarTurn(turn, STAGES.index(type(frames[0])) + 1)
    return base + frames


def _only_where_it_fits(reader: Reader, phase: str, doing: bool) -> None:
    wanted = {
        "turn": phase in ("build", "war"),
        "waiting": phase in ("build", "war"),
        "stage": phase == "war" and "turn" in reader.table and not doing,
        "marked": phase == "build" and "turn" in reader.table,
        "used": phase == "build" and "turn" in reader.table,
        "doing": phase not in ("start", END_OF_WAR, OVER),
    }
    for key, fits in wanted.items():
        if key in reader.table and not fits:
            raise reader.fail(key, "does not fit this phase, or the other keys here.")


def _start(state: State) -> list[Frame]:
    stack: list[Frame] = [Round(0)]
    if state.options.display == "short":
        stack.append(Refill())
    return stack if state.seats else [*stack, Deal()]


def _base(reader: Reader, state: State, phase: str, number: int) -> list[Frame]:
    """Return the frames below the listed ones."""
    if phase == END_OF_WAR:
        return [Round(number), VictoryTest(number)]
    if phase == END_OF_BUILD:
        return [Round(number)] if "doing" in reader.table else [Round(number), BuildEnd()]
    if not any(key in reader.table for key in ("turn", "waiting", "doing")):
        return [Round(number - 1)]
    if phase not in ("build", "war"):
        return [Round(number), VictoryTest(number)] if phase == "leadership" else [Round(number)]
    base: list[Frame] = [Round(number), BuildEnd() if phase == "build" else VictoryTest(number)]
    return base + _turns(reader, state, phase)


def _turns(reader: Reader, state: State, phase: str) -> list[Frame]:
    board = state.board
    frames: list[Frame] = []
    waiting = _words(reader, "waiting", board.empires, "empire")
    if waiting:
        frames.append(Turns(CULTURE if phase == "build" else MILITARY, waiting))
    if "turn" in reader.table:
        (empire,) = indices_of([reader.text("turn")], board.empires, "empire", partial(reader.fail, "turn"))
        if empire in waiting:
            raise reader.fail("waiting", f"{board.empire_names[empire]} has its turn now.")
        if phase == "build":
            marked = mask_of(_words(reader, "marked", board.provinces, "province"))
            names, fail = tile_names(board), partial(reader.fail, "used")
            used = tuple(index_of(word, names, "hero or wonder", fail) for word in reader.words("used") or ())
            frames.append(BuildTurn(empire, marked, used))
        else:
            frames.append(WarTurn(empire, STAGE_NAMES.index(reader.choice("stage", STAGE_NAMES, STAGE_NAMES[0]))))
    return frames


def _words(reader: Reader, key: str, names: tuple[str, ...], sort: str) -> tuple[int, ...]:
    return indices_of(reader.words(key) or (), names, sort, partial(reader.fail, key))


def phase_number(state: State) -> int:
    """Return the current phase; 0 before the first. Raises ValueError if the flow does not begin with a round."""
    if not isinstance(state.stack[0], Round):
        raise ValueError("the flow does not begin with a round")
    return state.stack[0].phase


# ---------------------------------------------------------------------- writing


def short_forms(state: State) -> Iterator[dict[str, Any]]:
    """Yield short forms of the position, which don't list what has begun. Not all of them lead to it."""
    if not state.stack:
        yield {"phase": OVER}
        return
    number = phase_number(state)
    if number == 0:
        yield {"phase": PHASES[0]}
        return
    yield {"phase": PHASES[number]}
    keys = _turn_keys(state)
    if len(keys) > 1:
        yield keys
    if isinstance(state.stack[-1], STAGES):
        yield {**keys, "stage": name_of(type(state.stack[-1]))}
    if number == PHASES.index("build"):
        yield {"phase": END_OF_BUILD}


def full_form(state: State) -> dict[str, Any]:
    """Return the position with everything listed that has begun."""
    stack = state.stack
    number = phase_number(state)
    keys = _turn_keys(state)
    turn = NO_EMPIRE
    below = 1
    if number == PHASES.index("build") and not any(isinstance(frame, BuildEnd) for frame in stack):
        keys = {"phase": END_OF_BUILD}
    else:
        below += sum(isinstance(frame, BuildEnd | VictoryTest | Turns | BuildTurn | WarTurn) for frame in stack)
        turn = next((frame.empire for frame in stack if isinstance(frame, BuildTurn | WarTurn)), NO_EMPIRE)
    at = Setting(state.board, number, turn)
    doing = [write_frame(EMPIRES.flow, frame, at) for frame in stack[below:]]
    return {**keys, "doing": doing} if doing else keys


def _turn_keys(state: State) -> dict[str, Any]:
    board = state.board
    keys: dict[str, Any] = {"phase": PHASES[phase_number(state)]}
    for frame in state.stack:
        if isinstance(frame, BuildTurn | WarTurn):
            keys["turn"] = board.empires[frame.empire]
        if isinstance(frame, BuildTurn):
            if frame.marked:
                keys["marked"] = mask_names(frame.marked, board.provinces)
            if frame.used:
                keys["used"] = " ".join(board.tiles[tile].id for tile in frame.used)
        if isinstance(frame, Turns):
            keys["waiting"] = " ".join(board.empires[empire] for empire in frame.waiting)
    return keys


def count_supplies(state: State) -> None:
    """Fill in the supply. Raises DataError if more pieces are out than the box holds."""
    _count_resources(state)
    count_buildings(state, state.board.map.buildings, "0.5")
    for empire in range(len(state.players)):
        _count_pieces(state, empire)


def _count_resources(state: State) -> None:
    board = state.board
    reserve = [board.map.coins, *(number for _, number in board.map.commodities)]
    pile = [board.map.legendary_each - number for number in state.discard]
    out = [spread(player.hand) for player in state.players]
    out += [tokens for frame in state.stack if isinstance(frame, Taking) for tokens in frame.face_up]
    for tokens in out:
        for token in tokens:
            if is_legendary(token):
                pile[kind_of(token) - 1] -= 1
            else:
                reserve[kind_of(token)] -= 1
    state.reserve = left_of("0.5", "empires", reserve, [board.tokens[ordinary(kind)] for kind in range(len(reserve))])
    state.pile = left_of("0.5", "discard", pile, board.tokens[2::2])


def _count_pieces(state: State, empire: int) -> None:
    game_map = state.board.map
    name = state.board.empire_names[empire]
    capital = state.board.capitals[empire]
    legions, fortresses, markers = left_of(
        "0.5",
        "provinces",
        [
            game_map.legions - sum(province.legions[empire] for province in state.provinces),
            game_map.fortresses - sum(province.fortress == empire for province in state.provinces),
            # The capital's control is printed on the map and uses no marker.
            game_map.markers
            - sum(province.controller == empire for index, province in enumerate(state.provinces) if index != capital),
        ],
        [f"{piece} of {name}" for piece in ("legion", "fortress", "control marker")],
    )
    (triremes,) = left_of(
        "0.5", "seas", [game_map.triremes - sum(sea[empire] for sea in state.seas)], [f"trireme of {name}"]
    )
    state.players[empire] = replace(
        state.players[empire], legions=legions, triremes=triremes, fortresses=fortresses, markers=markers
    )


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
    read_provinces(root.sub("provinces", {}), state, _read_province)
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
    return toml_of(_tables(game.state), HEADINGS)


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
        **(shortest(EMPIRES, state, short_forms(state), stack_of) or full_form(state)),
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
