"""Logs that diverge: two versions shown to two players, and how they come together and give up nothing firm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from p2p.log import messages
from p2p.log.changes import STUCK, Change
from p2p.log.log import Log
from p2p.log.messages import Message
from p2p.log.record import verify_record
from p2p.log.statements import Proposed, SignedClosing, SignedEntry, sign_entry
from p2p.log.steps import Kind
from p2p.session.acks import Acks
from p2p.session.events import Finished, Proven, RolledBack
from p2p.session.forks import Forks
from p2p.session.journal import decode_item
from p2p.session.state import Phase
from tests.p2p import liars
from tests.p2p.absences import Absences
from tests.p2p.alone import Alone
from tests.p2p.hands import Hands
from tests.p2p.liars import HOLDERS, LIAR
from tests.p2p.tables import Table, charter, identity
from tests.p2p.wager import Wager, new_wager

OF = charter(3, rounds=4)
ANSWERS = 3
"""With these answers the liar is the last to act in a game of four."""
LINK = 1
STUCK_HERE = Change(STUCK, 0)


def generous(game: Wager, seat: int) -> str:
    return game.legal(seat)[1 if game.phase == "pot" else 0]


class Forked:
    """Two logs of a game that part at an action, of which its author signed two versions."""

    def __init__(self) -> None:
        self.hands = Hands(OF)
        self.ours = self.hands.to(Kind.ACTION)
        self.theirs = Hands(OF, generous).to(Kind.ACTION)
        self.fork = self.ours.height
        (self.author,) = self.ours.slots
        Hands(OF).fill(self.ours)
        Hands(OF, generous).fill(self.theirs)

    def shown(self) -> list[SignedEntry | Proposed]:
        """What the other log consists of."""
        found: list[SignedEntry | Proposed] = []
        for step in self.theirs.steps:
            found += step.entries if step.proposed is None else [step.proposed]
        return found


def taken_over(forked: Forked) -> Log:
    forks = Forks(forked.ours)
    forks.feed(LINK, forked.shown())
    fork = forks.of(LINK)
    assert fork is not None
    forks.take_over(fork)
    return forked.ours


# What is shown of another log


def test_another_log_is_found_where_an_entry_of_it_differs_from_ours_on_the_same_log() -> None:
    forked = Forked()
    ours = forked.ours.head
    forks = Forks(forked.ours)
    forks.feed(LINK, forked.shown())
    fork = forks.of(LINK)
    assert fork is not None
    assert (fork.at, fork.log.head, fork.log.height) == (forked.fork, forked.theirs.head, forked.theirs.height)
    assert forked.ours.head == ours


def test_another_log_may_be_shown_in_pieces_and_goes_on_where_it_was() -> None:
    forked = Forked()
    forks = Forks(forked.ours)
    Hands(OF, generous).to(Kind.BEACON, forked.theirs)
    for piece in forked.shown():
        forks.feed(LINK, [piece])
    fork = forks.of(LINK)
    assert fork is not None
    assert fork.log.head == forked.theirs.head


def test_our_own_log_shown_to_us_is_no_other_one() -> None:
    forked = Forked()
    forked.theirs = forked.ours
    forks = Forks(forked.ours)
    forks.feed(LINK, forked.shown())
    assert forks.of(LINK) is None


def test_what_no_one_signed_makes_no_other_log() -> None:
    forked = Forked()
    (version,) = forked.theirs.steps[forked.fork].entries
    forged = sign_entry(identity((forked.author + 1) % 3), version.entry)
    forks = Forks(forked.ours)
    forks.feed(LINK, [forged])
    fork = forks.of(LINK)
    assert fork is None or fork.log.height == forked.fork


def test_a_log_that_begins_with_an_epoch_where_we_have_an_entry_is_found_and_the_other_way_round() -> None:
    forked = Forked()
    changed = Hands(OF).to(Kind.ACTION)
    Hands(OF).change(changed)
    Hands(OF).fill(changed)
    forked.ours, forked.theirs = changed, forked.ours
    forks = Forks(forked.ours)
    forks.feed(LINK, forked.shown())
    fork = forks.of(LINK)
    assert fork is not None
    assert (fork.at, fork.log.head) == (forked.fork, forked.theirs.head)


def test_of_another_log_only_what_is_of_our_term_is_followed() -> None:
    """A later epoch is for our own log to enter: it says on which of the logs of our term the game goes on (R3)."""
    forked = Forked()
    before = forked.theirs.head
    Hands(OF, generous).change(forked.theirs)
    forks = Forks(forked.ours)
    forks.feed(LINK, forked.shown())
    fork = forks.of(LINK)
    assert fork is not None
    assert (fork.log.head, fork.log.term) == (before, 0)


def test_what_does_not_go_on_from_the_other_log_brings_nothing_new() -> None:
    """So no one fetches the same again and again."""
    forked = Forked()
    forks = Forks(forked.ours)
    assert forks.feed(LINK, forked.shown())
    assert not forks.feed(LINK, forked.shown())


def test_nothing_is_kept_of_a_link_that_has_ended() -> None:
    forked = Forked()
    forks = Forks(forked.ours)
    forks.feed(LINK, forked.shown())
    forks.disconnected(LINK)
    assert forks.of(LINK) is None


def test_who_takes_over_another_log_has_it_with_all_that_follows_from_it() -> None:
    forked = Forked()
    Hands(OF, generous).to(Kind.BEACON, forked.theirs)
    ours, theirs = taken_over(forked), forked.theirs
    assert (ours.head, ours.state, ours.epoch, ours.absent) == (theirs.head, theirs.state, theirs.epoch, theirs.absent)
    assert (ours.kind, ours.slots, ours.attempts) == (theirs.kind, theirs.slots, theirs.attempts)
    Hands(OF, generous).to(Kind.OVER, ours)
    Hands(OF, generous).to(Kind.OVER, theirs)
    assert ours.head == theirs.head


# At a table


class ShowsTwoActions(liars.TwoActions):
    """Tells some another action than the others, and then nothing that would attest either."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if self.truth is None or message == self.truth or not self.is_own(message):
            yield from super().says(to, message)


