"""Positions of the engine as plain ones, and back: names for numbers, single units for counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from core.classic.board import Board
from core.classic.kinds import ATTACKED, MOVED, SUPPORTED
from core.classic.state import NOWHERE, State
from core.classic.state import Province as EngineProvince
from core.engine.state import NO_EMPIRE
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import CONTROL
from core.mare.state import MARKER as MARKER_POST
from tests.core.classic.recount import setup
from tests.core.classic.recount.board import MARKER, TRACKS
from tests.core.classic.recount.position import Position, Unit

UNIT_SUPPLY = {"legion": "legions", "trireme": "triremes", "fortress": "fortresses", MARKER: "markers"}


def position_of(state: State) -> Position:
    """Return what lies on the table, without what has happened in a turn."""
    board = state.board
    position = setup.bare(board.variant.id, board.empires)
    for name, province in zip(board.provinces, state.provinces, strict=True):
        here = position.provinces[name]
        here.owner = "" if province.controller == NO_EMPIRE else board.sides[province.controller]
        here.buildings = set(icons(board, name, province.built))
        here.land = land_units(board, name, province)
        here.dock = Counter(dict(zip(board.empires, province.docks, strict=True)))
        here.pillaged = province.pillaged
    for index, sea in enumerate(board.seas):
        position.seas[sea] = ships(state, index)
    for empire, player in zip(board.empires, state.players, strict=True):
        position.hands[empire] = Counter(dict(zip(board.tokens, player.hand, strict=True)))
        position.tiles[empire] = {board.tiles[tile].id for tile in player.tiles}
        position.pieces[empire] = Counter({kind: getattr(player, field) for kind, field in UNIT_SUPPLY.items()})
    position.bank = Counter(dict(zip(board.tokens, state.bank, strict=True)))
    kinds = zip(BUILDING_KINDS, state.buildings, strict=True)
    position.buildings = Counter({kind: left for kind, left in kinds if kind in position.board.buildings})
    if state.leaders:
        position.titles = {track: board.empires[leader] for track, leader in zip(TRACKS, state.leaders, strict=True)}
    position.options = frozenset(name for name in ("alps", "blockade") if getattr(state.options, name))
    position.round = state.round
    position.used = set() if state.helen_at == NOWHERE else {"helen"}
    return position


def icons(board: Board, province: str, mask: int) -> list[str]:
    """Return the names of the icons of a mask; MARKER for the control marker."""
    names = [icon.name for icon in board.icons[board.provinces.index(province)]]
    found = [name for index, name in enumerate(names) if mask >> index & 1]
    return found + [MARKER] * bool(mask & MARKER_POST)


def land_units(board: Board, name: str, province: EngineProvince) -> list[Unit]:
    """Return legions and fortresses one by one, those that stand on something first."""
    units = []
    for side, number in enumerate(province.legions):
        on = icons(board, name, province.posts) if side == province.occupier else []
        units += [Unit(board.sides[side], on=post) for post in on]
        units += [Unit(board.sides[side])] * (number - len(on))
    if province.fortresses:
        units += [Unit(board.sides[province.controller], "fortress")] * province.fortresses
    return units


def ships(state: State, sea: int) -> list[Unit]:
    """Return the triremes in a sea; those that have supported (7.2b) are of the owner of Pericles."""
    board, units = state.board, []
    for empire, number in enumerate(state.seas[sea]):
        supports = any(tile.supports for tile in state.acting(empire))
        for index in range(number):
            supported = supports and index < state.supported[sea]
            units.append(Unit(board.empires[empire], "trireme", supported=supported))
    return units


def during(position: Position, state: State) -> Position:
    """Add to a position what has happened in the turn that is going on."""
    for frame in state.stack:
        facts: Any = frame
        if type(frame).__name__ == "BuildTurn":
            position.marked = set(places(state.board, facts.marked))
            position.used |= {state.board.tiles[tile].id for tile in facts.used}
        elif type(frame).__name__ == "WarTurn":
            _war(position, state.board, facts)
    return position


def places(board: Board, mask: int) -> list[str]:
    """Return the names of the provinces of a mask."""
    return [name for index, name in enumerate(board.provinces) if mask >> index & 1]


def _war(position: Position, board: Board, turn: Any) -> None:
    player = board.empires[turn.empire]
    position.fought = set(places(board, turn.fought))
    position.decided = set(places(board, turn.decided))
    position.marched = turn.marched
    for sea, deeds, number in turn.ships:
        _busy(position.seas[board.seas[sea]], player, "trireme", "", deeds, number)
    for province, deeds, number in turn.legions:
        _busy(position.provinces[board.provinces[province]].land, player, "legion", "", deeds, number)
    for province, icon, deeds in turn.posts:
        name = board.provinces[province]
        on = MARKER if icon == CONTROL else board.icons[province][icon].name
        _busy(position.provinces[name].land, player, "legion", on, deeds, 1)
    for province, number in enumerate(turn.fortresses):
        _busy(position.provinces[board.provinces[province]].land, player, "fortress", "", ATTACKED, number)


def _busy(units: list[Unit], side: str, kind: str, on: str, deeds: int, number: int) -> None:
    """Let so many fresh units have done something."""
    for _ in range(number):
        units.remove(Unit(side, kind, on))
        units.append(Unit(side, kind, on, bool(deeds & MOVED), bool(deeds & ATTACKED), bool(deeds & SUPPORTED)))


def put(state: State, position: Position) -> None:
    """Change a state into a position of the same players, edition and options; nothing has happened in a turn."""
    board = state.board
    state.provinces = [_province(board, name, position) for name in board.provinces]
    state.seas = [
        bytes(sum(ship.side == empire for ship in position.seas[sea]) for empire in board.empires) for sea in board.seas
    ]
    for index, empire in enumerate(board.empires):
        player = state.players[index].holding(bytes(position.hands[empire][token] for token in board.tokens))
        player.tiles = tuple(sorted(board.tile_of[tile] for tile in position.tiles[empire]))
        for kind, field in UNIT_SUPPLY.items():
            setattr(player, field, position.pieces[empire][kind])
        state.players[index] = player
    owned = {tile for player in state.players for tile in player.tiles}
    others = {hero for hero in map(board.tile_of.get, position.board.heroes.values()) if hero not in board.heroes}
    state.display = tuple(tile.index for tile in board.tiles if tile.index not in owned | others)
    state.bank = bytes(position.bank[token] for token in board.tokens)
    state.buildings = bytes(position.buildings[kind] for kind in BUILDING_KINDS)
    state.leaders = tuple(board.empires.index(position.titles[track]) for track in TRACKS)


def _province(board: Board, name: str, position: Position) -> EngineProvince:
    here = position.provinces[name]
    names = [icon.name for icon in board.icons[board.provinces.index(name)]]
    on = {unit.on: unit.side for unit in here.land if unit.on}
    return EngineProvince(
        controller=board.sides.index(here.owner) if here.owner else NO_EMPIRE,
        built=_mask(names, here.buildings),
        legions=bytes(len(here.units(side, "legion")) for side in board.sides),
        fortresses=sum(unit.kind == "fortress" for unit in here.land),
        docks=bytes(here.dock[empire] for empire in board.empires),
        occupier=next((board.sides.index(side) for side in on.values()), NO_EMPIRE),
        posts=_mask(names, on) | (MARKER_POST if MARKER in on else 0),
        pillaged=here.pillaged,
    )


def _mask(names: list[str], chosen: Iterable[str]) -> int:
    return sum(1 << index for index, name in enumerate(names) if name in set(chosen))
