"""A game that continues a recorded one: whose players sign that, and no one else's or at another place."""

from __future__ import annotations

from functools import partial

import pytest

from p2p.errors import TableError
from p2p.log.charter import Charter
from p2p.log.messages import Chunk, Fetch, Have, Past, encode
from p2p.log.record import verify_record
from p2p.log.statements import Ack, SignedAck
from p2p.log.steps import Kind, Refused
from p2p.session.events import MessageRefused, Send
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p.continued import after, cut, going_on, middle, played, record_of
from tests.p2p.tables import beside, charter, follow, identity, restored, sent, signer
from tests.p2p.wager import new_wager


def test_a_table_goes_on_with_a_recorded_game_to_its_end_and_has_a_record_of_both() -> None:
    past = middle()
    table = going_on(after(past), record_of(past))
    table.play()
    log = table.sessions[0].log
    assert {session.phase for session in table.sessions} == {Phase.FINISHED}
    assert log.steps[: past.height] == past.steps
    assert log.steps[past.height].kind is Kind.CHARTER
    (record,) = {session.record() for session in table.sessions}
    told: list[tuple[int, int]] = []
    verified = verify_record(record or b"", new_wager, lambda done, total: told.append((done, total)))
    assert verified.log.head == log.head
    assert verified.closed_by == (0, 1, 2)
    assert len(told) == log.height - 1  # all steps but that of the charter are signed


def test_a_game_is_continued_twice_and_from_before_it_was_continued() -> None:
    past = middle()
    once = going_on(after(past), record_of(past))
    once.play()
    log = once.sessions[0].log
    whole = verify_record(once.sessions[0].record() or b"", new_wager)
    later = cut(log, log.height - 3)
    assert later.start > 0
    twice = going_on(after(later), whole.up_to(later.height))
    twice.play()
    verified = verify_record(twice.sessions[0].record() or b"", new_wager)
    assert [step.kind for step in verified.log.steps].count(Kind.CHARTER) == 2
    earlier = cut(log, past.height - 1)
    assert earlier.charter == past.charter
    assert earlier.start == 0
    again = verify_record(whole.up_to(earlier.height), new_wager)
    assert again.log.head == earlier.head


def test_no_player_signs_without_the_record_and_all_do_with_it() -> None:
    past = middle()
    of = after(past)
    ada, bo = (Session(of, new_wager, signer(number)) for number in (0, 1))
    assert ada.start() == []
    ada.connected(1, 1)
    ada.receive(1, encode(Past(record_of(past))))
    assert tuple(ada.signatures) == (0,)
    with pytest.raises(TableError):
        bo.go_on_from(Past(record_of(middle(Kind.COMMITMENTS))))
    assert bo.start() == []


def test_a_record_that_comes_late_is_passed_on_to_who_came_before() -> None:
    past = middle()
    bo = beside(Session(after(past), new_wager, signer(1)), 0, 2)
    sent = [out for out in bo.receive(0, encode(Past(record_of(past)))) if isinstance(out, Send)]
    assert [out.links for out in sent if out.data == encode(Past(record_of(past)))] == [(2,)]


@pytest.mark.parametrize(("begun", "times"), [(False, 3), (True, 1)])
def test_a_record_is_offered_until_the_other_end_says_that_it_has_it(begun: bool, times: int) -> None:
    past = middle()
    bo = Session(after(past), new_wager, signer(1))
    bo.go_on_from(Past(record_of(past)))
    have = encode(Have(0, bo.log.height if begun else 0, (0, 0, 0)))
    said = sent(bo.connected(0, 0))
    for now in (5.0, 10.0, 15.0):
        bo.measure_time(partial(float, now))
        said += sent([*bo.receive(0, have), *bo.flush()])
    assert [type(message) for message in said].count(Past) == times


def test_a_spectator_who_comes_later_hears_of_both_games() -> None:
    past = middle()
    table = going_on(after(past), record_of(past))
    table.play()
    guest = Session(table.charter, new_wager, None)
    follow(guest, table.sessions[0])
    assert guest.log.head == table.sessions[0].log.head


# ---------------------------------------------------------------------- what no charter may continue


def refusal(of: Charter, past: bytes) -> str:
    session = Session(of, new_wager, signer(0))
    with pytest.raises(TableError) as refused:
        session.go_on_from(Past(past))
    return str(refused.value)


