"""What one person would vote for now, from what he agrees to and what the others wish for. See ``p2p.session.polls``.

Rival wishes are settled alike by all. If a vote has failed, all who are here vote for no change in the next term, and
go on as before.
"""

from __future__ import annotations

from crypto.canonical import encode
from p2p.log.ballots import Proposal
from p2p.log.change_rules import keyed
from p2p.log.changes import ABSENT, BACK, KEY
from p2p.log.log import Log
from p2p.log.steps import Kind
from p2p.session.peers import Peers
from p2p.session.polls import Changes, Polls
from p2p.session.standstill import Standstill

MAX_HOPE = 50
"""Flushes for which we stand by a ballot that others wish for and have not signed."""


MAX_INSISTENCE = 10
"""Flushes for which we wish for what stands first, while enough others wish for something else that we agree to."""


class Choosing:
    """Chooses one proposal; whether enough persons wish for it too is another matter."""

    def __init__(self, me: int | None, log: Log, neighbours: Peers, polls: Polls, standstill: Standstill) -> None:
        self._me = me
        self._log = log
        self._peers = neighbours
        self._polls = polls
        self._pledges = polls.pledges
        self._standstill = standstill
        self._flushes = 0
        self._upon = b""
        self._insists = False
        self._insisted = 0
        self._settled_for: Changes | None = None

    def target(self) -> Proposal | None:
        """What we would vote for now."""
        mine = self._polls.own_ballot
        if mine is not None and self._polls.bound and self._stands_by(mine.proposal):
            return mine.proposal
        chosen = self._chosen(self._polls.wished_upon_our_log())
        if chosen is None:
            return None
        return self._lacking_our_ballot(chosen) or self._next_for(chosen)

    def _lacking_our_ballot(self, changes: Changes) -> Proposal | None:
        """A proposal that passes with our ballot: whoever has signed it is bound, and need not sign another."""
        for ballot in self._polls.ballots.values():
            proposal = ballot.proposal
            fits = (
                proposal.changes == changes
                and self._polls.is_upon_our_log(proposal)
                and self._polls.is_possible(proposal)
            )
            if fits and proposal.term >= self._polls.floor:
                others = {p for p, other in self._polls.ballots.items() if other.proposal.id == proposal.id}
                if self._me is not None and self._log.passes(proposal, others | {self._me}):
                    return proposal
        return None

    def _next_for(self, changes: Changes) -> Proposal | None:
        """The proposal of these changes in the lowest term in which we may sign it, or a higher one that is wished for.

        Our own last wish counts too: terms only rise, so that all come to the same one, however their wishes cross.
        """
        term = max([self._polls.floor, *filter(self._polls.is_within_reach, self._polls.terms_of(changes))])
        proposal = self._log.proposal(term, changes)
        return proposal if self._polls.is_possible(proposal) else None

    def _chosen(self, wished: dict[int, Changes]) -> Changes | None:
        """The changes of what we would vote for now."""
        if self._log.kind is Kind.OVER:
            is_to_free = self._standstill.is_end_in_vain or self.may_pass
            return self._pledges.freeing(wished.values()) if is_to_free else None
        options = {self._pledges.with_them(changes) for changes in wished.values() if self._pledges.real(changes)}
        options = {changes for changes in options if self._agrees_to(changes)}
        if own := self._own_changes():
            options.add(own)
        options = {changes for changes in options if self._pledges.persons <= keyed(changes)}
        chosen = self._preferred(options)
        keeps = chosen and (self._is_popular(chosen) or self._pays(chosen))
        if self._standstill.has_failed() and not keeps:
            return self._pledges.freeing(wished.values()) if self._agrees_to(()) else chosen
        return chosen

    def _pays(self, changes: Changes) -> bool:
        """Whether the dice wait for nobody but those whom the changes declare absent, and none of their links can come.

        Whoever has thrown theirs never agrees to a vote that changes nothing, so it frees nobody.
        """
        stuck = self._standstill.stuck()
        return bool(stuck) and stuck <= {change.number for change in changes if change.kind == ABSENT}

    def _preferred(self, options: set[Changes]) -> Changes | None:
        """The option that stands first; but what enough wish for once they have not come round to it for a while.

        To that one we keep, while enough wish for it, if need be among other changes. Whoever looked at the newest
        wishes only could waver for ever between two that all agree to, with others who do the same.
        """
        if self._upon != self._log.head:
            self._upon, self._insisted, self._settled_for = self._log.head, 0, None
        ranked = sorted(options, key=_rank)
        popular = [changes for changes in ranked if self._is_popular(changes)]
        settled = self._settled_for
        keeps = settled and self._pledges.persons <= keyed(settled) and self._agrees_to(settled)
        if settled and keeps and self._is_popular(settled):
            return settled
        self._insists = bool(popular) and popular[0] != ranked[0]
        if self._insists and self._insisted >= MAX_INSISTENCE:
            self._settled_for = popular[0]
            return popular[0]
        return ranked[0] if ranked else None

    def _own_changes(self) -> Changes:
        """All that we agree to and that is possible now; a change that stands alone comes after those of persons."""
        upon = self._log
        possible = sorted(c for c in self._polls.agreed if self._polls.is_possible(upon.proposal(upon.term + 1, (c,))))
        of_persons = self._with_key(tuple(change for change in possible if change.is_of_person))
        replacement = self._pledges.with_them(self._polls.replacement)
        if replacement and self._agrees_to(replacement):
            return replacement
        if not self._standstill.dice_are_hidden:
            _, lacking = self._standstill.lacking()
            of_persons = self._pledges.with_them(
                tuple(c for c in of_persons if c.kind == ABSENT and c.number in lacking)
            )
            return of_persons if self._agrees_to(of_persons) else ()
        return self._pledges.with_them(of_persons) or tuple(possible[:1])

    def _with_key(self, possible: Changes) -> Changes:
        """These changes with the new keys that we agree to and that go with them, one for each person."""
        upon = self._log
        changes = tuple(change for change in possible if change.kind != KEY)
        for key in sorted(change for change in self._polls.agreed if change.kind == KEY):
            more = tuple(sorted((*changes, key)))
            if key.number not in keyed(changes) and self._polls.is_possible(upon.proposal(upon.term + 1, more)):
                changes = more
        return changes

    def _agrees_to(self, changes: Changes) -> bool:
        """Whether we agree to changes; where dice may have been seen, only to declare absent all whom they wait for.

        Else a vote would be a way to have dice thrown anew that somebody has seen, at no price. If nobody else is left,
        others may come back instead.
        """
        if not self._pledges.allow(changes):
            return False
        changes = self._pledges.real(changes)
        if not self._polls.agreed.issuperset(changes):
            return False
        if self._standstill.dice_are_hidden:
            return True
        blamed, lacking = self._standstill.lacking()
        declared = {change.number for change in changes if change.kind == ABSENT}
        others = {change.kind for change in changes} - {ABSENT}
        is_price = not others or (others == {BACK} and declared >= set(self._log.present))
        return is_price and (blamed <= declared <= lacking or self._standstill.are_linkless(declared))

    def _is_popular(self, changes: Changes) -> bool:
        """Whether enough persons wish for these changes upon our log, if need be among others."""
        wished = self._polls.wished_upon_our_log()
        real = set(self._pledges.real(changes))
        persons = {person for person, others in wished.items() if others and real <= set(others)}
        if self._me is not None:
            persons.add(self._me)
        return self._log.passes(self._log.proposal(self._log.term + 1, changes), persons)

    # How long we hope

    @property
    def due(self) -> bool:
        """Whether a ballot of ours, or what we wish for alone, is to be given up in time."""
        hopes = self._polls.is_bound_by_ballot and self._flushes < MAX_HOPE
        return hopes or (self._insists and self._insisted < MAX_INSISTENCE)

    def signed(self) -> None:
        """We have signed a ballot, and hope for it anew."""
        self._flushes = 0

    def flushed(self) -> None:
        """So much of our hope is gone."""
        if self._polls.is_bound_by_ballot:
            self._flushes += 1
        if self._insists:
            self._insisted += 1

    @property
    def may_pass(self) -> bool:
        """Whether a vote may pass, and take us where others are: we have signed it, or enough wish for it."""
        mine = self._polls.own_ballot
        if mine is not None and self._is_hopeful(mine.proposal):
            return True
        return any(
            self._polls.is_possible(proposal)
            and self._log.passes(proposal, self._polls.supporters(proposal, without=self._lost))
            for proposal in self._polls.proposals_upon_our_log()
        )

    def _stands_by(self, proposal: Proposal) -> bool:
        """Whether a proposal that we have signed may still pass, and we do not wish for the same in a higher term."""
        said = self._polls.own_wish
        own = said.content.proposal if said is not None else None
        is_given_up = own is not None and own.changes == proposal.changes and own.term > proposal.term
        return not is_given_up and self._is_hopeful(proposal)

    def _is_hopeful(self, proposal: Proposal) -> bool:
        """Whether a proposal that we have signed may still pass: all whom it needs sign it, or wish for it.

        Whoever has wished for it for long and not signed it will not: he has other steps, or wants to hold us up.
        """
        if proposal.term <= self._log.term or not self._polls.is_possible(proposal):
            return False
        lost = set(range(len(self._log.charter.persons))) if self._flushes >= MAX_HOPE else self._lost
        return self._log.passes(proposal, self._polls.supporters(proposal, without=lost))

    @property
    def _lost(self) -> set[int]:
        """Those of whom no ballot is to be hoped for, since nobody reaches them."""
        return {*self._peers.unreachable, *self._peers.gone}


def _rank(changes: Changes) -> tuple[bool, int, bytes]:
    """Rival wishes are settled alike by all: persons first, many changes before few, then by their encodings."""
    return (
        any(not change.is_of_person for change in changes),
        -len(changes),
        encode(tuple(change.value for change in changes)),
    )
