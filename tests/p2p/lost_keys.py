"""What the tests of lost keys have in common: a table at which one player loses theirs, and what is refused."""

from __future__ import annotations

from p2p.log import messages
from p2p.log.steps import Kind
from p2p.session.events import Refused
from p2p.session.session import Session
from tests.p2p.newcomers import Newcomers
from tests.p2p.tables import charter

LOST = 2
"""Who loses the identity."""


def at(kind: Kind = Kind.COMMITMENTS, players: int = 3, seed: int = 0) -> Newcomers:
    """A table at such a step, all here."""
    table = Newcomers(charter(players, rounds=3), seed, seed)
    table.begin()
    table.to(kind, 1)
    return table


def without(kind: Kind = Kind.COMMITMENTS, players: int = 3, seed: int = 0) -> Newcomers:
    """The same once the machine of the one who loses the identity is gone and the others have declared them absent."""
    table = at(kind, players, seed)
    table.lose(LOST)
    return table


def given(players: int = 3, seed: int = 0) -> tuple[Newcomers, int]:
    """The same once they have the seat again; and the number of their new machine."""
    table = without(players=players, seed=seed)
    number = table.newcomer(LOST)
    table.settle()
    table.give(number)
    return table, number


def refusals(table: Newcomers, number: int) -> list[str]:
    return [str(refused.reason) for refused in table.of(number, Refused)]


def refused_as(of: Session, message: messages.Message) -> list[str]:
    """With what words a message is refused that comes over the link to player 1."""
    return [str(output.reason) for output in of.receive(1, messages.encode(message)) if isinstance(output, Refused)]
