"""Programs that end at any instant and are started again: nothing is lost, and nothing is signed twice."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.errors import JournalError
from p2p.log import messages
from p2p.log.charter import Charter
from p2p.log.messages import CharterSignature, Have, Message, Presence, SignedPresence, Status
from p2p.log.statements import (
    ABSENT,
    Change,
    Equivocation,
    Promised,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    author,
)
from p2p.log.steps import Kind
from p2p.session.conversation import TalkError
from p2p.session.events import Answer, Asked, Keep, Output, Returned, Said, Send, decode_item, encode_item
from p2p.session.playing import NotAsked
from p2p.session.session import Session
from p2p.session.state import Phase
from p2p.wire.codec import MAX_COUNT
from tests.p2p.absences import Absences, assert_honest
from tests.p2p.changes import quiet
from tests.p2p.tables import Table, charter, identity, restored, sent, session


@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.COMMITMENTS, Kind.OPENINGS, Kind.BEACON])
def test_all_leave_for_now_and_come_back_to_the_step_at_which_they_left(kind: Kind) -> None:
    """Nothing is voted, and no one is absent for it."""
    table = Absences(charter(3))
    table.begin()
    table.until(kind, 2)
    table.settle()
    left = [of.log.head for of in table.sessions]
    for player in (2, 0, 1):
        table._take(player, table.sessions[player].leave())
        table.settle()
    for player in (1, 2, 0):
        table.restart(player)
    assert [of.log.head for of in table.sessions] == left
    table.go_on()
    assert [of.phase for of in table.sessions] == [Phase.FINISHED] * 3
    assert len({of.record() for of in table.sessions}) == 1
    assert {of.log.term for of in table.sessions} == {0}
    assert_honest(table)


def connections(of: Session, *players: int) -> list[object]:
    """The events when a session is connected with these, who have just what it has itself."""
    found: list[object] = []
    for player in players:
        of.connected(player, player)
        have = Have(0, of.log.height, tuple([0] * len(of.charter.players)))
        found += [output for output in of.receive(player, messages.encode(have)) if not isinstance(output, Send | Keep)]
    return found


class Watched(Absences):
    """Looks whether what players sign is kept before it is sent."""

    def _take(self, player: int, outputs: list[Output]) -> None:
        kept = set(self.kept[player])
        for output in outputs:
            if isinstance(output, Keep):
                kept.add(output.data)
            elif isinstance(output, Send):
                assert output.data in kept or signer_of(self.charter, messages.decode(output.data)) != player
        super()._take(player, outputs)


def signer_of(of: Charter, message: Message) -> int | None:
    """Who has signed a message that binds them."""
    match message:
        case SignedEntry() | SignedAck():
            return author(of, message)
        case Promised() | Proposed():
            return message.signed.player
        case SignedClosing():
            return message.player
    return None


def test_what_is_signed_is_kept_before_it_is_sent() -> None:
    table = Watched(charter(3))
    table.begin()
    table.to(Kind.COMMITMENTS, 1)
    table.go(2)
    table.agree(Change(ABSENT, 2), table.here)
    table.go_on()
    assert {of.phase for of in table.sessions[:2]} == {Phase.FINISHED}
    assert table.sessions[0].log.term == 1


def test_an_answer_in_secret_is_kept_before_its_commitment() -> None:
    table = Table(charter(3))
    table.play()
    kept = [decode_item(item) for item in table.kept[0]]
    commitments = [
        place
        for place, item in enumerate(kept)
        if isinstance(item, SignedEntry) and item.entry.seat == 0 and type(item.entry.body) is bytes
    ]
    assert [type(kept[place - 1]) for place in commitments] == [Answer, Answer]


def test_who_comes_back_without_a_secret_answer_knows_that_it_is_lost_once_it_is_due() -> None:
    table = Absences(charter(3))
    table.begin()
    loser = table.until(Kind.OPENINGS, 1)
    assert not table.sessions[loser].has_lost_answer
    table.kept[loser] = [item for item in table.kept[loser] if not isinstance(decode_item(item), Answer)]
    table.restart(loser)
    assert not table.sessions[loser].has_lost_answer, "it has not heard yet where the game stands"
    table.settle()
    assert [of.has_lost_answer for of in table.sessions] == [player == loser for player in range(3)]
    assert [of.awaited for of in table.sessions] == [(loser,)] * 3


def test_who_is_started_again_signs_nothing_before_a_quorum_has_spoken() -> None:
    table = quiet(5, Kind.ACTION)
    asked = next(player for player, of in enumerate(table.sessions) if of.asked)
    (seat,) = table.sessions[asked].asked
    others = [player for player in range(5) if player != asked]
    of = restored(table, asked)
    assert not any(isinstance(output, Asked) for output in of.start())
    assert of.is_returning
    assert connections(of, others[0]) == [] or not of.asked
    with pytest.raises(NotAsked):
        of.answer(seat, "take")
    with pytest.raises(TalkError):
        of.say("Here again!")
    events = connections(of, others[1])
    assert Returned() in events
    assert Asked(seat) in events
    assert not of.is_returning


def test_who_sits_alone_returns_at_once() -> None:
    table = Absences(charter(1, (0, 0)))
    table.begin()
    table.to(Kind.ACTION)
    outputs = restored(table, 0).start()
    assert Returned() in outputs


def test_what_is_claimed_is_fetched_before_anything_is_signed() -> None:
    table = quiet(kind=Kind.ACTION)
    of = restored(table, 0)
    of.start()
    of.connected(1, 1)
    of.receive(1, messages.encode(Have(0, of.log.height + 5, (0, 0, 0))))
    assert of.is_returning
    assert messages.Fetch(of.log.height + 1) in sent(of.flush())
    # It was a boast: nothing comes, and what was said of oneself counts.
    of.receive(1, messages.encode(messages.Chunk(of.log.height + 1, 0, of.log.height + 5, ())))
    assert not of.is_returning


def test_who_has_more_than_we_is_heard_through_no_one_else() -> None:
    table = quiet(4, Kind.ACTION)
    of = restored(table, 0)
    of.start()
    for player in (1, 2):
        of.connected(player, player)
        others = tuple({0, 1, 2, 3} - {player})
        presence = Presence(of.charter.id, 99, int(Status.HERE), others, ())
        of.receive(player, messages.encode(SignedPresence.by(identity(player), player, presence)))
    of.receive(2, messages.encode(Have(0, of.log.height + 1, (0,) * 4)))
    of.receive(1, messages.encode(Have(0, of.log.height, (0,) * 4)))
    assert of.heard_of == (0, 1)


@settings(max_examples=20)
@given(st.integers(0, 500), st.integers(30, 400), st.integers(1, 12))
def test_what_a_disk_has_lost_comes_back_from_the_others(number: int, happenings: int, lost: int) -> None:
    table = Absences(charter(3), number)
    table.begin()
    for _ in range(happenings):
        table._happen()
    table.settle()
    player = number % 3
    tail = [decode_item(item) for item in table.kept[player][-lost:]]
    if not any(isinstance(item, Answer) for item in tail):
        table.restart(player, lost)
        table.go_on()
        assert {of.phase for of in table.sessions} == {Phase.FINISHED}
        assert len({of.record() for of in table.sessions}) == 1
        assert_honest(table)


@pytest.mark.parametrize("another", [False, True])
def test_a_commitment_whose_answer_is_lost_is_not_opened(another: bool) -> None:
    """With ``another`` the player has answered once more since, and has shown that commitment to no one."""
    table = quiet()
    while any(of.log.kind is Kind.COMMITMENTS for of in table.sessions):
        table._happen()
    (index,) = (i for i, item in enumerate(table.kept[0]) if isinstance(decode_item(item), Answer))
    known = decode_item(table.kept[0][index])
    table.restart(0, len(table.kept[0]) - index)
    hand = table.sessions[0]._state.signer
    if another and hand is not None and isinstance(known, Answer):
        hand.remember(known.step, known.seat, f"{known.text}0")
    table.go_on()
    assert {of.log.kind for of in table.sessions} == {Kind.OPENINGS}
    assert_honest(table)


def test_a_stolen_key_leaves_its_owner_acknowledgements_to_sign() -> None:
    table = Absences(charter(3))
    table.flushes = False
    table.begin()
    of = table.sessions[0]
    while not of._state.ack_due:
        table._happen()
    table._take(0, of.receive(1, messages.encode(SignedAck.by(identity(0), 0, of.log.ack(MAX_COUNT - 1)))))
    table.flushes = True
    table.go_on()
    assert {of.phase for of in table.sessions} == {Phase.FINISHED}


def test_who_is_convicted_by_an_opening_of_their_own_signs_no_second_one_and_can_read_their_journal() -> None:
    """Another program with the same key has signed another log."""
    table = Absences(charter(3, (0, 1, 2, 0)))
    table.flushes = False
    table.begin()
    of = table.sessions[0]
    table.to(Kind.COMMITMENTS, 1)
    table.settle()
    height = of.log.height + 1
    foreign = of.log.ack(height)._replace(height=height, log=bytes(32))
    table._take(0, of.receive(1, messages.encode(SignedAck.by(identity(0), 0, foreign))))
    table.flushes = True
    table.go_on()
    kept = [decode_item(item) for item in table.kept[0]]
    [proof] = [place for place, item in enumerate(kept) if isinstance(item, Equivocation)]
    assert not [item for item in kept[proof:] if isinstance(item, SignedEntry)]
    assert restored(table, 0).phase is Phase.STOPPED


def test_what_was_said_is_there_again_and_counted_on() -> None:
    table = quiet(kind=Kind.ACTION)
    for word in ("one", "two"):
        table._take(0, table.sessions[0].say(word))
    table.restart(0)
    table.settle()
    table._take(0, table.sessions[0].say("three"))
    table.go_on()
    said = [event.text for event in table.events[1] if isinstance(event, Said)]
    assert said == ["one", "two", "three"]


def test_what_was_said_to_one_player_alone_is_there_again_for_these_two() -> None:
    table = quiet(kind=Kind.ACTION)
    table._take(0, table.sessions[0].say("between us", to=1))
    table.settle()
    for player, texts in ((0, ["between us"]), (1, ["between us"]), (2, [])):
        said: list[Said] = []
        session(table.charter, player).restore(table.kept[player], said.append)
        assert [one.text for one in said] == texts


def broken(items: list[bytes]) -> Iterable[list[bytes]]:
    entries = [index for index, item in enumerate(items) if isinstance(decode_item(item), SignedEntry)]
    yield [item for index, item in enumerate(items) if index != entries[3]]
    yield [*items, items[entries[0]]]
    yield [*items, b"\x91\xa3foo"]
    yield [*items, messages.encode(Have(0, 1, (0, 0, 0)))]
    yield [items[entries[0]], *items]
    yield [item for item in items if not isinstance(decode_item(item), CharterSignature)]


@pytest.mark.parametrize("which", range(6))
def test_a_journal_that_is_none_is_refused(which: int) -> None:
    table = quiet(kind=Kind.ACTION)
    items = list(broken(table.kept[0]))[which]
    with pytest.raises(JournalError):
        session(table.charter, 0).restore(items)


@pytest.mark.parametrize("item", [Answer(3, 0, "bid 2"), Have(0, 3, (0, 1))])
def test_items_come_back_as_they_went(item: Answer | Have) -> None:
    data = encode_item(item) if isinstance(item, Answer) else messages.encode(item)
    assert decode_item(data) == item


@pytest.mark.parametrize(
    "data", [b"", b"\xa6answer", b"\x91\xa6answer", b"\x94\xa6answer\x00\x00\xa1x", b"\x91\xa3foo"]
)
def test_other_bytes_are_no_items(data: bytes) -> None:
    with pytest.raises(JournalError):
        decode_item(data)
