"""What follows from promises: the base, secrets that are out, who pays at dice, and what changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2p.log.justify import Unjustified, base, enter, head_of, is_whole, justify, paying
from p2p.log.log import Log
from p2p.log.statements import ABSENT, BACK, END, RESIGN, TAKE_BACK, Change, Promise, Promised
from p2p.log.steps import Kind
from tests.p2p.hands import Hands, generous
from tests.p2p.tables import charter

THREE = Hands(charter(3, rounds=4))
FIVE = Hands(charter(5, rounds=4))
AWAY = Change(ABSENT, 2)
END_HERE = Change(END, 0)


def promised(log: Log, *players: int, agree: tuple[Change, ...] = (), **fields: tuple[int, ...]) -> dict[int, Promise]:
    """Promises of these players, all with this log."""
    return {player: Promise(log.charter.id, 1, head_of(log), agree, **fields) for player in players}


def grown(hands: Hands, log: Log, steps: int = 1) -> Log:
    """A copy of a log that has gone on for some steps."""
    longer = log.at_height(log.height)
    for _ in range(steps):
        hands.fill(longer)
    return longer


def author(log: Log) -> int:
    return log.holder(log.slots[0])


# The base (R3)


def test_the_base_is_the_longest_log_of_those_who_promise() -> None:
    log = THREE.to(Kind.COMMITMENTS)
    longer = grown(THREE, log)
    found = justify({**promised(log, 0), **promised(longer, 1)}, longer)
    assert (head_of(found.base), found.changes) == (head_of(longer), ())


def test_a_log_of_a_higher_term_counts_more_than_a_longer_one() -> None:
    """Otherwise a step that is final in the newer epoch is lost: the model's *longest-only*."""
    log = THREE.to(Kind.COMMITMENTS)
    newer, longer = log.at_height(log.height), grown(THREE, log, 3)
    THREE.change(newer)
    assert longer.height > newer.height
    assert base({**promised(newer, 0), **promised(longer, 1)}) == head_of(newer)


def test_a_promise_whose_log_is_not_here_is_no_ground() -> None:
    log = THREE.to(Kind.COMMITMENTS)
    with pytest.raises(Unjustified, match="not here"):
        justify(promised(grown(THREE, log), 0, 1), log)


def test_a_promise_of_a_log_that_ends_before_an_automatic_step_is_no_ground() -> None:
    """No log ends there, since such a step is complete at once."""
    log = THREE.to(Kind.ACTION)
    THREE.change(log, Change(ABSENT, author(log)))
    cut = log.at_height(log.height - 1)
    assert log.steps[-1].entries == ()
    with pytest.raises(Unjustified, match="automatic"):
        justify(promised(cut, 0, 1), log)
    found = justify({**promised(cut, 0), **promised(log, 1)}, log)
    assert head_of(found.base) == head_of(log)
    assert [is_whole(Promised(THREE.promise(of, 0), ()), log) for of in (cut, log)] == [False, True]


def test_a_promise_with_a_wrong_secret_beside_those_that_it_names_is_not_whole() -> None:
    log = THREE.to(Kind.BEACON)
    right, other = (THREE.sign(log, slot) for slot in log.slots[:2])
    wrong = other._replace(signature=right.signature)
    promise = THREE.promise(log, 0, secrets=(log.holder(log.slots[0]),))
    beside = ((right,), (right, other), (right, wrong), (other,))
    assert [is_whole(Promised(promise, (), secrets), log) for secrets in beside] == [True, True, False, False]


def test_fewer_than_a_quorum_promise_in_vain() -> None:
    with pytest.raises(Unjustified, match="quorum"):
        justify(promised(THREE.to(Kind.ACTION), 0), THREE.to(Kind.ACTION))


# Secrets that are out


