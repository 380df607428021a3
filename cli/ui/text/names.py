"""The names of those who sit at a table, for any terminal."""

from __future__ import annotations

from cli.i18n.texts import tr, translated
from p2p.lobby.messages import Picture
from p2p.log.charter import Charter
from p2p.wire.text import shown


def quoted(text: str) -> str:
    """Return what a person has said, so that it is told from what has happened."""
    return tr("“{text}”", text=text)


def names_of(charter: Charter) -> dict[int, str]:
    """Return by seat who sits there, for any terminal."""
    return {seat: shown(facts.name) or tr("player {seat}", seat=seat + 1) for seat, facts in enumerate(charter.seats)}


def called(people: Charter | Picture, player: int) -> str:
    """Return the name that messages give a person of a table or a member of a lobby."""
    return translated(people.name(player))
