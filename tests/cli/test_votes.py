"""What is voted on, in words: who agrees, and whose agreement is missing."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.seating import Seating, card_of
from cli.table import new_game
from cli.votes import Votes
from core import Options
from p2p.ballots import ABSENT, END, RESIGN, Change
from p2p.events import Send
from p2p.session import Session
from tests.p2p.tables import signer


def table() -> tuple[Session, ...]:
    """Three sessions in which the game has begun."""
    cards = tuple(card_of(name, signer(number), 0) for number, name in enumerate(("Ada", "Bo", "Cy")))
    charter = Seating(Options(3, ("rome", "greece", "carthage")), cards).charter()
    sessions = tuple(Session(charter, new_game, signer(number)) for number in range(3))
    outputs = [
        (person, session.connected(other, other))
        for person, session in enumerate(sessions)
        for other in range(3)
        if other != person
    ]
    outputs += [(person, session.start()) for person, session in enumerate(sessions)]
    for person, sent in outputs:
        deliver(sessions, person, sent)
    return sessions


def deliver(sessions: tuple[Session, ...], person: int, outputs: list[Any]) -> None:
    """Deliver what a person sends, and what others send because of it, in order."""
    mail = deque([(person, outputs)])
    while mail:
        sender, sent = mail.popleft()
        for output in sent:
            if isinstance(output, Send):
                mail += [(other, sessions[other].receive(sender, output.data)) for other in output.links]


def flush(sessions: tuple[Session, ...]) -> None:
    """Let everybody say what is due, until nothing is."""
    while any(session.due for session in sessions):
        for person, session in enumerate(sessions):
            deliver(sessions, person, session.flush())


def votes(session: Session) -> Votes:
    return Votes(cast(Any, SimpleNamespace(session=session)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(ABSENT, 2), "The autopilot plays for Cy (person 3): Ada (person 1) agrees; needs 1 more of 3."),
        (
            Change(END, 0),
            "End the game here, and nobody wins: Ada (person 1) agrees; needs Bo (person 2) and Cy (person 3).",
        ),
        (
            Change(RESIGN, 0),
            "Ada (person 1) resigns, and the autopilot plays on to the end: Ada (person 1) agrees; needs 1 more of 3.",
        ),
    ],
)
def test_a_proposal_says_who_agrees_and_what_is_missing(change: Change, said: str) -> None:
    session = table()[0]
    assert votes(session).proposed() == []
    session.agree(change)
    assert votes(session).proposed() == [said]
    assert votes(session).shown() == f"  {said}"


def test_what_others_propose_shows_too_until_it_has_passed() -> None:
    sessions = table()
    change = Change(ABSENT, 2)
    deliver(sessions, 1, sessions[1].agree(change))
    flush(sessions)
    assert votes(sessions[0]).proposed()[0].endswith("Bo (person 2) agrees; needs 1 more of 3.")
    deliver(sessions, 0, sessions[0].agree(change))
    flush(sessions)
    assert sessions[0].log.absent == {2}
    assert votes(sessions[0]).shown() == "Nobody proposes anything."
