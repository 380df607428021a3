"""From one epoch to the next: requests, promises and proposals that come in, fetches, and the new epoch."""

from __future__ import annotations

from p2p.log import messages, statements
from p2p.log.changes import ABSENT
from p2p.log.justify import has_head
from p2p.log.log import Log
from p2p.log.messages import Chunk
from p2p.log.promises import Head, SignedRequest
from p2p.log.proposals import enter, judge
from p2p.log.statements import Promised, Proposed, SignedEntry
from p2p.log.steps import Refused, Step
from p2p.session import events
from p2p.session.change import EpochChange
from p2p.session.entries import Entries
from p2p.session.journal import Back, encode_item
from p2p.session.membership import NOT_OF_TABLE, is_of_table
from p2p.session.offering import Offering
from p2p.session.parts import Parts
from p2p.session.state import Transition
from p2p.wire.codec import MessageError


class Epochs:
    """Takes what others sign about epochs, and enters one: on our log, or on one that another peer shows.

    Who alone has entered an epoch may have left steps for it on which the next epoch stands. So what is shown of
    another log is verified on a copy of ours, and an epoch of a higher term makes it ours.
    """

    def __init__(self, parts: Parts, entering: Entries, change: EpochChange, offering: Offering) -> None:
        self._parts = parts
        self._entering = entering
        self._change = change
        self._offering = offering
        self._shown_logs: dict[int, Log] = {}
        """By link, the log that is shown there, as far as we have verified it."""

    def disconnected(self, link: int) -> None:
        """Forget a link that has ended."""
        self._shown_logs.pop(link, None)

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
        if made.term > self._parts.log.term and self._log_of(proposed) is None:
            self._parts.sync.claim(link, made.term, made.base.height + 1)
            return
        if not self._change.compare_proposal(link, proposed):
            return
        if made.term <= self._parts.log.term or not self._parts.state.in_game:
            return
        if (refused := self.enter(proposed)) is not None and not self._change.put_off.is_put_off:
            self._parts.outbox.refuse(link, str(refused))

    def change(self) -> bool:
        """Agree, request and promise, and enter a proposal; return whether a new epoch has begun."""
        if self._is_quiet:
            return False
        self._parts.agreeing.proceed(was_away=self._parts.state.was_away)
        proposed = self._change.proceed(signs=not self._parts.returning.under_way)
        return proposed is not None and self.enter(proposed) is None

    @property
    def _is_quiet(self) -> bool:
        """Return whether nothing can lead to a change of epoch, which is nearly always so."""
        away = self._parts.log.absent or self._parts.peers.has_back
        return not away and self._change.is_quiet

    def enter(self, proposed: Proposed) -> Refused | None:
        """Begin the epoch of a proposal (R7); return why not."""
        made, log = proposed.epoch, self._log_of(proposed)
        if not self._parts.state.in_game or made.term <= self._parts.log.term:
            return None
        if log is None:
            return Refused("a proposal on a log that is not here")
        if self._parts.state.final > self._parting(log, made.base.height):
            return Refused("a proposal that drops what is final")
        try:
            payers = judge(log, proposed)
        except Refused as refused:
            return refused
        if self._change.put_off.puts_off(proposed, payers):
            return Refused("a proposal that is put off, since an innocent player may pay by it")
        self._begin(proposed, log)
        return None

    def _log_of(self, proposed: Proposed) -> Log | None:
        """Return the log, ours if possible, that has the base of a proposal; None if none is here."""
        logs = (self._parts.log, *self._shown_logs.values())
        return next((log for log in logs if has_head(log, proposed.epoch.base)), None)

    def _parting(self, log: Log, height: int) -> int:
        """Return the greatest height, up to this one, at which a log is the same as ours."""
        known = min(height, self._parts.log.height)
        return next(at for at in range(known, -1, -1) if log.log_at(at) == self._parts.log.log_at(at))

    def restore(self, proposed: Proposed) -> None:
        """Begin the epoch of a proposal from our journal; raise Refused if it is not justified."""
        judge(self._parts.log, proposed)
        self._begin(proposed, self._parts.log)

    def _begin(self, proposed: Proposed, log: Log) -> None:
        """Begin an epoch on a log, which becomes ours: keep its proposal before it is sent, and send it to all."""
        base = proposed.epoch.base.height
        parting = self._parting(log, base)
        undone = tuple(self._parts.log.steps[parting:])
        given = tuple(self._parts.log.given.values())
        if parting < base:
            self._take_over(log.steps[parting:base], parting)
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
        parts = (self._parts.acks, self._parts.sync, self._parts.disputes)
        for part in parts:
            part.begin_epoch()
        made = {change for step in steps if step.proposed is not None for change in step.proposed.changes}
        self._shown_logs.clear()
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

    def _take_over(self, steps: list[Step], parting: int) -> None:
        """Make these verified steps those of our log above a height."""
        self._parts.outbox.keep_secret(encode_item(Back(parting)))
        self._parts.log.go_back(parting)
        for step in steps:
            if step.proposed is not None:
                self._parts.outbox.keep(step.proposed)
                self._parts.log.begin(step.proposed)
            for signed in step.entries:
                self._parts.outbox.keep(signed)
                self._parts.log.append(signed)

    # What was fetched

    def on_chunk(self, link: int, message: Chunk) -> None:
        """Take what was fetched. Peers that lack it fetch it too, so only entries of the open step are passed on."""
        if not self._parts.sync.answered(link, message):
            return
        before, last = (self._parts.log.term, self._parts.log.height), 0
        was_absent = self._parts.me in self._parts.log.absent
        shown = [self._shown(packet) for packet in message.entries]
        for item in shown:
            if isinstance(item, SignedEntry):
                last = max(last, item.entry.step)
                self._entering.on_entry(link, item, onward=item.entry.step > message.height)
                self._compare_with(link, item)
            elif has_head(self._parts.log, item.epoch.base):
                self._change.compare_proposal(link, item)
                self.enter(item)
            elif item.epoch.term > self._parts.log.term:
                self._compare_base(link, item.epoch.base)
        if not was_absent:
            self._parts.state.learned(absent=self._parts.me in self._parts.log.absent)  # the others went on without us
        if (self._parts.log.term, self._parts.log.height) > before:
            self._change.fetched()
        elif message.term > self._parts.log.term and not self._change.put_off.is_put_off:
            self._follow(link, message, shown)
        self._parts.disputes.answered(link, message, last)
        if not self._change.put_off.is_put_off:  # else we fetch it again, once the proposal waits no longer
            self._parts.sync.go_on(link, message, before)

    def _follow(self, link: int, message: Chunk, shown: list[SignedEntry | Proposed]) -> None:
        """Verify what a peer shows of a log with a later epoch, none of which fits on ours; enter that epoch."""
        log = self._shown_logs.get(link)
        if log is None or log.height + 1 != message.first:
            if not self._parts.log.start < message.first <= self._parts.log.height + 1:
                return
            log = self._shown_logs[link] = self._parts.log.at_height(message.first - 1)
        for item in shown:
            try:
                if isinstance(item, SignedEntry):
                    log.accept(item)
                elif item.epoch.term <= self._parts.log.term:
                    enter(log, item)
                else:
                    self._change.compare_proposal(link, item)
                    self.enter(item)
                    return
            except Refused:
                return
        if message.first <= log.height < message.height:
            self._parts.sync.fetch(link, log.height + 1)

    def _shown(self, packet: bytes) -> SignedEntry | Proposed:
        """Return an entry or proposal of a chunk; raise MessageError for anything else."""
        item = messages.decode(packet)
        if not is_of_table(self._parts.charter, item):
            raise MessageError(f"sent a chunk with {NOT_OF_TABLE}")
        if not isinstance(item, SignedEntry | Proposed):
            raise MessageError("sent a chunk with something else than entries and proposals")
        return item

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
