"""What a player is told beside the story: who comes and goes, what is said, what was refused and from whom."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
import trio
import trio.testing

from cli.empires.view import EMPIRES_VIEW
from cli.i18n.texts import speaking
from cli.play.console_session import DOUBT, FAR, NOTICES_AT_ONCE, NOTICES_PER_SECOND, Reporter
from cli.play.seating import Seating, card_of
from cli.table_game import DEFAULT, new_game, rules_of
from cli.ui.text.dialogue import Dialogue
from core.empires.state import Options
from core.mare.events import LastNext, StayedPut
from p2p.errors import Text
from p2p.log.messages import Status
from p2p.log.record import verify_proof
from p2p.log.statements import ABSENT, BACK, END, TAKE_BACK, Change, Equivocation, Proposed, SignedEntry
from p2p.log.steps import Kind, Step
from p2p.session.events import (
    CatchingUp,
    CaughtUp,
    Completed,
    Differs,
    Diverged,
    Doubled,
    Event,
    Final,
    MessageRefused,
    Missed,
    Moved,
    Proven,
    Reached,
    Requested,
    Said,
    Started,
)
from p2p.session.session import Session
from p2p.session.state import Transition
from tests.cli.consoles import TypedConsole
from tests.cli.test_votes import flush, table
from tests.p2p import tables
from tests.p2p.tables import signer

GUEST, LINK = 7, 1

EPOCH = SimpleNamespace(base=SimpleNamespace(height=0), id=b"epoch")


def reporter(*, only_bots: bool = False) -> tuple[Reporter, TypedConsole]:
    """A player at a table of three, connected with the second player and a guest."""
    cards = tuple(card_of(name, signer(number), 0) for number, name in enumerate(("Ada", "Bo", "Cy")))
    session = Session(Seating(DEFAULT, Options(3, ("random",) * 3), cards).charter(), new_game, signer(0))
    session.connected(LINK, 1)
    session.connected(GUEST, None)
    console = TypedConsole()
    dialogue = Dialogue(console, rules_of(session.log.game), EMPIRES_VIEW, 0, {0: "you", 1: "Bo", 2: "Cy"})
    return Reporter(session, dialogue.conversation, only_bots=only_bots), console


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Started(), "All players have signed the charter: the game begins."),
        (Said(1, None, "Hello!"), "Bo: “Hello!”"),
        (Said(1, 0, "Hello!"), "Bo, to you alone: “Hello!”"),
        (Said(0, None, "Hello!"), "You: “Hello!”"),
        (Said(0, 2, "Hello!"), "You, to Cy alone: “Hello!”"),
        (Missed(2), "Cy cannot be reached at the moment."),
        (
            Doubled(),
            "Another program plays with your key, in another window or on another machine: close one of the two.",
        ),
        (Diverged(1, 7), "Bo has another log than ours at step 7; comparing."),
        (MessageRefused(LINK, "an entry of another game"), "Refused, from Bo: an entry of another game."),
        (
            MessageRefused(GUEST, "sent what only a player may send"),
            "Refused, from a spectator: sent what only a player may send.",
        ),
    ],
)
async def test_each_event_is_one_sentence(event: Event, sentence: str) -> None:
    report, console = reporter()
    report.show(event)
    assert console.text.splitlines() == [sentence]


def verdict() -> tuple[Equivocation, Text]:
    """A proof against the second player, and what it says."""
    log = tables.session(tables.charter(3), 0).log
    one, other = (SignedEntry.by(tables.identity(1), log.draft(1, body)) for body in ("bid 0", "bid 2"))
    proof = Equivocation(one, other)
    return proof, verify_proof(log.charter, proof)


async def test_verdicts_are_told_in_the_language_in_use() -> None:
    proof, said = verdict()
    report, console = reporter()
    with speaking("hu"):
        report.show(Proven(1, proof, said))
        report.show(MessageRefused(LINK, Text("the proof is of another game")))
    proven, refused = console.text.splitlines()
    assert proven.startswith("Bo két változatot írt alá (a(z) 1. lépés bejegyzése): csalás, ")
    assert refused.endswith(": a bizonyíték másik játszmából való.")


async def test_a_proof_that_stops_the_table_is_told_with_the_end_and_not_twice() -> None:
    proof, said = verdict()
    report, console = reporter()
    report._session._state.change(Transition.STOP)
    report.show(Proven(1, proof, said))
    assert console.text == ""


def differing() -> tuple[Reporter, TypedConsole]:
    """A player whom the second player's log differs from, which nothing has explained yet."""
    report, console = reporter()
    report.show(Differs(1, Text("Bo holds to another log than ours.")))
    return report, console


