"""Valid messages, more than anybody needs: what one player may say, and how fast what changes often is taken."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from p2p.log import messages
from p2p.log.messages import Have, Presence, SignedPresence, SignedTalk, Status, Talk
from p2p.log.statements import ABSENT, END, Change, Equivocation, Request, SignedAck, SignedEntry, SignedRequest
from p2p.session.conversation import HEARD_AT_ONCE, OFFERED, SAID_AT_ONCE, SAID_PER_SECOND, TalkError
from p2p.session.events import Keep, MessageRefused, Moved, Output, Proven, Requested, Said, Send
from p2p.session.peers import AT_ONCE
from p2p.session.session import Session
from tests.p2p.tables import begun, beside, charter, identity, sent, session, signer
from tests.p2p.wager import new_wager

OF = charter(3)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def talk(number: int, player: int = 1, author: int = 1) -> bytes:
    """What a player says to all, signed with the key of an author."""
    said = Talk(OF.id, number, None, f"word {number}".encode())
    return messages.encode(SignedTalk.by(identity(author), player, said))


def listening(*others: int) -> tuple[Session, Clock]:
    """Ada's session, which is connected with others, and its clock."""
    of, clock = beside(session(OF, 0), *others), Clock()
    of.measure_time(clock)
    return of, clock


def heard(of: Session, numbers: Iterable[int], source: int = 1) -> list[Output]:
    """The outputs where a session receives what the second player says."""
    return [output for number in numbers for output in of.receive(source, talk(number))]


def count(outputs: list[Output], kind: type[Output]) -> int:
    return sum(isinstance(output, kind) for output in outputs)


# Talk


def test_who_says_more_than_they_may_at_once_is_refused_and_told_so() -> None:
    of, _ = listening(1)
    for number in range(SAID_AT_ONCE):
        of.say(f"word {number}")
    with pytest.raises(TalkError, match="You talk too fast"):
        of.say("and again")
    assert of.flush() is not None
    assert of._state.conversation.counters[0] == SAID_AT_ONCE


def test_who_has_waited_may_say_more() -> None:
    of, clock = listening(1)
    for number in range(SAID_AT_ONCE):
        of.say(f"word {number}")
    clock.now += 1 / SAID_PER_SECOND
    assert count(of.say("and again"), Said) == 1


def test_talk_beyond_the_limit_of_its_person_is_not_shown_nor_kept_nor_passed_on() -> None:
    of, _ = listening(1, 2)
    outputs = heard(of, range(1, 1000))
    assert [count(outputs, Said), count(outputs, Keep), count(outputs, Send)] == [HEARD_AT_ONCE] * 3


def test_talk_without_end_comes_through_no_faster_than_its_person_may_talk() -> None:
    of, clock = listening(1)
    shown = 0
    for second in range(100):
        shown += count(heard(of, range(1 + 100 * second, 101 + 100 * second)), Said)
        clock.now += 1
    assert shown <= HEARD_AT_ONCE + 100 * SAID_PER_SECOND


def test_that_a_person_talks_too_fast_is_told_once_until_they_have_been_quieter() -> None:
    of, clock = listening(1)
    told = 0
    for second in range(30):
        told += count(heard(of, range(1 + 100 * second, 101 + 100 * second)), MessageRefused)
        clock.now += 1
    assert told == 1
    clock.now += SAID_AT_ONCE / SAID_PER_SECOND
    assert count(heard(of, range(5000, 5100)), MessageRefused) == 1


def test_one_person_who_talks_too_fast_silences_no_one_else() -> None:
    of, _ = listening(1, 2)
    heard(of, range(1, 1000))
    assert count(of.receive(2, talk(1, player=2, author=2)), Said) == 1


def test_forged_talk_uses_up_nothing_of_what_its_person_may_say() -> None:
    of, _ = listening(1, 2)
    for number in range(1, 1000):
        of.receive(2, talk(number, author=2))
    assert count(heard(of, range(1, 2)), Said) == 1


def test_nothing_is_cut_off_of_what_an_honest_person_says_while_others_are_away_and_when_they_are_back() -> None:
    bo, clock = beside(session(OF, 1)), Clock()
    bo.measure_time(clock)
    of, _ = listening()
    of.measure_time(clock)
    for number in range(SAID_AT_ONCE):
        bo.say(f"before {number}")
    clock.now += SAID_AT_ONCE / SAID_PER_SECOND
    bo.connected(0, 0)
    of.connected(1, 1)
    bo.receive(0, messages.encode(Have(0, 0, of._state.conversation.counters)))
    sent = bo.flush()
    for number in range(SAID_AT_ONCE):
        sent += bo.say(f"after {number}")
    missed = [one for one in sent if isinstance(one, Send) and isinstance(messages.decode(one.data), SignedTalk)]
    outputs = [output for one in missed for output in of.receive(1, one.data)]
    assert count(outputs, Said) == OFFERED + SAID_AT_ONCE
    assert count(outputs, MessageRefused) == 0


