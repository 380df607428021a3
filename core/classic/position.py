"""Position notation for 2003: any position of a game as a short text of TOML, and back.

Everything has a name, and keys with usual values are left out. Values that follow from the rest (supply, bank, counts)
are never written. ``docs/notation.md`` describes it for players.

What goes on is a phase, whose turn it is, and what has begun. A phase that is only named is about to begin, and so
is a turn. ``did`` has what was done in the turn, ``waiting`` the players whose turn is still to come. In a contest,
``order`` has those who have had theirs. ``doing`` lists what has begun, outermost first; it may begin with the frames
of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from core.classic.board import Board
from core.classic.build import BuildEnd
from core.classic.building import BuildTurn
from core.classic.deeds import WarTurn
from core.classic.map import Map
from core.classic.rules import FLOW, RULES, standard_map, start
from core.classic.setup import bring_units, starting_stack
from core.classic.state import NOWHERE, Options, Province, State
from core.classic.variant import Variant
from core.classic.victory import Contest
from core.engine.errors import DataError
from core.engine.game import Game
from core.engine.kind import Setting, kinds_of
from core.engine.position import (
    check_frames,
    dealt_words,
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
from core.engine.words import by_name, counted_text, index_of, indices_of
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
from core.mare.resources import plus, spread
from core.mare.rounds import Turns
from core.mare.state import MARKER, Round

PROVINCE_KEYS = ("controller", "buildings", "legions", "fortresses", "docks", "occupied", "pillaged")
EMPIRE_KEYS = ("resources", "tiles")


def empty_province(board: Board, index: int) -> Province:
    """Return a province without pieces. The capital of a civilization in play has its own marker (0.1d)."""
    controller = board.capitals.index(index) if index in board.capitals else NO_EMPIRE
    return Province(controller, 0, bytes(len(board.sides)), 0, bytes(len(board.empires)), NO_EMPIRE, 0, False)


def _read_province(reader: Reader, board: Board, index: int, province: Province) -> Province:
    reader.only(PROVINCE_KEYS)
    game_map = board.map
    controller = read_side(reader, "controller", board, province.controller)
    if index in board.capitals and controller != board.capitals.index(index):
        raise reader.fail("controller", "a capital always bears its own civilization's marker (4.8b).")
    province = replace(province, controller=controller, pillaged=reader.flag("pillaged"))
    buildings = reader.words("buildings")
    if buildings is not None:
        province = replace(province, built=read_icons(buildings, board, index, partial(reader.fail, "buildings")))
    if province.built and controller in (NO_EMPIRE, board.neutral):
        raise reader.fail("buildings", "buildings stand only where a player's marker lies (4.5a).")
    legions = read_counts(reader, "legions", board.sides, game_map.legions)
    docks = read_counts(reader, "docks", board.empires, game_map.triremes)
    most = max(tile.most_fortresses for tile in board.tiles)
    fortresses = reader.number("fortresses", province.fortresses, most=most)
    if fortresses and controller == NO_EMPIRE:
        raise reader.fail("fortresses", "a fortress stands only where its owner's marker lies (4.5a).")
    if docks is not None and any(docks) and not board.coast[index]:
        raise reader.fail("docks", "the province has no coast (4.5d).")
    occupier, posts = read_occupation(reader, board, index, "5.8a")
    province = replace(
        province,
        legions=province.legions if legions is None else legions,
        docks=province.docks if docks is None else docks,
        fortresses=fortresses,
        occupier=occupier,
        posts=posts,
    )
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
        return "each occupation needs a legion of the occupier there (5.8d)."
    if province.controller in (NO_EMPIRE, occupier):
        return "only another civilization's province can be occupied (5.8a)."
    if posts & MARKER and board.capital_mask >> index & 1:
        return "a capital is never assimilated (4.8b)."
    if posts & MARKER and posts != MARKER:
        return "a province is occupied or assimilated, not both (5.8a)."
    return "" if posts & MARKER or not posts & ~province.built else "only buildings that stand are occupied (5.8d)."


def write_provinces(state: State) -> dict[str, Any]:
    """Return by province everything that differs from an empty province."""
    board = state.board
    tables: dict[str, Any] = {}
    for index, province in enumerate(state.provinces):
        empty = empty_province(board, index)
        if province != empty:
            tables[board.provinces[index]] = _province_table(board, index, province, empty)
    return tables


def _province_table(board: Board, index: int, province: Province, empty: Province) -> dict[str, Any]:
    table: dict[str, Any] = {}
    if province.controller != empty.controller:
        table["controller"] = board.sides[province.controller]
    if province.built:
        table["buildings"] = icons_text(province.built, board, index)
    if any(province.legions):
        table["legions"] = by_name(province.legions, board.sides)
    if province.fortresses:
        table["fortresses"] = province.fortresses
    if any(province.docks):
        table["docks"] = by_name(province.docks, board.empires)
    if province.posts:
        table["occupied"] = {board.empires[province.occupier]: posts_text(province.posts, board, index)}
    if province.pillaged:
        table["pillaged"] = True
    return table


def read_empires(reader: Reader, state: State, *, is_bare: bool) -> None:
    """Set hands and tiles. Without named tiles a civilization owns its hero, or none in a bare setup."""
    board = state.board
    tables = dict(reader.only(board.empires).items(EMPIRE_KEYS))
    owned: list[int] = []
    for empire, name in enumerate(board.empires):
        table = tables.get(name)
        hand = bytes(len(board.tokens))
        tiles = _usual_tiles(board, empire, is_bare=is_bare)
        if table is not None:
            hand = plus(hand, read_tokens(table.words("resources") or (), board, partial(table.fail, "resources")))
            tiles = _read_tiles(table, board, empire, owned, tiles)
        owned += tiles
        state.players[empire] = replace(state.players[empire], hand=hand, tiles=tiles)


def _usual_tiles(board: Board, empire: int, *, is_bare: bool) -> tuple[int, ...]:
    return () if is_bare else (board.heroes[empire],)


def _read_tiles(table: Reader, board: Board, empire: int, owned: list[int], usual: tuple[int, ...]) -> tuple[int, ...]:
    words = table.words("tiles")
    if words is None:
        return usual
    tiles = indices_of(words, tile_names(board), "hero or wonder", partial(table.fail, "tiles"))
    for tile in tiles:
        if tile in owned:
            raise table.fail("tiles", f"{board.tiles[tile].name} is another empire's already (4.7a).")
        if board.tiles[tile].kind == "civilization_hero" and tile != board.heroes[empire]:
            raise table.fail("tiles", f"{board.tiles[tile].name} is another civilization's hero (4.7b).")
    return tiles


def write_empires(state: State, *, is_bare: bool) -> dict[str, Any]:
    """Return hands and tiles of each empire with more than its hero, or than none in a bare setup."""
    board = state.board
    tables: dict[str, Any] = {}
    for empire, player in enumerate(state.players):
        table: dict[str, Any] = {}
        if any(player.hand):
            table["resources"] = counted_text(player.hand, board.tokens)
        if player.tiles != _usual_tiles(board, empire, is_bare=is_bare):
            table["tiles"] = " ".join(board.tiles[tile].id for tile in player.tiles)
        if table:
            tables[board.empires[empire]] = table
    return tables


FLOW_KEYS = ("phase", "turn", "did", "waiting", "order", "doing")

PHASES = ("start", "commerce", "building", "military")
"""The phases by number. The start comes before the first round."""

OVER = "over"

TURNS: dict[str, type[Any]] = {"building": BuildTurn, "military": WarTurn}
"""The frame of a turn, by phase."""


def stack_of(reader: Reader, state: State) -> list[Frame]:
    """Return the stack of frames that a position's keys describe. Its frames are not checked yet."""
    phase = reader.choice("phase", (*PHASES, OVER), "commerce")
    has_turns = "turn" in reader.table or "waiting" in reader.table
    allowed = {
        "turn": phase in TURNS,
        "waiting": phase in TURNS,
        "did": "turn" in reader.table,
        "order": phase == "building" and has_turns and state.contest,
    }
    for key, fits in allowed.items():
        if key in reader.table and not fits:
            raise reader.fail(key, "does not fit this phase, or the other keys here.")
    if phase == OVER:
        return []
    number = PHASES.index(phase)
    if phase == "start" and "doing" not in reader.table:
        return starting_stack(state.options, is_dealt=bool(state.seats))
    if not any(key in reader.table for key in ("turn", "waiting", "doing")):
        return [Round(max(0, number - 1))]
    turn = NO_EMPIRE
    if "turn" in reader.table:
        empires = state.board.empires
        turn = index_of(reader.text("turn"), empires, "empire", partial(reader.fail, "turn"))
    at = Setting(state.board, number, turn)
    doing = [read_frame(FLOW, table, at) for table in reader.tables("doing")]
    return [Round(number), *_turn(reader, at, phase, state), *doing]


