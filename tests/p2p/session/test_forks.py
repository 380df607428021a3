"""Logs that part: two versions shown to two persons, and how they come together again and give up nothing firm."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

import pytest

from p2p.log import messages
from p2p.log.ballots import Passed, Proposal, sign_ballot
from p2p.log.changes import ABSENT, Change
from p2p.log.log import Log
from p2p.log.messages import Message
from p2p.log.record import verify_record
from p2p.log.statements import SignedEntry, sign_entry
from p2p.log.steps import Kind
from p2p.session.acks import Acks
from p2p.session.events import Finished, Proven, RolledBack
from p2p.session.forks import Forks
from p2p.session.state import Phase
from tests.p2p import liars
from tests.p2p.absences import Absences
from tests.p2p.hands import Hands, upon
from tests.p2p.liars import HOLDERS, LIAR
from tests.p2p.tables import Table, charter, identity
from tests.p2p.wager import Wager, new_wager

OF = charter(3, rounds=4)
ANSWERS = 3
"""With these answers the liar is the last to act in a game of four."""
LINK = 1


def generous(game: Wager, seat: int) -> str:
    return game.legal(seat)[1 if game.phase == "pot" else 0]


class Parted:
    """Two logs of a game that part at an action, of which its author signed two versions."""

    def __init__(self) -> None:
        self.hands = Hands(OF)
        self.ours = self.hands.to(Kind.ACTION)
        self.theirs = Hands(OF, generous).to(Kind.ACTION)
        self.fork = self.ours.height
        (self.author,) = self.ours.slots
        Hands(OF).fill(self.ours)
        Hands(OF, generous).fill(self.theirs)

    def shown(self) -> list[SignedEntry | Passed]:
        """What the other log consists of."""
        found: list[SignedEntry | Passed] = []
        for step in self.theirs.steps:
            found += step.entries if step.passed is None else [step.passed]
        return found


def taken_over(parted: Parted) -> Log:
    branches = Forks(parted.ours)
    branches.feed(LINK, parted.shown())
    branch = branches.of(LINK)
    assert branch is not None
    branches.take_over(branch)
    return parted.ours


# What is shown of another log


def test_another_log_is_found_where_an_entry_of_it_differs_from_ours_upon_the_same_log() -> None:
    parted = Parted()
    ours = parted.ours.head
    branches = Forks(parted.ours)
    branches.feed(LINK, parted.shown())
    branch = branches.of(LINK)
    assert branch is not None
    assert (branch.fork, branch.log.head, branch.log.height) == (parted.fork, parted.theirs.head, parted.theirs.height)
    assert parted.ours.head == ours


def test_another_log_may_be_shown_in_pieces_and_goes_on_where_it_was() -> None:
    parted = Parted()
    branches = Forks(parted.ours)
    Hands(OF, generous).to(Kind.LINKS, parted.theirs)
    for piece in parted.shown():
        branches.feed(LINK, [piece])
    branch = branches.of(LINK)
    assert branch is not None
    assert branch.log.head == parted.theirs.head


def test_our_own_log_shown_to_us_is_no_other_one() -> None:
    parted = Parted()
    parted.theirs = parted.ours
    branches = Forks(parted.ours)
    branches.feed(LINK, parted.shown())
    assert branches.of(LINK) is None


def test_what_nobody_signed_makes_no_other_log() -> None:
    parted = Parted()
    (version,) = parted.theirs.steps[parted.fork].entries
    forged = sign_entry(identity((parted.author + 1) % 3), version.entry)
    branches = Forks(parted.ours)
    branches.feed(LINK, [forged])
    branch = branches.of(LINK)
    assert branch is None or branch.log.height == parted.fork


def test_a_log_that_begins_with_a_vote_where_we_have_an_entry_is_found_and_the_other_way_round() -> None:
    parted = Parted()
    voted = Hands(OF).to(Kind.ACTION)
    Hands(OF).vote(voted)
    Hands(OF).fill(voted)
    parted.ours, parted.theirs = voted, parted.ours
    branches = Forks(parted.ours)
    branches.feed(LINK, parted.shown())
    branch = branches.of(LINK)
    assert branch is not None
    assert (branch.fork, branch.log.head) == (parted.fork, parted.theirs.head)


def voted(*terms: int, upon_height: int) -> Log:
    """A log with votes of these terms that change nothing, one upon the other, where the first action is due."""
    hands = Hands(OF)
    log = hands.to(Kind.ACTION)
    assert log.height == upon_height
    for term in terms:
        log.adopt(hands.passed(log.proposal(term, ()), range(3)))
    return log


def test_a_log_that_begins_with_another_vote_than_ours_is_found() -> None:
    parted = Parted()
    parted.ours, parted.theirs = (voted(*terms, upon_height=parted.fork) for terms in ((2,), (1, 3)))
    branches = Forks(parted.ours)
    assert branches.feed(LINK, parted.shown())
    branch = branches.of(LINK)
    assert branch is not None
    assert (branch.fork, branch.log.head) == (parted.fork, parted.theirs.head)
    assert taken_over(parted).head == parted.theirs.head


def test_a_vote_by_which_the_other_log_goes_back_below_the_fork_moves_the_fork() -> None:
    """It is of a lower term than ours, so that our own log does not take it."""
    parted = Parted()
    hands = Hands(OF)
    parted.ours, parted.theirs = (voted(*terms, upon_height=parted.fork) for terms in ((1, 4), (1, 2)))
    branches = Forks(parted.ours)
    branches.feed(LINK, parted.shown())
    before = branches.of(LINK)
    branches.feed(LINK, [hands.passed(upon(parted.theirs, base=parted.fork), range(3))])
    branch = branches.of(LINK)
    assert before is not None
    assert branch is not None
    assert before.fork == parted.fork + 1
    assert (branch.fork, branch.log.term, branch.log.height) == (parted.fork, 3, parted.fork + 1)


def test_what_does_not_go_on_from_the_other_log_brings_nothing_new() -> None:
    """So nobody fetches the same again and again."""
    parted = Parted()
    branches = Forks(parted.ours)
    assert branches.feed(LINK, parted.shown())
    assert not branches.feed(LINK, parted.shown())


def test_nothing_is_kept_of_a_link_that_has_ended() -> None:
    parted = Parted()
    branches = Forks(parted.ours)
    branches.feed(LINK, parted.shown())
    branches.disconnected(LINK)
    assert branches.of(LINK) is None


def test_who_goes_over_has_the_other_log_with_all_that_follows_from_it() -> None:
    parted = Parted()
    Hands(OF, generous).vote(parted.theirs, Change(ABSENT, 2))
    Hands(OF, generous).to(Kind.LINKS, parted.theirs)
    ours, theirs = taken_over(parted), parted.theirs
    assert (ours.head, ours.state, ours.epoch, ours.absent) == (theirs.head, theirs.state, theirs.epoch, theirs.absent)
    assert (ours.kind, ours.slots, ours.attempts) == (theirs.kind, theirs.slots, theirs.attempts)
    Hands(OF, generous).to(Kind.OVER, ours)
    Hands(OF, generous).to(Kind.OVER, theirs)
    assert ours.head == theirs.head


def test_a_statement_stands_in_another_log_only_above_the_fork_and_in_its_epoch() -> None:
    parted = Parted()
    branches = Forks(parted.ours)
    branches.feed(LINK, parted.shown())
    branch = branches.of(LINK)
    assert branch is not None
    hand = Hands(OF).signers[0]
    assert branch.stands_in(hand.ack(parted.theirs, 0, 1))
    assert not branch.stands_in(hand.ack(parted.ours, 0, 1))
    below = copy(parted.theirs)
    below.game = parted.theirs.game.copy()
    below.go_back(parted.fork)
    assert not branch.stands_in(hand.ack(below, 0, 1))
    assert branch.authors() == {parted.author}


# At a table


class ShowsTwoActions(liars.TwoActions):
    """Tells some another action than the others, and then nothing that would make him vouch for either."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if self.truth is None or message == self.truth or not self.is_own(message):
            yield from super().says(to, message)