async def test_who_has_another_log_is_told_of_once_if_no_proof_comes(autojump_clock: trio.testing.MockClock) -> None:
    report, console = differing()
    report.pass_time()
    assert console.text == ""
    for _ in range(2):
        await trio.sleep(DOUBT)
        report.pass_time()
    (told,) = console.text.splitlines()
    assert told.startswith("Bo holds to another log than ours. You can't play on with this player; ")


async def test_no_one_is_told_of_for_another_log_once_a_proof_has_stopped_the_table(
    autojump_clock: trio.testing.MockClock,
) -> None:
    report, console = differing()
    report._session._state.change(Transition.STOP)
    await trio.sleep(DOUBT)
    report.pass_time()
    assert console.text == ""


async def test_no_one_is_told_of_for_another_log_once_a_vote_has_made_it_the_same(
    autojump_clock: trio.testing.MockClock,
) -> None:
    report, console = differing()
    proposed = cast(Proposed, SimpleNamespace(changes=(), epoch=EPOCH))
    report.show(Completed(Step(1, Kind.EPOCH, (), (), None, proposed, b"", b"", 0)))
    told = console.text
    await trio.sleep(DOUBT)
    report.pass_time()
    assert console.text == told


async def test_of_bots_nothing_is_told_but_what_they_say() -> None:
    report, console = reporter(only_bots=True)
    for event in (Started(), Missed(1), Requested(1, (Change(ABSENT, 2),)), Said(1, None, "Hello!")):
        report.show(event)
    assert console.text.splitlines() == ["Bo: “Hello!”"]


async def test_who_wishes_for_what_is_proposed_already_agrees() -> None:
    sessions, change = table(), Change(ABSENT, 2)
    console = TypedConsole()
    report = Reporter(sessions[0], Dialogue(console, rules_of(sessions[0].log.game), EMPIRES_VIEW, 0, {}).conversation)
    report.show(Requested(1, (change,)))
    sessions[0].agree(change)
    report.show(Requested(1, ()))
    report.show(Requested(1, (change,)))
    first, _, then = console.text.splitlines()
    assert first == "Bo proposes that the autopilot plays for Cy; “agree” agrees to that."
    assert then == "Bo agrees that the autopilot plays for Cy."


async def test_what_is_proposed_besides_or_no_longer_is_told_alone_and_once() -> None:
    report, console = reporter()
    report.show(Requested(1, (Change(ABSENT, 2),)))
    report.show(Requested(1, (Change(ABSENT, 2), Change(END, 0))))
    for changes in ((Change(ABSENT, 2),), (), ()):
        report.show(Requested(1, changes))
    assert console.text.splitlines()[1:] == [
        "Bo proposes to end the game here, without a winner; “agree” agrees to that.",
        "Bo no longer proposes to end the game here, without a winner.",
        "Bo no longer proposes that the autopilot plays for Cy.",
    ]


async def test_who_agrees_and_proposes_at_once_is_told_to_do_both() -> None:
    session = table()[0]
    console = TypedConsole()
    report = Reporter(session, Dialogue(console, rules_of(session.log.game), EMPIRES_VIEW, 0, {}).conversation)
    session.agree(Change(ABSENT, 2))
    report.show(Requested(1, (Change(ABSENT, 2), Change(END, 0))))
    assert console.text.splitlines() == [
        "Bo agrees that the autopilot plays for Cy.",
        "Bo proposes to end the game here, without a winner; “agree” agrees to that.",
    ]


async def test_that_a_proposal_is_no_longer_possible_is_not_told() -> None:
    report, console = reporter()
    report.show(Requested(1, (Change(TAKE_BACK, 0),)))
    report.show(Requested(1, ()))
    assert len(console.text.splitlines()) == 1


