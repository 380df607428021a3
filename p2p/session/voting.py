"""One person's part in votes: wishes and ballots as they come, and his own. See ``polls`` and ``choosing``.

He wishes for what he would vote for, and signs a ballot once enough persons wish for the identical proposal.
"""

from __future__ import annotations

from contextlib import suppress

from crypto.errors import SignatureError
from p2p.log.ballots import Passed, Proposal, SignedBallot, SignedWish, Wish, verify_ballot, verify_wish
from p2p.log.changes import Change
from p2p.log.log import Log
from p2p.log.proof import Equivocation
from p2p.session.acks import Acks
from p2p.session.choosing import Choosing
from p2p.session.disputes import Disputes
from p2p.session.events import Refused, Wished
from p2p.session.outbox import Outbox
from p2p.session.polls import Polls
from p2p.session.signer import Signer
from p2p.session.sync import Sync


class Voting:
    """Takes what the others wish and vote for, passes it on, and says and signs what is chosen."""

    def __init__(
        self,
        me: int | None,
        signer: Signer | None,
        log: Log,
        acks: Acks,
        catchup: Sync,
        disputes: Disputes,
        outbox: Outbox,
        polls: Polls,
        choosing: Choosing,
    ) -> None:
        self._me = me
        self._signer = signer
        self._log = log
        self._acks = acks
        self._sync = catchup
        self._disputes = disputes
        self._outbox = outbox
        self._polls = polls
        self._pledges = polls.pledges
        self._choosing = choosing
        self._passed_on: dict[int, bytes] = {}
        self._told: dict[int, tuple[Change, ...]] = {}
        """By person, what the program around us was last told that he wishes for."""
        self._onward: dict[tuple[type[SignedWish | SignedBallot], int], int] = {}

    @property
    def due(self) -> bool:
        """Whether there are others' wishes and ballots to pass on, or a ballot of ours is to be given up in time."""
        return bool(self._onward) or self._choosing.due

    def forget(self, person: int) -> None:
        """A person has another key: what he has wished and voted for with the one before counts no more."""
        self._polls.forget(person)
        self._told.pop(person, None)
        for kind in (SignedWish, SignedBallot):
            self._onward.pop((kind, person), None)

    # What comes in

    def take_wish(self, link: int, signed: SignedWish) -> bool:
        """Take what a person wishes for; only his newest counts. Whether it is news."""
        person, wish = signed.person, signed.content
        if person == self._me:
            return False
        known = self._polls.wishes.get(person)
        if known is not None and known.content.counter >= wish.counter:
            return False
        try:
            verify_wish(self._log.keys, signed)
        except SignatureError:
            self._outbox.show(Refused(link, "a wish whose signature is not its person's"))
            return False
        self._polls.wishes[person] = signed
        self._pass_on(link, signed)
        if wish.proposal is not None:
            self._compare(link, person, wish.proposal)
        return True

    def _tell(self) -> None:
        """Tell what each of the others wishes for, where that differs from what was told of them.

        Only a proposal upon our log as it is here is open. Others are void, or we have yet to reach the log that they
        stand upon. Once a person has voted, do not tell that they wish for it no longer.
        """
        for person, signed in self._polls.wishes.items():
            proposal = signed.content.proposal
            is_open = proposal is None or (self._polls.is_upon_our_log(proposal) and self._sync.is_level)
            if person == self._me or not is_open:
                continue
            now = self._pledges.real(proposal.changes) if proposal is not None else ()
            before = self._told.get(person, ())
            self._told[person] = now
            ballot = self._polls.ballots.get(person)
            has_voted = ballot is not None and set(before) <= set(ballot.proposal.changes)
            if now != before and (now or not has_voted):
                self._outbox.show(Wished(person, now))

    def _pass_on(self, link: int, signed: SignedWish) -> None:
        """Pass on a wish: a person's first upon our log as it is at once, others with the next flush.

        Where all go on fast, it would else come after the acknowledgements by which they go on, and always too late.
        """
        person, proposal = signed.person, signed.content.proposal
        is_first = self._passed_on.get(person) != self._log.head
        if is_first and proposal is not None and self._polls.is_upon_our_log(proposal):
            self._passed_on[person] = self._log.head
            self._outbox.forward(signed, person, link)
        else:
            self._onward[SignedWish, person] = link

    def _compare(self, link: int, person: int, proposal: Proposal) -> None:
        """Whoever wishes, or votes, for something upon another log than ours has more than we have, or another log."""
        upon = (proposal.parent_term, proposal.parent)
        if proposal.parent_term > self._log.term or (proposal.base > self._log.height and upon == self._log.epoch[1:]):
            self._sync.claim(link, proposal.parent_term, proposal.base)
        elif upon == self._log.epoch[1:] and proposal.log != self._log.log_at(proposal.base):
            self._disputes.compare(person, proposal.base)

    def take_ballot(self, link: int, signed: SignedBallot) -> None:
        """Take a person's ballot; of several the one of the highest term counts."""
        person, proposal = signed.person, signed.proposal
        known = self._polls.ballots.get(person)
        if known is not None and (known.proposal.id == proposal.id or known.proposal.term > proposal.term):
            return
        try:
            verify_ballot(self._log.keys, signed)
        except SignatureError:
            self._outbox.show(Refused(link, "a ballot whose signature is not its person's"))
            return
        contradicted = self._acks.contradicting(person, signed)
        if contradicted is not None:
            self._disputes.convict(Equivocation(contradicted, signed))
        if known is None or known.proposal.term < proposal.term:
            self._polls.ballots[person] = signed
            self._acks.voted(signed)
            self._onward[SignedBallot, person] = link
            if person == self._me:
                self._outbox.keep(signed, own=True)
            else:
                self._compare(link, person, proposal)

    def adopt_shown(self, signed: SignedWish) -> None:
        """Somebody shows us what this person has wished for before this program was started again."""
        with suppress(SignatureError):
            verify_wish(self._log.keys, signed)
            self.adopt_own(signed)

    def adopt_own(self, signed: SignedWish | SignedBallot) -> None:
        """Take over, after a restart, what this person has signed before."""
        if isinstance(signed, SignedWish):
            known = self._polls.wishes.get(signed.person)
            if known is None or known.content.counter < signed.content.counter:
                self._polls.wishes[signed.person] = signed
            return
        ballot = self._polls.ballots.get(signed.person)
        if ballot is None or ballot.proposal.term < signed.proposal.term:
            self._polls.ballots[signed.person] = signed
            self._acks.voted(signed)

    def flush(self) -> None:
        """Pass on the newest of others, so that nobody can make us pass on a flood."""
        self._choosing.flushed()
        onward, self._onward = self._onward, {}
        for (kind, person), link in onward.items():
            newest = self._polls.wishes.get(person) if kind is SignedWish else self._polls.ballots.get(person)
            if newest is not None:
                self._outbox.forward(newest, person, link)

    # What follows

    def proceed(self, *, signs: bool) -> Passed | None:
        """Wish for what we agree to, sign what enough persons wish for; the proposal that has passed, if one has.

        ``signs`` says whether we sign anything at all now.
        """
        self._tell()
        self._pledges.agreed(self._polls.agreed)
        if signs and self._me is not None and self._signer is not None:
            target = self._choosing.target()
            self._wish(target)
            if target is not None and target.term > self._polls.signed_term and self._polls.is_supported(target):
                ballot = self._signer.ballot(target, self._me)
                self._polls.ballots[self._me] = ballot
                self._choosing.signed()
                self._acks.voted(ballot)
                self._outbox.keep(ballot, own=True)
                self._outbox.broadcast(ballot)
        return self._passed()

    def _passed(self) -> Passed | None:
        """A proposal upon our log that has enough ballots."""
        for ballot in self._polls.ballots.values():
            proposal = ballot.proposal
            if proposal.term <= self._log.term or not self._polls.is_possible(proposal):
                continue
            signed = {
                p: other.signature for p, other in self._polls.ballots.items() if other.proposal.id == proposal.id
            }
            if self._log.passes(proposal, signed):
                return Passed(proposal, tuple(sorted(signed.items())))
        return None

    def _wish(self, target: Proposal | None) -> None:
        """Let the others know, if it is news, what we would vote for."""
        if self._me is None or self._signer is None:
            return
        known = self._polls.wishes.get(self._me)
        if known is None and target is None:
            return
        final = self._sync.final
        if known is not None and known.content.proposal == target and (target is None or known.content.final == final):
            return
        counter = known.content.counter + 1 if known is not None else 1
        signed = self._signer.wish(Wish(self._log.charter.id, counter, final, target), self._me)
        self._polls.wishes[self._me] = signed
        self._outbox.keep(signed, own=True)
        self._outbox.broadcast(signed)
