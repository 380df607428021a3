"""What the tests of changes have in common: requests, dice that a player keeps waiting, and what epochs have made."""

from __future__ import annotations

from collections.abc import Iterable

from p2p.log import messages
from p2p.log.charter import Charter
from p2p.log.messages import Chunk, Have, Message
from p2p.log.record import verify_record
from p2p.log.statements import (
    ABSENT,
    END,
    Change,
    Promised,
    Request,
    SignedEntry,
    SignedRequest,
    author,
    is_beacon_value,
)
from p2p.log.steps import Kind
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p.absences import Absences, assert_honest
from tests.p2p.tables import Liar, Table, charter, identity, signer
from tests.p2p.wager import new_wager

END_HERE = Change(END, 0)


def away(player: int) -> Change:
    return Change(ABSENT, player)


def assert_finished(table: Absences) -> None:
    """All who are here have the same end, and records that anybody can verify.

    Which promises justify an epoch may differ from one to the other, and so their records.
    """
    sessions = [table.sessions[player] for player in table.here]
    assert {of.phase for of in sessions} == {Phase.FINISHED}
    (head,) = {of.log.head for of in sessions}
    for of in sessions:
        verified = verify_record(of.record() or b"", new_wager)
        assert verified.log.head == head
        assert verified.result is not None
    assert_honest(table)


def made(table: Table, player: int) -> list[tuple[Change, ...]]:
    """What each epoch of a player's log has changed, in order."""
    return [step.proposed.changes for step in table.sessions[player].log.steps if step.proposed is not None]


def request(of: Session | Table, player: int, *changes: Change, counter: int = 900, term: int = 0) -> SignedRequest:
    """A player's request, newer than any of their program's."""
    content = Request(of.charter.id, counter, term, tuple(sorted(changes)))
    return SignedRequest.by(identity(player), player, content)


def promised(table: Table, player: int) -> list[Promised]:
    """The promises that a player has made, in order."""
    return [said for said in table.sent[player] if isinstance(said, Promised) and said.signed.player == player]


class KeepsItsLink(Liar):
    """Shows no one its link from the second round on."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, SignedEntry) and message.entry.step > 1 and is_beacon_value(message.entry.body):
            if author(self.table.charter, message) == self.player:
                return
        elif isinstance(message, Chunk):
            return
        yield message


def at_dice(of: Charter, *keepers: int) -> Absences:
    """A table at whose open dice these players' links are missing, and all others' are out; then they go away."""
    table = Absences(of)
    table.begin()
    for player in keepers:
        table.lie(KeepsItsLink, player)
    table.go_on()
    assert {table.sessions[player].log.missing() for player in table.honest} == {keepers}
    table.liars.clear()
    table.go(*keepers)
    table.settle()
    return table


def bot(table: Absences, player: int) -> Session:
    """A program that agrees by itself, in the place of a player's."""
    of = Session(table.charter, new_wager, signer(player), agreeable=True)
    of.measure_time(lambda: table.now)
    of.restore(table.kept[player])
    for other in table.here:
        if other != player:
            of.connected(other, other)
            heard = tuple([0] * len(table.sessions))
            of.receive(other, messages.encode(Have(of.log.term, of.log.height, heard)))
    return of


def quiet(players: int = 3, kind: Kind = Kind.COMMITMENTS, rounds: int = 2) -> Absences:
    """A table at which such a step is open, and nothing is under way."""
    table = Absences(charter(players, rounds=rounds))
    table.begin()
    table.to(kind, 1)
    table.settle()
    return table
