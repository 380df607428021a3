"""Setting up a table: what an owner's file says of the start (3), and who plays what."""

from __future__ import annotations

from dataclasses import replace

from core.engine.dealing import Deal, check_chosen, check_rounds
from core.engine.masks import mask_of
from core.sword.board import Board
from core.sword.state import GameTurn, Options, State, bare_state


def check_options(board: Board, options: Options) -> None:
    """Raise DataError if the options do not fit the board."""
    check_rounds(options.max_rounds)
    check_chosen(board, options.empires)


def starting_state(board: Board, options: Options) -> State:
    """Return the position before the first turn. Raises DataError if the options do not fit."""
    check_options(board, options)
    state = bare_state(board, options, ())
    place_pieces(state)
    state.stack = [GameTurn(0), Deal()]
    return state


def place_pieces(state: State) -> None:
    """Place all that the owner's file has at the start."""
    board, start = state.board, state.board.start
    for location, forces in start.units:
        for holder, number in forces:
            state.change_units(location, holder, number)
    for location, number in start.sieges:
        state.sites[location] = replace(state.sites[location], siege=number)
    for location, markers in start.markers:
        state.sites[location] = replace(state.sites[location], markers=mask_of(markers))
    for location in start.subjugated:
        state.sites[location] = replace(state.sites[location], subjugated=True)
    places = {board.map.leaders[leader].id: place for leader, place in start.leaders}
    # A leader who does not lead at this table is in the box (2.3).
    state.leaders = tuple(
        places.get(leader.id, place) for leader, place in zip(board.leaders, state.leaders, strict=True)
    )
    state.alliances = tuple(sorted(dict.fromkeys(start.alliances)))
    numbers = dict(start.tracks)
    state.tracks = tuple(numbers.get(track, number) for track, number in enumerate(state.tracks))