def test_nothing_above_where_the_other_log_parts_is_final_to_who_has_taken_it_over() -> None:
    acks = Acks(charter(3))
    for player in range(3):
        acks.start(player)
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
def test_two_who_were_shown_two_versions_go_on_together_by_an_epoch(run: int) -> None:
    table = two_versions(run)
    for player in table.honest:
        session = table.sessions[player]
        assert [proven.player for proven in table.of(player, Proven)] == [LIAR]
        assert session.phase is Phase.FINISHED
        assert session.log.absent == {LIAR}
        assert len(table.of(player, Finished)) == 1
        verify_record(session.record() or b"", new_wager)
    assert len({table.sessions[player].log.head for player in table.honest}) == 1
    assert any(table.of(player, RolledBack) for player in table.honest)


def test_two_ends_that_a_liar_has_made_come_together() -> None:
    """Neither end is final: the honest players have acknowledged two."""
    table = Absences(charter(4, rounds=1), answers=ANSWERS)
    table.begin()
    table.to(Kind.ACTION, 4)
    assert {of.awaited for of in table.sessions} == {(LIAR,)}
    table.settle()
    table.lie(ShowsTwoActions, LIAR)
    table._take(LIAR, table.sessions[LIAR].answer(LIAR, "thank"))
    table.deliver((LIAR, 0), (LIAR, 2), (LIAR, 3))
    assert {table.sessions[player].log.kind for player in (0, 2, 3)} == {Kind.OVER}
    assert len({table.sessions[player].log.head for player in (0, 2, 3)}) == 2
    table.go_on()
    assert {table.sessions[player].phase for player in (0, 2, 3)} == {Phase.FINISHED}
    assert len({table.sessions[player].log.head for player in (0, 2, 3)}) == 1


def test_who_alone_is_in_an_older_epoch_fetches_the_newer_one_though_both_have_one_height() -> None:
    table = Absences(charter(5))
    table.begin()
    table.to(Kind.ACTION)
    table.settle()
    hands, fifth = Hands(table.charter), table.sessions[4]
    base = fifth.log.height
    table._take(4, fifth.receive(1, messages.encode(hands.proposed(fifth.log, term=1, players=(2, 3, 4)))))
    for player in range(4):
        of = table.sessions[player]
        made = hands.proposed(of.log, term=2, base=base, players=(0, 1, 2, 3))
        table._take(player, of.receive(4, messages.encode(made)))
    assert [of.log.term for of in table.sessions] == [2] * 4 + [1]
    table.settle()
    assert {(of.log.epoch, of.log.head) for of in table.sessions} == {
        (table.sessions[0].log.epoch, table.sessions[0].log.head)
    }
    assert len(table.of(4, RolledBack)) == 1


