"""The state table of a change of epoch, row by row, for one session whose neighbours are the test."""

from __future__ import annotations

import pytest

from p2p.log.justify import head_of
from p2p.log.log import Log
from p2p.log.messages import Fetch
from p2p.log.statements import BACK, STUCK, Change, Promised, Proposed, SignedAck, SignedRequest
from p2p.log.steps import SECRETS, Kind
from p2p.session.events import Asked
from p2p.session.playing import NotAsked
from p2p.session.state import Phase
from p2p.session.voting import WAIT_AT_SECRETS
from tests.p2p.alone import Alone, who_has_promised
from tests.p2p.changes import END_HERE, away
from tests.p2p.hands import Hands
from tests.p2p.tables import identity

STUCK_HERE = Change(STUCK, 0)
AWAY = away(2)


def asks_for_another_coordinator(table: Alone) -> bool:
    return table.request is not None and STUCK_HERE in table.request.changes


# What I agree to changes


def test_what_we_agree_to_we_request_and_name_no_term_alone() -> None:
    table = Alone()
    table.agree(AWAY)
    (said,) = table.take(SignedRequest)
    assert said.content[2:] == (0, (AWAY,))
    table._note(table.of.disagree(AWAY))
    (said,) = table.take(SignedRequest)
    assert said.content[1:] == (2, 0, ())


def test_once_all_whom_a_change_needs_ask_for_it_we_name_the_next_term() -> None:
    table = Alone()
    table.agree(AWAY)
    table.ask(AWAY, by=[1])
    assert table.request is not None
    assert table.request[2:] == (1, (AWAY,))
    table = Alone(5)
    table.agree(AWAY)
    table.ask(AWAY, by=[1])
    assert table.request is not None
    assert table.request.term == 0


def test_who_has_promised_goes_on_to_request() -> None:
    table = who_has_promised()
    table.agree(END_HERE)
    assert table.request is not None
    assert table.request[2:] == (0, (END_HERE, AWAY)) or table.request[2:] == (0, (AWAY, END_HERE))
    table.ask(END_HERE)
    assert table.request.term == 2


# Evidence for a term above ours (R2)


def test_evidence_makes_us_promise_and_goes_with_the_promise() -> None:
    table = Alone(me=0)
    table.agree(AWAY)
    table.ask(AWAY, term=1, by=[1])
    (said,) = table.take(Promised)
    promise = said.signed.content
    assert (promise.term, promise.head, promise.changes) == (1, head_of(table.log), (AWAY,))
    assert {(one.player, one.content.term) for one in said.evidence} == {(0, 1), (1, 1)}


def test_evidence_for_what_we_do_not_agree_to_makes_us_promise_too() -> None:
    table = Alone()
    table.ask(AWAY, term=1)
    (said,) = table.take(Promised)
    assert (said.signed.content.term, said.signed.content.changes) == (1, ())


def test_evidence_that_comes_with_a_promise_makes_us_promise() -> None:
    """So who is late or left out of the requests comes along."""
    table = Alone(5)
    evidence = table.evidence(1, AWAY, by=(1, 3, 4))
    table.hear(table.promised(1, AWAY, term=1, evidence=evidence))
    assert [one.signed.content.term for one in table.promises] == [1]


@pytest.mark.parametrize("shown", ["none", "too few", "another term", "forged"])
def test_a_promise_without_evidence_is_refused_and_makes_no_one_promise(shown: str) -> None:
    table = Alone()
    good = table.evidence(1, AWAY)
    forged = SignedRequest.by(identity(1), 2, good[1].content)
    evidence = {
        "none": (),
        "too few": good[:1],
        "another term": table.evidence(2, AWAY),
        "forged": (good[0], forged),
    }[shown]
    table.hear(table.promised(1, AWAY, term=1, evidence=evidence))
    assert table.refused == ["a promise without evidence that a quorum wants its term"]
    assert table.promises == []


def test_requests_that_name_a_term_for_different_changes_are_no_evidence() -> None:
    table = Alone(4)
    table.ask(away(3), term=1, by=[1])
    table.ask(away(1), term=1, by=[2])
    table.ask(END_HERE, term=1, by=[3])
    assert table.promises == []


def test_evidence_for_a_still_higher_term_makes_who_has_promised_promise_that() -> None:
    table = who_has_promised(4)
    table.ask(END_HERE, term=2)
    assert [one.signed.content.term for one in table.promises] == [1, 2]


