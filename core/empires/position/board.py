"""The pieces of a position: provinces, seas and empires as tables of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from core.empires.board import Board
from core.empires.building import MOST_TILES
from core.empires.state import Player, Province, State
from core.empires.tiles.castor_and_pollux import NEVER_COPIED
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader
from core.engine.word_lists import by_name, counted_text, index_of, indices_of
from core.mare.buildings import CARAVAN
from core.mare.kinds import read_tokens
from core.mare.position.pieces import read_counts, read_occupation, read_side
from core.mare.position.words import icons_text, posts_text, read_icons, tile_names
from core.mare.resources import plus
from core.mare.state import MARKER

PROVINCE_KEYS = ("controller", "buildings", "legions", "fortress", "occupied")
COPYING_HERO = "castor_and_pollux"

EMPIRE_KEYS = ("resources", "tiles", "copied")


# ---------------------------------------------------------------------- provinces


def empty_province(board: Board, index: int) -> Province:
    """Return a province without pieces. A capital's province has its controller printed."""
    controller = board.capitals.index(index) if index in board.capitals else NO_EMPIRE
    return Province(controller, 0, bytes(len(board.empires)), NO_EMPIRE, NO_EMPIRE, 0)


def read_provinces(reader: Reader, state: State) -> None:
    """Set the provinces that the position names; the others stay as they are."""
    board = state.board
    for name in reader.only(board.provinces).table:
        index = board.provinces.index(name)
        state.provinces[index] = _read_province(reader.sub(name), board, index, state.provinces[index])


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


# ---------------------------------------------------------------------- seas


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
        state.players.append(Player(hand, mat, 0, 0, 0, 0))
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
