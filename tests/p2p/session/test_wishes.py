"""Of what others propose, people are told what is open: what stands upon the log as it is here."""

from __future__ import annotations

from collections import deque

from p2p.log import messages
from p2p.log.statements import SignedEntry
from p2p.log.steps import Kind
from p2p.session.events import Output, Send, Wished
from p2p.session.session import Session
from tests.p2p.absences import Absences
from tests.p2p.tables import charter
from tests.p2p.votes import END_HERE, away
from tests.p2p.wager import new_wager

GUEST = 9
"""The player's connection to the guest."""


def told_to_a_guest(player: Session) -> list[Wished]:
    """What a guest who comes now is told of proposals, until the guest has all that the player has."""
    guest, told = Session(player.charter, new_wager, None), list[Wished]()
    mail: deque[tuple[Session, bytes]] = deque()

    def take(outputs: list[Output], receiver: Session) -> None:
        mail.extend(
            (receiver, output.data)
            for output in outputs
            if isinstance(output, Send) and (receiver is player or GUEST in output.links)
        )
        told.extend(output for output in outputs if isinstance(output, Wished))

    take(guest.connected(0, 0), player)
    take(player.connected(GUEST, None), guest)
    while mail or guest.due:
        if not mail:
            take(guest.flush(), player)
            continue
        receiver, data = mail.popleft()
        if receiver is guest:
            take(guest.receive(0, data), player)
        else:
            take(player.receive(GUEST, data), guest)
    assert guest.log.head == player.log.head
    return told


def begun() -> tuple[Absences, int, int, int]:
    """A table where an action is due: who is asked for it, and the two others."""
    table = Absences(charter(3))
    table.begin()
    table.to(Kind.ACTION)
    table.settle()
    (decider,) = table.sessions[0].awaited
    one, other = (person for person in range(3) if person != decider)
    return table, decider, one, other


def test_a_guest_who_comes_late_is_told_what_is_proposed_now() -> None:
    table, _, one, other = begun()
    table.agree(END_HERE, [other])
    table.settle()
    assert told_to_a_guest(table.sessions[one]) == [Wished(other, (END_HERE,))]


def test_a_guest_who_comes_late_is_not_told_of_a_proposal_above_which_the_game_went_on() -> None:
    table, decider, one, other = begun()
    table.agree(END_HERE, [other])
    table.settle()
    table.go(other)
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    table.settle()
    assert told_to_a_guest(table.sessions[one]) == []


def test_a_guest_who_comes_late_is_not_told_of_a_proposal_that_a_vote_has_passed_over() -> None:
    table, _, one, other = begun()
    table.agree(END_HERE, [other])
    table.settle()
    table.go(other)
    table.agree(away(other), table.here)
    table.settle()
    assert table.sessions[one].log.absent == {other}
    assert told_to_a_guest(table.sessions[one]) == []


def test_a_proposal_that_comes_before_the_step_that_it_stands_upon_is_told_after_that_step() -> None:
    table, decider, slow, other = begun()
    table.sent[decider].clear()
    table._take(decider, table.sessions[decider].answer(decider, "take"))
    (action,) = [said for said in table.sent[decider] if isinstance(said, SignedEntry)]
    table.deliver((decider, other))
    table.agree(END_HERE, [other])
    table.deliver((other, slow))
    assert table.of(slow, Wished) == []
    table._take(slow, table.sessions[slow].receive(decider, messages.encode(action)))
    assert table.of(slow, Wished) == [Wished(other, (END_HERE,))]
