"""Who is who at a table, for any terminal: players, the empires that they play, and who has won in the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cli.i18n.texts import both, plural, term, tr, translated
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, GameState
from p2p import AGREEMENT, FORFEIT, Charter, Picture, shown


def quoted(text: str) -> str:
    """Return what a person has said, so that it is told from what has happened."""
    return tr("“{text}”", text=text)


def names_of(charter: Charter) -> dict[int, str]:
    """Return by seat who sits there, for any terminal."""
    return {seat: shown(facts.name) or tr("player {seat}", seat=seat + 1) for seat, facts in enumerate(charter.seats)}


def called(people: Charter | Picture, player: int) -> str:
    """Return the name that messages give a person of a table or a member of a lobby."""
    return translated(people.name(player))


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


def ending(victory: str, winners: Iterable[str], won_with: Mapping[str, Message]) -> str:
    """Return the end in a sentence: ``Rome (Bot 1) wins with all three titles.``"""
    names = list(winners)
    if victory == AGREEMENT:
        return tr("All have agreed to end the game; there is no winner.")
    if victory == FORFEIT:
        return tr("The player who would have won held back a secret and is out; there is no winner.")
    told = translated(won_with[victory]) if victory in won_with else ""
    if not names:
        return told or tr("The last round is over; there is no winner.")
    means = told or victory
    return plural(
        "{winners} wins with {means}.",
        "{winners} win with {means}.",
        len(names),
        winners=both(names),
        means=means,
    )
