"""Logs that are driven by hand: every player signs what is due, without sessions, links or a barrier."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from p2p.log.charter import Charter
from p2p.log.justify import enter, head_of
from p2p.log.log import Log
from p2p.log.statements import Change, Epoch, Promise, Proposed, SignedEntry, SignedPromise, SignedProposal, coordinator
from p2p.log.steps import Kind, Step
from p2p.session.signer import Signer
from tests.p2p.tables import signer
from tests.p2p.wager import Wager, new_wager

Answers = Callable[[Wager, int], str]
"""What a seat answers in a state of the game."""


def first(of: Wager, seat: int) -> str:
    """The first legal answer."""
    return of.legal(seat)[0]


def generous(of: Wager, seat: int) -> str:
    """Gives every pot away, so that there are two actions in a row; the lowest seat bids most."""
    return of.legal(seat)[1 if of.phase == "pot" else 0]


def places(log: Log) -> tuple[Any, ...]:
    """All that a log shows of where it is."""
    return (
        *(log.epoch, log.height, log.head, log.state, log.kind, log.slots, log.missing(), log.attempts),
        *(log.absent, log.resigned, log.barred, log.agreed),
    )


class Hands:
    """The hands of all players of a charter."""

    def __init__(self, of: Charter, answers: Answers = first) -> None:
        self.charter = of
        self.answers = answers
        self.signers: list[Signer] = [signer(player) for player in range(len(of.players))]

    def empty(self) -> Log:
        """A log at its beginning."""
        return Log(self.charter, new_wager(self.charter.setup))

    def sign(self, log: Log, slot: int) -> SignedEntry:
        """The entry that is due in a slot of the open step."""
        hand = self.signers[log.holder(slot)]
        game = log.game
        assert isinstance(game, Wager)
        match log.kind:
            case Kind.BEACON:
                return hand.beacon_value(log, slot)
            case Kind.COMMITMENTS:
                return hand.commitment(log, slot, self.answers(game, slot))
            case Kind.OPENINGS:
                return hand.opening(log, slot)
        return hand.action(log, slot, self.answers(game, slot))

    def fill(self, log: Log, players: Iterable[int] | None = None) -> tuple[Step, ...]:
        """Have these players, all unless named, sign what is due in the open step; the steps that this completes."""
        steps: tuple[Step, ...] = ()
        for slot in log.missing():
            if players is None or log.holder(slot) in players:
                steps += log.accept(self.sign(log, slot))
        return steps

    def to(self, kind: Kind, log: Log | None = None, after: int = 0) -> Log:
        """Go on, in a new log unless one is given, until such a step is open above this height."""
        log = self.empty() if log is None else log
        while log.kind is not kind or log.height < after:
            assert log.kind is not Kind.OVER
            self.fill(log)
        return log

    def promise(
        self,
        log: Log,
        player: int,
        *agree: Change,
        term: int | None = None,
        base: int | None = None,
        secrets: tuple[int, ...] = (),
    ) -> SignedPromise:
        """A player's promise, of the next term unless one is named, with a log or what it was at an earlier height."""
        term = log.term + 1 if term is None else term
        promise = Promise(log.charter.id, term, head_of(log, base), tuple(sorted(agree)), secrets)
        return SignedPromise.by(self.signers[player].identity, player, promise)

    def proposed(
        self,
        log: Log,
        *changes: Change,
        players: Iterable[int] | None = None,
        term: int | None = None,
        base: int | None = None,
    ) -> Proposed:
        """A proposal of these changes, to which these players, all unless named, have agreed in their promises."""
        term = log.term + 1 if term is None else term
        by = self.charter.everyone if players is None else players
        promises = tuple(self.promise(log, player, *changes, term=term, base=base) for player in sorted(by))
        return self.propose(log, changes, promises, base)

    def propose(
        self, log: Log, changes: Iterable[Change], promises: tuple[SignedPromise, ...], base: int | None = None
    ) -> Proposed:
        """The proposal that the coordinator of the promises' term signs for these changes, right or not."""
        term = promises[0].content.term
        by = coordinator(term, self.charter)
        epoch = Epoch(self.charter.id, term, head_of(log, base), tuple(sorted(changes)))
        return Proposed(SignedProposal.by(self.signers[by].identity, by, epoch), promises)

    def change(
        self,
        log: Log,
        *changes: Change,
        players: Iterable[int] | None = None,
        term: int | None = None,
        base: int | None = None,
    ) -> tuple[Step, ...]:
        """Begin the epoch of such a proposal, if it is a good one; the new steps."""
        return enter(log, self.proposed(log, *changes, players=players, term=term, base=base))
