"""Where votes stand: what this person agrees to, and by person the newest wish and ballot. See ``p2p.log.ballots``.

Wishes bind nobody and may be changed at any time; a ballot is signed once enough persons wish for the identical
proposal. Whoever has signed one is *bound*: he signs nothing in the older epoch any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import takewhile

from p2p.log.ballots import Proposal, SignedBallot, SignedWish
from p2p.log.changes import ABSENT, BACK, KEY, Change
from p2p.log.log import Log
from p2p.log.steps import Refused
from p2p.session.pledges import Pledges
from p2p.session.terms import is_within_reach
from p2p.wire.schema import MAX_COUNT

Changes = tuple[Change, ...]


class Polls:
    """``agreed`` holds the changes that this person, or his program by itself, agrees to.

    ``wishes`` and ``ballots`` have everybody's newest by person, ours too; ``pledges`` is what our ballots keep us from
    signing.
    """

    def __init__(self, me: int | None, log: Log) -> None:
        self.agreed: set[Change] = set()
        self.wishes: dict[int, SignedWish] = {}
        self.ballots: dict[int, SignedBallot] = {}
        self.pledges = Pledges(log, self.binding)
        self._me = me
        self._log = log
        self._has_switched = False

    @property
    def own_wish(self) -> SignedWish | None:
        """What we have wished for last."""
        return self.wishes.get(self._me) if self._me is not None else None

    @property
    def own_ballot(self) -> SignedBallot | None:
        """What we have signed in the highest term."""
        return self.ballots.get(self._me) if self._me is not None else None

    @property
    def bound(self) -> bool:
        """Whether we sign nothing upon our log: we have signed a ballot of a higher term, or have left another log.

        What we had signed upon that one would contradict whatever we signed upon this one in the same epoch.
        """
        return self._has_switched or self.is_bound_by_ballot

    @property
    def is_bound_by_ballot(self) -> bool:
        """Whether we have signed a ballot of a higher term than that of our log."""
        return self.signed_term > self._log.term

    def binding(self) -> Proposal | None:
        """What we have signed a ballot for, while that binds us."""
        mine = self.own_ballot
        return mine.proposal if mine is not None and self.bound else None

    def is_bound(self, person: int) -> bool:
        """Whether a person, who may be ourselves, signs nothing upon our log, as far as we know."""
        if person == self._me and self._has_switched:
            return True
        ballot = self.ballots.get(person)
        return ballot is not None and ballot.proposal.term > self._log.term

    @property
    def signed_term(self) -> int:
        """The highest term in which we have signed a ballot; 0 for none."""
        mine = self.own_ballot
        return mine.proposal.term if mine is not None else 0

    @property
    def floor(self) -> int:
        """The lowest term in which we may sign a ballot."""
        return max(self._log.term, self.signed_term) + 1

    def is_within_reach(self, term: int) -> bool:
        """Whether to vote in a term that others wish for; see ``p2p.session.terms``."""
        return is_within_reach(term, self.floor, [ballot.proposal.term for ballot in self.ballots.values()])

    @property
    def is_under_way(self) -> bool:
        """Whether anybody has wished or voted for anything, or we have agreed to something or left another log."""
        return bool(self.agreed or self.wishes or self.ballots or self._has_switched)

    # What we agree to

    def may_agree(self, change: Change) -> None:
        """Raise steps.Refused unless a change could be voted on now; a new key with his absence who has it to come.

        The last persons present may be declared absent if others come back in the same vote, see ``replacement``.
        """
        upon = self._log
        changes: Changes = (change,)
        if change.kind == KEY and change.number not in upon.absent:
            changes = (Change(ABSENT, change.number), change)
        agreed = {*self.agreed, change}
        if change.kind == ABSENT:
            agreed |= {Change(BACK, person) for person in upon.absent - upon.resigned}
        if change not in self._replacement(agreed):
            upon.judge(upon.proposal(upon.term + 1, changes))

    @property
    def replacement(self) -> Changes:
        """That all who are present are absent and others come back instead, if we agree to that and it is possible.

        It alone brings back somebody before his round: else the game would wait without end for the last who is here.
        """
        return self._replacement(self.agreed)

    def _replacement(self, agreed: Collection[Change]) -> Changes:
        upon = self._log
        leave = {Change(ABSENT, person) for person in upon.present}
        come = {change for change in agreed if change.kind == BACK and change.number in upon.absent - upon.resigned}
        changes = tuple(sorted(leave | come))
        is_agreed = leave <= set(agreed) and self.is_possible(upon.proposal(upon.term + 1, changes))
        return changes if is_agreed else ()

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

    # What is wished and voted for

    def wished(self) -> dict[int, Changes]:
        """By person, the changes that he wishes for now, upon the log as it is; nothing where he wishes for none."""
        wished = {}
        for person, signed in sorted(self.wishes.items()):
            proposal = signed.content.proposal
            if (
                proposal is not None
                and self.is_upon_our_log(proposal)
                and (real := self.pledges.real(proposal.changes))
            ):
                wished[person] = real
        return wished

    def wished_upon_our_log(self) -> dict[int, Changes]:
        """By person, what others wish for upon the log as it is here."""
        return {
            person: signed.content.proposal.changes
            for person, signed in self.wishes.items()
            if person != self._me
            and signed.content.proposal is not None
            and self.is_upon_our_log(signed.content.proposal)
        }

    def proposals_upon_our_log(self) -> Iterator[Proposal]:
        """What anybody has voted or wishes for, upon the log as it is here, in terms that we have not come to."""
        wished = (signed.content.proposal for signed in self.wishes.values())
        for proposal in (*(ballot.proposal for ballot in self.ballots.values()), *wished):
            if proposal is not None and self.is_upon_our_log(proposal):
                yield proposal

    def agrees_to_a_wish_upon(self, other: Log) -> bool:
        """Whether somebody wishes, upon another log as it is there, for what we agree to."""
        proposals = (signed.content.proposal for signed in self.wishes.values())
        return any(
            proposal is not None
            and (proposal.base, proposal.log) == (other.height, other.head)
            and self.agreed.issuperset(self.pledges.real(proposal.changes))
            for proposal in proposals
        )

    def wishing_upon(self, other: Log, fork: int) -> set[int]:
        """The persons who wish for something upon another log of our epoch, above where it parts from ours."""
        found = set()
        for person, signed in self.wishes.items():
            proposal = signed.content.proposal
            if proposal is not None and (proposal.parent_term, proposal.parent) == self._log.epoch[1:]:
                base = proposal.base
                if fork < base <= other.height and proposal.log == other.log_at(base):
                    found.add(person)
        return found

    def terms_of(self, changes: Changes) -> list[int]:
        """The terms in which persons, we among them, wish for these changes upon our log."""
        proposals = (signed.content.proposal for signed in self.wishes.values())
        return [p.term for p in proposals if p is not None and p.changes == changes and self.is_upon_our_log(p)]

    def is_supported(self, proposal: Proposal) -> bool:
        """Whether a proposal passes if all who wish for it sign it."""
        return self._log.passes(proposal, self.supporters(proposal))

    def supporters(self, proposal: Proposal, without: Collection[int] = ()) -> set[int]:
        """Who has signed a ballot for a proposal, or wishes for it."""
        signed = {person for person, ballot in self.ballots.items() if ballot.proposal.id == proposal.id}
        wishing = {
            person
            for person, wish in self.wishes.items()
            if wish.content.proposal is not None and wish.content.proposal.id == proposal.id and person not in without
        }
        return signed | wishing

    def is_upon_our_log(self, proposal: Proposal) -> bool:
        """Whether a proposal stands upon the log as it is here, and would begin a newer epoch."""
        log = self._log
        return proposal.base == log.height and proposal.log == log.head and proposal.term > log.term

    def is_possible(self, proposal: Proposal) -> bool:
        """Whether our log could adopt a proposal, if enough sign it; no message can have one beyond the last term."""
        if proposal.term >= MAX_COUNT:
            return False
        try:
            self._log.judge(proposal)
        except Refused:
            return False
        return True

    @property
    def empty_votes(self) -> int:
        """How many votes that change nothing our log ends in, without an entry among or after them."""
        votes = takewhile(lambda passed: passed is not None, (step.passed for step in reversed(self._log.steps)))
        return sum(passed is not None and not self._log.changed_by(passed) for passed in votes)

    def newest(self) -> Iterator[SignedWish | SignedBallot]:
        """Everybody's newest wish and ballot, for whoever has just been connected."""
        yield from self.wishes.values()
        yield from self.ballots.values()

    # What changes

    def switched(self) -> None:
        """We have gone over to another log of our epoch."""
        self._has_switched = True

    def begin_epoch(self) -> None:
        """A vote has passed: whatever bound us is over."""
        self._has_switched = False
        self.pledges.begin_epoch()

    def forget(self, person: int) -> None:
        """A person has another key: what he has wished and voted for with the one before counts no more."""
        self.wishes.pop(person, None)
        self.ballots.pop(person, None)