def test_evidence_works_for_one_term_only() -> None:
    """Once the epoch of its term is there, it leads nowhere: a term more needs requests that name it."""
    table = Alone(4)
    evidence = table.evidence(1, AWAY, by=(1, 2, 3))
    promises = [table.promised(player, term=1, evidence=evidence) for player in (1, 2, 3)]
    table.hear(table.proposed(promises))
    assert table.log.term == 1
    for promise in promises:
        table.hear(promise, promise.signed.player)
    for request in evidence:
        table.hear(request, request.player)
    assert table.promises == []
    assert not table.of._state.is_mute


def test_a_term_that_was_lifted_by_one_liar_is_followed_by_no_one() -> None:
    table = Alone(4)
    table.hear(table.requests(1, AWAY, term=2**61))
    assert table.promises == []
    assert table.request is None


def test_a_change_that_epochs_leave_out_is_asked_again_as_often_as_there_are_players_and_then_every_30_seconds() -> (
    None
):
    """R2: a liar who coordinates, or promises without the change, delays it; no table changes epochs without end."""
    table = Alone(4, me=0)
    table.agree(away(3))
    named = []
    for term in range(1, 7):
        table.ask(away(3), term=term, by=[1, 2])
        assert table.request is not None
        named.append(table.request.term == term)
        evidence = table.evidence(term, away(3), by=[1, 2, 3])
        others = [table.promised(player, term=term, evidence=evidence) for player in (1, 2, 3)]
        table.hear(table.proposed(others))
        assert table.log.term == term
    assert named == [True] * 4 + [False] * 2
    table.ask(away(3), by=[1, 2])
    assert table.of.due
    table.tick(29.9)
    assert table.request is not None
    assert table.request.term == 0
    table.tick(0.1)
    assert table.request.term == 7


def test_who_may_not_come_back_yet_makes_no_one_change_epochs() -> None:
    """A player who pays at dice asks to be back at once, and all programs agree; R6 leaves that out for two rounds."""

    def pay(hands: Hands, log: Log) -> None:
        hands.change(log, away(3))
        hands.to(Kind.COMMITMENTS, log, log.height)

    table = Alone(4, kind=Kind.BEACON, after=2, prepare=pay)
    assert table.log.barred.keys() == {3}
    table.ask(Change(BACK, 3))
    assert table.request is None or table.request.term == 0


# What was promised binds (R1)


def test_who_has_promised_signs_no_entry_and_no_acknowledgement_of_a_lower_term() -> None:
    table = who_has_promised()
    assert table.of.asked == ()
    with pytest.raises(NotAsked):
        table.of.answer(0, "bid 0")
    table.tick(0.1)
    table.tick(0.1)
    assert table.attested == []


def test_who_has_promised_acknowledges_no_step_that_comes_after() -> None:
    table = who_has_promised(kind=Kind.ACTION, me=1)
    table.hear(table.longer().steps[-1].entries[0])
    table.tick(0.1)
    table.tick(0.1)
    assert table.of._state.acks.height(1) < table.log.height
    assert table.attested == []


def test_who_has_promised_takes_what_others_sign() -> None:
    table = who_has_promised(kind=Kind.ACTION, me=1)
    (decider,) = table.log.slots
    assert decider != table.me
    table.hear(table.hands.sign(table.log, decider))
    assert table.log.height == table.promises[-1].signed.content.head.height + 1


@pytest.mark.parametrize("kind", [Kind.BEACON, Kind.OPENINGS])
def test_who_has_promised_shows_no_secret_though_the_barrier_is_met(kind: Kind) -> None:
    """The model's *values-after-promise*: a coordinator that counts it as hidden would ask no price for other dice."""
    table = Alone(kind=kind, after=2, acknowledged=False)
    table.ask(END_HERE, term=1)
    table.tick(0.5)
    assert table.term == 1
    assert table.log.given == {}
    for player in table.others:
        table.acknowledge(player)
    table.tick(0.1)
    assert table.log.given == {}


