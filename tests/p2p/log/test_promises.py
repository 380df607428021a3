"""Requests, promises and proposals: their limits, and how many players it takes."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from p2p.log.justify import is_supported
from p2p.log.log import Log
from p2p.log.statements import (
    ABSENT,
    BACK,
    END,
    MAX_LISTED,
    STUCK,
    TAKE_BACK,
    Change,
    Epoch,
    Head,
    Promise,
    Request,
    SignedRequest,
    common_changes,
)
from p2p.wire.codec import Codec, MessageError, value
from tests.p2p.hands import Hands
from tests.p2p.tables import charter, seed

OF = charter(3)
H, GARBAGE = seed("some hash"), seed("garbage")
AWAY, STUCK_HERE = Change(ABSENT, 1), Change(STUCK, 0)
HEAD = Head(2, H, 6, H, H)
REQUEST = Request(H, 3, 4, (AWAY, Change(BACK, 0), Change(END, 0), STUCK_HERE))
PROMISE = Promise(H, 4, HEAD, (AWAY, Change(END, 0)), (0, 2))
EPOCH = Epoch(H, 4, HEAD, (AWAY, Change(BACK, 0)))

REQUESTS: Codec[Request] = Codec(Request)
PROMISES: Codec[Promise] = Codec(Promise)
EPOCHS: Codec[Epoch] = Codec(Epoch)

# Shapes


READERS: dict[str, tuple[Codec[Any], tuple[Any, ...]]] = {
    "request": (REQUESTS, value(REQUEST)),
    "promise": (PROMISES, value(PROMISE)),
    "epoch": (EPOCHS, value(EPOCH)),
}


@pytest.mark.parametrize(
    ("name", "place", "other"),
    [
        ("request", 1, 0),
        ("request", 2, 2**62),
        ("promise", 1, HEAD.term),
        ("promise", 3, (("stuck", 0),)),
        ("promise", 4, (2, 0)),
        ("promise", 4, (1, 1)),
        ("promise", 4, (8,)),
        ("epoch", 1, HEAD.term),
        ("epoch", 3, (("stuck", 0),)),
    ],
)
def test_a_field_beyond_its_limits_is_refused(name: str, place: int, other: Any) -> None:
    codec, good = READERS[name]
    with pytest.raises(MessageError):
        codec.read((*good[:place], other, *good[place + 1 :]))


NO_CHANGES: list[Any] = [
    (("back", 0), ("absent", 1)),
    (("absent", 1), ("absent", 1)),
    (("absent", 2), ("absent", 1)),
    (("end", 1),),
    (("stuck", 1),),
    (("pause", 0),),
    (("absent", 8),),
    (("take back", 2**62),),
]


@pytest.mark.parametrize("changes", NO_CHANGES)
@pytest.mark.parametrize(("name", "place"), [("request", 3), ("promise", 3), ("epoch", 3)])
def test_changes_have_one_spelling_and_every_other_one_is_refused(name: str, place: int, changes: Any) -> None:
    codec, good = READERS[name]
    with pytest.raises(MessageError):
        codec.read((*good[:place], changes, *good[place + 1 :]))


def test_an_epoch_changes_players_or_makes_one_change_of_all() -> None:
    for changes in ((AWAY, Change(END, 0)), (Change(END, 0), Change(TAKE_BACK, 0))):
        REQUESTS.decode(REQUESTS.encode(REQUEST._replace(changes=changes)))
        with pytest.raises(MessageError):
            EPOCHS.decode(EPOCHS.encode(EPOCH._replace(changes=changes)))


def test_no_one_lists_more_changes_than_a_table_may_need() -> None:
    many = tuple(Change(TAKE_BACK, height) for height in range(MAX_LISTED + 1))
    REQUESTS.decode(REQUESTS.encode(REQUEST._replace(changes=many[1:])))
    with pytest.raises(MessageError):
        REQUESTS.decode(REQUESTS.encode(REQUEST._replace(changes=many)))


# What it takes


def asking(players: Any, term: int, *changes: Change) -> list[SignedRequest]:
    content = Request(OF.id, 1, term, tuple(sorted(changes)))
    return [SignedRequest(player, content, bytes(64)) for player in players]


@pytest.mark.parametrize("number", range(2, 6))
def test_evidence_is_a_strict_majority_of_all_that_names_the_term_for_one_change(number: int) -> None:
    quorum = charter(number).quorum
    for size in range(number + 1):
        for some in combinations(range(number), size):
            found = common_changes(asking(some, 3, AWAY), 3, quorum)
            assert found == ({AWAY} if 2 * size > number else frozenset())


def test_requests_that_name_another_term_or_none_are_no_evidence() -> None:
    requests_ = asking([0], 3, AWAY) + asking([1], 2, AWAY) + asking([2], 0, AWAY)
    assert common_changes(requests_, 3, 2) == frozenset()


def test_one_player_s_request_counts_once_however_often_it_is_shown() -> None:
    assert common_changes(asking([0], 3, AWAY) * 3, 3, 2) == frozenset()


def supported(log: Log, change: Change, players: Any) -> bool:
    return is_supported(change, log, {player: Request(log.charter.id, 1, 0, (change,)) for player in players})


def test_a_majority_is_of_all_who_signed_the_charter_however_many_are_absent() -> None:
    hands = Hands(charter(5))
    log = hands.empty()
    hands.change(log, *(Change(ABSENT, player) for player in (1, 2, 3, 4)))
    assert not supported(log, Change(BACK, 1), (0, 1))
    assert supported(log, Change(BACK, 1), (0, 1, 2))
