"""The pieces of a position of 2003: provinces, seas and empires as tables of words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from core.classic.board import Board
from core.classic.state import Province, State
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader
from core.engine.word_lists import by_name, counted_text, indices_of
from core.mare.kinds import read_tokens
from core.mare.position.pieces import read_counts, read_occupation, read_side
from core.mare.position.words import icons_text, posts_text, read_icons, tile_names
from core.mare.resources import plus
from core.mare.state import MARKER

PROVINCE_KEYS = ("controller", "buildings", "legions", "fortresses", "docks", "occupied", "pillaged")
EMPIRE_KEYS = ("resources", "tiles")


def empty_province(board: Board, index: int) -> Province:
    """Return a province without pieces. The capital of a civilization in play has its own marker (0.1d)."""
    controller = board.capitals.index(index) if index in board.capitals else NO_EMPIRE
    return Province(controller, 0, bytes(len(board.sides)), 0, bytes(len(board.empires)), NO_EMPIRE, 0, False)


def read_provinces(reader: Reader, state: State) -> None:
    """Set the provinces that the position names; the others stay as they are."""
    board = state.board
    for name in reader.only(board.provinces).table:
        index = board.provinces.index(name)
        state.provinces[index] = _read_province(reader.sub(name), board, index, state.provinces[index])


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