def test_nothing_above_where_the_other_log_parts_is_final_to_whoever_has_gone_over() -> None:
    acks = Acks(charter(3))
    for person in range(3):
        acks.start(person)
    acks.final = 9
    acks.begin_epoch()
    acks.went_back(4)
    assert acks.final == 4
    acks.went_back(7)
    assert acks.final == 4


def two_versions(run: int) -> Table:
    table = Table(charter(4, HOLDERS, rounds=4), seed=run, answers=run)
    table.lie(ShowsTwoActions, LIAR)
    table.play()
    return table


@pytest.mark.parametrize("run", [0, 1, 2])
def test_two_who_were_shown_two_versions_go_on_together_by_a_vote(run: int) -> None:
    table = two_versions(run)
    for person in table.honest:
        session = table.sessions[person]
        assert [proven.person for proven in table.of(person, Proven)] == [LIAR]
        assert session.phase is Phase.FINISHED
        assert session.log.absent == {LIAR}
        assert len(table.of(person, Finished)) == 1
        verify_record(session.record() or b"", new_wager)
    assert len({table.sessions[person].log.head for person in table.honest}) == 1
    assert any(table.of(person, RolledBack) for person in table.honest)


def test_two_ends_that_a_liar_has_made_come_together_though_somebody_is_bound_by_a_failed_vote() -> None:
    """Neither end can be final: whoever is bound acknowledges none, and the two others have acknowledged one each."""
    table = Absences(charter(4, rounds=1), answers=ANSWERS)
    table.begin()
    table.to(Kind.ACTION, 4)
    assert {of.awaited for of in table.sessions} == {(LIAR,)}
    table.settle()
    table.lie(ShowsTwoActions, LIAR)
    for person in (2, 3, 0):
        table.agree(Change(ABSENT, LIAR), [person])
    table.deliver((2, 0), (3, 0))
    for person in (0, 2, 3):
        table._take(person, table.sessions[person].disagree(Change(ABSENT, LIAR)))
    table._take(LIAR, table.sessions[LIAR].answer(LIAR, "thank"))
    table.deliver((LIAR, 0), (LIAR, 2), (LIAR, 3))
    assert table.sessions[0]._polls.bound
    assert {table.sessions[person].log.kind for person in (0, 2, 3)} == {Kind.OVER}
    table.go_on()
    assert {table.sessions[person].phase for person in (0, 2, 3)} == {Phase.FINISHED}
    assert len({table.sessions[person].log.head for person in (0, 2, 3)}) == 1


