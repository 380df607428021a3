"""A player's part in changes of epoch: their requests, promises and proposals, and those of the others.

    NORMAL ────────────evidence for a higher term: promise────────────▶ PROMISED ◀─┐
       ▲                                                                 │  │       │ evidence for a still
       └──────a proposal of the term promised, or of a higher one: enter─┘  └───────┘ higher term: promise

``NORMAL`` and ``PROMISED`` are no fields: a program has promised where the term of its own newest promise is above that
of its log's epoch. From then on it signs nothing on this log (R1), until it enters an epoch of such a term. The rules
have the numbers of the specification. Times come from the session's clock, and no rule of safety reads it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from p2p.log.changes import STUCK, Change
from p2p.log.justify import has_head, head_of
from p2p.log.promises import (
    Promise,
    Request,
    SignedProposal,
    SignedRequest,
    coordinator,
    sign_promise,
    sign_request,
)
from p2p.log.statements import Equivocation, Promised, Proposed, common_changes
from p2p.log.steps import SECRETS
from p2p.session.coordinator import Coordinator
from p2p.session.entries import Entries
from p2p.session.events import Requested
from p2p.session.parts import Parts
from p2p.session.putting_off import PutOff
from p2p.session.signer import Signer
from p2p.session.timer import Timer

_STUCK = Change(STUCK, 0)

WAIT_AT_SECRETS: Final = 0.5
"""Seconds between evidence and promise while openings or beacon values are due: those on their way may still arrive."""


class EpochChange:
    """See the module. ``promises`` has by player everyone's newest promise, ours too."""

    def __init__(self, parts: Parts, entering: Entries) -> None:
        self.promises: dict[int, Promised] = {}
        self._parts = parts
        self._entering = entering
        self._timer = Timer()
        self._told: dict[int, tuple[Change, ...]] = {}
        """By player, their requests as the program around us last heard of them."""
        self._evidence: tuple[int, tuple[SignedRequest, ...]] = (0, ())
        """The highest term above our promise for which we have evidence, and that evidence."""
        self._since: float | None = None
        """When we got that evidence, if we delay our promise."""
        self._proposals: dict[int, SignedProposal] = {}
        """By term, for a few terms from ours on, the proposal that other players have shown us."""
        self._lacks = False
        """Whether our epoch has left out a change to which enough players agree."""
        self.put_off = PutOff(parts, self.promises, self._timer)
        self._coordinator = Coordinator(parts, entering, self.promises, self._timer)

    @property
    def term(self) -> int:
        """Return the term that we promised last; 0 for none."""
        return self._parts.state.promised

    @property
    def is_promised(self) -> bool:
        """Return whether we are in PROMISED: what we sign on our log would be of a lower term than our promise (R1)."""
        return self._parts.is_promised

    @property
    def leads_on(self) -> bool:
        """Return whether we have evidence for a higher term, so that this epoch may not be the last one."""
        return self._evidence[0] > max(self.term, self._parts.log.term)

    @property
    def due(self) -> bool:
        """Return whether time alone makes something due."""
        return self.is_promised or self.leads_on or self.put_off.is_put_off or self._parts.requests.waits

    @property
    def is_quiet(self) -> bool:
        """Return whether nothing can lead to a change of epoch, which is nearly always so."""
        asked = self._parts.requests.agreed or any(
            signed.content.changes for signed in self._parts.requests.newest.values()
        )
        return not (asked or self._told or self.is_promised or self.leads_on or self.put_off.is_put_off)

    @property
    def _own_promise(self) -> Promise | None:
        own = self.promises.get(self._parts.me) if self._parts.me is not None else None
        return None if own is None else own.signed.content

    def binds(self, player: int) -> bool:
        """R1: return whether a promise keeps a player from attesting any other log in our term than a part of ours."""
        one = self.promises.get(player)
        if one is None or one.signed.content.term <= self._parts.log.term:
            return False
        return has_head(self._parts.log, one.signed.content.head)

    def newest(self) -> list[SignedRequest | Promised]:
        """Return everyone's newest request, and the promises of terms above that of our log."""
        promises = [one for one in self.promises.values() if one.signed.content.term > self._parts.log.term]
        return [*self._parts.requests.newest.values(), *promises]

    # What comes in

    def take_request(self, link: int, signed: SignedRequest) -> bool:
        """Take a player's request; only the newest counts. Return whether it is news."""
        known = self._parts.requests.newest.get(signed.player)
        if signed.player == self._parts.me or (known is not None and known.content.counter >= signed.content.counter):
            return False
        if not signed.is_signed(self._parts.charter):
            self._parts.outbox.refuse(link, "a request whose signature is not its player's")
            return False
        self._parts.requests.take(signed)
        self._parts.outbox.forward(signed, signed.player, link)
        return True

    def take_promise(self, link: int, promised: Promised) -> None:
        """Take a player's promise, with its evidence and secrets; that of the highest term counts."""
        signed = promised.signed
        player, promise = signed.player, signed.content
        known = self.promises.get(player)
        if player == self._parts.me:
            return
        self._parts.sync.claim(link, promise.head.term, promise.head.height)
        if known is not None and known.signed.content == promise:
            return
        if not signed.is_signed(self._parts.charter):
            self._parts.outbox.refuse(link, "a promise whose signature is not its player's")
            return
        if (earlier := self._parts.acks.contradicting(player, signed)) is not None:
            self._parts.disputes.convict(Equivocation(earlier, signed))
        if known is not None and known.signed.content.term >= promise.term:
            return
        if promise.term > max(self.term, self._parts.log.term) and not self._take_evidence(promise, promised.evidence):
            self._parts.outbox.refuse(link, "a promise without evidence that a quorum wants its term")
            return
        self.promises[player] = promised
        self._parts.acks.promised(signed)
        self._parts.outbox.forward(promised, player, link)
        for request in promised.evidence:
            self.take_request(link, request)
        for secret in promised.secrets:
            self._entering.on_entry(link, secret)
        if promise.head.term == self._parts.log.term and not self._is_level(promise):
            self._parts.disputes.compare(player, promise.head.height)

    def compare_proposal(self, link: int, proposed: Proposed) -> bool:
        """R7: note a proposal, of which a coordinator may make one for a term, and compare its promises.

        Return whether its signature is good by our log.
        """
        signed = proposed.signed
        if not signed.is_signed(self._parts.charter):
            self._parts.outbox.refuse(link, "a proposal whose signature is not its player's")
            return False
        if signed.player != coordinator(signed.content.term, self._parts.charter):
            return False
        for promise in proposed.promises:
            earlier = self._parts.acks.contradicting(promise.player, promise)
            if earlier is not None and promise.is_signed(self._parts.charter):
                self._parts.disputes.convict(Equivocation(earlier, promise))
        if signed.content.term <= max(self.term, self._parts.log.term) + len(self._parts.charter.players):
            known = self._proposals.setdefault(signed.content.term, signed)
            if known.content != signed.content:
                self._parts.disputes.convict(Equivocation(known, signed))
        return True

    def adopt_own(self, item: SignedRequest | Promised) -> bool:
        """Restore what this player has signed before a restart; return whether it is news."""
        if isinstance(item, SignedRequest):
            known = self._parts.requests.newest.get(item.player)
            is_newer = known is None or known.content.counter < item.content.counter
            if is_newer:
                self._parts.requests.take(item)
            return is_newer
        is_newer = self._parts.me is not None and item.signed.content.term > self.term
        if is_newer:
            self._have_promised(item)
        return is_newer

    def adopt_shown(self, item: SignedRequest | Promised) -> None:
        """Take what this player signed before the restart, as another player shows it.

        An older item is not kept: in the journal it would replace the newest, which binds us (R1).
        """
        signed = item if isinstance(item, SignedRequest) else item.signed
        if signed.is_signed(self._parts.charter) and self.adopt_own(item):
            self._parts.outbox.keep(item, own=True)

    def _is_level(self, promise: Promise) -> bool:
        """Return whether our log has the head of a promise, or ends below it."""
        return promise.head.height > self._parts.log.height or has_head(self._parts.log, promise.head)

    def _take_evidence(self, promise: Promise, requests: Collection[SignedRequest]) -> bool:
        """R2: return whether requests are evidence for a promise, so that we must promise its term too."""
        charter = self._parts.charter
        by_player = {request.player: request for request in requests if request.content.term == promise.term}
        naming = tuple(request for _, request in sorted(by_player.items()) if request.is_signed(charter))
        if not common_changes(naming, promise.term, charter.quorum):
            return False
        if promise.term > self._evidence[0]:
            self._evidence, self._since = (promise.term, naming), None
        return True

    def fetched(self) -> None:
        """Fetched steps have made our log longer, and perhaps it has the base of a proposal now: wait on."""
        self._timer.extend(self._parts.now)

    # What follows

    def proceed(self, *, signs: bool) -> Proposed | None:
        """Do what follows from what came in and from the time; return a proposal to enter, if there is one.

        ``signs`` says whether we may sign anything at all now.
        """
        self._tell()
        now = self._parts.now
        if (accepted := self.put_off.accepted()) is not None:
            return accepted
        if not signs or self._parts.signer is None or self._parts.me is None:
            return None
        if self.is_promised or self.put_off.is_put_off:
            self._timer.look(now)
        self._request(self._parts.signer, self._parts.me, now)
        self._look_for_evidence()
        if self.leads_on and self._is_time(now):
            self._promise(self._parts.signer, self._parts.me, *self._evidence)
        return self._coordinator.proposal(self._parts.signer, self._parts.me, now)

    def _tell(self) -> None:
        """Show what each other player requests, if that changed since it was last shown."""
        asked = self._parts.requests.by_player
        for player in sorted({*asked, *self._told} - {self._parts.me}):
            now, before = asked.get(player, ()), self._told.get(player, ())
            if now != before:
                self._parts.outbox.show(Requested(player, now))
            if now:
                self._told[player] = now
            else:
                self._told.pop(player, None)

    def _request(self, signer: Signer, me: int, now: float) -> None:
        """Send what we agree to, if it is news. Once enough players agree to it, name the next term (R2)."""
        requests, own = self._parts.requests, self._own_promise
        known = requests.newest.get(me)
        listed = requests.listed
        if self._timer.runs:
            listed = tuple(sorted((*listed, _STUCK)))
        if known is None and not listed:
            return
        counter = 1 if known is None else known.content.counter + 1
        asked = Request(self._parts.charter.id, counter, 0, listed)
        if known is None or known.content.changes != listed:
            known = self._sign(signer, me, asked)
            counter += 1
        promised = own.changes if own is not None and self.is_promised else ()
        wanted = requests.worth_a_term([change for change in listed if change not in promised], now)
        term = max(self.term, self._parts.log.term) + 1 if wanted else 0
        if known.content.term != term:
            self._sign(signer, me, asked._replace(counter=counter, term=term))

    def _sign(self, signer: Signer, me: int, request: Request) -> SignedRequest:
        signed = sign_request(signer.identity, me, request)
        self._parts.requests.take(signed)
        self._parts.outbox.keep(signed, own=True)
        self._parts.outbox.broadcast(signed)
        return signed

    def _look_for_evidence(self) -> None:
        """R2: look whether the newest requests are evidence for a term above ours."""
        newest = self._parts.requests.newest.values()
        for term in sorted({signed.content.term for signed in newest}):
            if term > max(self.term, self._parts.log.term, self._evidence[0]):
                naming = tuple(signed for signed in newest if signed.content.term == term)
                if common_changes(naming, term, self._parts.charter.quorum):
                    self._evidence, self._since = (term, naming), None

    def _is_time(self, now: float) -> bool:
        """Return whether to promise now: while secrets are due, wait a little for those on their way."""
        self._since = now if self._since is None else self._since
        return self._parts.log.kind not in SECRETS or now >= self._since + WAIT_AT_SECRETS

    def _promise(self, signer: Signer, me: int, term: int, evidence: tuple[SignedRequest, ...]) -> None:
        """Promise a term: say which log we have, and sign nothing of a lower term from now on (R1)."""
        log = self._parts.log
        changes = self._parts.requests.listed
        lacking = {log.holder(slot) for slot in log.missing()}
        secrets = tuple(signed for _, signed in sorted(log.given.items())) if log.kind in SECRETS else ()
        shown = {log.holder(slot) for slot in log.given} - lacking if secrets else set()
        head, game = head_of(log), self._parts.charter.id
        promise = Promise(game, term, head, changes, tuple(sorted(shown)))
        promised = Promised(sign_promise(signer.identity, me, promise), evidence, secrets)
        self._timer.start(self._parts.now)
        self._since = None
        self._have_promised(promised)
        self._parts.outbox.keep(promised, own=True)
        self._parts.outbox.broadcast(promised)

    def _have_promised(self, promised: Promised) -> None:
        """Note our player's newest promise."""
        self.promises[promised.signed.player] = promised
        self._parts.state.promise(promised.signed.content.term)
        self._parts.acks.promised(promised.signed)

    # A new epoch

    def epoch_began(self, made: Collection[Change]) -> None:
        """Our log is in a new epoch, which has made these changes."""
        own = self._own_promise
        self._lacks = self._parts.requests.epoch_began(own.changes if own is not None else (), made, self._parts.now)
        self._told = {
            player: left for player, told in self._told.items() if (left := tuple(c for c in told if c not in made))
        }
        if not self.is_promised:
            self._timer.stop()
        self._proposals = {term: signed for term, signed in self._proposals.items() if term >= self._parts.log.term}
        for player, one in list(self.promises.items()):
            if player != self._parts.me and one.signed.content.term <= self._parts.log.term:
                del self.promises[player]

    def became_final(self, height: int) -> None:
        """Our log is final up to this height. If a step after our epoch is, our term has not failed.

        The epoch alone isn't enough. On slow ways it may come when the next term is promised, and no player signs in
        it.
        """
        log = self._parts.log
        is_after_epoch = log.epoch_at(height - 1) == (log.term, log.epoch_id)
        if is_after_epoch and not (self._lacks or self.is_promised):
            self._timer.succeeded()