@pytest.mark.parametrize("kind", [Kind.BEACON, Kind.OPENINGS])
def test_who_waits_with_a_promise_shows_the_own_secret_once_the_barrier_is_met(kind: Kind) -> None:
    table = Alone(kind=kind, after=2, acknowledged=False)
    table.ask(END_HERE, term=1)
    assert table.log.given == {}
    for player in table.others:
        table.acknowledge(player)
    assert table.log.given.keys() == {0}
    table.tick(0.5)
    assert table.promises[-1].signed.content.secrets == (0,)


def test_a_promise_binds_after_a_restart() -> None:
    """The model's *promises-forgotten*."""
    table = who_has_promised()
    table.started()
    table.meet(*table.others)
    assert not table.of.is_returning
    assert table.of.asked == ()
    table.tick(0.1)
    assert table.attested == []


def test_who_has_lost_the_promise_with_the_disk_hears_of_it_from_the_others_before_signing() -> None:
    table = who_has_promised()
    (own,) = table.promises
    table.kept = [item for item in table.kept if not item[1:].startswith(b"\xa8promised")]
    table.started()
    table._note(table.of.connected(1, 1))
    table.hear(own, 1)
    table.meet(1, 2)
    assert (table.term, table.of.asked) == (1, ())


# Promises for our term, which we coordinate


def coordinating(players: int = 3) -> Alone:
    """A session that has promised term 1 and coordinates it."""
    return who_has_promised(players, 1)


def test_the_coordinator_proposes_at_once_when_all_have_promised() -> None:
    table = coordinating()
    for player in (0, 2):
        assert table.proposals == []
        table.hear(table.promised(player, AWAY), player)
    (made,) = table.proposals
    assert (made.epoch.term, made.epoch.base.height, made.changes) == (1, table.log.height - 1, (AWAY,))
    assert [one.player for one in made.promises] == [0, 1, 2]
    assert table.log.epoch_id == made.epoch.id


def test_the_coordinator_waits_half_a_second_for_those_whom_it_can_reach() -> None:
    table = coordinating()
    table.hear(table.promised(0, AWAY), 0)
    table.tick(0.4)
    assert table.proposals == []
    table.tick(0.1)
    (made,) = table.proposals
    assert [one.player for one in made.promises] == [0, 1]


def test_the_coordinator_does_not_wait_for_who_cannot_be_reached() -> None:
    table = coordinating()
    table.leave(2)
    table.hear(table.promised(0, AWAY), 0)
    assert len(table.proposals) == 1


def test_the_coordinator_proposes_nothing_without_promises_of_a_quorum() -> None:
    """Of five, two have promised; the third promise is of another term."""
    table = coordinating(5)
    table.hear(table.promised(0, away(4)), 0)
    table.tick(1.0)
    assert table.proposals == []


def test_the_coordinator_proposes_once_in_a_term_after_a_restart_too() -> None:
    table = coordinating()
    table.hear(table.promised(0, AWAY), 0)
    table.tick(0.5)
    (made,) = table.proposals
    table.sent.clear()
    table.started()
    table.meet(0, 2)
    table.hear(
        table.promised(2, term=1, log=table.log.at_height(table.log.height - 1), evidence=table.promises[0].evidence),
        2,
    )
    table.tick(1.0)
    assert table.log.epoch_id == made.epoch.id
    assert {one.epoch.id for one in table.proposals} <= {made.epoch.id}


def test_who_does_not_coordinate_proposes_nothing() -> None:
    table = who_has_promised(me=0)
    for player in (1, 2):
        table.hear(table.promised(player, AWAY), player)
    table.tick(1.0)
    assert table.proposals == []


def test_a_promise_whose_log_is_not_here_is_left_out_until_it_is() -> None:
    """R4: and it is fetched."""
    table = who_has_promised(3, 1, Kind.ACTION)
    longer = table.longer()
    table.hear(table.promised(0, AWAY, log=longer), 0)
    table.tick(0.6)
    assert table.proposals == []
    assert table.take(Fetch) == [Fetch(table.log.height + 1)]
    table.tick(1.0)
    assert table.proposals == []
    table.hear(longer.steps[-1].entries[0], 0)
    table.tick(0.6)
    (made,) = table.proposals
    assert made.epoch.base == head_of(longer)