def _turn(reader: Reader, at: Setting, phase: str, state: State) -> list[Frame]:
    """Return the frames of the turns of a phase; none if no player has a turn now or waits for one."""
    waiting = indices_of(reader.words("waiting") or (), at.board.empires, "empire", partial(reader.fail, "waiting"))
    if at.turn in waiting:
        raise reader.fail("waiting", f"{at.board.empire_names[at.turn]} has the turn now.")
    frames: list[Frame] = []
    if waiting:
        frames.append(Turns(CULTURE if phase == "building" else MILITARY, waiting))
    if at.turn != NO_EMPIRE:
        frames.append(_read_turn(TURNS[phase], reader.sub("did", {}), at))
    if not frames or phase != "building":
        return frames
    contest = [Contest(_read_order(reader, state, waiting, at.turn))] if state.contest else []
    return [*contest, BuildEnd(), *frames]


def _read_order(reader: Reader, state: State, waiting: Sequence[int], turn: int) -> tuple[int, ...]:
    """Return who has had a building turn, in their order, and then whose turn it is (K45)."""
    usual = _usual_order(state, (*waiting, turn))
    named = reader.words("order")
    order = usual if named is None else indices_of(named, state.board.empires, "empire", partial(reader.fail, "order"))
    if sorted(order) != sorted(usual):
        raise reader.fail("order", "expected all who have had their turn in this phase, in their order.")
    return order if turn == NO_EMPIRE else (*order, turn)


