"""What a position of 2003 leaves in the box: the bank, buildings and pieces, computed from what is out (0.4a)."""

from __future__ import annotations

from dataclasses import replace

from core.classic.state import State
from core.mare.buildings import BUILDING_KINDS
from core.mare.position.pieces import left_of
from core.mare.resources import spread


def count_supplies(state: State) -> None:
    """Fill in the supply. Raises DataError if more pieces are out than the box holds."""
    _count_cards(state)
    left = list(state.board.supply)
    for province, icons in zip(state.provinces, state.board.icons, strict=True):
        for index, icon in enumerate(icons):
            left[icon.kind] -= province.built >> index & 1
    state.buildings = left_of("1.2", "provinces", left, [kind.replace("_", " ") for kind in BUILDING_KINDS])
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