@pytest.mark.parametrize("kind", [Kind.BEACON, Kind.OPENINGS])
def test_a_promise_that_names_secrets_without_showing_them_is_left_out(kind: Kind) -> None:
    """R4: no one could go on from a proposal with it, so one liar would hold up every change."""
    table = Alone(3, me=1, kind=kind, after=2)
    table.ask(END_HERE, term=1)
    table.tick(0.5)
    secrets = [table.hands.sign(table.log, slot) for slot in table.log.missing()]
    table.hear(table.promised(2, secrets=secrets)._replace(secrets=()), 2)
    table.tick(1.0)
    assert table.proposals == []
    table.hear(table.promised(0), 0)
    table.tick(1.0)
    (made,) = table.proposals
    assert [one.player for one in made.promises] == [0, 1]


# A valid proposal


@pytest.mark.parametrize("has_promised", [False, True])
def test_a_valid_proposal_is_entered_and_acknowledged_at_once(*, has_promised: bool) -> None:
    table = who_has_promised() if has_promised else Alone()
    evidence = table.evidence(1, AWAY, by=(1, 2))
    table.hear(table.proposed([table.promised(p, AWAY, term=1, evidence=evidence) for p in (1, 2)], AWAY))
    assert (table.log.term, set(table.log.absent)) == (1, {2})
    (ack,) = [one for one in table.attested if isinstance(one, SignedAck)]
    assert (ack.content.epoch, ack.content.height) == (table.log.epoch_id, table.log.height)
    assert table.take(Proposed) != []
    table.tick(5.0)
    assert not asks_for_another_coordinator(table), "the timer has stopped"


def test_what_was_asked_is_asked_again_in_the_new_epoch() -> None:
    table = who_has_promised()
    table.outputs.clear()
    table.hear(table.proposed([table.promised(player, term=1) for player in (1, 2)]))
    assert Asked(0) in table.outputs
    assert table.of.asked == (0,)


def test_epochs_below_our_promise_are_followed_without_signing() -> None:
    table = who_has_promised(4)
    table.ask(END_HERE, term=2)
    assert table.term == 2
    table.mark()
    table.hear(table.proposed([table.promised(player, term=1) for player in (1, 2, 3)]))
    assert table.log.term == 1
    table.tick(0.1)
    table.tick(0.1)
    assert (table.of.asked, table.attested) == ((), [])


def test_a_proposal_on_a_log_that_is_not_here_makes_us_fetch_it() -> None:
    table = Alone(3, 1, Kind.ACTION)
    newer = table.longer()
    made = table.proposed([table.promised(p, term=3, log=newer) for p in (0, 2)], log=newer)
    table.hear(made)
    assert table.log.term == 0
    newer.begin(made)
    table.show(newer)
    assert table.log.epoch_id == made.epoch.id


def test_a_statement_of_a_higher_term_makes_us_fetch() -> None:
    table = Alone()
    newer = table.log.at_height(table.log.height)
    made = table.proposed([table.promised(p, term=3) for p in (1, 2)])
    newer.begin(made)
    table.acknowledge(1, newer)
    table.show(newer)
    assert (table.log.term, table.log.head) == (3, newer.head)


# The timer of a promised term


def test_after_two_seconds_without_an_epoch_who_has_promised_asks_for_the_next_coordinator() -> None:
    table = who_has_promised()
    table.tick(1.9)
    assert table.request is not None
    assert STUCK_HERE not in table.request.changes
    table.tick(0.1)
    assert STUCK_HERE in table.request.changes
    table.ask(AWAY, STUCK_HERE, by=[2])
    assert table.request.term == 2


def test_the_timer_doubles_while_terms_fail_in_a_row_up_to_16_seconds() -> None:
    table = who_has_promised(4)
    for term, seconds in enumerate((2, 4, 8, 16, 16), start=1):
        table.tick(seconds - 0.1)
        assert not asks_for_another_coordinator(table)
        table.tick(0.1)
        assert asks_for_another_coordinator(table)
        table.ask(STUCK_HERE, term=term + 1, by=[1, 2])
        assert table.term == term + 1


def after_an_epoch() -> Alone:
    """A session in the epoch of the second term, while an action of another player is due; the first term failed."""
    table = who_has_promised(4, 1, Kind.ACTION)
    assert table.log.holder(table.log.slots[0]) != table.me
    table.tick(2.0)
    table.ask(STUCK_HERE, term=2, by=[0, 2])
    table.hear(table.proposed([table.promised(player, term=2) for player in (0, 2, 3)]))
    assert table.log.term == 2
    return table