def _usual_order(state: State, others: Sequence[int]) -> tuple[int, ...]:
    """Return all players but some, in seat order from the Political Leader."""
    return tuple([empire for empire in state.order_from(state.leaders[CULTURE]) if empire not in others])


def _read_turn(turn: type[Any], reader: Reader, at: Setting) -> Frame:
    kinds = kinds_of(turn)
    reader.only([name for name, kind in kinds.items() if not kind.follows])
    frame: Frame = turn(*[kind.load(reader, name, at) for name, kind in kinds.items()])
    return frame


# ---------------------------------------------------------------------- writing


def short_forms(state: State) -> Iterator[dict[str, Any]]:
    """Yield short forms of the position, which don't list what has begun. Not all of them lead to it."""
    if not state.stack:
        yield {"phase": OVER}
        return
    number = state.phase
    yield {"phase": PHASES[number]}
    keys = _turn_keys(state)
    if len(keys) > 1:
        yield keys


def full_form(state: State) -> dict[str, Any]:
    """Return the position with everything listed that has begun."""
    keys = _turn_keys(state)
    turn = next((frame.empire for frame in state.stack if isinstance(frame, BuildTurn | WarTurn)), NO_EMPIRE)
    at = Setting(state.board, state.phase, turn)
    frames = state.stack[1:]
    if len(keys) > 1:
        frames = [frame for frame in frames if not isinstance(frame, Contest | BuildEnd | Turns | BuildTurn | WarTurn)]
    return {**keys, "doing": [write_frame(FLOW, frame, at) for frame in frames]}


def _turn_keys(state: State) -> dict[str, Any]:
    board = state.board
    keys: dict[str, Any] = {"phase": PHASES[state.phase]}
    for frame in state.stack:
        if isinstance(frame, Turns):
            keys["waiting"] = " ".join(board.empires[empire] for empire in frame.waiting)
        elif isinstance(frame, BuildTurn | WarTurn):
            keys["turn"] = board.empires[frame.empire]
            at = Setting(board, state.phase, frame.empire)
            kinds = kinds_of(type(frame)).items()
            did = {name: kind.dump(value, at) for (name, kind), value in zip(kinds, frame, strict=True)}
            did = {name: value for name, value in did.items() if value is not None}
            if did:
                keys["did"] = did
    if len(keys) > 1 and (order := _unusual_order(state)):
        keys["order"] = " ".join(board.empires[empire] for empire in order)
    return keys


def _unusual_order(state: State) -> tuple[int, ...]:
    """Return who has had a building turn in a contest, in their order; empty if that is the usual one."""
    order: tuple[int, ...] = ()
    others: list[int] = []
    for frame in state.stack:
        if isinstance(frame, Contest):
            order = frame.order
        elif isinstance(frame, Turns):
            others += frame.waiting
        elif isinstance(frame, BuildTurn):
            others.append(frame.empire)
    order = tuple([empire for empire in order if empire not in others])
    return () if order == _usual_order(state, others) else order


def count_supplies(state: State) -> None:
    """Fill in the supply. Raises DataError if more pieces are out than the box holds."""
    _count_cards(state)
    count_buildings(state, state.board.supply, "1.2")
    for empire in range(len(state.players)):
        _count_pieces(state, empire)


def _count_cards(state: State) -> None:
    board = state.board
    bank = [board.map.coins, *(number for _, number in board.map.commodities)]
    out = [spread(player.hand) for player in state.players]
    out += [tokens for frame in state.stack for tokens in getattr(frame, "face_up", ())]
    for tokens in out:
        for token in tokens:
            bank[token] -= 1
    state.bank = left_of("0.4a", "empires", bank, board.tokens)


def _count_pieces(state: State, empire: int) -> None:
    game_map, provinces = state.board.map, state.provinces
    name = state.board.empire_names[empire]
    own = [province for province in provinces if province.controller == empire]
    at_sea = sum(triremes[empire] for triremes in state.seas)
    legions, fortresses, markers, triremes = left_of(
        "0.4a",
        "provinces",
        [
            game_map.legions - sum(province.legions[empire] for province in provinces),
            game_map.fortresses - sum(province.fortresses for province in own),
            game_map.markers - len(own),
            game_map.triremes - at_sea - sum(province.docks[empire] for province in provinces),
        ],
        [f"{piece} of {name}" for piece in ("legion", "fortress", "control marker", "trireme")],
    )
    state.players[empire] = replace(
        state.players[empire], legions=legions, triremes=triremes, fortresses=fortresses, markers=markers
    )


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
    read_provinces(root.sub("provinces", {}), state, _read_province)
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
    return toml_of(_tables(game.state), HEADINGS)


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
        **(shortest(RULES[board.variant.id], state, short_forms(state), stack_of) or full_form(state)),
        **result_words(board, state.result),
        "leaders": leaders,
        **{key: value for key, value in rest.items() if value},
    }
