"""What is voted on, in words: who agrees, and whose agreement is missing."""

from __future__ import annotations

from collections import deque
from itertools import permutations
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.empires.view import EMPIRES_VIEW
from cli.play.people import take_up
from cli.play.seating import Seating, card_of
from cli.table_game import DEFAULT, new_game, rules_of
from cli.ui.screen.screen import Screen
from cli.ui.text.votes import Outcomes, Votes, beginning, newest_action, outcome, outcome_on, sentence, telling
from core.empires.state import Options
from core.engine.event import Event, message_of
from p2p.log import messages
from p2p.log.log import Log
from p2p.log.messages import CharterSignature
from p2p.log.statements import ABSENT, END, RESIGN, TAKE_BACK, Change, Proposed, SignedEntry
from p2p.log.steps import Kind
from p2p.session.events import Keep, Output, Send
from p2p.session.session import Session
from tests.cli.screen.seats import silent_shell
from tests.p2p.tables import FLUSH, signer


class Clock:
    """Seconds, of which some pass whenever sessions are flushed."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


def table() -> tuple[Session, ...]:
    """Three sessions in which the game has begun."""
    cards = tuple(card_of(name, signer(number), 0) for number, name in enumerate(("Ada", "Bo", "Cy")))
    charter = Seating(DEFAULT, Options(3, ("rome", "greece", "carthage")), cards).charter()
    sessions = tuple(Session(charter, new_game, signer(number)) for number in range(3))
    for session in sessions:
        session.measure_time(CLOCK)
    outputs = [
        (player, session.connected(other, other))
        for player, session in enumerate(sessions)
        for other in range(3)
        if other != player
    ]
    outputs += [(player, session.start()) for player, session in enumerate(sessions)]
    for player, sent in outputs:
        deliver(sessions, player, sent)
    return sessions


def deliver(sessions: tuple[Session, ...], player: int, outputs: list[Any]) -> None:
    """Deliver what a player sends, and what others send because of it, in order."""
    mail = deque([(player, outputs)])
    while mail:
        sender, sent = mail.popleft()
        for output in sent:
            if isinstance(output, Send):
                here = [other for other in output.links if other < len(sessions)]
                mail += [(other, sessions[other].receive(sender, output.data)) for other in here]


def flush(sessions: tuple[Session, ...]) -> None:
    """Let everybody say what is due, until nothing is."""
    while any(session.due for session in sessions):
        CLOCK.now += FLUSH
        for player, session in enumerate(sessions):
            deliver(sessions, player, session.flush())


def votes(session: Session) -> Votes:
    return Votes(cast(Any, SimpleNamespace(session=session)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(ABSENT, 2), "The autopilot plays for Cy: Ada agrees; needs 1 more of 3."),
        (
            Change(END, 0),
            "End the game here, without a winner: Ada agrees; needs Bo and Cy.",
        ),
        (
            Change(RESIGN, 0),
            "Ada resigns, and the autopilot plays on to the end: Ada agrees; needs 1 more of 3.",
        ),
    ],
)
def test_a_proposal_says_who_agrees_and_what_is_missing(change: Change, said: str) -> None:
    session = table()[0]
    assert votes(session).proposed() == []
    session.agree(change)
    assert votes(session).proposed() == [said]
    assert votes(session).shown() == f"  {said}"


def test_what_others_propose_shows_too_until_it_has_passed() -> None:
    sessions = table()
    change = Change(ABSENT, 2)
    deliver(sessions, 1, sessions[1].agree(change))
    flush(sessions)
    assert votes(sessions[0]).proposed()[0].endswith("Bo agrees; needs 1 more of 3.")
    deliver(sessions, 0, sessions[0].agree(change))
    flush(sessions)
    assert sessions[0].log.absent == {2}
    assert votes(sessions[0]).shown() == "There are no proposals."


def test_who_takes_back_that_they_resign_leaves_nothing_to_agree_to() -> None:
    sessions, change = table(), Change(RESIGN, 0)
    deliver(sessions, 1, sessions[1].agree(change))
    flush(sessions)
    assert votes(sessions[2]).shown() == "There are no proposals."
    assert votes(sessions[2]).open() == []


def test_a_player_who_proposes_to_resign_is_named_once() -> None:
    charter = table()[0].charter
    assert sentence(charter, Change(RESIGN, 0), by=0) == "to resign; the autopilot plays on to the end"
    assert sentence(charter, Change(RESIGN, 0), by=1).startswith("that Ada resigns")


def test_a_name_stays_small_where_it_begins_a_sentence() -> None:
    assert beginning("that ada plays again", "ada") == "ada plays again"
    assert beginning("to stop here for now", "1") == "Stop here for now"


def test_who_wants_the_last_who_plays_to_be_absent_is_told_that_a_player_has_to_come_back() -> None:
    sessions = table()
    for change in (Change(RESIGN, 1), Change(ABSENT, 2)):
        for player in (0, 1):
            deliver(sessions, player, sessions[player].agree(change))
        flush(sessions)
    assert sessions[1].log.present == (0,)
    told = Votes(cast(Any, SimpleNamespace(session=sessions[1], agree=sessions[1].agree))).propose(ABSENT, 0)
    assert told == "No other player is left to vote; the vote is taken once one comes back."


def log_of(*signers: int | None, back: int | None = None) -> Log:
    """A log of actions that these players signed, None for the autopilot's; then an epoch that goes back."""
    entries = [
        () if player is None else (SignedEntry(cast(Any, SimpleNamespace(seat=player, body="done")), b""),)
        for player in signers
    ]
    steps = [SimpleNamespace(number=n, kind=Kind.ACTION, entries=e, proposed=None) for n, e in enumerate(entries, 1)]
    if back is not None:
        steps.append(SimpleNamespace(number=len(steps) + 1, kind=Kind.EPOCH, entries=(), proposed=back_to(back, 0)))
    charter = table()[0].charter
    log = SimpleNamespace(steps=steps, height=len(steps), charter=charter, judge=lambda change: None)
    return cast(Log, log)