def test_what_was_beyond_the_limit_is_heard_if_it_is_offered_again_later() -> None:
    of, clock = listening(1)
    heard(of, range(1, HEARD_AT_ONCE + 2))
    clock.now += 1 / SAID_PER_SECOND
    assert count(heard(of, range(HEARD_AT_ONCE + 1, HEARD_AT_ONCE + 2)), Said) == 1


# Requests and presences


def request(number: int, author: int = 1) -> bytes:
    """The second player's request of this number: for one thing and another in turns."""
    change = Change(END, 0) if number % 2 else Change(ABSENT, 2)
    return messages.encode(SignedRequest.by(identity(author), 1, Request(OF.id, number, 0, (change,))))


def presence(number: int) -> bytes:
    """The second player's presence of this number: they leave and come back in turns."""
    standing = int(Status.LEFT if number % 2 else Status.HERE)
    return messages.encode(SignedPresence.by(identity(1), 1, Presence(OF.id, number, standing, (0,), ())))


def unattended() -> Session:
    """Return Ada's session where no player sits, at a table where all have signed.

    It is connected with the two others, who claim no more than it has. So the proposals on its log are open.
    """
    of = begun(Session(OF, new_wager, signer(0), agreeable=True))
    for player in (1, 2):
        of.receive(player, messages.encode(Have(0, 0, (0, 0, 0))))
    of.flush()
    return of


def test_of_requests_without_end_a_few_are_taken_at_once_and_the_newest_with_the_next_flush() -> None:
    of = unattended()
    outputs = [output for number in range(1, 1000) for output in of.receive(1, request(number))]
    assert count(outputs, Requested) == AT_ONCE
    assert of.due
    outputs = of.flush()
    assert count(outputs, Requested) == 1
    assert of.requests[1] == (Change(END, 0),)
    assert not of._state.pacing.due


def test_requests_without_end_make_a_program_where_no_one_sits_sign_and_keep_few() -> None:
    of = unattended()
    outputs = [output for number in range(1, 1000) for output in of.receive(1, request(number))]
    assert count(outputs, Keep) <= AT_ONCE + 1


def test_a_forged_request_takes_the_place_of_none_that_comes_over_another_connection() -> None:
    of = unattended()
    for number in range(1, 1000):
        of.receive(2, request(10_000 + number, author=2))
    of.receive(1, request(1))
    assert of.requests[1] == (Change(END, 0),)


def test_what_is_held_of_a_connection_that_ends_is_dropped() -> None:
    of = unattended()
    for number in range(1, 1000):
        of.receive(1, request(number))
    of.disconnected(1)
    assert not of._state.pacing.due


def test_a_person_s_requests_on_the_next_log_are_taken_at_once_again() -> None:
    of = unattended()
    for number in range(1, 1000):
        of.receive(1, request(number))
    of._state.pacing._upon = b"another log"
    assert count(of.receive(1, request(1001)), Requested) == 1


def test_of_presences_without_end_a_few_are_taken_at_once_and_the_newest_with_the_next_flush() -> None:
    of = unattended()
    outputs = [output for number in range(1, 1000) for output in of.receive(1, presence(number))]
    assert count(outputs, Moved) == AT_ONCE
    said = sent(of.flush())
    passed_on = [one.content.counter for one in said if isinstance(one, SignedPresence) and one.player == 1]
    assert passed_on == [999]
    assert not [one for one in said if isinstance(one, SignedRequest)]


def test_of_proofs_that_prove_nothing_a_few_are_judged_at_once_and_one_with_the_next_flush() -> None:
    of = unattended()
    entry = SignedEntry.by(identity(1), of.log.draft(1, "take"))
    proof = messages.encode(Equivocation(entry, entry))
    refused = [output for _ in range(1000) for output in of.receive(1, proof)]
    assert count(refused, MessageRefused) == AT_ONCE
    assert count(of.flush(), MessageRefused) == 1


def test_proofs_against_one_player_hold_back_no_proof_against_another() -> None:
    of = unattended()
    entry = SignedEntry.by(identity(1), of.log.draft(1, "take"))
    for _ in range(AT_ONCE + 1):
        of.receive(1, messages.encode(Equivocation(entry, entry)))
    ack = of.log.ack(9)
    versions = [SignedAck.by(identity(2), 2, ack), SignedAck.by(identity(2), 2, ack._replace(log=bytes(32)))]
    assert [
        one.player for one in of.receive(1, messages.encode(Equivocation(*versions))) if isinstance(one, Proven)
    ] == [2]
