"""What a new epoch does to the log: where it stands, what it undoes, and for whom the autopilot answers then."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto.digest import digest
from crypto.labels import Label
from p2p.game import Decision, Node, Over
from p2p.log.changes import FORFEIT, ROUNDS_OUT
from p2p.log.justify import enter, is_allowed
from p2p.log.log import Log
from p2p.log.record import offence
from p2p.log.statements import ABSENT, BACK, END, RESIGN, TAKE_BACK, Change, SignedEntry, is_beacon_value
from p2p.log.steps import Kind, Offence, Refused
from tests.p2p.hands import Hands, generous, places
from tests.p2p.tables import chain, charter, identity, signer
from tests.p2p.wager import Wager

OF = charter(3, rounds=4)
HANDS = Hands(OF)
AWAY = Change(ABSENT, 1)
BACK_AGAIN = Change(BACK, 1)


def wager(log: Log) -> Wager:
    assert isinstance(log.game, Wager)
    return log.game


# An epoch is a step


@pytest.mark.parametrize("kind", [Kind.BEACON, Kind.COMMITMENTS, Kind.OPENINGS, Kind.ACTION])
def test_a_proposal_is_the_next_step_and_its_hash_the_epoch(kind: Kind) -> None:
    log = HANDS.to(kind)
    height, before, state = log.height, log.head, log.state
    proposed = HANDS.proposed(log)
    (step,) = enter(log, proposed)
    assert (step.number, step.kind, step.entries, step.proposed) == (height + 1, Kind.EPOCH, (), proposed)
    assert log.head == step.log == digest(Label.LOG, before, (proposed.epoch.id,))
    assert log.epoch == (OF.id, 1, proposed.epoch.id)
    assert (log.state, log.kind, log.height) == (state, kind, height + 1)


def test_what_was_signed_in_the_open_step_counts_no_more_and_is_signed_anew() -> None:
    log = HANDS.to(Kind.COMMITMENTS)
    old = HANDS.sign(log, 0)
    log.accept(old)
    HANDS.change(log)
    assert log.missing() == (0, 1, 2)
    with pytest.raises(Refused, match="an entry of another game"):
        log.accept(old)
    new = HANDS.sign(log, 0)
    assert (new.entry.term, new.entry.counter, new.entry.step) == (1, old.entry.counter, old.entry.step + 1)
    log.accept(new)


@given(st.data())
@settings(max_examples=10, deadline=None)
def test_an_epoch_on_an_earlier_height_brings_the_log_back_to_where_it_was(data: st.DataObject) -> None:
    """The same as if nothing above the base had ever happened."""
    log, until = HANDS.empty(), data.draw(st.integers(0, 14))
    base = data.draw(st.integers(0, until))
    early = HANDS.empty()
    while log.height < until:
        HANDS.fill(log)
        if log.height <= base:
            HANDS.fill(early)
    change = data.draw(st.sampled_from([Change(END, 0), AWAY, Change(RESIGN, 2)]))
    HANDS.change(log, change, base=base)
    HANDS.change(early, change)
    assert places(log) == places(early)
    while log.kind is not Kind.OVER:
        HANDS.fill(log)
        HANDS.fill(early)
        assert places(log) == places(early)


def test_epochs_follow_on_each_other() -> None:
    log = HANDS.to(Kind.ACTION)
    height = log.height
    HANDS.change(log, AWAY)
    first = log.epoch
    HANDS.change(log, Change(ABSENT, 2))
    assert (log.absent, log.epoch[1], log.height) == (frozenset({1, 2}), 2, height + 2)
    assert log.epoch_at(height + 1) == first[1:]
    assert log.epoch_at(height) == (0, OF.id)


# What the autopilot answers


def test_an_action_of_the_autopilot_is_a_step_of_its_own_that_no_one_has_to_wait_for() -> None:
    log = HANDS.to(Kind.ACTION)
    (decider,) = log.slots
    epoch, action = HANDS.change(log, Change(ABSENT, decider))[:2]
    assert (epoch.kind, action.kind, action.entries) == (Kind.EPOCH, Kind.ACTION, ())
    ((seat, answer),) = action.automatic
    made = digest(Label.AUTOPILOT_ANSWER, *log.epoch[1:], action.number, seat, answer)
    assert seat == decider
    assert action.log == digest(Label.LOG, epoch.log, (made,))


def test_a_person_with_two_seats_is_played_at_both() -> None:
    hands = Hands(charter(3, (0, 1, 2, 1)))
    log = hands.to(Kind.COMMITMENTS)
    hands.change(log, AWAY)
    hands.to(Kind.OPENINGS, log)
    step = hands.fill(log)[0]
    assert [seat for seat, _ in step.automatic] == [1, 3]
    assert [signed.entry.seat for signed in step.entries] == [0, 2]


# Commitments and openings


def test_commitments_stand_exactly_if_the_base_has_their_step() -> None:
    log = HANDS.to(Kind.OPENINGS)
    committed = log.height
    HANDS.change(log)
    assert (log.kind, log.commitments[1:3]) == (Kind.OPENINGS, (OF.id, committed))
    HANDS.change(log, base=committed - 1)
    assert log.kind is Kind.COMMITMENTS
    with pytest.raises(ValueError, match="no openings are due"):
        _ = log.commitments


def test_an_answer_can_be_opened_though_an_epoch_has_made_its_seat_give_another_at_that_step() -> None:
    hands = Hands(OF)
    log = hands.to(Kind.OPENINGS)
    opening = hands.sign(log, 0)
    other = hands.to(Kind.OPENINGS)
    hands.change(other, base=other.height - 1)
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


# Dice


def test_an_open_chance_node_is_opened_anew_and_uses_up_an_index() -> None:
    log = HANDS.to(Kind.BEACON)
    HANDS.fill(log, [0, 1])
    HANDS.change(log, Change(ABSENT, 2))
    assert (log.kind, log.missing(), log.attempts) == (Kind.BEACON, (0, 1), 1)
    again = SignedEntry.by(identity(0), log.draft(0, (1, chain(0).value(1))))
    with pytest.raises(Offence, match="a beacon value of a wrong index"):
        log.accept(again)
    step = HANDS.fill(log)[0]
    assert [body[0] for signed in step.entries if is_beacon_value(body := signed.entry.body)] == [2, 2]
    assert log.attempts == 2


def test_an_epoch_at_any_other_node_uses_up_none() -> None:
    for kind in (Kind.COMMITMENTS, Kind.OPENINGS, Kind.ACTION):
        log = HANDS.to(kind)
        before = log.attempts
        HANDS.change(log, AWAY)
        assert log.attempts == before + sum(step.kind is Kind.BEACON for step in log.steps[log.height :])


@pytest.mark.parametrize("kind", [Kind.OPENINGS, Kind.BEACON])
def test_who_is_declared_absent_where_secrets_are_due_may_not_come_back_for_two_rounds(kind: Kind) -> None:
    log = HANDS.to(kind)
    HANDS.change(log, AWAY)
    assert log.barred == {1: 1 + ROUNDS_OUT}
    while wager(log).round() < 1 + ROUNDS_OUT:
        with pytest.raises(Refused, match="other changes than its promises give"):
            HANDS.change(log, BACK_AGAIN)
        HANDS.fill(log)
    HANDS.change(log, BACK_AGAIN)
    assert log.absent == frozenset()


def all_for_person_1(of: Wager, seat: int) -> str:
    """No one bids, and the first seat, which so gets every pot, gives it to player 1."""
    return "give 1" if of.phase == "pot" else of.legal(seat)[0]


def end_without(kind: Kind, player: int) -> Log:
    """Return the end of a game in whose last round a player is declared absent while secrets of this kind are due.

    A pot is worth 3 to 18 points. So player 1, who gets those of seven rounds, wins whatever the autopilot does with
    the eighth.
    """
    rounds = 8
    hands = Hands(charter(3, rounds=rounds), all_for_person_1)
    log = hands.to(Kind.BEACON)
    while wager(log).round() < rounds:
        hands.fill(log)
    hands.change(hands.to(kind, log), Change(ABSENT, player))
    return hands.to(Kind.OVER, log)


@pytest.mark.parametrize("kind", [Kind.OPENINGS, Kind.BEACON])
def test_no_one_wins_who_is_out_at_the_end_for_holding_back_a_secret(kind: Kind) -> None:
    log = end_without(kind, 1)
    node = log.game.node
    assert isinstance(node, Over)
    assert (node.winners, log.result) == ((1,), Over((), FORFEIT))


@pytest.mark.parametrize("player", [0, 2])
@pytest.mark.parametrize("kind", [Kind.OPENINGS, Kind.BEACON])
def test_who_is_out_at_the_end_takes_nothing_from_another_winner(kind: Kind, player: int) -> None:
    result = end_without(kind, player).result
    assert result is not None
    assert result.winners == (1,)


# Coming back, resigning


def test_who_is_back_plays_from_the_next_node_on() -> None:
    log = HANDS.to(Kind.COMMITMENTS)
    HANDS.change(log, AWAY)
    HANDS.change(log, Change(BACK, 1))
    assert (log.absent, log.slots) == (frozenset(), (0, 2))
    HANDS.to(Kind.BEACON, log)
    assert log.slots == (0, 1, 2)


def test_dice_are_thrown_by_who_has_just_come_back_if_no_one_else_is_there() -> None:
    log = HANDS.to(Kind.BEACON)
    HANDS.fill(log)
    HANDS.to(Kind.ACTION, log)
    HANDS.change(log, AWAY, Change(ABSENT, 2))
    HANDS.to(Kind.BEACON, log)
    assert log.slots == (0,)
    HANDS.change(log, Change(BACK, 1), Change(ABSENT, 0))
    assert log.slots == (1,)
    HANDS.fill(log)
    assert log.kind is Kind.COMMITMENTS


def test_who_has_resigned_never_comes_back() -> None:
    log = HANDS.to(Kind.ACTION)
    HANDS.change(log, Change(RESIGN, 1))
    assert log.absent == log.resigned == {1}
    for again in (Change(BACK, 1), Change(RESIGN, 1), AWAY):
        with pytest.raises(Refused, match=r"resigned already|or has resigned|absent already"):
            log.judge(again)


@pytest.mark.parametrize("change", [AWAY, Change(RESIGN, 1), Change(END, 0)])
def test_what_a_later_epoch_has_undone_was_never_changed(change: Change) -> None:
    log = HANDS.to(Kind.ACTION)
    base, before = log.height, (log.absent, log.resigned, log.kind, log.result)
    HANDS.change(log, change)
    HANDS.change(log, base=base)
    assert (log.absent, log.resigned, log.kind, log.result) == before


# Taking back


def taken(log: Log) -> list[int]:
    """The heights to which the game can be taken back."""
    return [height for height in range(log.height) if is_allowed(Change(TAKE_BACK, height), log)]


@given(st.integers(0, 19))
@settings(max_examples=10, deadline=None)
def test_the_game_is_taken_back_to_an_action_and_never_past_dice_or_openings(steps: int) -> None:
    hands = Hands(OF, generous)
    log = hands.empty()
    while log.height < steps:
        hands.fill(log)
    kinds, possible = [step.kind for step in log.steps], taken(log)
    for height in range(log.height):
        since = kinds[height:]
        hides = {Kind.BEACON, Kind.OPENINGS} & set(since)
        assert (height in possible) == (kinds[height] is Kind.ACTION and not hides)


def test_what_is_taken_back_is_asked_again_and_nothing_leaves_the_log() -> None:
    hands = Hands(OF, generous)
    log = hands.to(Kind.ACTION)
    height, state, asked = log.height, log.state, log.slots
    (gift,) = hands.fill(log)
    assert log.slots != asked
    (step,) = hands.change(log, Change(TAKE_BACK, height))
    assert (log.state, log.slots, log.height, step.state) == (state, asked, height + 2, state)
    assert log.steps[height] == gift
    assert log.head == digest(Label.LOG, gift.log, (log.epoch_id,))
    hands.fill(log)
    # To the gift, to the thanks for it, or to what has been done instead.
    assert taken(log) == [height, height + 1, height + 2]


# The end


@pytest.mark.parametrize("change", [AWAY, Change(END, 0), Change(RESIGN, 0)])
def test_after_the_end_epochs_change_nothing(change: Change) -> None:
    over = HANDS.to(Kind.OVER)
    ended = HANDS.to(Kind.ACTION)
    HANDS.change(ended, Change(END, 0))
    for log in (over, ended):
        with pytest.raises(Refused, match="a change after the end"):
            log.judge(change)
        result = log.result
        HANDS.change(log)
        assert (log.kind, log.result) == (Kind.OVER, result)


# What an epoch may not change


def here() -> Log:
    """A log in its second epoch, where player 1 is absent."""
    log = HANDS.to(Kind.COMMITMENTS)
    HANDS.change(log, AWAY)
    return log


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (AWAY, "absent already"),
        (Change(BACK, 0), "who is not absent"),
        (Change(ABSENT, 3), "not at this table"),
        (Change(TAKE_BACK, 4), "nothing at all"),
        (Change(TAKE_BACK, 2**61), "nothing at all"),
    ],
)
def test_what_is_not_possible_here_is_refused_for_what_it_is(change: Change, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        here().judge(change)


def test_a_proposal_that_is_refused_leaves_no_trace() -> None:
    log = here()
    before = places(log)
    good = HANDS.proposed(log, Change(ABSENT, 2))
    for bad in (
        good._replace(promises=good.promises[:1]),
        HANDS.propose(log, (), good.promises),
        HANDS.propose(log, (Change(ABSENT, 2),), good.promises, base=1),
    ):
        with pytest.raises(Refused):
            enter(log, bad)
        assert places(log) == before
    enter(log, good)


class Announced(Wager):
    """The game with an action before the secret bids, as editions with an announced number of cards have it."""

    @property
    def node(self) -> Node:
        return Decision(self.decider) if self.phase == "announce" else super().node

    def legal(self, seat: int) -> list[str]:
        return ["announce"] if self.phase == "announce" else super().legal(seat)

    def chance(self, outcome: tuple[int, ...]) -> None:
        super().chance(outcome)
        if self.phase == "bids":
            self.phase = "announce"

    def act(self, body: str) -> None:
        if self.phase == "announce":
            self.check(self.decider, body)
            self.phase = "bids"
        else:
            super().act(body)


def test_nothing_is_taken_back_while_openings_are_due() -> None:
    """Who has seen what others offer could offer anew: the model's *taken-back-at-openings*."""
    hands = Hands(charter(3))
    log = hands.to(Kind.ACTION, Log(hands.charter, Announced(3, 2)))
    back = Change(TAKE_BACK, log.height)
    hands.fill(log)
    log.judge(back)
    hands.fill(log)
    hands.fill(log, [0])
    with pytest.raises(Refused, match="takes back"):
        log.judge(back)


def test_an_entry_of_an_epoch_that_was_left_is_judged_on_the_log_of_that_epoch() -> None:
    log = HANDS.to(Kind.ACTION)
    (decider,) = log.slots
    stolen = SignedEntry.by(identity(decider), log.draft(decider, "steal"))
    legal = HANDS.sign(log, decider)
    HANDS.change(log)
    HANDS.to(Kind.BEACON, log)
    assert "an illegal action" in str(offence(log, stolen))
    assert offence(log, legal) is None
