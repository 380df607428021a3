"""Programs where no player sits: what they agree to by themselves."""

from __future__ import annotations

import pytest

from p2p.log import messages
from p2p.log.statements import BACK, RESIGN, Change, SignedRequest
from p2p.session import voting
from p2p.session.events import MessageRefused, Output
from p2p.session.session import Session
from p2p.session.voting import MOST_TIMES_AWAY
from tests.p2p.changes import END_HERE, away, bot, made, quiet, request
from tests.p2p.tables import Table, charter, sent, signer
from tests.p2p.wager import new_wager


def asked(of: Session, player: int, *changes: Change, counter: int = 900) -> list[Output]:
    """What a session does when a player asks for changes."""
    return of.receive(player, messages.encode(request(of, player, *changes, counter=counter)))


def own(of: Session, outputs: list[Output]) -> list[tuple[Change, ...]]:
    """What the session itself asks for."""
    return [said.content.changes for said in sent(outputs) if isinstance(said, SignedRequest) and said.player == of.me]


def test_a_program_by_itself_agrees_to_what_others_ask_for() -> None:
    of = bot(quiet(), 0)
    assert own(of, asked(of, 1, END_HERE)) == [(END_HERE,)]


def test_a_program_by_itself_declares_no_one_absent_whom_it_reaches_and_never_its_own_person() -> None:
    table = quiet()
    of = bot(table, 0)
    assert own(of, asked(of, 1, away(2))) == []
    assert own(of, asked(of, 1, away(0), counter=901)) == []
    table.go(2)
    of = bot(table, 0)
    assert own(of, asked(of, 1, away(2)))[:1] == [(away(2),)]


def test_a_program_by_itself_asks_on_for_the_absence_of_who_is_lost_when_others_ask_no_more() -> None:
    table = quiet()
    table.go(2)
    of = bot(table, 0)
    asked(of, 1, away(2))
    of.lost(2, "can no longer be reached")
    asked(of, 1, counter=901)
    assert away(2) in of._state.requests.agreed


def test_a_program_by_itself_resigns_for_no_one_whose_program_it_is() -> None:
    of = bot(quiet(), 0)
    assert own(of, asked(of, 1, Change(RESIGN, 0))) == []
    assert own(of, asked(of, 1, Change(RESIGN, 1), counter=901))[:1] == [(Change(RESIGN, 1),)]


def test_a_program_by_itself_agrees_also_once_it_comes_to_where_what_was_asked_is_possible() -> None:
    """The request came on a shorter way than the epoch after which it is possible, and is not said again."""
    table = quiet()
    of = bot(table, 0)
    assert own(of, asked(of, 2, Change(BACK, 2))) == []
    table.agree(away(2), [1, 2])
    table.settle()
    log = table.sessions[1].log
    (proposed,) = [step.proposed for step in log.steps if step.proposed is not None]
    of.receive(1, messages.encode(proposed))
    assert of.log.absent == {2}
    assert Change(BACK, 2) in of._state.requests.agreed


@pytest.mark.parametrize("run", range(4))
def test_what_one_asks_for_is_made_though_programs_in_a_row_go_on_without_a_pause(run: int) -> None:
    """Everybody answers at once, and what may wait for a flush comes late."""
    table = Table(charter(5, rounds=4), run, run, ((0, 1), (1, 2), (2, 3), (3, 4)))
    for player in range(1, 5):
        table.sessions[player] = Session(table.charter, new_wager, signer(player), agreeable=True)
        table.sessions[player].measure_time(lambda: table.now)
    table.begin()
    while table.sessions[0].log.height < 3:
        assert table._happen()
    table.agree(END_HERE, [0])
    table.go_on()
    assert made(table, 0).count((END_HERE,)) == 1


@pytest.mark.parametrize("change", [away(3), Change(BACK, 7), Change(RESIGN, 3)])
def test_a_request_about_no_one_is_refused_and_shown_to_no_one(change: Change) -> None:
    of = bot(quiet(), 0)
    assert [type(output) for output in asked(of, 1, change)] == [MessageRefused]
    assert of.requests == {}
    assert of._state.requests.agreed == set()


def test_who_comes_back_in_vain_again_and_again_is_let_back_by_people_only() -> None:
    """Else one who keeps what they owe to themselves would have the others change epochs without end."""
    table = quiet(rounds=4)
    for times in range(MOST_TIMES_AWAY):
        assert not voting.is_away_in_vain(table.sessions[0]._state, 2), times
        table.go(2)
        table.agree(away(2), [0, 1])
        table.settle()
        table.come(2)
        table.settle()
    assert voting.is_away_in_vain(table.sessions[0]._state, 2)
    assert table.sessions[0].log.absent == {2}
    table.agree(Change(BACK, 2), [0, 1])
    table.settle()
    assert table.sessions[0].log.absent == frozenset()
