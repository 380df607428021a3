"""Which proposals may be entered: signatures, a quorum, the base and the changes that the promises give."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import pytest

from p2p.log.justify import head_of, is_supported, judge
from p2p.log.log import Log
from p2p.log.statements import (
    ABSENT,
    BACK,
    Change,
    Epoch,
    Promise,
    Proposed,
    Request,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    common_changes,
)
from p2p.log.steps import Kind, Refused
from tests.p2p.hands import Hands
from tests.p2p.tables import charter, identity
from tests.p2p.wager import Wager

THREE = Hands(charter(3, rounds=4))
TERM = 1
COORDINATOR = 1
AWAY = Change(ABSENT, 2)


def proposed(log: Log, *promises: SignedPromise, changes: tuple[Change, ...] = (), by: int = COORDINATOR) -> Proposed:
    """A proposal that goes on from the end of a log."""
    return Proposed(SignedProposal.by(identity(by), by, Epoch(log.charter.id, TERM, head_of(log), changes)), promises)


def refusal(log: Log, of: Proposed) -> str:
    """Why a proposal is not entered."""
    with pytest.raises(Refused) as refused:
        judge(log, of)
    return str(refused.value)


def quiet() -> Log:
    return THREE.to(Kind.COMMITMENTS)


def test_what_a_quorum_promises_is_entered_with_the_changes_that_all_of_it_agree_to() -> None:
    log = quiet()
    judge(log, proposed(log, THREE.promise(log, 0, AWAY), THREE.promise(log, 1, AWAY), changes=(AWAY,)))
    judge(log, proposed(log, THREE.promise(log, 0, AWAY), THREE.promise(log, 1)))


def test_other_changes_than_the_promises_give_are_refused() -> None:
    log = quiet()
    one, other = THREE.promise(log, 0, AWAY), THREE.promise(log, 1, AWAY)
    assert "other changes" in refusal(log, proposed(log, one, other))
    assert "other changes" in refusal(log, proposed(log, one, THREE.promise(log, 1), changes=(AWAY,)))


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda log: proposed(log, THREE.promise(log, 0), THREE.promise(log, 1), by=0), "does not coordinate"),
        (lambda log: proposed(log, THREE.promise(log, 0)), "without promises of a quorum"),
        (lambda log: proposed(log, THREE.promise(log, 0), THREE.promise(log, 0)), "without promises of a quorum"),
        (
            lambda log: proposed(log, THREE.promise(log, 0), THREE.promise(log, 1)._replace(player=2)),
            "not its player's",
        ),
        (
            lambda log: proposed(log, THREE.promise(log, 0), THREE.promise(log, 1)._replace(player=9)),
            "no player at this table",
        ),
    ],
)
def test_a_proposal_needs_its_coordinator_and_promises_of_a_quorum(
    made: Callable[[Log], Proposed], reason: str
) -> None:
    log = quiet()
    assert reason in refusal(log, made(log))


def test_a_promise_of_another_term_does_not_count() -> None:
    log = quiet()
    later = Promise(log.charter.id, TERM + 1, head_of(log))
    stale = SignedPromise.by(identity(1), 1, later)
    assert "without promises" in refusal(log, proposed(log, THREE.promise(log, 0), stale))


def test_what_is_signed_for_another_game_is_not_entered() -> None:
    log, other = quiet(), charter(3, rounds=5).id
    promises = [
        SignedPromise.by(identity(player), player, Promise(other, TERM, head_of(log))) for player in (0, COORDINATOR)
    ]
    epoch = Epoch(other, TERM, head_of(log), ())
    assert "another game" in refusal(log, Proposed(SignedProposal.by(identity(1), 1, epoch), tuple(promises)))


def test_a_term_that_is_over_is_not_begun_again() -> None:
    log = quiet()
    before = proposed(log, THREE.promise(log, 0), THREE.promise(log, 1))
    THREE.change(log)
    assert "a term that is over" in refusal(log, before)


def test_the_base_has_all_that_any_promise_has() -> None:
    log = quiet()
    longer = log.at_height(log.height)
    THREE.fill(longer)
    promises = THREE.promise(log, 0), THREE.promise(longer, 1)
    assert "lacks what a promise has" in refusal(longer, proposed(log, *promises))
    judge(longer, proposed(longer, *promises))
    assert "is not here" in refusal(log, proposed(longer, *promises))


def test_the_base_has_no_more_than_the_promises() -> None:
    log = quiet()
    longer = log.at_height(log.height)
    THREE.fill(longer)
    assert "not the end" in refusal(longer, proposed(longer, THREE.promise(log, 0), THREE.promise(log, 1)))


def test_no_epoch_begins_before_an_automatic_step() -> None:
    """R3: no log ends there, and a record leaves such steps out, so no reader could tell where the epoch begins."""
    log = THREE.to(Kind.ACTION)
    THREE.change(log, Change(ABSENT, log.holder(log.slots[0])))
    *_, epoch, automatic = log.steps
    assert (epoch.proposed is None, automatic.entries) == (False, ())
    others = [player for player in range(3) if player not in log.absent]
    said = tuple(THREE.promise(log, player, term=4, base=epoch.number) for player in others)
    assert "not the end" in refusal(log, THREE.propose(log, (), said, epoch.number))
    said = tuple(THREE.promise(log, player, term=4) for player in others)
    judge(log, THREE.propose(log, (), said))


def test_automatic_steps_after_secrets_that_are_out_are_part_of_the_base() -> None:
    """R4: a coordinator cannot leave them out."""
    log = THREE.empty()
    THREE.change(log, AWAY)
    THREE.to(Kind.OPENINGS, log)
    longer = log.at_height(log.height)
    THREE.fill(longer)
    assert longer.steps[-1].entries == (), "the autopilot bids most, and decides about the pot"
    promises = tuple(THREE.promise(log, player, term=4, secrets=(0, 1)) for player in (0, 1))
    judge(longer, THREE.propose(longer, (), promises))
    short = longer.at_height(log.height + 1)
    assert "not the end" in refusal(short, THREE.propose(short, (), promises))


def test_from_logs_of_one_term_that_diverge_nothing_follows() -> None:
    """R3, the model's *forks-by-length*: the longer one may lack what is final."""
    log = Hands(charter(3, rounds=4)).to(Kind.ACTION)
    one, two = log.at_height(log.height), log.at_height(log.height)
    Hands(log.charter).fill(one)
    Hands(log.charter, lambda game, seat: Wager.legal(game, seat)[-1]).fill(two)
    assert "lacks what a promise has" in refusal(one, proposed(one, THREE.promise(one, 0), THREE.promise(two, 1)))
    assert "lacks what a promise has" in refusal(two, proposed(two, THREE.promise(one, 0), THREE.promise(two, 1)))


