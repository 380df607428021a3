"""Who speaks at a table, a player or a bot that they lend, and whose talk one screen hides.

Votes of a muted player still show, and all others still hear them.
"""

from __future__ import annotations

from collections.abc import Callable

from cli.i18n.texts import marked, tr
from cli.table_game import rules_of
from cli.ui.text.names import called, empire_name, side
from p2p import Said, Session, shown


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


BY_NAME = marked("“{command}” needs a player. You can name {names}.")

HELP = marked("  mute NAME       hide what a player says; unmute NAME shows it again")


class Muting:
    """The players whose talk is hidden."""

    def __init__(self, session: Session, called: Callable[[str], int | None]) -> None:
        """``called`` finds the person whom a word means, else None."""
        self.players: set[int] = set()
        self._session = session
        self._called = called

    def commands(self, names: Callable[[], str]) -> dict[str, Callable[[str], str]]:
        """Return what a person may type, by its first word; ``names`` are all whom they can mean."""

        def of(command: str, act: Callable[[int], str]) -> Callable[[str], str]:
            def run(rest: str) -> str:
                player = self._called(rest)
                if player is None:
                    return tr(BY_NAME, command=command, names=names())
                return act(player)

            return run

        return {"mute": of("mute", self._mute), "unmute": of("unmute", self._unmute)}

    def _mute(self, player: int) -> str:
        self.players.add(player)
        return tr(
            "What {name} says is hidden from now on; “unmute” shows it again. The other players still see it.",
            name=called(self._session.charter, player),
        )

    def _unmute(self, player: int) -> str:
        if player not in self.players:
            return tr("What {name} says is not hidden.", name=called(self._session.charter, player))
        self.players.discard(player)
        return tr("What {name} says is shown again.", name=called(self._session.charter, player))
