"""Logs that are driven by hand: every person signs what is due, without sessions, links or a barrier."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2p.log.ballots import Passed, Proposal, sign_ballot
from p2p.log.changes import Change
from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.statements import SignedEntry
from p2p.log.steps import Kind, Step
from p2p.session.signer import Signer
from tests.p2p.tables import identity, signer
from tests.p2p.wager import Wager, new_wager

Answers = Callable[[Wager, int], str]
"""What a seat answers in a state of the game."""


def first(of: Wager, seat: int) -> str:
    """The first legal answer."""
    return of.legal(seat)[0]


class Hands:
    """The hands of all persons of a charter."""

    def __init__(self, of: Charter, answers: Answers = first) -> None:
        self.charter = of
        self.answers = answers
        self.signers: list[Signer] = [signer(person) for person in range(len(of.persons))]

    def empty(self) -> Log:
        """A log at its beginning."""
        return Log(self.charter, new_wager(self.charter.setup))

    def sign(self, log: Log, slot: int) -> SignedEntry:
        """The entry that is due in a slot of the open step."""
        hand = self.signers[log.holder(slot)]
        game = log.game
        assert isinstance(game, Wager)
        match log.kind:
            case Kind.LINKS:
                return hand.link(log, slot)
            case Kind.COMMITMENTS:
                return hand.commitment(log, slot, self.answers(game, slot))
            case Kind.OPENINGS:
                return hand.opening(log, slot)
        return hand.action(log, slot, self.answers(game, slot))

    def fill(self, log: Log, persons: Iterable[int] | None = None) -> tuple[Step, ...]:
        """Have these persons, all unless named, sign what is due in the open step; the steps that this completes."""
        steps: tuple[Step, ...] = ()
        for slot in log.missing():
            if persons is None or log.holder(slot) in persons:
                steps += log.accept(self.sign(log, slot))
        return steps

    def to(self, kind: Kind, log: Log | None = None, after: int = 0) -> Log:
        """Go on, in a new log unless one is given, until such a step is open above this height."""
        log = self.empty() if log is None else log
        while log.kind is not kind or log.height < after:
            self.fill(log)
        return log

    def passed(self, proposal: Proposal, persons: Iterable[int]) -> Passed:
        """A proposal with the ballots of these persons."""
        ballots = [sign_ballot(identity(person), person, proposal) for person in sorted(persons)]
        return Passed(proposal, tuple((ballot.person, ballot.signature) for ballot in ballots))

    def vote(self, log: Log, *changes: Change, base: int | None = None) -> tuple[Step, ...]:
        """Let a vote of all persons pass upon a log, or upon an earlier height of it."""
        proposal = upon(log, *changes, base=base)
        return log.adopt(self.passed(proposal, range(len(self.charter.persons))))


def upon(log: Log, *changes: Change, base: int | None = None) -> Proposal:
    """A proposal in the next term upon a log, or upon an earlier height of it."""
    base = log.height if base is None else base
    term, epoch = log.epoch_at(base)
    digests = log.log_at(base), log.state_at(base)
    return Proposal(log.charter.id, log.term + 1, term, epoch, base, *digests, tuple(sorted(changes)))
