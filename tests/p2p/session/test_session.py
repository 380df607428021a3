"""A session by itself: what it asks, what it refuses, when it acknowledges, how it ends."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from p2p.game import IllegalAction
from p2p.log import messages
from p2p.log.charter import CharterError
from p2p.log.messages import NOT_OF_TABLE, CharterSignature, Have, Message, Presence, SignedPresence, Status
from p2p.log.statements import ABSENT, Change, SignedAck, SignedClosing, SignedEntry, SignedRequest
from p2p.log.steps import Kind
from p2p.session.events import (
    Completed,
    Doubled,
    Event,
    Finished,
    Keep,
    MessageRefused,
    Output,
    Overdue,
    Proven,
    Send,
    Signed,
    Started,
    Stopped,
)
from p2p.session.finality import MOST_FLUSHES
from p2p.session.playing import NotAsked
from p2p.session.session import Session
from p2p.session.signer import Signer
from p2p.session.state import Phase
from p2p.wire.codec import MessageError
from tests.p2p.changes import quiet
from tests.p2p.tables import (
    Liar,
    Table,
    begun,
    beside,
    chain,
    charter,
    chat,
    game,
    identity,
    seed,
    sent,
    session,
    signer,
)
from tests.p2p.wager import new_wager


def shown(outputs: list[Output]) -> list[Event]:
    return [output for output in outputs if not isinstance(output, Send | Keep)]


def decider(table: Table) -> int:
    """The player who has to decide."""
    (player,) = [player for player, of in enumerate(table.sessions) if of.asked]
    return player


def test_the_game_starts_when_all_have_signed_the_charter() -> None:
    of = charter(2)
    ada, bo = beside(session(of, 0), 1), beside(session(of, 1), 0)
    outputs = ada.start()
    assert shown(outputs) == [Signed(0)]
    (signature,) = sent(outputs)
    assert isinstance(signature, CharterSignature)
    assert shown(bo.receive(0, messages.encode(signature))) == [Signed(0)]
    assert shown(bo.start())[:2] == [Signed(1), Started()]


def test_an_answer_is_kept_and_sent_before_its_author_applies_it_and_then_shown() -> None:
    table = quiet(kind=Kind.ACTION)
    of = table.sessions[decider(table)]
    height, (seat,) = of.log.height, of.asked
    posted: list[tuple[type[Output], int]] = []
    of.post_to(lambda output: posted.append((type(output), of.log.height)))
    outputs = of.answer(seat, game(of).legal(seat)[0])
    assert posted[:3] == [(Keep, height), (Send, height), (Completed, height + 1)]
    assert of.log.height == height + 1
    assert outputs == []


@pytest.mark.parametrize(
    ("counters", "signer", "told"),
    [((5, 6, 7), 0, 1), ((5,), 0, 0), ((5, 5, 4), 0, 0), ((1, 2), 0, 0), ((5, 6), 1, 0)],
    ids=["newer each time", "once, as from before a start", "nothing newer", "what we have said", "forged"],
)
def test_who_is_shown_what_another_program_signs_with_their_key_is_told_once(
    counters: tuple[int, ...], signer: int, told: int
) -> None:
    of = beside(session(charter(3), 0), 1, 2)
    for port in (1, 2):
        of.listen_at((("127.0.0.1", port),))
        of.flush()
    events = []
    for counter in counters:
        presence = Presence(of.charter.id, counter, int(Status.HERE), (1,), ())
        events += shown(of.receive(1, messages.encode(SignedPresence.by(identity(signer), 0, presence))))
    assert events == [Doubled()] * told


def test_a_signature_of_another_charter_does_not_count() -> None:
    ada, bo = beside(session(charter(2), 0), 1), beside(session(charter(2, rounds=5), 1), 0)
    (signature,) = sent(bo.start())
    assert shown(ada.receive(1, messages.encode(signature))) == [MessageRefused(1, NOT_OF_TABLE)]
    assert ada.record() is None


def test_a_signature_of_another_does_not_count() -> None:
    of = charter(2)
    ada = beside(session(of, 0), 1)
    forged = CharterSignature(of.id, 1, of.sign(identity(2)))
    assert ada.receive(1, messages.encode(forged)) == [
        MessageRefused(1, "a signature of the charter that is not its player's")
    ]
    assert ada.signatures == {}


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        (signer(3), "none of the charter's players"),
        (Signer(identity(0), chain(1), seed("secret"), chat(0)), "another beacon tip"),
        (Signer(identity(0), chain(0), seed("secret"), chat(1)), "another chat key"),
    ],
)
def test_who_is_not_in_the_charter_cannot_sit_down(hand: Signer, sentence: str) -> None:
    with pytest.raises(CharterError, match=sentence):
        Session(charter(2), new_wager, hand)


def test_a_signer_shows_none_of_its_secrets() -> None:
    assert repr(signer(0)) == "<Signer: secret>"


def test_bytes_that_are_no_message_are_the_fault_of_the_peer() -> None:
    with pytest.raises(MessageError):
        beside(session(charter(2), 0), 1).receive(1, b"garbage")


def test_only_a_seat_that_is_asked_may_answer() -> None:
    table = quiet(kind=Kind.ACTION)
    for player in range(3):
        if player != decider(table):
            with pytest.raises(NotAsked, match=f"Seat {player + 1} has nothing to answer"):
                table.sessions[player].answer(player, "take")


@pytest.mark.parametrize("answer", ["steal", "", "take\n", "t\u00e4ke", "x" * 2000, "\x1b[2J"])
def test_an_answer_that_is_not_legal_is_refused_and_nothing_is_said(answer: str) -> None:
    table = quiet(kind=Kind.ACTION)
    player = decider(table)
    with pytest.raises(IllegalAction):
        table.sessions[player].answer(player, answer)
    assert [type(message) for message in sent(table.sessions[player].flush())] in ([], [SignedAck])
    assert table.sessions[player].asked == (player,)


def test_a_secret_answer_is_checked_before_it_is_committed_to() -> None:
    table = quiet()
    with pytest.raises(IllegalAction, match=r"1\.1: Seat 0 cannot bid 10\."):
        table.sessions[0].answer(0, "bid 10")


def committed(of: Session, answer: str = "bid 3") -> bytes:
    """What a session sends when its player gives this answer in secret."""
    (seat,) = of.asked
    (entry,) = sent(of.answer(seat, answer))
    assert isinstance(entry, SignedEntry)
    assert type(entry.entry.body) is bytes
    assert of.asked == ()
    return entry.entry.body


def test_a_commitment_says_nothing_of_the_answer() -> None:
    """The same answer has other bytes for another player, step or secret, so no one finds it by trying all answers."""
    table, later, elsewhere = quiet(), quiet(), quiet()
    later.to(Kind.COMMITMENTS, later.sessions[0].log.height + 1)
    hand = signer(0)
    other = Signer(hand.identity, hand.chain, seed("another secret", 0), hand.chat)
    elsewhere.sessions[0]._state.signer = other
    bodies = [committed(of) for of in (*table.sessions, later.sessions[0], elsewhere.sessions[0])]
    bodies.append(committed(quiet().sessions[0], "bid 4"))
    assert {len(body) for body in bodies} == {32}
    assert len(set(bodies)) == len(bodies)
    assert committed(quiet().sessions[0]) == bodies[0]


def test_who_commits_does_not_thereby_acknowledge_the_commitments() -> None:
    """Else an opening could be had against other commitments than those it will stand beside."""
    table = quiet(2, Kind.COMMITMENTS)
    ada, bo = table.sessions
    (of_ada,) = sent(ada.answer(0, "bid 3"))
    (of_bo,) = sent(bo.answer(1, "bid 4"))
    (ack,) = sent(ada.receive(1, messages.encode(of_bo)))
    assert isinstance(ack, SignedAck)
    assert ada.log.kind is Kind.OPENINGS
    assert ada.log.given == {}
    (of_bo_too,) = sent(bo.receive(0, messages.encode(of_ada)))
    assert [type(message) for message in sent(ada.receive(1, messages.encode(of_bo_too)))] == [SignedEntry]


def test_who_acts_thereby_acknowledges_their_action() -> None:
    table = quiet(kind=Kind.ACTION)
    player = decider(table)
    table.sessions[player].flush()
    (entry,) = sent(table.sessions[player].answer(player, "take"))
    assert isinstance(entry, SignedEntry)
    assert not table.sessions[player].due


def test_an_ordinary_step_is_acknowledged_once_the_log_has_rested_from_one_flush_to_the_next() -> None:
    table = quiet(kind=Kind.ACTION)
    player = decider(table)
    other = (player + 1) % 3
    receiver = (player + 2) % 3
    give = sent(table.sessions[player].answer(player, f"give {receiver}"))[0]
    assert sent(table.sessions[other].receive(player, messages.encode(give))) == []
    assert table.sessions[other].due
    assert sent(table.sessions[other].flush()) == []
    assert table.sessions[other].due
    (ack,) = sent(table.sessions[other].flush())
    assert isinstance(ack, SignedAck)
    assert ack.content.height == table.sessions[other].log.height
    assert not table.sessions[other].due
    assert table.sessions[other].flush() == []


def test_a_log_that_never_rests_is_acknowledged_after_some_flushes() -> None:
    """Who acts again and again would else keep from the others what is final."""
    table = quiet(kind=Kind.ACTION)
    player = decider(table)
    other = (player + 1) % 3
    give = sent(table.sessions[player].answer(player, f"give {(player + 2) % 3}"))[0]
    table.sessions[other].receive(player, messages.encode(give))
    for _ in range(MOST_FLUSHES - 1):
        table.sessions[other]._state.flushed_at = -1  # the log was lower at the last flush
        assert sent(table.sessions[other].flush()) == []
    table.sessions[other]._state.flushed_at = -1
    assert [type(message) for message in sent(table.sessions[other].flush())] == [SignedAck]


def test_a_game_needs_no_flush_while_no_one_misses_anything() -> None:
    table = Table(charter(3))
    table.flushes = False
    table.play()
    assert {of.phase for of in table.sessions} == {Phase.FINISHED}


def test_a_person_who_is_lost_during_the_game_does_not_end_it_and_is_only_said_to_be_overdue() -> None:
    table = quiet(kind=Kind.ACTION)
    player = decider(table)
    ada = table.sessions[player]
    outputs = ada.lost((player + 1) % 3, "is no longer connected")
    assert shown(outputs) == [Overdue((player + 1) % 3)]
    assert sent(outputs) == []
    assert (ada.phase, ada.asked) == (Phase.PLAYING, (player,))
    assert ada.log.absent == frozenset()


def test_a_program_where_no_one_sits_asks_that_who_is_lost_be_absent() -> None:
    of = charter(3)
    table = quiet(kind=Kind.ACTION)
    bot = Session(of, new_wager, signer(0), agreeable=True)
    bot.restore(table.kept[0])
    for other in (1, 2):
        bot.connected(other, other)
        bot.receive(other, messages.encode(Have(0, bot.log.height, (0, 0, 0))))
    bot.disconnected(1)
    (said,) = [message for message in sent(bot.lost(1, "is no longer connected")) if isinstance(message, SignedRequest)]
    assert said.content.changes == (Change(ABSENT, 1),)


def test_who_leaves_says_so_and_has_come_to_their_end() -> None:
    table = quiet(kind=Kind.ACTION)
    ada = table.sessions[0]
    (presence,) = sent(ada.leave())
    assert isinstance(presence, SignedPresence)
    assert presence.content.status == Status.LEFT
    assert (ada.phase, ada.asked, ada.ended) == (Phase.STOPPED, (), True)
    assert ada.record() is not None


def test_no_other_player_s_game_ends_when_one_leaves() -> None:
    table = quiet(kind=Kind.ACTION)
    player = decider(table)
    leaver = (player + 1) % 3
    for presence in sent(table.sessions[leaver].leave()):
        table.sessions[player].receive(leaver, messages.encode(presence))
    table.sessions[player].flush()
    table.sessions[player].disconnected(leaver)
    assert (table.sessions[player].phase, table.sessions[player].asked) == (Phase.PLAYING, (player,))


def test_a_person_who_leaves_before_the_game_ends_it() -> None:
    (stopped,) = shown(session(charter(2), 0).lost(1, "did not come"))
    assert stopped == Stopped("Bo did not come. The game ends before it begins.", 1)


@pytest.mark.parametrize(("stopped", "ends"), [((1,), False), ((1, 2), True)])
def test_who_has_all_signatures_ends_too_where_too_many_have_ended_before_they_knew(
    stopped: tuple[int, ...], *, ends: bool
) -> None:
    of = begun(session(charter(3), 0))
    assert of.phase is Phase.PLAYING
    for player in stopped:
        presence = Presence(of.charter.id, 1, int(Status.STOPPED), (0,), ())
        of.receive(player, messages.encode(SignedPresence.by(identity(player), player, presence)))
    found = [event for event in shown(of.flush()) if isinstance(event, Stopped)]
    assert found == [Stopped("Bo has left the table. The game ends before it begins.", 1)] * ends


class NeverCloses(Liar):
    def says(self, to: int, message: Message) -> Iterable[Message]:
        if not isinstance(message, SignedClosing):
            yield message


def test_a_person_who_leaves_after_the_end_is_only_missed_at_the_closing() -> None:
    table = Table(charter(3))
    table.lie(NeverCloses, 1)
    table.play()
    ada = table.sessions[0]
    assert ada.phase is Phase.CLOSING
    (finished,) = shown(ada.lost(1, "is no longer connected"))
    assert isinstance(finished, Finished)
    assert finished.missing == (1,)
    assert ada.closings.keys() == {0, 2}


def test_who_leaves_after_their_closing_is_not_missed() -> None:
    table = Table(charter(2))
    table.play()
    assert table.sessions[0].lost(1, "is no longer connected") == []


def test_a_copied_profile_that_plays_on_convicts_its_owner_and_no_one_else() -> None:
    table = quiet(kind=Kind.ACTION)
    player = decider(table)
    copy = SignedEntry.by(identity(player), table.sessions[player].log.draft(player, "take"))
    table.sessions[player].answer(player, f"give {(player + 1) % 3}")
    (proven,) = [
        event
        for event in shown(table.sessions[player].receive((player + 1) % 3, messages.encode(copy)))
        if isinstance(event, Proven)
    ]
    assert proven.player == player
    assert "a cheat, a restored backup or a copied profile" in str(proven.sentence)


def test_a_commitment_of_a_copied_profile_is_not_taken_for_ones_own() -> None:
    table = quiet(2, Kind.COMMITMENTS)
    me, other = table.sessions
    copy = signer(0).commitment(me.log, 0, "bid 1")
    (refused,) = shown(me.receive(1, messages.encode(copy)))
    assert isinstance(refused, MessageRefused)
    other.receive(0, messages.encode(copy))
    outputs = [output for output in other.answer(1, "bid 2") if isinstance(output, Send)]
    for output in (*outputs, *(output for output in other.flush() if isinstance(output, Send))):
        me.receive(1, output.data)
    assert me.asked == (0,)
    (commitment,) = [message for message in sent(me.answer(0, "bid 2")) if isinstance(message, SignedEntry)]
    assert Proven in [type(event) for event in shown(other.receive(0, messages.encode(commitment)))]
