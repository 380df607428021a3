"""The names of those who sit at a table, for any terminal."""

from __future__ import annotations

from cli.i18n.texts import tr
from p2p.log.charter import Charter
from p2p.wire.text import shown


def names_of(charter: Charter) -> dict[int, str]:
    """By seat, who sits there, for any terminal."""
    return {seat: shown(facts.name) or tr("player {seat}", seat=seat + 1) for seat, facts in enumerate(charter.seats)}