@pytest.mark.parametrize("kind", [Kind.BEACON, Kind.OPENINGS])
def test_secrets_that_are_out_complete_the_step(kind: Kind) -> None:
    log = THREE.to(kind)
    secrets = [THREE.sign(log, slot) for slot in log.missing()]
    promises = {**promised(log, 0, secrets=(0, 1)), **promised(log, 1, secrets=(1, 2))}
    found = justify(promises, log, secrets)
    done = log.at_height(log.height)
    for secret in secrets:
        done.accept(secret)
    assert (head_of(found.base), found.changes) == (head_of(done), ())


def test_a_secret_that_is_named_and_not_here_is_no_ground() -> None:
    log = THREE.to(Kind.BEACON)
    with pytest.raises(Unjustified, match="not here"):
        justify(promised(log, 0, 1, secrets=(0, 1, 2)), log, [THREE.sign(log, 0)])


def test_secrets_of_another_log_complete_nothing() -> None:
    log = THREE.to(Kind.BEACON, after=1)
    older = log.at_height(log.height - 1)
    secrets = [THREE.sign(log, slot) for slot in log.missing()]
    promises = {**promised(older, 0, secrets=(0, 1, 2)), **promised(log, 1)}
    assert justify(promises, log, secrets).base.height == log.height


# The dice (R5)


def test_who_alone_holds_back_a_value_pays() -> None:
    log = THREE.to(Kind.BEACON)
    promises = promised(log, 0, 1, secrets=(0, 1))
    found = justify(promises, log, [THREE.sign(log, slot) for slot in (0, 1)])
    assert found.changes == (AWAY,)


def test_dice_that_no_player_can_know_are_void_at_no_price() -> None:
    assert justify(promised(THREE.to(Kind.BEACON), 0, 1), THREE.to(Kind.BEACON)).changes == ()


def test_one_hidden_value_is_not_enough() -> None:
    """The model's *one-hidden-is-free*: a player who knows the others' values could have the dice thrown anew."""
    log = THREE.to(Kind.BEACON)
    promises = promised(log, 0, 1, secrets=(1,))
    assert paying(log, promises, promises) == {0}
    assert justify(promises, log).changes == (Change(ABSENT, 0),)


def test_the_only_thrower_cannot_throw_again_for_nothing() -> None:
    log = THREE.empty()
    THREE.change(log, Change(ABSENT, 1), AWAY)
    THREE.to(Kind.BEACON, log, after=log.height + 1)
    assert log.slots == (0,)
    found = justify(promised(log, 0, 1), log)
    assert found.changes == (Change(ABSENT, 0), Change(BACK, 1))


# What changes (R6)


def test_what_a_quorum_agrees_to_changes() -> None:
    log = THREE.to(Kind.ACTION)
    assert justify(promised(log, 0, 1, agree=(AWAY,)), log).changes == (AWAY,)
    assert justify({**promised(log, 0, agree=(AWAY,)), **promised(log, 1)}, log).changes == ()


def test_no_player_resigns_for_another() -> None:
    log, change = THREE.to(Kind.ACTION), Change(RESIGN, 2)
    assert justify(promised(log, 0, 1, agree=(change,)), log).changes == ()
    assert justify(promised(log, 0, 2, agree=(change,)), log).changes == (change,)


def test_who_resigns_is_not_declared_absent_too() -> None:
    log = THREE.to(Kind.ACTION)
    agree = (Change(ABSENT, 2), Change(RESIGN, 2))
    assert justify(promised(log, 0, 1, 2, agree=agree), log).changes == (Change(RESIGN, 2),)


def test_all_who_are_present_have_to_agree_to_an_end() -> None:
    log = THREE.to(Kind.ACTION)
    assert justify(promised(log, 0, 1, agree=(END_HERE,)), log).changes == ()
    assert justify(promised(log, 0, 1, 2, agree=(END_HERE,)), log).changes == (END_HERE,)


def test_an_end_is_agreed_to_on_one_log_only() -> None:
    log = THREE.to(Kind.COMMITMENTS)
    shorter = log.at_height(log.height - 1)
    promises = {**promised(log, 0, 1, agree=(END_HERE,)), **promised(shorter, 2, agree=(END_HERE,))}
    assert justify(promises, log).changes == ()