# What it takes


def asking(players: Iterable[int], term: int, *changes: Change) -> list[SignedRequest]:
    content = Request(THREE.charter.id, 1, term, tuple(sorted(changes)))
    return [SignedRequest(player, content, bytes(64)) for player in players]


@pytest.mark.parametrize("number", range(2, 6))
def test_evidence_is_a_strict_majority_of_all_that_names_the_term_for_one_change(number: int) -> None:
    quorum = charter(number).quorum
    for size in range(number + 1):
        for some in combinations(range(number), size):
            found = common_changes(asking(some, 3, AWAY), 3, quorum)
            assert found == ({AWAY} if 2 * size > number else frozenset())


def test_requeststhat_name_another_term_or_none_are_no_evidence() -> None:
    requests = asking([0], 3, AWAY) + asking([1], 2, AWAY) + asking([2], 0, AWAY)
    assert common_changes(requests, 3, 2) == frozenset()


def test_one_player_s_request_counts_once_however_often_it_is_shown() -> None:
    assert common_changes(asking([0], 3, AWAY) * 3, 3, 2) == frozenset()


def test_a_majority_is_of_all_who_signed_the_charter_however_many_are_absent() -> None:
    hands = Hands(charter(5))
    log = hands.empty()
    hands.change(log, *(Change(ABSENT, player) for player in (1, 2, 3, 4)))

    def supported(players: Iterable[int]) -> bool:
        back = Change(BACK, 1)
        return is_supported(back, log, {player: Request(log.charter.id, 1, 0, (back,)) for player in players})

    assert not supported((0, 1))
    assert supported((0, 1, 2))
