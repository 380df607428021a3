"""From one epoch or log to another: the votes that begin an epoch, what is fetched, and going over to another log."""

from __future__ import annotations

from p2p.log import messages, statements
from p2p.log.ballots import Passed, SignedWish
from p2p.log.changes import ABSENT, KEY
from p2p.log.messages import Chunk, MessageError
from p2p.log.statements import SignedAck, SignedClosing, SignedEntry
from p2p.log.steps import Refused, Step
from p2p.session import events
from p2p.session.entries import Entries
from p2p.session.forks import Fork
from p2p.session.journal import Back, encode_own
from p2p.session.membership import NOT_OF_TABLE, is_of_table
from p2p.session.parts import Parts
from p2p.session.rekeying import Rekeying
from p2p.session.state import Transition


class Epochs:
    """``lacking`` are the links where somebody is missed, so that what we have of everybody is to be offered there."""

    def __init__(self, parts: Parts, entering: Entries, rekeying: Rekeying) -> None:
        self.lacking: set[int] = set()
        self._parts = parts
        self._state = parts.state
        self._entering = entering
        self._rekeying = rekeying
        self._me = parts.me
        self._charter = parts.charter
        self._log = parts.log
        self._links = parts.links
        self._acks = parts.acks
        self._sync = parts.sync
        self._forks = parts.forks
        self._disputes = parts.disputes
        self._vouching = parts.vouching
        self._polls = parts.polls
        self._voting = parts.voting
        self._agreeing = parts.agreeing
        self._peers = parts.peers
        self._returning = parts.returning
        self._outbox = parts.outbox

    def on_wish(self, link: int, signed: SignedWish) -> None:
        """Take what a person wishes for."""
        if signed.person == self._me and self._returning.under_way:
            self._voting.adopt_shown(signed)
            return
        if not self._voting.take_wish(link, signed):
            return
        self._agreeing.heard(signed.person)
        if any(change.kind == ABSENT for change in self._polls.wished().get(signed.person, ())):
            self.lacking.add(link)  # whoever is missed there may be silent to some only

    def vote(self) -> bool:
        """Agree and wish, go over to another log if need be, and begin the epoch of a vote that has passed."""
        if self._is_quiet:
            return False
        self._agreeing.proceed(was_away=self._state.was_away)
        final, firm, liars = self._state.final, self._parts.firm, self._disputes.proofs.keys()
        branch = self._forks.to_go_over(self._acks, self._polls, final, firm, liars)
        if branch is not None:
            self._switch(branch)
        passed = self._voting.proceed(signs=not self._returning.under_way and self._parts.has_key)
        return passed is not None and self.on_passed(passed) is None

    @property
    def _is_quiet(self) -> bool:
        """Whether, as nearly always, there is nothing that a vote, or going over to another log, could follow from."""
        away = self._log.absent or self._disputes.proofs or self._peers.has_back
        return not (away or self._polls.is_under_way or self._forks or self._acks.with_other_logs)

    def on_passed(self, passed: Passed) -> Refused | None:
        """A vote that has passed comes in a chunk, after the log that it stands upon; why it was not taken."""
        if not self._state.in_game or passed.proposal.term <= self._log.term:
            return None
        undone = tuple(self._log.steps[passed.proposal.base :])
        given = tuple(self._log.given.values())
        try:
            steps = self._log.adopt(passed)
        except Refused as refused:
            return refused
        self._outbox.keep(passed)
        self._begin_epoch(undone, given, steps)
        return None

    def _begin_epoch(self, undone: tuple[Step, ...], given: tuple[SignedEntry, ...], steps: tuple[Step, ...]) -> None:
        """A vote has passed: steps of ours and entries of the open step count no more, and there are new steps."""
        signed = [*given, *(signed for step in undone for signed in step.entries)]
        self._entering.former = {
            one.entry.seat: one.entry.body
            for one in signed
            if type(one.entry.body) is str and statements.author(self._charter, one) == self._me
        }
        parts = (self._acks, self._sync, self._disputes, self._vouching, self._forks, self._polls)
        for part in parts:
            part.begin_epoch()
        rekeyed = self._rekeying.look()
        self._state.change(Transition.GO_ON)
        self._state.epoch_began(absent=self._me in self._log.absent, returning=self._returning.under_way)
        for link in self._links.all(guests=False):
            self._outbox.send(self._parts.have(), link)
        if undone:
            self._outbox.show(events.RolledBack(undone))
        self._entering.completed(steps)
        changes = {change for step in steps if step.passed is not None for change in step.passed.proposal.changes}
        self._polls.settled({change for change in changes if change.kind != KEY or change.number in rekeyed})
        if self._rekeying.is_replaced:
            self._rekeying.stop()

    def _take_over_newer(self, link: int) -> bool:
        """Go over to the log at the other end of a link if a vote has made a newer epoch of it."""
        branch = self._forks.of(link)
        if branch is None or branch.log.term <= self._log.term or self._parts.firm > branch.fork:
            return False
        given = tuple(self._log.given.values())
        undone = self._leave_for(branch)
        self._begin_epoch(undone, given, tuple(self._log.steps[branch.fork :]))
        return True

    def _leave_for(self, branch: Fork) -> tuple[Step, ...]:
        """Go over to another log, and keep that in its order; the steps of ours that count no more."""
        undone = self._forks.take_over(branch)
        self._state.left_log(branch.fork)
        self._acks.went_back(branch.fork)
        self._outbox.keep_secret(encode_own(Back(branch.fork)))
        for step in self._log.steps[branch.fork :]:
            for item in (*step.entries, *([step.passed] if step.passed is not None else ())):
                self._outbox.keep(item)
        return undone

    def _switch(self, branch: Fork) -> None:
        """Go over to another log of the same epoch."""
        kept = [linked for linkeds in self._acks.elsewhere().values() for linked in linkeds]
        undone = self._leave_for(branch)
        self._acks.begin_epoch()  # what we know of was said of the other log
        self._disputes.begin_epoch()
        self._vouching.begin_epoch()
        self._polls.switched()
        self._outbox.show(events.RolledBack(undone))
        self._state.change(Transition.GO_ON)
        self._entering.completed(tuple(self._log.steps[branch.fork :]))
        for step in self._log.steps[branch.fork :]:
            for signed in step.entries:
                person = statements.author(self._charter, signed)
                if person is not None:
                    self._entering.vouches(person, signed)
        for link, statement in kept:
            if isinstance(statement, SignedAck | SignedClosing):
                self._vouching.take(link, statement)

    # What was fetched

    def on_chunk(self, link: int, message: Chunk) -> None:
        """Take what was fetched. Whoever lacks it too fetches it; only what fills the open step is passed on."""
        if not self._sync.answered(link, message):
            return
        before, last = (self._log.term, self._log.height), 0
        was_absent = self._me in self._log.absent
        shown: list[SignedEntry | Passed] = []
        for packet in message.entries:
            signed = messages.decode(packet)
            if not is_of_table(self._charter, signed):
                raise MessageError(f"sent a chunk with {NOT_OF_TABLE}")
            if isinstance(signed, Passed):
                shown.append(signed)
                self.on_passed(signed)
                continue
            if not isinstance(signed, SignedEntry):
                raise MessageError("sent a chunk with something else than entries and votes")
            shown.append(signed)
            last = max(last, signed.entry.step)
            self._entering.on_entry(link, signed, onward=signed.entry.step > message.height)
            self._compare_with(link, signed)
        self._follow(link, message, shown)
        if not was_absent:
            self._state.learned(absent=self._me in self._log.absent)  # the others went on without us
        self._disputes.answered(link, message, last)
        self._sync.go_on(link, message, before)

    def _follow(self, link: int, message: Chunk, shown: list[SignedEntry | Passed]) -> None:
        """Where what was shown is not our log, follow the other one as far as it goes."""
        if not self._state.in_game:
            return
        has_grown = self._forks.feed(link, shown)
        branch = self._forks.of(link)
        if not self._take_over_newer(link) and branch is not None and has_grown and message.height > branch.log.height:
            self._sync.fetch(link, branch.log.height + 1)

    def _compare_with(self, link: int, signed: SignedEntry) -> None:
        """Whoever shows an entry of his log upon another L than ours has another log, whoever signed the entry."""
        height, person = signed.entry.step - 1, self._links.person(link)
        if signed.entry.term != self._log.term or height > self._log.height:
            return
        if person is not None and signed.entry.log != self._log.log_at(height):
            self._disputes.compare(person, height)