def test_another_height_another_log_or_another_state_is_refused() -> None:
    past = middle()
    place = after(past).after
    assert place
    for changed in (
        place._replace(game=bytes(32)),
        place._replace(height=place.height - 1),
        place._replace(log=bytes(32)),
        place._replace(state=bytes(32)),
    ):
        of = after(past)
        forged = Charter(*of.setup[:-1], of.watch, of.players, of.seats, changed)
        assert "another game, or more or less of it" in refusal(forged, record_of(past))


def test_a_record_that_is_cut_or_longer_is_refused() -> None:
    past, of = middle(), after(middle())
    shorter = cut(past, past.height - 1)
    assert "more or less of it" in refusal(of, record_of(shorter))
    assert "more or less of it" in refusal(of, played().sessions[0].record() or b"")
    assert "checksum" in refusal(of, record_of(past)[:-40])


@pytest.mark.parametrize("kind", [Kind.OPENINGS, Kind.BEACON])
def test_a_game_is_not_continued_amid_offers_or_a_throw(kind: Kind) -> None:
    past = middle(kind)
    assert "breaks off amid a throw or offers" in refusal(after(past), record_of(past))
    assert cut(past, past.height).height < past.height


def test_other_rules_or_seats_are_refused() -> None:
    past = middle()
    of = after(past)
    seats = (*of.seats[:-1], of.seats[-1]._replace(choice="other"))
    for forged in (
        Charter(*of.setup[:-1], of.watch, of.players, seats, of.after),
        Charter(of.engine, of.edition, of.release, of.data, 9, of.watch, of.players, of.seats, of.after),
    ):
        assert "other rules or with other seats" in refusal(forged, record_of(past))


def test_a_game_that_is_over_is_continued_only_from_before_its_end() -> None:
    log = played().sessions[0].log
    with pytest.raises(Refused, match="is over"):
        Session(after(log), new_wager, signer(0)).go_on_from(Past(played().sessions[0].record() or b""))
    assert cut(log, log.height).height < log.height


# ---------------------------------------------------------------------- programs that end, and liars


def test_a_program_that_was_ended_goes_on_with_both_games_from_its_journal() -> None:
    past = middle()
    table = going_on(after(past), record_of(past))
    table.play()
    for player, session in enumerate(table.sessions):
        again = restored(table, player)
        assert again.log.head == session.log.head
        assert again.record() == session.record()


def test_a_program_that_lost_the_record_before_it_signed_takes_it_from_another() -> None:
    past = middle()
    table = going_on(after(past), record_of(past))
    table.sessions[2] = Session(table.charter, new_wager, signer(2))
    table.kept[2].clear()
    table.play()
    assert {session.phase for session in table.sessions} == {Phase.FINISHED}
    assert restored(table, 2).log.head == table.sessions[0].log.head


def test_a_peer_gives_out_no_step_of_the_old_game_and_takes_no_word_about_one() -> None:
    past = middle()
    table = going_on(after(past), record_of(past))
    table.begin()
    table.deliver(*((one, other) for one in range(3) for other in range(3) if one != other))
    session, log = table.sessions[0], table.sessions[0].log
    below = Ack(*log.epoch, past.height, bytes(32), past.state, 9)
    for message in (Fetch(1), Fetch(log.start), SignedAck.by(identity(1), 1, below)):
        outputs = session.receive(1, encode(message))
        assert [type(output) for output in outputs] == [MessageRefused], message
    assert session.log.head == log.head


def test_a_final_log_that_differs_is_compared_from_the_first_step_of_its_own_game() -> None:
    past = middle()
    table = going_on(after(past), record_of(past))
    table.begin()
    session = table.sessions[0]
    while session.final <= session.log.start:
        table._happen()
    session.receive(1, encode(Have(1, session.log.height, (0, 0, 0))))
    (asked,) = [said for said in sent(session.flush()) if isinstance(said, Fetch)]
    nothing_above = Chunk(asked.first, 1, session.log.height, ())
    assert Fetch(session.log.start + 1) in sent(session.receive(1, encode(nothing_above)))
    assert session.log.start > 0


def test_a_record_of_another_game_is_refused_wherever_it_comes_from() -> None:
    past = middle()
    session = Session(after(past), new_wager, signer(0))
    session.connected(1, 1)
    for record in (record_of(middle(Kind.COMMITMENTS)), b"mare record\n", b"x"):
        outputs = session.receive(1, encode(Past(record)))
        assert [type(output) for output in outputs] == [MessageRefused]
    assert not session.log.has_begun
    anew = Session(charter(3), new_wager, signer(0))
    anew.connected(1, 1)
    assert anew.receive(1, encode(Past(record_of(past)))) == []
    assert anew.log.start == 0
