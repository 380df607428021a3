"""One person's part in votes: what he agrees to, what he wishes for, and what he signs. See ``p2p.ballots``.

Wishes bind nobody and may be changed at any time; a ballot is signed once enough persons wish for the identical
proposal. Whoever has signed one is *bound*: he signs nothing in the older epoch any more. If his vote has failed, all
who are here vote for no change in the next term, and go on as before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import takewhile

from crypto.canonical import encode
from crypto.errors import SignatureError
from p2p.acknowledgements import Acknowledgements
from p2p.ballots import (
    ABSENT,
    KEY,
    Change,
    Passed,
    Proposal,
    SignedBallot,
    SignedWish,
    Wish,
    verify_ballot,
    verify_wish,
)
from p2p.catchup import Catchup
from p2p.changes import keyed
from p2p.disputes import Disputes
from p2p.events import Refused, Wished
from p2p.log import Log
from p2p.neighbours import Neighbours
from p2p.outbox import Outbox
from p2p.pledges import Pledges
from p2p.proof import Contradiction
from p2p.signer import Signer
from p2p.steps import Kind
from p2p.steps import Refused as NotPossible
from p2p.terms import is_within_reach

Changes = tuple[Change, ...]

MAX_EMPTY_VOTES = 4
"""Votes that change nothing, one upon the other, to free whoever is bound while enough others are not."""


MAX_HOPE = 50
"""Flushes for which we stand by a ballot that others wish for and have not signed."""


class Voting:
    """``agreed`` holds the changes that this person, or his program by itself, agrees to."""

    def __init__(
        self,
        me: int | None,
        signer: Signer | None,
        log: Log,
        acks: Acknowledgements,
        catchup: Catchup,
        disputes: Disputes,
        neighbours: Neighbours,
        outbox: Outbox,
    ) -> None:
        self.agreed: set[Change] = set()
        self._me = me
        self._signer = signer
        self._log = log
        self._acks = acks
        self._catchup = catchup
        self._disputes = disputes
        self._neighbours = neighbours
        self._outbox = outbox
        self._wishes: dict[int, SignedWish] = {}
        self._ballots: dict[int, SignedBallot] = {}
        self._has_switched = False
        self._passed_on: dict[int, bytes] = {}
        self._pledges = Pledges(log, self._binding)
        self._flushes = 0
        self._onward: dict[tuple[type[SignedWish | SignedBallot], int], int] = {}

    @property
    def bound(self) -> bool:
        """Whether we sign nothing upon our log: we have signed a ballot of a higher term, or have left another log.

        What we had signed upon that one would contradict whatever we signed upon this one in the same epoch.
        """
        return self._has_switched or self._is_bound_by_ballot

    @property
    def _is_bound_by_ballot(self) -> bool:
        return self._signed_term > self._log.term

    def _binding(self) -> Proposal | None:
        """What we have signed a ballot for, while that binds us."""
        mine = self._ballots.get(self._me) if self._me is not None else None
        return mine.proposal if mine is not None and self.bound else None

    @property
    def may_pass(self) -> bool:
        """Whether a ballot that we have signed may still pass, and take us where others are already."""
        mine = self._ballots.get(self._me) if self._me is not None else None
        return mine is not None and self._is_hopeful(mine.proposal)

    @property
    def due(self) -> bool:
        """Whether there are others' wishes and ballots to pass on, or a ballot of ours is to be given up in time."""
        return bool(self._onward) or (self._is_bound_by_ballot and self._flushes < MAX_HOPE)

    @property
    def is_under_way(self) -> bool:
        """Whether anybody has wished or voted for anything, or we have agreed to something or left another log."""
        return bool(self.agreed or self._wishes or self._ballots or self._has_switched)

    def wished(self) -> dict[int, Changes]:
        """By person, the changes that he wishes for now, upon the log as it is; nothing where he wishes for none."""
        wished = {}
        for person, signed in sorted(self._wishes.items()):
            proposal = signed.content.proposal
            if (
                proposal is not None
                and self._is_upon_our_log(proposal)
                and (real := self._pledges.real(proposal.changes))
            ):
                wished[person] = real
        return wished

    def agrees_to_a_wish_upon(self, other: Log) -> bool:
        """Whether somebody wishes, upon another log as it is there, for what we agree to."""
        proposals = (signed.content.proposal for signed in self._wishes.values())
        return any(
            proposal is not None
            and (proposal.base, proposal.log) == (other.height, other.head)
            and self.agreed.issuperset(self._pledges.real(proposal.changes))
            for proposal in proposals
        )

    def wishing_upon(self, other: Log, fork: int) -> set[int]:
        """The persons who wish for something upon another log of our epoch, above where it parts from ours."""
        found = set()
        for person, signed in self._wishes.items():
            proposal = signed.content.proposal
            if proposal is not None and (proposal.parent_term, proposal.parent) == self._log.epoch[1:]:
                base = proposal.base
                if fork < base <= other.height and proposal.log == other.log_at(base):
                    found.add(person)
        return found

    def switched(self) -> None:
        """We have gone over to another log of our epoch."""
        self._has_switched = True

    def settled(self, changes: Collection[Change]) -> None:
        """These changes have been made: what was agreed to about the same persons is over.

        But whoever is to have another key has to be absent first.
        """
        persons = {change.number for change in changes if change.is_of_person}
        done = {change.number for change in changes if change.is_of_person and change.kind != ABSENT}
        self.agreed = {
            change
            for change in self.agreed - set(changes)
            if not change.is_of_person or change.number not in (done if change.kind == KEY else persons)
        }

    def begin_epoch(self) -> None:
        """A vote has passed: whatever bound us is over."""
        self._has_switched = False
        self._pledges.begin_epoch()

    def forget(self, person: int) -> None:
        """A person has another key: what he has wished and voted for with the one before counts no more."""
        self._wishes.pop(person, None)
        self._ballots.pop(person, None)
        for kind in (SignedWish, SignedBallot):
            self._onward.pop((kind, person), None)

    def may_agree(self, change: Change) -> None:
        """Raise steps.Refused unless a change could be voted on now; a new key with his absence who has it to come."""
        upon = self._log
        changes: Changes = (change,)
        if change.kind == KEY and change.number not in upon.absent:
            changes = (Change(ABSENT, change.number), change)
        upon.judge(upon.proposal(upon.term + 1, changes))

    # What comes in

    def take_wish(self, link: int, signed: SignedWish) -> bool:
        """Take what a person wishes for; only his newest counts. Whether it is news."""
        person, wish = signed.person, signed.content
        if wish.game != self._log.charter.id or person >= len(self._log.charter.persons) or person == self._me:
            return False
        known = self._wishes.get(person)
        if known is not None and known.content.counter >= wish.counter:
            return False
        try:
            verify_wish(self._log.keys, signed)
        except SignatureError:
            self._outbox.show(Refused(link, "a wish whose signature is not its person's"))
            return False
        before = (
            self._pledges.real(known.content.proposal.changes) if known is not None and known.content.proposal else ()
        )
        now = self._pledges.real(wish.proposal.changes) if wish.proposal is not None else ()
        self._wishes[person] = signed
        self._pass_on(link, signed)
        if now != before:
            self._outbox.show(Wished(person, now))
        if wish.proposal is not None:
            self._compare(link, person, wish.proposal)
        return True

    def _pass_on(self, link: int, signed: SignedWish) -> None:
        """Pass on a wish: a person's first upon our log as it is at once, others with the next flush.

        Where all go on fast, it would else come after the acknowledgements by which they go on, and always too late.
        """
        person, proposal = signed.person, signed.content.proposal
        is_first = self._passed_on.get(person) != self._log.head
        if is_first and proposal is not None and self._is_upon_our_log(proposal):
            self._passed_on[person] = self._log.head
            self._outbox.forward(signed, person, link)
        else:
            self._onward[SignedWish, person] = link

    def _compare(self, link: int, person: int, proposal: Proposal) -> None:
        """Whoever wishes, or votes, for something upon another log than ours has more than we have, or another log."""
        upon = (proposal.parent_term, proposal.parent)
        if proposal.parent_term > self._log.term or (proposal.base > self._log.height and upon == self._log.epoch[1:]):
            self._catchup.claim(link, proposal.parent_term, proposal.base)
        elif upon == self._log.epoch[1:] and proposal.log != self._log.log_at(proposal.base):
            self._disputes.compare(person, proposal.base)

    def take_ballot(self, link: int, signed: SignedBallot) -> None:
        """Take a person's ballot; of several the one of the highest term counts."""
        person, proposal = signed.person, signed.proposal
        if proposal.game != self._log.charter.id or person >= len(self._log.charter.persons):
            self._outbox.show(Refused(link, "a ballot of another game"))
            return
        known = self._ballots.get(person)
        if known is not None and (known.proposal.id == proposal.id or known.proposal.term > proposal.term):
            return
        try:
            verify_ballot(self._log.keys, signed)
        except SignatureError:
            self._outbox.show(Refused(link, "a ballot whose signature is not its person's"))
            return
        contradicted = self._acks.contradicting(person, signed)
        if contradicted is not None:
            self._disputes.convict(Contradiction(contradicted, signed))
        if known is None or known.proposal.term < proposal.term:
            self._ballots[person] = signed
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
            known = self._wishes.get(signed.person)
            if known is None or known.content.counter < signed.content.counter:
                self._wishes[signed.person] = signed
            return
        ballot = self._ballots.get(signed.person)
        if ballot is None or ballot.proposal.term < signed.proposal.term:
            self._ballots[signed.person] = signed
            self._acks.voted(signed)

    def newest(self) -> Iterator[SignedWish | SignedBallot]:
        """Everybody's newest wish and ballot, for whoever has just been connected."""
        yield from self._wishes.values()
        yield from self._ballots.values()

    def flush(self) -> None:
        """Pass on the newest of others, so that nobody can make us pass on a flood."""
        if self._is_bound_by_ballot:
            self._flushes += 1
        onward, self._onward = self._onward, {}
        for (kind, person), link in onward.items():
            newest = self._wishes.get(person) if kind is SignedWish else self._ballots.get(person)
            if newest is not None:
                self._outbox.forward(newest, person, link)

    # What follows

    def proceed(self, *, signs: bool) -> Passed | None:
        """Wish for what we agree to, sign what enough persons wish for; the proposal that has passed, if one has.

        ``signs`` says whether we sign anything at all now.
        """
        self._pledges.agreed(self.agreed)
        if signs and self._me is not None and self._signer is not None:
            target = self._target()
            self._wish(target)
            if target is not None and target.term > self._signed_term and self._is_supported(target):
                ballot = self._signer.ballot(target, self._me)
                self._ballots[self._me] = ballot
                self._flushes = 0
                self._acks.voted(ballot)
                self._outbox.keep(ballot, own=True)
                self._outbox.broadcast(ballot)
        return self._passed()

    def _passed(self) -> Passed | None:
        """A proposal upon our log that has enough ballots."""
        for ballot in self._ballots.values():
            proposal = ballot.proposal
            if proposal.term <= self._log.term or not self._is_possible(proposal):
                continue
            signed = {p: other.signature for p, other in self._ballots.items() if other.proposal.id == proposal.id}
            if self._log.passes(proposal, signed):
                return Passed(proposal, tuple(sorted(signed.items())))
        return None

    def _wish(self, target: Proposal | None) -> None:
        """Let the others know, if it is news, what we would vote for."""
        if self._me is None or self._signer is None:
            return
        known = self._wishes.get(self._me)
        if known is None and target is None:
            return
        final = self._catchup.final
        if known is not None and known.content.proposal == target and (target is None or known.content.final == final):
            return
        counter = known.content.counter + 1 if known is not None else 1
        signed = self._signer.wish(Wish(self._log.charter.id, counter, final, target), self._me)
        self._wishes[self._me] = signed
        self._outbox.keep(signed, own=True)
        self._outbox.broadcast(signed)

    def _target(self) -> Proposal | None:
        """What we would vote for now."""
        mine = self._ballots.get(self._me) if self._me is not None else None
        if mine is not None and self.bound and self._stands_by(mine.proposal):
            return mine.proposal
        chosen = self._chosen(self._wished_upon_our_log())
        if chosen is None:
            return None
        return self._lacking_our_ballot(chosen) or self._next_for(chosen)

    def _lacking_our_ballot(self, changes: Changes) -> Proposal | None:
        """A proposal that passes with our ballot: whoever has signed it is bound, and need not sign another."""
        for ballot in self._ballots.values():
            proposal = ballot.proposal
            fits = proposal.changes == changes and self._is_upon_our_log(proposal) and self._is_possible(proposal)
            if fits and proposal.term >= self._floor:
                others = {p for p, other in self._ballots.items() if other.proposal.id == proposal.id}
                if self._me is not None and self._log.passes(proposal, others | {self._me}):
                    return proposal
        return None

    def _next_for(self, changes: Changes) -> Proposal | None:
        """The proposal of these changes in the lowest term in which we may sign it, or a higher one that is wished for.

        Our own last wish counts too: terms only rise, so that all come to the same one, however their wishes cross.
        """
        term = max([self._floor, *filter(self._is_within_reach, self._terms_of(changes))])
        proposal = self._log.proposal(term, changes)
        return proposal if self._is_possible(proposal) else None

    def _stands_by(self, proposal: Proposal) -> bool:
        """Whether a proposal that we have signed may still pass, and we do not wish for the same in a higher term."""
        said = self._wishes.get(self._me) if self._me is not None else None
        own = said.content.proposal if said is not None else None
        is_given_up = own is not None and own.changes == proposal.changes and own.term > proposal.term
        return not is_given_up and self._is_hopeful(proposal)

    def _terms_of(self, changes: Changes) -> list[int]:
        """The terms in which persons, we among them, wish for these changes upon our log."""
        proposals = (signed.content.proposal for signed in self._wishes.values())
        return [p.term for p in proposals if p is not None and p.changes == changes and self._is_upon_our_log(p)]

    def _chosen(self, wished: dict[int, Changes]) -> Changes | None:
        """The changes of what we would vote for now."""
        if self._log.kind is Kind.OVER:
            is_in_vain = self._lacks_a_quorum(without=self._given_up) or self.is_to_free_at_the_end
            return self._pledges.freeing(wished.values()) if is_in_vain else None
        options = {self._pledges.with_them(changes) for changes in wished.values() if self._pledges.real(changes)}
        options = {changes for changes in options if self._agrees_to(changes)}
        if own := self._own_changes():
            options.add(own)
        options = {changes for changes in options if self._pledges.persons <= keyed(changes)}
        chosen = min(options, key=lambda changes: (not self._is_popular(changes), *_rank(changes)), default=None)
        if self._has_failed() and not (chosen and self._is_popular(chosen)):
            return self._pledges.freeing(wished.values()) if self._agrees_to(()) else chosen
        return chosen

    @property
    def _is_hopeless(self) -> bool:
        """Whether our log as it is can never be final, since too many are bound, or have signed another log."""
        return self._lacks_a_quorum()

    @property
    def _given_up(self) -> frozenset[int]:
        """Who may never come back: absent, and reached by nobody. At the end of a game nobody waits for his word."""
        return self._log.absent & {*self._neighbours.unreachable, *self._neighbours.gone}

    @property
    def is_to_free_at_the_end(self) -> bool:
        """Whether the end is final by the word of proven liars only, and another here is bound who could vouch for it.

        Without us he could never close the game.
        """
        log, liars = self._log, self._disputes.proofs.keys()
        if log.kind is not Kind.OVER or not liars:
            return False
        here = self._neighbours.present - {*self._neighbours.unreachable, *self._neighbours.gone, self._me} - liars
        honest = [p for p in range(len(log.charter.persons)) if p not in liars and self._acks.height(p) >= log.height]
        return len(honest) < log.charter.quorum and any(self.is_bound(person) for person in here)

    def _lacks_a_quorum(self, without: Collection[int] = ()) -> bool:
        """Whether too few can acknowledge our log as it is; somebody who is bound can once a vote has freed him."""
        log, acks = self._log, self._acks
        persons = range(len(log.charter.persons))
        bound = {person for person in persons if self.is_bound(person)} - set(without)
        cannot = bound | acks.with_other_logs
        if bound:
            cannot |= set(without)
        can = [person for person in persons if acks.height(person) >= log.height or person not in cannot]
        return len(can) < log.charter.quorum

    @property
    def _floor(self) -> int:
        """The lowest term in which we may sign a ballot."""
        return max(self._log.term, self._signed_term) + 1

    def _is_within_reach(self, term: int) -> bool:
        return is_within_reach(term, self._floor, [ballot.proposal.term for ballot in self._ballots.values()])

    @property
    def _signed_term(self) -> int:
        mine = self._ballots.get(self._me) if self._me is not None else None
        return mine.proposal.term if mine is not None else 0

    def _own_changes(self) -> Changes:
        """All that we agree to and that is possible now; a change that stands alone comes after those of persons."""
        upon = self._log
        possible = sorted(c for c in self.agreed if self._is_possible(upon.proposal(upon.term + 1, (c,))))
        of_persons = self._with_key(tuple(change for change in possible if change.is_of_person))
        if not self._dice_are_hidden:
            _, lacking = self._lacking()
            of_persons = self._pledges.with_them(
                tuple(c for c in of_persons if c.kind == ABSENT and c.number in lacking)
            )
            return of_persons if self._agrees_to(of_persons) else ()
        return self._pledges.with_them(of_persons) or tuple(possible[:1])

    def _with_key(self, possible: Changes) -> Changes:
        """These changes with the new keys that we agree to and that go with them, one for each person."""
        upon = self._log
        changes = tuple(change for change in possible if change.kind != KEY)
        for key in sorted(change for change in self.agreed if change.kind == KEY):
            more = tuple(sorted((*changes, key)))
            if key.number not in keyed(changes) and self._is_possible(upon.proposal(upon.term + 1, more)):
                changes = more
        return changes

    def _agrees_to(self, changes: Changes) -> bool:
        """Whether we agree to changes; where dice may have been seen, only to declare absent all whom they wait for.

        Else a vote would be a way to have dice thrown anew that somebody has seen, at no price.
        """
        if not self._pledges.allow(changes):
            return False
        changes = self._pledges.real(changes)
        if not self.agreed.issuperset(changes):
            return False
        if self._dice_are_hidden:
            return True
        blamed, lacking = self._lacking()
        declared = {change.number for change in changes}
        return all(change.kind == ABSENT for change in changes) and blamed <= declared <= lacking

    def _lacking(self) -> tuple[set[int], set[int]]:
        """Whom the dice wait for that others may have seen: those who are to blame for it, and all of them.

        If acknowledgements are missing no honest link is out, and whoever is bound cannot acknowledge.
        """
        silent = {person for person in self._log.present if self._acks.height(person) < self._log.height}
        if silent:
            return {person for person in silent if not self.is_bound(person)}, silent
        missing = {person for person in self._log.missing() if person != self._me}
        return missing, missing

    @property
    def _dice_are_hidden(self) -> bool:
        """Whether nobody can know what an open Chance node will bring.

        Our link is part of it and not out, or no honest one's is, nor ever will be, since a quorum has to acknowledge
        the log before it. While no link is out, whoever is bound and so has not acknowledged that log himself may think
        so, too: where a quorum has, a vote needs one of those who did.
        """
        if self._log.kind is not Kind.LINKS or self._is_hopeless:
            return True
        if self._me is None:
            return False
        is_unheard_of = self.bound and not self._log.given and self._acks.height(self._me) < self._log.height
        return self._me in self._log.missing() or is_unheard_of

    def stuck(self) -> set[int]:
        """At an open Chance node where links are out: those whose links are missing, if none of them will ever come.

        A failed vote binds them, or they are proven to cheat. A vote that changes nothing would let them see the dice
        and have them thrown anew; so they have to pay for it, and agree to that themselves, since it may take their
        ballots.
        """
        missing = set(self._log.missing())
        is_open = self._log.kind is Kind.LINKS and bool(self._log.given)
        never = {person for person in missing if self.is_bound(person) or person in self._disputes.proofs}
        return missing if is_open and never == missing else set()

    def is_bound(self, person: int) -> bool:
        """Whether a person, who may be ourselves, signs nothing upon our log, as far as we know."""
        if person == self._me and self._has_switched:
            return True
        ballot = self._ballots.get(person)
        return ballot is not None and ballot.proposal.term > self._log.term

    def _has_failed(self) -> bool:
        """Whether we, or others, are bound by a vote that has failed, and want to be free again.

        Not if we want them to be absent, unless everybody here has spoken: else whoever votes without end could never
        be declared absent.
        """
        if self._is_bound_by_ballot:
            return True
        wished = self._wished_upon_our_log()
        lost = {*self._neighbours.unreachable, *self._neighbours.gone, self._me}
        all_have_spoken = all(p in wished or p in lost for p in range(len(self._log.charter.persons)))
        return any(
            not self._pledges.real(changes)
            and self.is_bound(person)
            and self._may_be_freed(person)
            and (all_have_spoken or Change(ABSENT, person) not in self.agreed)
            for person, changes in wished.items()
        )

    def _may_be_freed(self, person: int) -> bool:
        """Whether to free another person who is bound: one vote has to do it, and the game not stand still for it.

        Else whoever signs ballots without end, or one of a term far above ours, would have us vote without end.
        """
        if not self._is_within_reach(self._ballots[person].proposal.term + 1):
            return False
        if self._empty_votes < MAX_EMPTY_VOTES:
            return True
        lost = {*self._neighbours.unreachable, *self._neighbours.gone}
        free = [p for p in range(len(self._log.charter.persons)) if p not in lost and not self.is_bound(p)]
        return len(free) < self._log.charter.quorum

    @property
    def _empty_votes(self) -> int:
        """How many votes that change nothing our log ends in, without an entry among or after them."""
        votes = takewhile(lambda passed: passed is not None, (step.passed for step in reversed(self._log.steps)))
        return sum(passed is not None and not self._log.changed_by(passed) for passed in votes)

    def _is_hopeful(self, proposal: Proposal) -> bool:
        """Whether a proposal that we have signed may still pass: all whom it needs sign it, or wish for it.

        Whoever has wished for it for long and not signed it will not: he has other steps, or wants to hold us up.
        """
        if proposal.term <= self._log.term or not self._is_possible(proposal):
            return False
        lost = set(self._neighbours.unreachable) | self._neighbours.gone
        if self._flushes >= MAX_HOPE:
            lost |= set(range(len(self._log.charter.persons)))
        return self._log.passes(proposal, self._supporters(proposal, without=lost))

    def _is_popular(self, changes: Changes) -> bool:
        """Whether enough persons wish for these changes upon our log, if need be among others."""
        wished = self._wished_upon_our_log()
        real = set(self._pledges.real(changes))
        persons = {person for person, others in wished.items() if others and real <= set(others)}
        if self._me is not None:
            persons.add(self._me)
        return self._log.passes(self._log.proposal(self._log.term + 1, changes), persons)

    def _is_supported(self, proposal: Proposal) -> bool:
        return self._log.passes(proposal, self._supporters(proposal))

    def _supporters(self, proposal: Proposal, without: Collection[int] = ()) -> set[int]:
        """Who has signed a ballot for a proposal, or wishes for it."""
        signed = {person for person, ballot in self._ballots.items() if ballot.proposal.id == proposal.id}
        wishing = {
            person
            for person, wish in self._wishes.items()
            if wish.content.proposal is not None and wish.content.proposal.id == proposal.id and person not in without
        }
        return signed | wishing

    def _wished_upon_our_log(self) -> dict[int, Changes]:
        """By person, what others wish for upon the log as it is here."""
        return {
            person: signed.content.proposal.changes
            for person, signed in self._wishes.items()
            if person != self._me
            and signed.content.proposal is not None
            and self._is_upon_our_log(signed.content.proposal)
        }

    def _is_upon_our_log(self, proposal: Proposal) -> bool:
        log = self._log
        return proposal.base == log.height and proposal.log == log.head and proposal.term > log.term

    def _is_possible(self, proposal: Proposal) -> bool:
        try:
            self._log.judge(proposal)
        except NotPossible:
            return False
        return True


def _rank(changes: Changes) -> tuple[bool, int, bytes]:
    """Rival wishes are settled alike by all: persons first, many changes before few, then by their encodings."""
    return (
        any(not change.is_of_person for change in changes),
        -len(changes),
        encode(tuple(change.value for change in changes)),
    )