async def test_what_an_epoch_leaves_of_a_proposal_is_not_told_anew() -> None:
    report, console = reporter()
    report.show(Requested(1, (Change(ABSENT, 2), Change(END, 0))))
    proposed = cast(Proposed, SimpleNamespace(changes=(Change(ABSENT, 2),), epoch=EPOCH))
    report.show(Completed(Step(1, Kind.EPOCH, (), (), None, proposed, b"", b"", 0)))
    report.show(Requested(1, (Change(END, 0),)))
    report.show(Requested(1, ()))
    assert console.text.splitlines()[1:] == [
        "Voted: the autopilot plays for Cy from now on.",
        "Bo no longer proposes to end the game here, without a winner.",
    ]


@pytest.mark.parametrize(
    ("events", "told"),
    [([Started(), Missed(1)], ["Bo is connected again."]), ([Started()], []), ([Missed(1)], [])],
    ids=["missed", "not missed", "before the game begins"],
)
async def test_a_player_who_was_missed_is_reached_again_and_no_one_else(events: list[Event], told: list[str]) -> None:
    report, console = reporter()
    for event in events:
        report.show(event)
    before = console.text
    report.show(Reached(1))
    assert console.text.removeprefix(before).splitlines() == told


async def test_who_leaves_a_game_and_comes_back_is_told_once_each_time() -> None:
    sessions = table()
    console = TypedConsole()
    report = Reporter(sessions[0], Dialogue(console, rules_of(sessions[0].log.game), EMPIRES_VIEW, 0, {}).conversation)
    for standing in (Status.HERE, Status.LEFT, Status.HERE):
        sessions[1]._state.peers.set_status(standing)
        flush(sessions)
        report.show(Moved(1))
        report.show(Moved(1))
    assert console.text.splitlines() == ["Bo has left.", "Bo is connected again."]


async def test_what_is_refused_does_not_fill_the_screen_and_leaves_room_for_what_another_does() -> None:
    report, console = reporter()
    for _ in range(1000):
        report.show(MessageRefused(LINK, "an entry of another game"))
    assert len(console.text.splitlines()) == NOTICES_AT_ONCE
    report.show(MessageRefused(GUEST, "sent what only a player may send"))
    assert "Refused, from a spectator" in console.text.splitlines()[-1]


async def test_the_newest_vote_of_who_changed_it_too_often_is_told_once_it_may_be(
    autojump_clock: trio.testing.MockClock,
) -> None:
    report, console = reporter()
    for number in range(1000):
        report.show(Requested(1, (Change(ABSENT, 2 * (number % 2)),)))
    report.show(Requested(1, (Change(BACK, 1),)))
    await trio.sleep(1 / NOTICES_PER_SECOND)
    report.show(Final(1))
    report.show(Final(2))
    assert console.text.splitlines()[NOTICES_AT_ONCE:] == ["Bo proposes to play again; “agree” agrees to that."]


async def test_who_leaves_and_comes_back_without_end_does_not_fill_the_screen(
    autojump_clock: trio.testing.MockClock,
) -> None:
    sessions = table()
    console = TypedConsole()
    report = Reporter(sessions[0], Dialogue(console, rules_of(sessions[0].log.game), EMPIRES_VIEW, 0, {}).conversation)
    for number in range(100):
        sessions[1]._state.peers.set_status(Status.HERE if number % 2 else Status.LEFT)
        flush(sessions)
        report.show(Moved(1))
    assert len(console.text.splitlines()) == NOTICES_AT_ONCE


async def test_a_long_way_behind_the_others_is_told_in_numbers_and_not_step_by_step() -> None:
    report, console = reporter()
    report.show(Started())
    report.show(CatchingUp(20, 480))
    report._conversation.tell(StayedPut(0))
    report.show(CatchingUp(400, 480))
    report.show(CaughtUp(480))
    report._conversation.tell(LastNext(0))
    assert console.text.splitlines()[1:] == [
        "Catching up: 20 of 480 steps.",
        "Catching up: 400 of 480 steps.",
        "Caught up with 460 steps.",
        "Rome has the last turn.",
    ]


async def test_a_short_way_is_told_step_by_step() -> None:
    report, console = reporter()
    report.show(CatchingUp(20, 19 + FAR))
    report._conversation.tell(StayedPut(0))
    report.show(CaughtUp(19 + FAR))
    assert console.text.splitlines() == ["Rome moves no legions."]