def assert_runs_out_after(seconds: float, table: Alone) -> None:
    """The timer of the next term."""
    table.ask(away(3), term=table.log.term + 1)
    table.tick(WAIT_AT_SECRETS if table.log.kind in SECRETS else 0.0)
    assert table.term == table.log.term + 1
    table.tick(seconds - 0.1)
    assert not asks_for_another_coordinator(table)
    table.tick(0.1)
    assert asks_for_another_coordinator(table)


def test_after_an_epoch_the_timer_doubles_on_until_a_step_there_is_final() -> None:
    """On slow ways all epochs may come, and each too late: the next term is promised before any player can sign."""
    table = after_an_epoch()
    for player in table.others:
        table.acknowledge(player)
    assert table.of.final == table.log.height, "the step of the epoch itself is none of the game"
    assert_runs_out_after(8.0, table)


def test_once_a_step_after_an_epoch_is_final_the_timer_begins_with_two_seconds_again() -> None:
    table = after_an_epoch()
    table.hear(table.longer().steps[-1].entries[0])
    for player in table.others:
        table.acknowledge(player)
    assert table.of.final == table.log.height
    assert_runs_out_after(2.0, table)


def test_who_comes_back_while_bound_asks_for_the_next_coordinator_in_time() -> None:
    table = who_has_promised()
    table.started()
    table.meet(*table.others)
    table.tick(2.0)
    assert asks_for_another_coordinator(table)


# The end


def ended(players: int = 3) -> Alone:
    """A session that has come to the end of the game, and has closed it, for all have acknowledged it."""
    table = Alone(players, kind=Kind.OVER, rounds=1)
    assert table.of.phase is Phase.CLOSING
    for player in table.others:
        table.acknowledge(player)
    assert table.me in table.of.closings
    return table


def is_finished(table: Alone) -> bool:
    return table.of.phase is Phase.FINISHED


def close(table: Alone, *players: int) -> None:
    for player in players:
        table.hear(table.hands.signers[player].closing(table.log, player), player)


def test_who_has_promised_at_the_end_is_finished_once_a_quorum_and_all_here_have_closed_it() -> None:
    """No one else needs the new epoch: all who are here take what a quorum has closed for final."""
    table = Alone(5, kind=Kind.OVER, rounds=1, acknowledged=False)
    table.ask(END_HERE, term=1)
    assert table.term == 1
    for player in table.others:
        table.acknowledge(player)
    assert table.me in table.of.closings, "a closing attests nothing, so a promise does not forbid it (R1)"
    close(table, 1)
    table.leave(3, 4)
    table.of.lost(3, "is missing")
    table.of.lost(4, "is missing")
    assert not is_finished(table), "no quorum has closed"
    close(table, 2)
    assert is_finished(table)


def test_who_has_promised_with_a_part_of_our_log_keeps_no_one_from_closing() -> None:
    """A player who promised before they knew the end cannot acknowledge it, and no other end either (R1)."""
    table = Alone(4, kind=Kind.OVER, rounds=1, acknowledged=False)
    before = table.log.at_height(table.log.height - 1)
    table.hear(table.promised(3, END_HERE, term=1, evidence=table.evidence(1, END_HERE), log=before), 3)
    for player in (1, 2):
        table.acknowledge(player)
    assert table.of.final == table.log.height
    assert table.me in table.of.closings


def test_who_enters_an_epoch_after_the_end_takes_the_closings_of_a_quorum_for_final() -> None:
    """The others may have finished before that epoch, and acknowledge nothing in it."""
    table = Alone(4, kind=Kind.OVER, rounds=1, acknowledged=False)
    end = table.log.closing()
    table.ask(END_HERE, term=1)
    table.hear(table.proposed([table.promised(player, END_HERE, term=1) for player in (1, 2, 3)]))
    assert (table.log.term, table.log.closing()) == (1, end)
    close(table, 1, 2)
    assert table.me not in table.of.closings
    close(table, 3)
    assert table.me in table.of.closings
    assert is_finished(table)


def test_who_comes_back_is_back_by_itself_and_no_other_request_of_ours_lapses() -> None:
    table = Alone(4, prepare=lambda hands, log: hands.change(log, away(3)))
    table.hear(table.requests(3, Change(BACK, 3)), 3)
    assert table.request is not None
    assert table.request.changes == (Change(BACK, 3),)