def back_to(height: int, base: int) -> Proposed:
    """A proposal that takes the game back from one height to another."""
    epoch = SimpleNamespace(base=SimpleNamespace(height=base))
    return cast(Proposed, SimpleNamespace(changes=(Change(TAKE_BACK, height),), epoch=epoch))


def test_what_is_taken_back_is_the_newest_action_that_a_player_signed_or_one_s_own() -> None:
    assert newest_action(log_of(0, 1, 2, None)) == 2
    assert newest_action(log_of(0, 1, 2, None), 0) == 0
    assert newest_action(log_of(1, 2), 0) is None


def test_what_has_been_taken_back_is_not_taken_back_again() -> None:
    assert newest_action(log_of(0, 0, 1, back=1), 0) == 0
    assert newest_action(log_of(0, 0, 1, back=0), 0) is None


def test_a_player_who_is_to_take_the_game_back_reads_what_that_undoes() -> None:
    charter, change = table()[0].charter, Change(TAKE_BACK, 1)
    said = sentence(charter, change, log=log_of(0, 0, 1, None))
    assert said == "to take the game back to step 2 (undone: “done” by Ada, “done” by Bo)"
    log = log_of(0, 0, 0, 0, 0, 0)
    assert sentence(charter, Change(TAKE_BACK, 0), log=log).endswith("“done”, “done”, “done” by Ada, 3 more)")


def test_an_epoch_that_changes_nothing_is_told_in_one_sentence() -> None:
    said = outcome(table()[0].charter, ())
    assert said == "The players' programs have agreed anew on the state of the game."


def test_what_a_vote_has_taken_back_is_told_with_it() -> None:
    told = outcome_on(log_of(0, 0, 1, back=1), back_to(1, base=3))
    assert told == "Voted: the game goes back to step 2 (undone: “done” by Ada, “done” by Bo)."


