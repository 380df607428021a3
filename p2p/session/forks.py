"""Logs that part from ours: what somebody has shown two versions of leads to two logs of one epoch.

Neither can be given up by itself, and people can go on together only upon one of them. So whoever is connected with the
holder of another log fetches what makes it and verifies it upon a copy of his own. He goes over to it where a vote has
made a new epoch of it; or where a quorum vouches for it; or for the sake of a vote, if so many vouch for other logs
than his that his own cannot be final for anybody, and never will be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from p2p.log import statements
from p2p.log.ballots import Passed
from p2p.log.log import Log
from p2p.log.statements import SignedEntry, Statement
from p2p.log.steps import Kind, Refused, Step

if TYPE_CHECKING:
    from p2p.session.acks import Acks
    from p2p.session.polls import Polls


class Fork(NamedTuple):
    """A log that is ours up to the height ``fork`` and another above it."""

    fork: int
    log: Log

    def stands_in(self, statement: Statement) -> bool:
        """Whether a statement vouches for this log above the fork."""
        log = self.log
        return statements.epoch(statement) == log.epoch and any(
            self.fork < height <= log.height and log.log_at(height) == vouched
            for height, vouched in statements.vouched(statement)
        )

    def authors(self) -> set[int]:
        """The persons who vouch for it by an action of theirs above the fork."""
        steps = self.log.steps[self.fork :]
        found = {
            statements.author(self.log.charter, signed)
            for step in steps
            if step.kind is Kind.ACTION
            for signed in step.entries
        }
        return {person for person in found if person is not None}


class Forks:
    """By link: the log that is held there, as far as it has been shown."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._forks: dict[int, Fork] = {}

    def __bool__(self) -> bool:
        """Whether anybody has shown another log."""
        return bool(self._forks)

    def of(self, link: int) -> Fork | None:
        """The log that is held at the other end of a link, if it is another."""
        return self._forks.get(link)

    def disconnected(self, link: int) -> None:
        """Nothing more comes over a link."""
        self._forks.pop(link, None)

    def begin_epoch(self) -> None:
        """Our log has changed, and everything is to be compared anew."""
        self._forks.clear()

    def feed(self, link: int, shown: Iterable[SignedEntry | Passed]) -> bool:
        """Take what was shown over a link of the log there, in its order; whether any of it was new and fits."""
        shown = tuple(shown)
        branch = self._forks.get(link) or self._fork(shown)
        if branch is None:
            return False
        before = branch.log.head
        for item in shown:
            try:
                if isinstance(item, Passed):
                    branch.log.adopt(item)
                    branch = branch._replace(fork=min(branch.fork, item.proposal.base))
                elif item.entry.step > branch.fork:
                    branch.log.accept(item)
            except Refused:
                continue  # what does not fit upon this log proves nothing here; our own judges the same
        self._forks[link] = branch
        return branch.log.head != before

    def to_go_over(self, acks: Acks, polls: Polls, final: int, firm: int, liars: Collection[int]) -> Fork | None:
        """A log of our epoch to go over to, where that loses nothing that is or may become final; None for none.

        A quorum vouches for it; or so many vouch for other logs than ours, or wish upon this one, which they never do
        who may vouch for ours, that ours can have no quorum, and its holder wishes upon it for what we agree to.
        Whoever is proven to lie does not count. Where such a one has made two logs final, ``final`` is above the fork
        and ``firm`` is not: then the longer one is kept, among equals that of the lower digest.
        """
        charter, ours = self._log.charter, self._log
        elsewhere = acks.elsewhere()
        for branch in self._forks.values():
            theirs = branch.log
            if theirs.epoch != ours.epoch or firm > branch.fork:
                continue
            vouching = {p for p, kept in elsewhere.items() if any(branch.stands_in(one) for _, one in kept)}
            wishing = polls.wishing_upon(theirs, branch.fork)
            others = (vouching | acks.with_other_logs | wishing).difference(liars)
            is_lost = len(charter.persons) - len(others) < charter.quorum
            is_final = len(vouching | branch.authors()) >= charter.quorum
            if final > branch.fork:
                goes = is_final and (-theirs.height, theirs.head) < (-ours.height, ours.head)
            else:
                goes = is_final or (is_lost and polls.agrees_to_a_wish_upon(theirs))
            if goes:
                return branch
        return None

    def take_over(self, branch: Fork) -> tuple[Step, ...]:
        """Make our log what a branch is; returns the steps of ours that count no more."""
        undone = self._log.follow(branch.log, branch.fork)
        self._forks.clear()
        return undone

    def _fork(self, shown: tuple[SignedEntry | Passed, ...]) -> Fork | None:
        """Where what was shown first differs from our log, upon the same log before it."""
        for item in shown:
            height, log_there = _place(item)
            if height > self._log.height or log_there != self._log.log_at(height):
                continue
            if self._differs(item, height):
                log = copy(self._log)
                log.game = self._log.game.copy()
                log.go_back(height)
                return Fork(height, log)
        return None

    def _differs(self, item: SignedEntry | Passed, height: int) -> bool:
        """Whether our step above this height is another one than that of an entry or a vote."""
        if isinstance(item, Passed):
            passed = self._log.steps[height].passed if height < self._log.height else None
            return height < self._log.height and (passed is None or passed.proposal.id != item.proposal.id)
        ours = self._log.entry(height + 1, item.entry.seat)
        # A step of ours without such an entry is another one, or that of a vote.
        return height < self._log.height if ours is None else ours.id != item.id


def _place(item: SignedEntry | Passed) -> tuple[int, bytes]:
    """The height upon which an entry or a vote stands, and L there."""
    if isinstance(item, Passed):
        return item.proposal.base, item.proposal.log
    return item.entry.step - 1, item.entry.log
