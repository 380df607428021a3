"""What a position leaves in the box: reserve, pile, buildings and pieces in supply, computed from what is out (0.5)."""

from __future__ import annotations

from dataclasses import replace

from core.empires.state import State
from core.mare.buildings import BUILDING_KINDS
from core.mare.position.pieces import left_of
from core.mare.resources import is_legendary, kind_of, ordinary, spread
from core.mare.taking import Taking


def count_supplies(state: State) -> None:
    """Fill in the supply. Raises DataError if more pieces are out than the box holds."""
    _count_resources(state)
    _count_buildings(state)
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


def _count_buildings(state: State) -> None:
    left = list(state.board.map.buildings)
    for province, icons in zip(state.provinces, state.board.icons, strict=True):
        for index, icon in enumerate(icons):
            left[icon.kind] -= province.built >> index & 1
    state.buildings = left_of("0.5", "provinces", left, [kind.replace("_", " ") for kind in BUILDING_KINDS])


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
