"""What a vote does to the log: where it stands, what it takes away, and for whom the autopilot answers then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto.beacon import chance_seed
from crypto.digest import digest
from crypto.labels import Label
from crypto.uniform import uniform
from p2p.game import Over
from p2p.log.ballots import Proposal
from p2p.log.changes import ABSENT, BACK, END, RESIGN, TAKE_BACK, Change
from p2p.log.log import AGREEMENT, FORFEIT, ROUNDS_OUT, Log
from p2p.log.statements import is_link, is_opening, sign_entry
from p2p.log.steps import Forged, Kind, Offence, Refused
from tests.p2p.hands import Hands, upon
from tests.p2p.tables import chain, charter, identity, seed, signer
from tests.p2p.wager import Wager

OF = charter(3, rounds=4)
HANDS = Hands(OF)
GARBAGE = seed("garbage")
AWAY = Change(ABSENT, 1)


def wager(log: Log) -> Wager:
    assert isinstance(log.game, Wager)
    return log.game


def generous(game: Wager, seat: int) -> str:
    """Gives every pot away, so that there are two actions in a row; the lowest seat bids most."""
    return game.legal(seat)[1 if game.phase == "pot" else 0]


def places(log: Log) -> tuple[Any, ...]:
    """All that a log shows of where it is."""
    return (
        *(log.epoch, log.height, log.head, log.state, log.kind, log.slots, log.missing(), log.attempts),
        *(log.absent, log.resigned, log.barred, log.agreed, wager(log).encode()),
    )


# A vote is a step


@pytest.mark.parametrize("kind", [Kind.LINKS, Kind.COMMITMENTS, Kind.OPENINGS, Kind.ACTION])
def test_what_has_passed_is_the_next_step_and_its_hash_the_epoch(kind: Kind) -> None:
    log = HANDS.to(kind)
    height, before, state = log.height, log.head, log.state
    proposal = upon(log)
    (step,) = HANDS.vote(log)
    assert (step.number, step.kind, step.entries) == (height + 1, Kind.VOTE, ())
    assert step.passed is not None
    assert step.passed.proposal == proposal
    assert log.head == step.log == digest(Label.LOG, before, (proposal.id,))
    assert log.epoch == (OF.id, 1, proposal.id)
    assert (log.state, log.kind, log.height) == (state, kind, height + 1)


def test_what_was_signed_in_the_open_step_counts_no_more_and_is_signed_anew() -> None:
    log = HANDS.to(Kind.COMMITMENTS)
    old = HANDS.sign(log, 0)
    log.accept(old)
    HANDS.vote(log)
    assert log.missing() == (0, 1, 2)
    with pytest.raises(Refused, match="an entry of another game"):
        log.accept(old)
    new = HANDS.sign(log, 0)
    assert (new.entry.term, new.entry.counter, new.entry.step) == (1, old.entry.counter, old.entry.step + 1)
    log.accept(new)


@given(st.data())
@settings(max_examples=10, deadline=None)
def test_a_vote_upon_an_earlier_height_brings_the_log_back_to_where_it_was(data: st.DataObject) -> None:
    """The same as if nothing above the base had ever happened."""
    log, until = HANDS.empty(), data.draw(st.integers(0, 14))
    base = data.draw(st.integers(0, until))
    early = HANDS.empty()
    while log.height < until:
        HANDS.fill(log)
        if log.height <= base:
            HANDS.fill(early)
    change = data.draw(st.sampled_from([Change(END, 0), AWAY, Change(RESIGN, 2)]))
    HANDS.vote(log, change, base=base)
    HANDS.vote(early, change)
    assert places(log) == places(early)
    while log.kind is not Kind.OVER:
        HANDS.fill(log)
        HANDS.fill(early)
        assert places(log) == places(early)


def test_votes_follow_upon_each_other_and_a_later_one_may_undo_an_earlier_one() -> None:
    log = HANDS.to(Kind.ACTION)
    height = log.height
    HANDS.vote(log, AWAY)
    first = log.epoch
    HANDS.vote(log, Change(ABSENT, 2))
    assert (log.absent, log.epoch[1], log.height) == (frozenset({1, 2}), 2, height + 2)
    assert log.epoch_at(height + 1) == first[1:]
    assert log.epoch_at(height) == (0, OF.id)
    HANDS.vote(log, base=height)
    assert (log.absent, log.epoch[1], log.height) == (frozenset(), 3, height + 1)


# What the autopilot answers


@pytest.mark.parametrize("kind", [Kind.COMMITMENTS, Kind.OPENINGS])
def test_the_autopilot_s_answers_enter_the_log_with_ids_and_are_the_same_for_all(kind: Kind) -> None:
    logs = [HANDS.to(kind) for _ in range(2)]
    for log in logs:
        HANDS.vote(log, AWAY)
        HANDS.to(Kind.ACTION, log)
    log = logs[0]
    step = next(step for step in log.steps if step.kind is Kind.OPENINGS)
    ((seat, answer),) = step.automatic
    made = digest(Label.AUTOPILOT_ANSWER, *log.epoch[1:], step.number, 1, answer)
    signed = {signed.entry.seat: signed.id for signed in step.entries}
    ids = tuple(one for _, one in sorted((signed | {seat: made}).items()))
    assert seat == 1
    assert signed.keys() == {0, 2}
    assert step.log == digest(Label.LOG, log.log_at(step.number - 1), ids)
    assert places(logs[0]) == places(logs[1])


def test_the_autopilot_s_secret_answer_is_drawn_from_the_log_of_the_commitments() -> None:
    log = HANDS.to(Kind.COMMITMENTS)
    HANDS.vote(log, AWAY)
    HANDS.to(Kind.OPENINGS, log)
    drawn = uniform(digest(Label.AUTOPILOT_CHANCE, log.head, 1, 0), (len(wager(log).legal(1)),))
    answer = wager(log).legal(1)[drawn[0]]
    step = HANDS.fill(log)[0]
    assert step.automatic == ((1, answer),)


def test_who_is_voted_absent_before_his_opening_is_answered_for_whatever_he_had_committed_to() -> None:
    log = HANDS.to(Kind.OPENINGS)
    HANDS.vote(log, AWAY)
    assert log.slots == (0, 2)
    step = HANDS.fill(log)[0]
    assert [seat for seat, _ in step.automatic] == [1]


def test_an_action_of_the_autopilot_is_a_step_of_its_own_that_nobody_has_to_wait_for() -> None:
    log = HANDS.to(Kind.ACTION)
    (decider,) = log.slots
    vote, action = HANDS.vote(log, Change(ABSENT, decider))[:2]
    assert (vote.kind, action.kind, action.entries) == (Kind.VOTE, Kind.ACTION, ())
    ((seat, answer),) = action.automatic
    made = digest(Label.AUTOPILOT_ANSWER, *log.epoch[1:], action.number, seat, answer)
    assert seat == decider
    assert action.log == digest(Label.LOG, vote.log, (made,))


def test_an_absent_person_adds_nothing_to_dice() -> None:
    log = HANDS.to(Kind.ACTION)
    HANDS.vote(log, AWAY)
    HANDS.to(Kind.LINKS, log)
    height, before = log.height, log.head
    step = HANDS.fill(log)[0]
    assert [signed.entry.seat for signed in step.entries] == [0, 2]
    links = tuple((signed.entry.seat, body[1]) for signed in step.entries if is_link(body := signed.entry.body))
    chance = chance_seed(OF.id, log.epoch_id, height + 1, before, links)
    assert step.outcome == uniform(chance, (6, 6))


def test_a_person_with_two_seats_is_played_at_both() -> None:
    hands = Hands(charter(3, (0, 1, 2, 1)))
    log = hands.to(Kind.COMMITMENTS)
    hands.vote(log, AWAY)
    hands.to(Kind.OPENINGS, log)
    step = hands.fill(log)[0]
    assert [seat for seat, _ in step.automatic] == [1, 3]
    assert [signed.entry.seat for signed in step.entries] == [0, 2]


def test_a_game_that_the_autopilot_plays_for_all_but_one_comes_to_its_end() -> None:
    log = HANDS.to(Kind.COMMITMENTS)
    HANDS.vote(log, AWAY, Change(ABSENT, 2))
    while log.kind is not Kind.OVER:
        assert {log.holder(slot) for slot in log.slots} == {0}
        HANDS.fill(log)
    assert isinstance(log.result, Over)


# Commitments and openings


def test_commitments_stand_exactly_if_the_base_has_their_step() -> None:
    log = HANDS.to(Kind.OPENINGS)
    committed = log.height
    HANDS.vote(log)
    assert (log.kind, log.commitments[1:3]) == (Kind.OPENINGS, (OF.id, committed))
    HANDS.vote(log, base=committed - 1)
    assert log.kind is Kind.COMMITMENTS
    with pytest.raises(ValueError, match="no openings are due"):
        _ = log.commitments


def test_an_answer_can_be_opened_though_a_vote_has_made_its_seat_give_another_at_that_step() -> None:
    hands = Hands(OF)
    log = hands.to(Kind.OPENINGS)
    opening = hands.sign(log, 0)
    other = hands.to(Kind.OPENINGS)
    hands.vote(other, base=other.height - 1)
    hands.answers = lambda game, seat: game.legal(seat)[1]
    hands.fill(other)
    assert hands.sign(other, 0).entry.body[1] != opening.entry.body[1]
    assert hands.sign(log, 0) == opening


@pytest.mark.parametrize("answers", [(), (1,), (0, 1)])
def test_a_commitment_can_be_opened_exactly_if_its_own_answer_is_known(answers: tuple[int, ...]) -> None:
    log = HANDS.to(Kind.OPENINGS)
    hand = signer(0)
    for answer in answers:
        hand.remember(log.height, 0, wager(log).legal(0)[answer])
    assert hand.can_open(log, 0) == (0 in answers)
    if 0 not in answers:
        with pytest.raises(ValueError, match="is not known"):
            hand.opening(log, 0)


def test_openings_are_signed_anew_in_the_new_epoch_with_the_same_salt() -> None:
    log = HANDS.to(Kind.OPENINGS)
    before = [HANDS.sign(log, seat) for seat in log.slots]
    HANDS.vote(log)
    after = [HANDS.sign(log, seat) for seat in log.slots]
    assert [signed.entry.body for signed in after] == [signed.entry.body for signed in before]
    assert all(is_opening(signed.entry.body) for signed in after)
    assert not {signed.id for signed in after} & {signed.id for signed in before}
    (step,) = [done for signed in after for done in log.accept(signed)]
    assert step.kind is Kind.OPENINGS


def test_commitments_of_another_epoch_have_other_bytes_even_for_the_same_answer() -> None:
    log = HANDS.to(Kind.COMMITMENTS)
    before = HANDS.sign(log, 0)
    HANDS.vote(log)
    assert HANDS.sign(log, 0).entry.body != before.entry.body


# Dice


def test_an_open_chance_node_is_opened_anew_and_uses_up_an_index() -> None:
    log = HANDS.to(Kind.LINKS)
    HANDS.fill(log, [0, 1])
    HANDS.vote(log, Change(ABSENT, 2))
    assert (log.kind, log.missing(), log.attempts) == (Kind.LINKS, (0, 1), 1)
    again = sign_entry(identity(0), log.draft(0, (1, chain(0).link(1))))
    with pytest.raises(Offence, match="a link of a wrong index"):
        log.accept(again)
    step = HANDS.fill(log)[0]
    assert [body[0] for signed in step.entries if is_link(body := signed.entry.body)] == [2, 2]
    assert log.attempts == 2


def test_a_vote_at_any_other_node_uses_up_none() -> None:
    for kind in (Kind.COMMITMENTS, Kind.OPENINGS, Kind.ACTION):
        log = HANDS.to(kind)
        before = log.attempts
        HANDS.vote(log, AWAY)
        assert log.attempts == before + sum(step.kind is Kind.LINKS for step in log.steps[log.height :])


@pytest.mark.parametrize("kind", [Kind.OPENINGS, Kind.LINKS])
def test_who_is_voted_absent_where_secrets_are_due_may_not_come_back_for_two_rounds(kind: Kind) -> None:
    log = HANDS.to(kind)
    HANDS.vote(log, AWAY)
    assert log.barred == {1: 1 + ROUNDS_OUT}
    while wager(log).round() < 1 + ROUNDS_OUT:
        with pytest.raises(Refused, match=f"before round {1 + ROUNDS_OUT}"):
            log.judge(upon(log, Change(BACK, 1)))
        HANDS.fill(log)
    log.judge(upon(log, Change(BACK, 1)))


@pytest.mark.parametrize("kind", [Kind.COMMITMENTS, Kind.ACTION])
def test_who_is_voted_absent_elsewhere_may_come_back_at_once(kind: Kind) -> None:
    log = HANDS.to(kind)
    HANDS.vote(log, AWAY)
    log.judge(upon(log, Change(BACK, 1)))


def all_for_person_1(of: Wager, seat: int) -> str:
    """Nobody bids, and the first seat, which so gets every pot, gives it to person 1."""
    return "give 1" if of.phase == "pot" else of.legal(seat)[0]


def end_without(kind: Kind, person: int) -> Log:
    """Return the end of a game in whose last round a person is voted absent while secrets of this kind are due.

    A pot is worth 3 to 18 points. So person 1, who gets those of seven rounds, wins whatever the autopilot does with
    the eighth.
    """
    rounds = 8
    hands = Hands(charter(3, rounds=rounds), all_for_person_1)
    log = hands.to(Kind.LINKS)
    while wager(log).round() < rounds:
        hands.fill(log)
    hands.vote(hands.to(kind, log), Change(ABSENT, person))
    return hands.to(Kind.OVER, log)


@pytest.mark.parametrize("kind", [Kind.OPENINGS, Kind.LINKS])
def test_nobody_wins_who_is_out_at_the_end_for_holding_back_a_secret(kind: Kind) -> None:
    log = end_without(kind, 1)
    node = log.game.node
    assert isinstance(node, Over)
    assert (node.winners, log.result) == ((1,), Over((), FORFEIT))


@pytest.mark.parametrize("person", [0, 2])
@pytest.mark.parametrize("kind", [Kind.OPENINGS, Kind.LINKS])
def test_who_is_out_at_the_end_takes_nothing_from_another_winner(kind: Kind, person: int) -> None:
    result = end_without(kind, person).result
    assert result is not None
    assert result.winners == (1,)


# Coming back, resigning


def test_who_is_back_plays_from_the_next_node_on() -> None:
    log = HANDS.to(Kind.COMMITMENTS)
    HANDS.vote(log, AWAY)
    HANDS.vote(log, Change(BACK, 1))
    assert (log.absent, log.slots) == (frozenset(), (0, 2))
    HANDS.to(Kind.LINKS, log)
    assert log.slots == (0, 1, 2)


def test_dice_are_thrown_by_who_has_just_come_back_if_nobody_else_is_there() -> None:
    log = HANDS.to(Kind.LINKS)
    HANDS.fill(log)
    HANDS.to(Kind.ACTION, log)
    HANDS.vote(log, AWAY, Change(ABSENT, 2))
    HANDS.to(Kind.LINKS, log)
    assert log.slots == (0,)
    HANDS.vote(log, Change(BACK, 1), Change(ABSENT, 0))
    assert log.slots == (1,)
    HANDS.fill(log)
    assert log.kind is Kind.COMMITMENTS


def test_who_has_resigned_never_comes_back() -> None:
    log = HANDS.to(Kind.ACTION)
    HANDS.vote(log, Change(RESIGN, 1))
    assert log.absent == log.resigned == {1}
    for again in (Change(BACK, 1), Change(RESIGN, 1), AWAY):
        with pytest.raises(Refused, match=r"resigned already|or has resigned|absent already"):
            log.judge(upon(log, again))


def test_a_resignation_that_a_later_vote_has_undone_was_none() -> None:
    log = HANDS.to(Kind.ACTION)
    base = log.height
    HANDS.vote(log, Change(RESIGN, 1))
    HANDS.vote(log, base=base)
    assert (log.absent, log.resigned) == (frozenset(), frozenset())


# Taking back


def taken(log: Log) -> list[int]:
    """The heights to which the game can be taken back."""
    return [height for height in range(log.height) if log.may_take_back(height)]


@given(st.integers(0, 60))
@settings(max_examples=10, deadline=None)
def test_the_game_is_taken_back_to_an_action_and_never_past_dice_or_openings(steps: int) -> None:
    hands = Hands(OF, generous)
    log = hands.empty()
    while log.height < steps and log.kind is not Kind.OVER:
        hands.fill(log)
    kinds = [step.kind for step in log.steps]
    for height in range(log.height):
        since = kinds[height:]
        hides = {Kind.LINKS, Kind.OPENINGS} & set(since)
        assert log.may_take_back(height) == (kinds[height] is Kind.ACTION and not hides)


def test_what_is_taken_back_is_asked_again_and_nothing_leaves_the_log() -> None:
    hands = Hands(OF, generous)
    log = hands.to(Kind.ACTION)
    height, state, asked = log.height, log.state, log.slots
    (gift,) = hands.fill(log)
    assert log.slots != asked
    (step,) = hands.vote(log, Change(TAKE_BACK, height))
    assert (log.state, log.slots, log.height, step.state) == (state, asked, height + 2, state)
    assert log.steps[height] == gift
    assert log.head == digest(Label.LOG, gift.log, (log.epoch_id,))
    hands.fill(log)
    # To the gift, to the thanks for it, or to what has been done instead.
    assert taken(log) == [height, height + 1, height + 2]


def test_dice_that_were_thrown_stay_thrown() -> None:
    log = HANDS.to(Kind.ACTION)
    HANDS.to(Kind.COMMITMENTS, log)
    for height in range(log.height + 1):
        with pytest.raises(Refused, match="a vote to take back dice, draws or what was revealed, or nothing at all"):
            log.judge(upon(log, Change(TAKE_BACK, height)))


# The end


def test_by_agreement_the_game_ends_where_it_is_and_nobody_wins() -> None:
    log = HANDS.to(Kind.ACTION)
    (step,) = HANDS.vote(log, Change(END, 0))
    assert (log.kind, log.slots, log.result) == (Kind.OVER, (), Over((), AGREEMENT))
    assert log.closing().height == step.number == log.height


@pytest.mark.parametrize("change", [AWAY, Change(END, 0), Change(RESIGN, 0)])
def test_after_the_end_nothing_is_voted_on_but_nothing_at_all(change: Change) -> None:
    over = HANDS.to(Kind.OVER)
    ended = HANDS.to(Kind.ACTION)
    HANDS.vote(ended, Change(END, 0))
    for log in (over, ended):
        with pytest.raises(Refused, match="a vote after the end"):
            log.judge(upon(log, change))
        result = log.result
        HANDS.vote(log)
        assert (log.kind, log.result) == (Kind.OVER, result)


def test_an_agreed_end_that_a_later_vote_has_undone_was_none() -> None:
    log = HANDS.to(Kind.ACTION)
    base = log.height
    HANDS.vote(log, Change(END, 0))
    HANDS.vote(log, base=base)
    assert (log.kind, log.result) == (Kind.ACTION, None)


# What is no vote


def refusals() -> dict[str, tuple[str, dict[str, Any]]]:
    """By name what the refusal says, and what of a good proposal is changed."""
    return {
        "of another game": ("upon a log that is not here", {"game": GARBAGE}),
        "above the log": ("upon a log that is not here", {"base": 99}),
        "upon another log": ("upon another log", {"log": GARBAGE}),
        "upon another state": ("upon another log", {"state": GARBAGE}),
        "upon another height": ("upon another log", {"base": 1}),
        "upon another epoch": ("upon another epoch", {"parent": GARBAGE}),
        "upon another parent term": ("upon another epoch", {"parent_term": 0}),
        "in the same term": ("upon another epoch", {"term": 1}),
        "to declare absent who is": ("absent already", {"changes": (AWAY,)}),
        "to bring back who is here": ("who is not absent", {"changes": (Change(BACK, 0),)}),
        "on nobody": ("nobody at this table", {"changes": (Change(ABSENT, 3),)}),
        "on leaving nobody": ("leaves nobody at the table", {"changes": (Change(ABSENT, 0), Change(ABSENT, 2))}),
        "on resigning of all": ("leaves nobody at the table", {"changes": (Change(RESIGN, 0), Change(RESIGN, 2))}),
        "to take back nothing": ("nothing at all", {"changes": (Change(TAKE_BACK, 4),)}),
        "to take back the future": ("nothing at all", {"changes": (Change(TAKE_BACK, 2**61),)}),
    }


def here() -> tuple[Log, Proposal]:
    """A log in its second epoch, person 1 absent, and a proposal that may pass there."""
    log = HANDS.to(Kind.COMMITMENTS)
    HANDS.vote(log, AWAY)
    return log, upon(log)


@pytest.mark.parametrize("name", refusals())
def test_a_proposal_that_does_not_fit_is_refused_for_what_it_is_and_leaves_no_trace(name: str) -> None:
    says, changed = refusals()[name]
    log, good = here()
    before = places(log)
    bad = replace(good, **changed)
    with pytest.raises(Refused, match=says):
        log.judge(bad)
    with pytest.raises(Refused, match=says):
        log.adopt(HANDS.passed(bad, range(3)))
    assert places(log) == before
    log.adopt(HANDS.passed(good, range(3)))


def test_a_vote_with_too_few_or_forged_ballots_or_of_nobody_is_refused_and_leaves_no_trace() -> None:
    log, good = here()
    before = places(log)
    passed = HANDS.passed(good, (0, 2))
    (_, first), last = passed.signatures
    for signatures, says, refusal in (
        ((last,), "too few ballots", Refused),
        ((), "too few ballots", Refused),
        (((0, last[1]), last), "not its person's", Forged),
        (((0, bytes(64)), last), "not its person's", Forged),
        (((0, first), last, (7, first)), "of nobody at this table", Refused),
    ):
        with pytest.raises(refusal, match=says):
            log.adopt(passed._replace(signatures=signatures))
        assert places(log) == before
    log.adopt(passed)


def test_an_entry_of_an_epoch_that_was_left_is_judged_upon_the_log_of_that_epoch() -> None:
    log = HANDS.to(Kind.ACTION)
    (decider,) = log.slots
    stolen = sign_entry(identity(decider), log.draft(decider, "steal"))
    legal = HANDS.sign(log, decider)
    HANDS.vote(log)
    HANDS.to(Kind.LINKS, log)
    assert "an illegal action" in str(log.offence(stolen))
    assert log.offence(legal) is None
