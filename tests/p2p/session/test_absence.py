"""A table without one of its players: the others go on, and let them back."""

from __future__ import annotations

import pytest

from p2p.log.changes import ROUNDS_OUT
from p2p.log.statements import BACK, RESIGN, Change, author
from p2p.log.steps import Kind, Refused
from p2p.session.events import Finished
from p2p.session.state import Phase
from tests.p2p.absences import Absences
from tests.p2p.changes import assert_finished, at_dice, away, made, quiet
from tests.p2p.tables import charter, game


@pytest.mark.parametrize(
    ("kind", "players", "run"),
    [
        (Kind.ACTION, 3, 0),
        (Kind.ACTION, 5, 2),
        (Kind.COMMITMENTS, 4, 1),
        (Kind.OPENINGS, 3, 0),
        (Kind.OPENINGS, 5, 2),
        (Kind.BEACON, 4, 1),
    ],
)
def test_a_player_who_goes_away_when_needed_is_played_for_once_the_others_agree(
    kind: Kind, players: int, run: int
) -> None:
    table = Absences(charter(players), run, run)
    table.begin()
    if kind in (Kind.ACTION, Kind.COMMITMENTS):
        table.to(kind, 1 + run)
        gone = table.sessions[0].awaited[-1]
    else:
        gone = table.until(kind, 1 + run)
    table.go(gone)
    table.settle()
    table.go_on()
    assert {table.sessions[player].phase for player in table.here} == {Phase.PLAYING}
    table.agree(away(gone), table.here)
    table.go_on()
    assert_finished(table)
    assert made(table, table.here[0]) == [(away(gone),)]
    for player in table.here:
        (finished,) = table.of(player, Finished)
        assert finished.missing == (gone,)


def test_nothing_changes_without_a_majority_of_all_and_the_game_waits() -> None:
    table = quiet(4)
    height = table.sessions[0].log.height
    table.go(2, 3)
    for gone in (2, 3):
        table.agree(away(gone), table.here)
    table.go_on()
    assert [(of.adjourned, of.log.height, of.log.term) for of in table.sessions[:2]] == [(True, height, 0)] * 2
    table.come(3)
    table.settle()
    table.agree(away(2), table.here)
    table.go_on()
    assert_finished(table)
    assert made(table, 0) == [(away(2),)]


def test_one_alone_is_not_given_up_by_a_minority_and_goes_on_when_the_others_come_back() -> None:
    table = quiet()
    table.go(0)
    table.agree(away(1), [0])
    table.agree(away(2), [0])
    table.go_on()
    assert table.sessions[0].log.term == 0
    table.agree(away(0), table.here)
    table.go_on()
    assert_finished(table)
    table.come(0)
    table.go_on()
    assert_finished(table)


@pytest.mark.parametrize("has_committed", [False, True])
@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.COMMITMENTS])
def test_a_player_who_comes_back_plays_again_without_a_question_to_any(kind: Kind, has_committed: bool) -> None:
    table = quiet(kind=kind, rounds=4)
    gone = table.sessions[0].awaited[-1]
    if has_committed:
        answer = game(table.sessions[gone]).legal(gone)[0]
        table._take(gone, table.sessions[gone].answer(gone, answer))
        table.settle()
    table.go(gone)
    table.agree(away(gone), table.here)
    table.settle()
    assert table.sessions[table.here[0]].log.absent == {gone}
    table.come(gone)
    table.settle()
    assert made(table, gone) == [(away(gone),), (Change(BACK, gone),)]
    table.go_on()
    assert_finished(table)
    played = [signed for step in table.sessions[gone].log.steps for signed in step.entries if signed.entry.term == 2]
    assert any(author(table.charter, signed) == gone for signed in played)


def test_a_player_who_was_away_at_open_dice_comes_back_two_rounds_later_and_no_earlier() -> None:
    table = at_dice(charter(3, rounds=6), 2)
    table.agree(away(2), [0, 1])
    table.settle()
    log = table.sessions[0].log
    assert log.barred == {2: log.game.round() + ROUNDS_OUT}
    table.come(2)
    until = log.barred[2]
    while log.game.round() < until:
        assert log.absent == {2}
        table.to(Kind.COMMITMENTS, log.height + 1)
    assert log.absent == frozenset()
    table.go_on()
    assert_finished(table)


def test_to_want_a_player_absent_lapses_when_they_are_back_before_an_epoch_has_made_it_so() -> None:
    table = quiet(4)
    table.go(3)
    table.agree(away(3), [0, 1])
    table.settle()
    assert table.sessions[2].requests == {0: (away(3),), 1: (away(3),)}
    table.come(3)
    table.go_on()
    assert_finished(table)
    assert made(table, 0) == []


def test_who_is_declared_absent_while_they_are_here_comes_back_only_if_they_want_to() -> None:
    table = quiet(rounds=4)
    table.agree(away(1), [0, 2])
    table.settle()
    assert table.sessions[1].log.absent == {1}
    table.to(Kind.COMMITMENTS, table.sessions[0].log.height + 1)
    assert table.sessions[0].log.absent == {1}
    table.agree(Change(BACK, 1), [1])
    table.settle()
    assert table.sessions[0].log.absent == frozenset()
    table.go_on()
    assert_finished(table)


def test_who_has_resigned_is_played_for_to_the_end() -> None:
    table = quiet()
    table.agree(Change(RESIGN, 2), [0])
    table.settle()
    assert table.sessions[0].log.term == 0
    table.agree(Change(RESIGN, 2), [2])
    table.settle()
    assert table.sessions[0].log.resigned == {2}
    for player in range(3):
        with pytest.raises(Refused, match="has resigned"):
            table.agree(Change(BACK, 2), [player])
    table.go_on()
    assert_finished(table)


@pytest.mark.parametrize("kind", [Kind.COMMITMENTS, Kind.BEACON])
def test_a_player_who_is_out_for_two_rounds_comes_back_earlier_instead_of_the_last_who_is_here(kind: Kind) -> None:
    """No one else is left, so that the game would else wait for that one without end."""
    table = at_dice(charter(3, rounds=6), 2)
    table.agree(away(2), [0, 1])
    table.settle()
    table.come(2)
    table.agree(Change(RESIGN, 1), [0, 1])
    table.settle()
    log = table.sessions[1].log
    assert log.absent == {1, 2}
    assert log.barred.keys() == {2}
    if kind is Kind.BEACON:
        table.until(kind, log.height)
    else:
        table.to(kind, log.height)
    table.go(0)
    table.settle()
    assert log.game.round() < log.barred[2]
    table.agree(away(0), [2, 1])
    table.go_on()
    assert made(table, 1)[-1] == (away(0), Change(BACK, 2))
    assert_finished(table)


def test_the_last_who_is_here_cannot_be_declared_absent_if_no_one_could_play_instead() -> None:
    table = quiet()
    for player in (1, 2):
        table.agree(Change(RESIGN, player), [0, 1, 2])
        table.settle()
    with pytest.raises(Refused, match="no player at the table"):
        table.sessions[1].agree(away(0))
