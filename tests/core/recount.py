"""A position counted from scratch against the box: what must hold at every moment of every game.

Nothing here uses the engine's own counting. Icons are told apart by their names, supplies come from the edition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from core.empires.board import Board
from core.empires.state import State
from core.engine.state import NO_EMPIRE
from core.mare.buildings import BUILDING_KINDS
from core.mare.resources import Tokens
from core.mare.state import MARKER

TRADING = ("caravan", "market")


def problems(state: State, taken: Mapping[int, int]) -> list[str]:
    """What is wrong with a position, in sentences; empty where nothing is.

    ``taken`` is by province the mask of empty icons on which legions came to stand: pillagers' and Circe's.
    """
    return [*_resources(state), *_buildings(state), *_pieces(state), *_tiles(state), *_posts(state, taken)]


@cache
def _kinds(board: Board) -> tuple[tuple[str, ...], ...]:
    """By province and icon, the kind of building: the name without its commodity or its number."""
    return tuple(tuple(icon.name.split(":")[0].rstrip("0123456789") for icon in icons) for icons in board.icons)


def _face_up(state: State) -> Iterator[Tokens]:
    """The resources that lie on the table in a trade, by player."""
    for frame in state.stack:
        if type(frame).__name__ == "Taking":
            yield from frame[0]


def _resources(state: State) -> Iterator[str]:
    game_map = state.board.map
    held = [sum(hand) for hand in zip(*(player.hand for player in state.players), strict=True)]
    for tokens in _face_up(state):
        for token in tokens:
            held[token] += 1
    supply = [game_map.coins, *(number for _, number in game_map.commodities)]
    for kind, (left, box) in enumerate(zip(state.reserve, supply, strict=True)):
        token = 2 * kind - 1 if kind else 0
        if left < 0 or left + held[token] != box:
            yield f"0.5: {left} {state.board.tokens[token]} in reserve and {held[token]} in play, {box} in the box."
    for index, (pile, gone) in enumerate(zip(state.pile, state.discard, strict=True)):
        token = 2 * index + 2
        if min(pile, gone) < 0 or pile + gone + held[token] != game_map.legendary_each:
            yield f"1.2: {pile} {state.board.tokens[token]} in the pile, {gone} discarded, {held[token]} in play."
    if any(count < 0 for player in state.players for count in player.hand):
        yield "0.5: a player holds less than nothing."


def _buildings(state: State) -> Iterator[str]:
    kinds = _kinds(state.board)
    standing = dict.fromkeys(BUILDING_KINDS, 0)
    for province, names in zip(state.provinces, kinds, strict=True):
        if not 0 <= province.built < 1 << len(names):
            yield "3.1.2: something is built where there is no icon."
            return
        for icon, kind in enumerate(names):
            standing[kind] += province.built >> icon & 1
    for kind, left, box in zip(BUILDING_KINDS, state.buildings, state.board.map.buildings, strict=True):
        if left < 0 or left + standing[kind] != box:
            yield f"0.5: {left} {kind} in supply and {standing[kind]} on the map, {box} in the box."


def _pieces(state: State) -> Iterator[str]:
    game_map = state.board.map
    for empire, player in enumerate(state.players):
        capital = state.board.capitals[empire]
        on_map = {
            "legion": sum(province.legions[empire] for province in state.provinces),
            "trireme": sum(sea[empire] for sea in state.seas),
            "fortress": sum(province.fortress == empire for province in state.provinces),
            "control marker": sum(
                province.controller == empire for index, province in enumerate(state.provinces) if index != capital
            ),
        }
        supply = (player.legions, player.triremes, player.fortresses, player.markers)
        box = (game_map.legions, game_map.triremes, game_map.fortresses, game_map.markers)
        for piece, left, most in zip(on_map, supply, box, strict=True):
            if left < 0 or left + on_map[piece] != most:
                name = state.board.empires[empire]
                yield f"0.5: {left} {piece} of {name} in supply and {on_map[piece]} on the map, {most} in the box."
        if state.provinces[capital].controller != empire:
            yield f"4.3.5: the capital's province of {state.board.empires[empire]} has changed hands."
    if any(count < 0 for place in (*state.seas, *(p.legions for p in state.provinces)) for count in place):
        yield "0.5: less than no units stand somewhere."


def _tiles(state: State) -> Iterator[str]:
    on_mats = [tile for player in state.players for tile in player.tiles]
    present = sorted([*state.display, *state.face_down, *on_mats])
    heroes = [start.hero for start in state.board.starts]
    in_box = [tile.index for tile in state.board.tiles if tile.kind != "starting_hero" or tile.id in heroes]
    if present != in_box:
        yield f"0.8: the tiles in the game are {present}, the box holds {in_box}."


def _posts(state: State, taken: Mapping[int, int]) -> Iterator[str]:
    for index, province in enumerate(state.provinces):
        name = state.board.provinces[index]
        if province.occupier == NO_EMPIRE:
            if province.posts:
                yield f"4.3: legions of no occupier stand on posts in {name}."
            continue
        if not province.posts:
            yield f"4.3: an occupier occupies nothing in {name}."
        if province.posts.bit_count() > province.legions[province.occupier]:
            yield f"4.3: more posts than legions of their occupier in {name}."
        marker = province.posts & MARKER
        buildings = province.posts & province.built
        empty = province.posts & ~MARKER & ~province.built
        if (marker or buildings) and province.controller in (NO_EMPIRE, province.occupier):
            yield f"4.3: {name} is occupied, and no opponent of the occupier controls it."
        if marker and (buildings or index in state.board.capitals):
            yield f"4.3.3: the control marker of {name} can't be occupied like that."
        if empty & ~taken.get(index, 0):
            yield f"4.3.1: a legion in {name} stands on an empty icon that it did not pillage."


def levels(state: State, empire: int) -> tuple[int, int, int]:
    """0.6: the levels of trade, culture and military, icon by icon and unit by unit."""
    kinds = _kinds(state.board)
    trade = culture = 0
    for index, province in enumerate(state.provinces):
        for icon, kind in enumerate(kinds[index]):
            if not province.built >> icon & 1 or province.controller == NO_EMPIRE:
                continue
            stood_on = province.posts >> icon & 1
            if (province.occupier if stood_on else province.controller) == empire:
                trade += kind in TRADING
                culture += kind not in TRADING
    military = sum(province.legions[empire] + (province.fortress == empire) for province in state.provinces)
    military += sum(sea[empire] for sea in state.seas)
    bonuses = _bonuses(state.board)
    for tile in state.players[empire].tiles:
        bonus = bonuses[state.board.tiles[tile].id]
        trade, culture, military = trade + bonus[0], culture + bonus[1], military + bonus[2]
    return trade, culture, military


@cache
def _bonuses(board: Board) -> dict[str, tuple[int, int, int]]:
    return {tile.id: tile.bonus for tile in board.map.tiles}
