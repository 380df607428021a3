"""Requests: what players are told of them, what may be asked for, and whatever comes when all who stay agree again."""

from __future__ import annotations

import pytest

from p2p.log.statements import ABSENT, BACK, TAKE_BACK, Change, Promised, Request, SignedRequest
from p2p.log.steps import Kind, Refused
from p2p.session.events import Requested
from p2p.session.requests import Requests
from p2p.session.session import Session
from tests.p2p.changes import END_HERE, assert_finished, away, made, quiet
from tests.p2p.hands import Hands
from tests.p2p.tables import charter, follow, identity
from tests.p2p.wager import new_wager


def test_all_are_told_what_a_player_asks_for_and_when_no_more() -> None:
    table = quiet()
    table.agree(away(2), [0])
    table.settle()
    assert table.of(1, Requested) == [Requested(0, (away(2),))]
    assert table.sessions[1].requests == {0: (away(2),)}
    table._take(0, table.sessions[0].disagree(away(2)))
    table.settle()
    assert table.of(1, Requested)[-1] == Requested(0, ())
    assert table.sessions[0].asked == (0,)
    assert not any(isinstance(message, Promised) for message in table.sent[0])
    table.go_on()
    assert_finished(table)


def test_a_guest_who_comes_late_is_told_what_is_asked_for_now() -> None:
    table = quiet(kind=Kind.ACTION)
    table.agree(END_HERE, [2])
    table.settle()
    told = follow(Session(table.charter, new_wager, None), table.sessions[1])
    assert [event for event in told if isinstance(event, Requested)] == [Requested(2, (END_HERE,))]


def test_a_request_stays_while_the_game_goes_on_and_ends_with_what_makes_it_impossible() -> None:
    table = quiet(4)
    table.agree(away(3), [0])
    table.to(Kind.ACTION, table.sessions[0].log.height)
    assert table.sessions[1].requests == {0: (away(3),)}
    table.agree(away(3), [1, 2])
    table.settle()
    assert table.sessions[1].log.absent == {3}
    assert 0 not in table.sessions[1].requests


def test_two_requests_are_made_by_one_epoch_or_two_whatever_their_order() -> None:
    table = quiet(5)
    table.go(3, 4)
    table.agree(away(3), [0])
    table.agree(away(4), [1])
    table.settle()
    assert table.sessions[2].requests == {0: (away(3),), 1: (away(4),)}
    for player, gone in ((2, 3), (2, 4), (0, 4), (1, 3)):
        table.agree(away(gone), [player])
    table.go_on()
    assert_finished(table)
    assert sorted(change for changes in made(table, 0) for change in changes) == [away(3), away(4)]


@pytest.mark.parametrize("more", [[0], [0, 1]])
def test_what_enough_agree_to_is_made_though_some_agree_to_more(more: list[int]) -> None:
    table = quiet(4)
    table.agree(away(2), more)
    table.agree(away(3), [0, 1, 2])
    table.settle()
    assert made(table, 2) == [(away(3),)]


def test_what_is_not_possible_cannot_be_agreed_to() -> None:
    table = quiet(kind=Kind.ACTION)
    for change in (Change(ABSENT, 5), Change(BACK, 1), Change(TAKE_BACK, 0), Change(TAKE_BACK, 99)):
        with pytest.raises(Refused):
            table.sessions[0].agree(change)


def test_what_an_epoch_has_made_counts_again_only_once_the_player_has_withdrawn_it() -> None:
    """The player may not know of the epoch when they sign. Two programs without a person would ask it of each other."""
    hands = Hands(charter(3))
    log = hands.to(Kind.ACTION)
    back = Change(TAKE_BACK, log.height)
    hands.fill(log)
    requests = Requests(0, log)

    def asked(counter: int, *changes: Change) -> SignedRequest:
        return SignedRequest.by(identity(1), 1, Request(log.charter.id, counter, 0, changes))

    requests.take(asked(1, back))
    assert requests.by_player == {1: (back,)}
    requests.epoch_began((), {back}, 0.0)
    requests.take(asked(2, back))
    assert requests.by_player == {}
    requests.take(asked(3))
    requests.take(asked(4, back))
    assert requests.by_player == {1: (back,)}