class Post:
    """Sessions, and what is under way between those that are connected; the last player's items are kept."""

    def __init__(self, table: list[Session]) -> None:
        self.table = table
        game, signatures = table[-1].charter.id, table[-1].signatures
        self.kept = [messages.encode(CharterSignature(game, *signed)) for signed in signatures.items()]
        self._mail: deque[tuple[int, int, bytes]] = deque()

    def handle(self, player: int, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                self._mail.extend((player, other, output.data) for other in output.links)
            elif isinstance(output, Keep) and player == len(self.table) - 1:
                self.kept.append(output.data)

    def connect(self, *pairs: tuple[int, int]) -> None:
        for player, other in pairs:
            self.handle(player, self.table[player].connected(other, other))

    def settle(self) -> None:
        while self._mail or any(session.due for session in self.table):
            CLOCK.now += FLUSH
            for player, session in enumerate(self.table):
                self.handle(player, session.flush())
            while self._mail:
                sender, to, data = self._mail.popleft()
                if to in self.table[sender].links.players and sender in self.table[to].links.players:
                    self.handle(to, self.table[to].receive(sender, data))


def test_who_is_voted_absent_before_anything_has_happened_while_their_program_is_down_plays_again() -> None:
    """The log is empty, so only the epoch is news to the player."""
    signers = [signer(number) for number in range(3)]
    cards = tuple(card_of(name, of, 0) for name, of in zip(("Ada", "Bo", "Cy"), signers, strict=True))
    charter = Seating(DEFAULT, Options(3, ("rome", "greece", "carthage")), cards).charter()
    post = Post([Session(charter, new_game, of) for of in signers])
    for session in post.table:
        session.measure_time(CLOCK)
    post.connect(*permutations(range(3), 2))
    for player, session in enumerate(post.table):
        post.handle(player, session.start())
    post.settle()
    assert [session.log.height for session in post.table] == [0] * 3
    post.table[2] = Session(charter, new_game, signers[2])
    post.table[2].measure_time(CLOCK)
    post.table[2].restore(post.kept)
    for player in (0, 1):
        post.handle(player, post.table[player].disconnected(2))
        post.handle(player, post.table[player].agree(Change(ABSENT, 2)))
    post.settle()
    assert [session.log.absent for session in post.table] == [{2}, {2}, set()]
    post.connect((2, 0), (0, 2), (2, 1), (1, 2))
    post.settle()
    assert [session.log.absent for session in post.table] == [set()] * 3


def test_a_table_taken_up_from_its_journal_tells_what_was_voted() -> None:
    post = Post(list(table()))
    post.connect(*permutations(range(3), 2))
    for player in (0, 2):
        post.handle(player, post.table[player].agree(Change(ABSENT, 1)))
    post.settle()
    post.table[2] = again = Session(post.table[2].charter, new_game, signer(2))
    told: list[str] = []
    again.restore(telling(Outcomes(again.log, told.append), post.kept))
    assert told == ["Voted: the autopilot plays for Bo from now on."]


def test_an_epoch_is_told_before_what_the_autopilot_does_in_it() -> None:
    post = Post(list(table()))
    post.connect(*permutations(range(3), 2))
    told: list[str] = []
    log = post.table[0].log
    outcomes, rules = Outcomes(log, told.append), rules_of(log.game)

    def tell(event: Event) -> None:
        outcomes.look()
        told.append(str(message_of(rules.state.board, event)))

    rules.listen(tell)
    for player in (0, 1):
        post.handle(player, post.table[player].agree(Change(ABSENT, 2)))
    post.settle()
    assert told[0] == "Voted: the autopilot plays for Cy from now on."
    assert told[1].startswith("Carthage announces ")


def test_a_table_taken_up_from_its_journal_has_on_the_page_of_talk_what_was_said() -> None:
    post = Post(list(table()))
    post.connect(*permutations(range(3), 2))
    for say in (("Good evening!", None), ("Shall we ally?", 2), ("Not for you.", 1)):
        post.handle(0, post.table[0].say(*say))
        post.settle()
    for player in (0, 2):
        post.handle(player, post.table[player].agree(Change(ABSENT, 1)))
    post.settle()
    post.handle(0, post.table[0].say("Bo is gone."))
    post.settle()
    again = Session(post.table[2].charter, new_game, signer(2))
    screen = Screen(silent_shell(), rules_of(again.log.game), EMPIRES_VIEW, 2, {}, session=again)
    take_up(again, post.kept, screen.conversation, Outcomes(again.log, screen.conversation.notice))
    assert [
        (line.talk, line.text) for line in screen.conversation.story.lines if line.talk or "Voted" in str(line.text)
    ] == [
        ("Ada (Rome)", "Good evening!"),
        ("Ada (Rome), to you alone", "Shall we ally?"),
        ("", "Voted: the autopilot plays for Bo from now on."),
        ("Ada (Rome)", "Bo is gone."),
    ]
