"""From one epoch to the next: requests, promises and proposals that come in, fetches, and the new epoch."""

from __future__ import annotations

from p2p.log import messages, statements
from p2p.log.changes import ABSENT
from p2p.log.justify import has_head
from p2p.log.log import Log
from p2p.log.messages import Chunk
from p2p.log.promises import Head, SignedRequest
from p2p.log.proposals import Undecided, judge
from p2p.log.statements import Promised, Proposed, SignedEntry
from p2p.log.steps import Refused, Step
from p2p.session import events
from p2p.session.change import EpochChange
from p2p.session.entries import Entries
from p2p.session.forks import Fork
from p2p.session.journal import Back, encode_item
from p2p.session.membership import NOT_OF_TABLE, is_of_table
from p2p.session.offering import Offering
from p2p.session.parts import Parts
from p2p.session.state import Transition
from p2p.wire.codec import MessageError


class Epochs:
    """Enters epochs, on our log or on one that diverges from it."""

    def __init__(self, parts: Parts, entering: Entries, change: EpochChange, offering: Offering) -> None:
        self._parts = parts
        self._entering = entering
        self._change = change
        self._offering = offering

    def on_request(self, link: int, signed: SignedRequest) -> None:
        """Take a player's request."""
        if signed.player == self._parts.me and self._parts.returning.under_way:
            self._change.adopt_shown(signed)
            return
        before = self._parts.requests.newest.get(signed.player)
        if not self._change.take_request(link, signed):
            return
        self._parts.agreeing.heard(signed.player)
        known = () if before is None else before.content.changes
        if any(change.kind == ABSENT and change not in known for change in signed.content.changes):
            self._offering.lacking.add(link)  # the missing player may be silent to some peers only

    def on_promise(self, link: int, promised: Promised) -> None:
        """Take a player's promise."""
        if promised.signed.player == self._parts.me and self._parts.returning.under_way:
            self._change.adopt_shown(promised)
        else:
            self._change.take_promise(link, promised)

    def on_proposal(self, link: int, proposed: Proposed) -> None:
        """Take a coordinator's proposal: enter its epoch, or fetch the log on which it stands."""
        made = proposed.epoch
        self._change.put_off.shown(link, (proposed,))
        is_here = has_head(self._parts.log, made.base) or self._parts.forks.having(proposed) is not None
        if made.term > self._parts.log.term and not is_here:
            self._parts.sync.claim(link, made.term, made.base.height + 1)
            return
        if not self._change.compare_proposal(link, proposed.signed):
            return
        if made.term <= self._parts.log.term or not self._parts.state.in_game:
            return
        if (refused := self.enter(proposed)) is not None and not self._change.put_off.is_put_off:
            self._parts.outbox.refuse(link, str(refused))

    def change(self) -> bool:
        """Agree, request and promise, and enter a proposal; return whether a new epoch has begun."""
        if self._leave_for_end():
            return True
        if self._is_quiet or self._parts.has_changed_logs:
            return False
        self._parts.agreeing.proceed(was_away=self._parts.state.was_away)
        proposed = self._change.proceed(signs=not self._parts.returning.under_way)
        return proposed is not None and self.enter(proposed) is None

    @property
    def _is_quiet(self) -> bool:
        """Return whether nothing can lead to a change of epoch, which is nearly always so."""
        away = self._parts.log.absent or self._parts.disputes.proofs or self._parts.peers.has_back
        return not away and self._change.is_quiet

    def enter(self, proposed: Proposed) -> Refused | None:
        """Begin the epoch of a proposal (R7) on our log, or on one that diverges from it; return why not."""
        made = proposed.epoch
        if not self._parts.state.in_game or made.term <= self._parts.log.term:
            return None
        fork = None if has_head(self._parts.log, made.base) else self._parts.forks.having(proposed)
        log = self._parts.log if fork is None else fork.log
        if self._parts.firm > (made.base.height if fork is None else min(fork.at, made.base.height)):
            return Refused("a proposal that drops what is final")
        try:
            payers = self._judge(log, proposed)
        except Refused as refused:
            return refused
        if self._change.put_off.puts_off(proposed, payers):
            return Refused("a proposal that is put off, since an innocent player may pay by it")
        if fork is None:
            self._begin(proposed)
        else:
            fork.log.begin(proposed)
            self._take_over(fork._replace(at=min(fork.at, made.base.height)))
            self._parts.outbox.broadcast(proposed)
        return None

    def _judge(self, log: Log, proposed: Proposed) -> frozenset[int]:
        """Judge a proposal by a log and all logs that diverge from it.

        If some of them are not here, the proposal waits until its epoch is confirmed: until a player whom the proofs
        don't convict has entered it. They are honest, and have judged it by all logs, or rely on one who has.
        """
        try:
            return judge(log, proposed, (self._parts.log, *self._parts.forks.logs))
        except Undecided:
            if self._change.put_off.waits_for_others(proposed):
                raise
            return judge(log, proposed)

    def restore(self, proposed: Proposed) -> None:
        """Begin the epoch of a proposal from our journal; raise Refused if it is not justified."""
        judge(self._parts.log, proposed)
        self._begin(proposed)

    def _begin(self, proposed: Proposed) -> None:
        """Begin an epoch on our log: keep its proposal before it is sent, if it is ours, and send it to the others."""
        undone = tuple(self._parts.log.steps[proposed.epoch.base.height :])
        given = tuple(self._parts.log.given.values())
        steps = self._parts.log.begin(proposed)
        self._parts.outbox.keep(proposed, own=proposed.signed.player == self._parts.me)
        self._parts.outbox.broadcast(proposed)
        self._begin_epoch(undone, given, steps)

    def _begin_epoch(self, undone: tuple[Step, ...], given: tuple[SignedEntry, ...], steps: tuple[Step, ...]) -> None:
        """An epoch begins: these steps of ours and entries of the open step no longer count, and there
        are new steps.
        """
        signed = [*given, *(signed for step in undone for signed in step.entries)]
        self._entering.former = {
            one.entry.seat: one.entry.body
            for one in signed
            if type(one.entry.body) is str and statements.author(self._parts.charter, one) == self._parts.me
        }
        parts = (self._parts.acks, self._parts.sync, self._parts.disputes, self._parts.forks)
        for part in parts:
            part.begin_epoch()
        made = {change for step in steps if step.proposed is not None for change in step.proposed.changes}
        self._change.epoch_began(made)
        self._parts.state.change(Transition.GO_ON)
        self._parts.state.epoch_began(
            absent=self._parts.me in self._parts.log.absent, returning=self._parts.returning.under_way
        )
        for link in self._parts.links.all(guests=False):
            self._parts.outbox.send(self._parts.have(), link)
        if undone:
            self._parts.outbox.show(events.RolledBack(undone))
        self._entering.completed(steps)
        self._parts.requests.settle(made)

    def _take_over(self, fork: Fork) -> None:
        """Replace our log by another one on which a newer epoch has begun."""
        given = tuple(self._parts.log.given.values())
        self._parts.state.left_log(self._parts.log.term, fork.at)
        undone = self._parts.forks.take_over(fork)
        self._parts.acks.went_back(fork.at)
        self._parts.outbox.keep_secret(encode_item(Back(fork.at)))
        steps = tuple(self._parts.log.steps[fork.at :])
        for step in steps:
            for item in (*step.entries, *([step.proposed] if step.proposed is not None else ())):
                self._parts.outbox.keep(item)
        self._begin_epoch(undone, given, steps)

    def _leave_for_end(self) -> bool:
        """Leave our log for one whose end enough players have closed (R10); return whether we have.

        That end is final. We attest nothing on that log, since we may have attested ours.
        """
        closings = self._parts.closings
        for fork in self._parts.forks.all:
            of_our_term = fork.log.term == self._parts.log.term
            if of_our_term and fork.at >= self._parts.firm and closings.suffice(fork.log):
                closings.keep(fork.log)
                self._take_over(fork)
                return True
        return False

    # What was fetched

    def on_chunk(self, link: int, message: Chunk) -> None:
        """Take what was fetched. Peers that lack it fetch it too, so only entries of the open step are passed on."""
        if not self._parts.sync.answered(link, message):
            return
        before, last = (self._parts.log.term, self._parts.log.height), 0
        was_absent = self._parts.me in self._parts.log.absent
        shown = [self._shown(packet) for packet in message.entries]
        self._change.put_off.shown(link, (item for item in shown if isinstance(item, Proposed)))
        for item in shown:
            if isinstance(item, SignedEntry):
                last = max(last, item.entry.step)
                self._entering.on_entry(link, item, onward=item.entry.step > message.height)
                self._compare_with(link, item)
            elif has_head(self._parts.log, item.epoch.base):
                self._change.compare_proposal(link, item.signed)
                self.enter(item)
            else:
                self._compare_base(link, item.epoch.base)
        self._follow(link, message, shown)
        if not was_absent:
            self._parts.state.learned(absent=self._parts.me in self._parts.log.absent)  # the others went on without us
        if (self._parts.log.term, self._parts.log.height) > before:
            self._change.fetched()
        self._parts.disputes.answered(link, message, last)
        self._parts.sync.go_on(link, message, before)

    def _shown(self, packet: bytes) -> SignedEntry | Proposed:
        """Return an entry or proposal of a chunk; raise MessageError for anything else."""
        item = messages.decode(packet)
        if not is_of_table(self._parts.charter, item):
            raise MessageError(f"sent a chunk with {NOT_OF_TABLE}")
        if not isinstance(item, SignedEntry | Proposed):
            raise MessageError("sent a chunk with something else than entries and proposals")
        return item

    def _follow(self, link: int, message: Chunk, shown: list[SignedEntry | Proposed]) -> None:
        """If the entries shown are not in our log, follow the other log as far as it goes."""
        if not self._parts.state.in_game:
            return
        has_grown = self._parts.forks.feed(link, shown)
        for item in shown:
            if isinstance(item, Proposed) and self._parts.forks.having(item) is not None:
                self.enter(item)
        fork = self._parts.forks.of(link)
        if fork is not None and has_grown and message.height > fork.log.height:
            self._parts.sync.fetch(link, fork.log.height + 1)

    def _compare_with(self, link: int, signed: SignedEntry) -> None:
        """A peer that shows an entry of its log with another L than ours has another log, no matter who signed the
        entry.
        """
        height, player = signed.entry.step - 1, self._parts.links.player(link)
        if signed.entry.term != self._parts.log.term or height > self._parts.log.height:
            return
        if player is not None and signed.entry.log != self._parts.log.log_at(height):
            self._parts.disputes.compare(player, height)

    def _compare_base(self, link: int, base: Head) -> None:
        """No epoch reaches below what is final; if one does, a player has signed two versions below."""
        player = self._parts.links.player(link)
        if player is not None and base.height <= self._parts.sync.final:
            self._parts.disputes.compare(player, base.height)
