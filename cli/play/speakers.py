"""Who speaks at a table: a player, or a bot that they lend."""

from __future__ import annotations

from cli.i18n.texts import tr
from cli.table_game import rules_of
from cli.ui.text.names import called, empire_name, side
from p2p.session.events import Said
from p2p.session.session import Session
from p2p.wire.text import shown


def speaker(session: Session, said: Said) -> str:
    """Return who has said something, and to whom."""
    to, seat = said.to, speaking_seat(session, said)
    if said.player == session.me and seat == session.charter.seats_of(said.player)[0]:
        return tr("You") if to is None else tr("You, to {name} alone", name=_player(session, to))
    name = _player(session, said.player, seat)
    return name if to is None else tr("{name}, to you alone", name=name)


def speaking_seat(session: Session, said: Said) -> int:
    """Return the seat that speaks: the player's own, or that of a bot they lend, which first says what it plays."""
    own, *lent = session.charter.seats_of(said.player)
    state = rules_of(session.log.game).state
    begun = [seat for seat in lent if state.seats and said.text.startswith(f"{empire_name(state, seat)}: ")]
    return begun[0] if begun else own


def _player(session: Session, player: int, seat: int | None = None) -> str:
    """Return the name of a player, or of their bot at a seat, with what they play, once that is known: ``Bo
    (Greece)``.
    """
    charter, sides = session.charter, sides_of(session, player)
    seats = charter.seats_of(player)
    seat = seats[0] if seat is None else seat
    name = shown(charter.seats[seat].name)
    return f"{name} ({sides[seats.index(seat)]})" if name and sides else called(charter, player)


def sides_of(session: Session, player: int) -> list[str]:
    """Return what a person plays, once the empires are dealt."""
    state = rules_of(session.log.game).state
    return [side(state, seat) for seat in session.charter.seats_of(player)] if state.seats else []