def test_changes_of_players_come_before_changes_of_all() -> None:
    log = THREE.to(Kind.ACTION)
    assert justify(promised(log, 0, 1, 2, agree=(AWAY, END_HERE)), log).changes == (AWAY,)


def test_of_two_changes_of_all_the_end_comes_first() -> None:
    hands = Hands(charter(3, rounds=4), generous)
    log = hands.to(Kind.ACTION)
    hands.fill(log)
    back = Change(TAKE_BACK, log.height - 1)
    assert justify(promised(log, 0, 1, 2, agree=(back,)), log).changes == (back,)
    assert justify(promised(log, 0, 1, 2, agree=(END_HERE, back)), log).changes == (END_HERE,)


@pytest.mark.parametrize("change", [Change(BACK, 1), Change(TAKE_BACK, 0), Change(ABSENT, 4)])
def test_what_the_base_does_not_allow_is_left_out(change: Change) -> None:
    log = THREE.to(Kind.ACTION)
    assert justify(promised(log, 0, 1, 2, agree=(change, AWAY)), log).changes == (AWAY,)


def test_the_table_is_never_left_empty() -> None:
    log = THREE.to(Kind.ACTION)
    THREE.change(log, Change(ABSENT, 1), AWAY)
    assert justify(promised(log, 1, 2, agree=(Change(ABSENT, 0),)), log).changes == (
        Change(ABSENT, 0),
        Change(BACK, 1),
        Change(BACK, 2),
    )


def test_if_no_player_would_be_left_only_who_pays_for_dice_goes() -> None:
    log = THREE.to(Kind.ACTION)
    THREE.change(log, Change(RESIGN, 2))
    THREE.to(Kind.BEACON, log)
    assert justify(promised(log, 1, 2, agree=(Change(ABSENT, 0),)), log).changes == (Change(ABSENT, 1),)


@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.BEACON])
def test_where_all_others_have_resigned_the_last_player_stays(kind: Kind) -> None:
    """Otherwise nothing would follow from any promises: a price is not worth a game that stands still for good."""
    log = THREE.to(Kind.ACTION)
    THREE.change(log, Change(RESIGN, 1), Change(RESIGN, 2))
    log = THREE.to(kind, log)
    leave = (Change(ABSENT, 0),) if kind is Kind.ACTION else ()
    assert justify(promised(log, 0, 1, agree=leave), log).changes == ()


def test_after_the_end_nothing_changes() -> None:
    log = THREE.to(Kind.OVER)
    assert justify(promised(log, 0, 1, 2, agree=(AWAY,)), log).changes == ()


# All together


@pytest.mark.parametrize(
    "reorder", [lambda promises: dict(reversed(promises.items())), lambda promises: dict(sorted(promises.items()))]
)
def test_the_order_in_which_promises_come_makes_no_difference(
    reorder: Callable[[dict[int, Promise]], dict[int, Promise]],
) -> None:
    log = FIVE.to(Kind.BEACON)
    promises = promised(log, 2, 0, 4, agree=(Change(ABSENT, 1), Change(ABSENT, 3)), secrets=(4,))
    plain, other_way = justify(promises, log), justify(reorder(promises), log)
    assert (head_of(plain.base), plain.changes) == (head_of(other_way.base), other_way.changes)


def test_what_follows_may_stand_in_the_log() -> None:
    log = FIVE.to(Kind.BEACON)
    found = justify(promised(log, 0, 1, 2, agree=(Change(ABSENT, 3),), secrets=(0, 1)), log)
    promises = tuple(FIVE.promise(log, player, Change(ABSENT, 3), secrets=(0, 1)) for player in (0, 1, 2))
    proposed = FIVE.propose(found.base, found.changes, promises)
    step, *_ = enter(log.at_height(log.height), proposed)
    assert (proposed.epoch.base, step.proposed) == (head_of(log), proposed)
