"""Who is who: the empires of a game by their names, and by the seats that play them."""

from __future__ import annotations

from cli.i18n.texts import term, tr
from core.engine.state import NO_EMPIRE, GameState


def empire_of(state: GameState, seat: int) -> int:
    """Return the empire a seat plays; NO_EMPIRE before empires are dealt."""
    return state.seats.index(seat) if state.seats else NO_EMPIRE


def side(state: GameState, seat: int) -> str:
    """Return what a seat plays, in a word: ``Rome``, or ``seat 2`` before empires are dealt."""
    empire = empire_of(state, seat)
    return tr("seat {number}", number=seat + 1) if empire == NO_EMPIRE else term(state.board.empire_names[empire])


def empire_name(state: GameState, seat: int) -> str:
    """Return what a seat plays, in English; only once empires are dealt."""
    return str(state.board.empire_names[empire_of(state, seat)])


def empires(state: GameState) -> tuple[str, ...]:
    """Return the names of the empires, for people to read."""
    return tuple(map(term, state.board.empire_names))