class Firm(Table):
    """Notes by height which log a quorum without the liar has attested, and sees that it stays."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.firm: dict[int, bytes] = {}

    def _happen(self) -> bool:
        going = super()._happen()
        for player in self.honest:
            of = self.sessions[player]
            height = of._parts.acks.firm({LIAR})
            if 0 < height <= of.log.height:
                assert self.firm.setdefault(height, of.log.log_at(height)) == of.log.log_at(height)
        return going


@pytest.mark.parametrize("run", range(3))
def test_what_was_final_without_the_liar_is_never_given_up(run: int) -> None:
    """What an honest quorum had attested stands in the log that all have in the end."""

    table = Firm(charter(5, rounds=4), seed=run, answers=run)
    table.lie(liars.TwoActions, LIAR)
    table.play()
    logs = {table.sessions[player].log.head for player in table.honest}
    assert len(logs) == 1
    log = table.sessions[0].log
    assert table.firm
    assert all(log.log_at(height) == firm for height, firm in table.firm.items())


@pytest.mark.parametrize("run", range(4))
def test_a_liar_in_two_majorities_of_three_is_proven_and_one_of_the_logs_is_given_up(run: int) -> None:
    """With three players the liar and either of the others are a majority; when they meet, one evening is void."""
    table = Table(charter(3, rounds=3), seed=run, answers=run)
    table.lie(liars.TwoActions, LIAR)
    table.play()
    for player in table.honest:
        assert {proven.player for proven in table.of(player, Proven)} <= {LIAR}
        assert table.sessions[player].phase is Phase.FINISHED
    lied = table.liars[LIAR]
    assert isinstance(lied, liars.TwoActions)
    if lied.truth is not None:
        assert len({table.sessions[player].log.head for player in table.honest}) == 1


# An end that enough have closed


class Lied(Alone):
    """Player 0 gave another answer to us than to the others, and all of them have come to an end."""

    def __init__(self, players: int = 4) -> None:
        super().__init__(players, me=1, kind=Kind.OVER, rounds=1, acknowledged=False)
        log = self.log.at_height(self.log.height - 1)
        self.theirs = Hands(self.hands.charter, lambda game, seat: game.legal(seat)[-1]).to(Kind.OVER, log)
        assert self.theirs.head != self.log.head

    def meet_others(self) -> None:
        """The others show what they have signed."""
        for player in range(2, len(self.hands.signers)):
            self.acknowledge(player, self.theirs)
            self.show(self.theirs, player)

    def close(self, *players: int) -> None:
        """Players close the end of the others."""
        for player in players:
            self.hear(self.hands.signers[player].closing(self.theirs, player), player)

    @property
    def has_finished_with_them(self) -> bool:
        """Whether we have finished with the end of the others."""
        return self.of.phase is Phase.FINISHED and self.log.head == self.theirs.head


def test_who_was_lied_to_leaves_its_log_for_an_end_that_enough_have_closed() -> None:
    table = Lied()
    table.meet_others()
    table.close(2, 3)
    assert table.log.head != table.theirs.head, "two of four are not enough"
    table.close(0)
    assert table.has_finished_with_them
    assert table.of.closings.keys() == {0, 1, 2, 3}
    assert table.of.final == table.log.end
    assert table.attested == [], "who has left its log within a term attests nothing on the other one"
    verify_record(table.of.record() or b"", new_wager)


def test_closings_that_come_before_the_log_that_they_close_count_once_it_is_shown() -> None:
    table = Lied()
    table.close(0, 2, 3)
    table.meet_others()
    assert table.has_finished_with_them


def test_of_five_a_quorum_with_the_liar_does_not_close_an_end_for_who_was_lied_to() -> None:
    """The liar may have closed another end with the other two."""
    table = Lied(5)
    table.meet_others()
    table.close(0, 2, 3)
    assert table.log.head != table.theirs.head
    table.close(4)
    assert table.has_finished_with_them


def test_who_was_restarted_after_it_has_left_its_log_for_an_end_has_that_end_still() -> None:
    table = Lied()
    table.meet_others()
    table.close(0, 2, 3)
    table.mark()
    table.started()
    assert table.log.head == table.theirs.head
    table.meet(2, 3, acknowledged=False)
    assert table.has_finished_with_them
    assert table.attested == []


def test_who_has_left_its_log_attests_nothing_on_the_other_also_if_it_has_lost_the_closings() -> None:
    table = Lied()
    table.meet_others()
    table.close(0, 2, 3)
    table.kept = [item for item in table.kept if not isinstance(decode_item(item), SignedClosing)]
    table.mark()
    table.started()
    assert table.log.head == table.theirs.head
    table.meet(0, 2, 3)
    assert not table.of.is_returning
    table.ask(STUCK_HERE, term=1)
    assert (table.attested, table.promises) == ([], [])


def test_no_end_that_enough_have_closed_undoes_what_is_firm() -> None:
    """Only two players who lie can bring this about."""
    table = Lied()
    ours = table.log.head
    for player in (0, 2, 3):
        table.acknowledge(player)
    table.meet_others()
    table.close(0, 2, 3)
    assert table.log.head == ours


def test_who_was_restarted_needs_one_player_only_if_that_one_shows_the_closings_of_a_quorum() -> None:
    """The others may have gone for good after the end."""
    table = Alone(4, me=1, kind=Kind.OVER, rounds=1, acknowledged=False)
    ended = table.log
    table.started()
    assert table.of.is_returning
    table._note(table.of.connected(2, 2))
    for player in (0, 2, 3):
        table.hear(table.hands.signers[player].closing(ended, player), 2)
    assert table.of.phase is Phase.FINISHED
    assert table.of.closings.keys() == {0, 1, 2, 3}


def test_who_was_restarted_finishes_with_one_player_only_if_that_one_shows_enough_closings() -> None:
    """The others may have gone for good after the end."""
    table = Alone(4, me=1, kind=Kind.OVER, rounds=1, acknowledged=False)
    ended = table.log
    table.started()
    table._note(table.of.connected(2, 2))
    for player in (0, 2, 3):
        assert table.of.phase is Phase.CLOSING
        table.hear(table.hands.signers[player].closing(ended, player), 2)
    assert table.of.phase is Phase.FINISHED
    assert table.of.closings.keys() == {0, 1, 2, 3}