def test_who_alone_is_in_a_failed_epoch_goes_over_to_that_of_the_others() -> None:
    """Two votes have passed upon one height, and a third upon that of the lower term: only votes are to be fetched."""
    table = Absences(charter(5))
    table.begin()
    table.to(Kind.ACTION)
    table.settle()
    first, fifth = table.sessions[0], table.sessions[4]
    hear_ballots(table, 0, first.log.proposal(1, ()), (0, 1, 2))
    hear_ballots(table, 4, fifth.log.proposal(2, ()), (2, 3, 4))
    hear_ballots(table, 0, first.log.proposal(3, ()), (0, 1, 2))
    assert (first.log.term, fifth.log.term) == (3, 2)
    table.deliver((0, 4))
    table._take(4, fifth.flush())
    table.deliver((0, 4), (4, 0))
    assert (fifth.log.epoch, fifth.log.head) == (first.log.epoch, first.log.head)
    assert len(table.of(4, RolledBack)) == 1


def hear_ballots(table: Table, person: int, proposal: Proposal, signers: Iterable[int]) -> None:
    """Let a person hear these persons' ballots, as if others had passed them on."""
    for signing in signers:
        ballot = messages.encode(sign_ballot(identity(signing), signing, proposal))
        table._take(person, table.sessions[person].receive(1, ballot))


class Firm(Table):
    """Notes by height which log a quorum without the liar has vouched for, and sees that it stays."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.firm: dict[int, bytes] = {}

    def _happen(self) -> bool:
        going = super()._happen()
        for person in self.honest:
            of = self.sessions[person]
            height = of._acks.firm({LIAR})
            if 0 < height <= of.log.height:
                assert self.firm.setdefault(height, of.log.log_at(height)) == of.log.log_at(height)
        return going


@pytest.mark.parametrize("run", range(3))
def test_what_was_final_without_the_liar_is_never_given_up(run: int) -> None:
    """What an honest quorum had vouched for stands in the log that all have in the end."""

    table = Firm(charter(5, rounds=4), seed=run, answers=run)
    table.lie(liars.TwoActions, LIAR)
    table.play()
    logs = {table.sessions[person].log.head for person in table.honest}
    assert len(logs) == 1
    log = table.sessions[0].log
    assert table.firm
    assert all(log.log_at(height) == firm for height, firm in table.firm.items())


@pytest.mark.parametrize("run", range(4))
def test_a_liar_in_two_majorities_of_three_is_proven_and_one_of_the_logs_is_given_up(run: int) -> None:
    """With three persons he and either of the others are a majority; when they meet, one evening is void."""
    table = Table(charter(3, rounds=3), seed=run, answers=run)
    table.lie(liars.TwoActions, LIAR)
    table.play()
    for person in table.honest:
        assert {proven.person for proven in table.of(person, Proven)} <= {LIAR}
        assert table.sessions[person].phase is Phase.FINISHED
    lied = table.liars[LIAR]
    assert isinstance(lied, liars.TwoActions)
    if lied.truth is not None:
        assert len({table.sessions[person].log.head for person in table.honest}) == 1
