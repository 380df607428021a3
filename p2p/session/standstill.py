"""Where our log does not go on by itself: open dice that wait, votes that have failed, an end that cannot be final.

Where somebody may have seen dice, no vote has them thrown anew at no price. Whoever is bound by a vote that has failed
is freed by one that changes nothing, but not without end.
"""

from __future__ import annotations

from collections.abc import Collection

from p2p.log.changes import ABSENT, Change
from p2p.log.log import Log
from p2p.log.steps import Kind
from p2p.session.acks import Acks
from p2p.session.disputes import Disputes
from p2p.session.peers import Peers
from p2p.session.polls import Polls

MAX_EMPTY_VOTES = 4
"""Votes that change nothing, one upon the other, to free whoever is bound while enough others are not."""


class Standstill:
    """What keeps our log from going on, and whom."""

    def __init__(
        self,
        me: int | None,
        log: Log,
        acks: Acks,
        disputes: Disputes,
        neighbours: Peers,
        polls: Polls,
    ) -> None:
        self._me = me
        self._log = log
        self._acks = acks
        self._disputes = disputes
        self._peers = neighbours
        self._polls = polls

    # At open dice

    @property
    def dice_are_hidden(self) -> bool:
        """Whether nobody can know what an open Chance node will bring.

        Our link is part of it and not out, or no honest one's is, nor ever will be, since a quorum has to acknowledge
        the log before it. While no link is out, whoever is bound and so has not acknowledged that log himself may think
        so, too, where a vote needs two of those who did.
        """
        if self._log.kind is not Kind.LINKS or self._is_hopeless:
            return True
        if self._me is None:
            return False
        return self._me in self._log.missing() or self._are_unheard_of(self._me)

    def _are_unheard_of(self, me: int) -> bool:
        """Whether we are bound, have heard no link, and every vote needs two who have acknowledged the log before it.

        One of these is no liar, and has no dice thrown anew that somebody may have seen. Where one is enough, he may be
        the one who keeps others' links from us.
        """
        if not self._polls.bound or self._log.given or self._acks.height(me) >= self._log.height:
            return False
        persons = range(len(self._log.charter.persons))
        unheard = {p for p in persons if self._polls.is_bound(p) and self._acks.height(p) < self._log.height}
        return self._log.charter.quorum - len(unheard) > 1

    def lacking(self) -> tuple[set[int], set[int]]:
        """Whom the dice wait for that others may have seen: those who are to blame for it, and all of them.

        If acknowledgements are missing no honest link is out, and whoever is bound cannot acknowledge.
        """
        silent = {person for person in self._log.present if self._acks.height(person) < self._log.height}
        if silent:
            return {person for person in silent if not self._polls.is_bound(person)}, silent
        missing = {person for person in self._log.missing() if person != self._me}
        return missing, missing

    def are_linkless(self, persons: Collection[int]) -> bool:
        """Whether these are all whose links are missing while others' are out.

        Their absence is the highest price for other dice. So everybody may agree to it, whoever has heard which
        acknowledgements.
        """
        return bool(self._log.given) and set(persons) == set(self._log.missing())

    def stuck(self) -> set[int]:
        """At an open Chance node where links are out: those whose links are missing, if none of them will ever come.

        A failed vote binds them, or they are proven to cheat. A vote that changes nothing would let them see the dice
        and have them thrown anew; so they have to pay for it, and agree to that themselves, since it may take their
        ballots.
        """
        missing = set(self._log.missing())
        is_open = self._log.kind is Kind.LINKS and bool(self._log.given)
        never = {person for person in missing if self._polls.is_bound(person) or person in self._disputes.proofs}
        return missing if is_open and never == missing else set()

    @property
    def _is_hopeless(self) -> bool:
        """Whether our log as it is can never be final, since too many are bound, or have signed another log."""
        return self._lacks_a_quorum()

    # After a vote that has failed

    def has_failed(self) -> bool:
        """Whether we, or others, are bound by a vote that has failed, and want to be free again.

        Not if we want them to be absent, unless everybody here has spoken: else whoever votes without end could never
        be declared absent.
        """
        if self._polls.is_bound_by_ballot:
            return True
        wished = self._polls.wished_upon_our_log()
        lost = {*self._peers.unreachable, *self._peers.gone, self._me}
        all_have_spoken = all(p in wished or p in lost for p in range(len(self._log.charter.persons)))
        return any(
            not self._polls.pledges.real(changes)
            and self._polls.is_bound(person)
            and self._may_be_freed(person)
            and (all_have_spoken or Change(ABSENT, person) not in self._polls.agreed)
            for person, changes in wished.items()
        )

    def _may_be_freed(self, person: int) -> bool:
        """Whether to free another person who is bound: one vote has to do it, and the game not stand still for it.

        Else whoever signs ballots without end, or one of a term far above ours, would have us vote without end.
        """
        if not self._polls.is_within_reach(self._polls.ballots[person].proposal.term + 1):
            return False
        if self._polls.empty_votes < MAX_EMPTY_VOTES:
            return True
        lost = {*self._peers.unreachable, *self._peers.gone}
        free = [p for p in range(len(self._log.charter.persons)) if p not in lost and not self._polls.is_bound(p)]
        return len(free) < self._log.charter.quorum

    # At the end

    @property
    def is_end_in_vain(self) -> bool:
        """Whether too few can vouch for the end of the game while others are bound, so that these are to be freed."""
        return self._lacks_a_quorum(without=self._given_up) or self.is_to_free_at_the_end

    @property
    def is_to_free_at_the_end(self) -> bool:
        """Whether the end is final by the word of proven liars only, and another here is bound who could vouch for it.

        Without us he could never close the game.
        """
        log, liars = self._log, self._disputes.proofs.keys()
        if log.kind is not Kind.OVER or not liars:
            return False
        here = self._peers.present - {*self._peers.unreachable, *self._peers.gone, self._me} - liars
        honest = [p for p in range(len(log.charter.persons)) if p not in liars and self._acks.height(p) >= log.height]
        return len(honest) < log.charter.quorum and any(self._polls.is_bound(person) for person in here)

    @property
    def _given_up(self) -> frozenset[int]:
        """Who may never come back: absent, and reached by nobody. At the end of a game nobody waits for his word."""
        return self._log.absent & {*self._peers.unreachable, *self._peers.gone}

    def _lacks_a_quorum(self, without: Collection[int] = ()) -> bool:
        """Whether too few can acknowledge our log as it is; somebody who is bound can once a vote has freed him."""
        log, acks = self._log, self._acks
        persons = range(len(log.charter.persons))
        bound = {person for person in persons if self._polls.is_bound(person)} - set(without)
        cannot = bound | acks.with_other_logs
        if bound:
            cannot |= set(without)
        can = [person for person in persons if acks.height(person) >= log.height or person not in cannot]
        return len(can) < log.charter.quorum
