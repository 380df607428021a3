"""Who keeps the others waiting, and when they are told."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.play.people import LONG, OtherPeople, Waiting
from cli.table_game import Customs, with_customs
from p2p.log.messages import Status
from p2p.log.steps import Kind
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.cli.test_votes import table

BO, CY = 1, 2
SENTENCE = (
    "The game waits for Bo: “table” shows who is connected, “absent Bo” proposes"
    " that the autopilot plays on. To stop for now, all players leave with “quit”; `mare"
    " resume` goes on later."
)
LOST = "If their machine is lost: all leave, one of you types `mare continue {game}`, and the others join that table."


THINKING = "The game waits for Bo: connected and thinking; “table” shows for how long."


class Waiter:
    """Ada at a table of three, and what she is told of whom the game waits for."""

    def __init__(self, clock: int = 0) -> None:
        self.status = Status.HERE
        charter = table()[0].charter
        charter = replace(charter, options=with_customs(charter.options, Customs(clock)))
        self.session = SimpleNamespace(
            charter=charter,
            me=0,
            phase=Phase.PLAYING,
            is_returning=False,
            has_lost_answer=False,
            awaited=(BO,),
            unreachable=(),
            roster=SimpleNamespace(status=lambda player: self.status),
            log=SimpleNamespace(
                kind=Kind.ACTION, height=1, absent=set(), missing=lambda: (CY,), holder=lambda slot: slot
            ),
        )
        session = cast(Session, self.session)
        people = OtherPeople(cast(Any, SimpleNamespace(session=table()[0])))
        self.waiting = Waiting(session, people.word)

    def told(self, now: float) -> str:
        return self.waiting.look(now)


def test_who_is_waited_for_is_told_once_it_takes_long() -> None:
    waiter = Waiter()
    assert [waiter.told(0), waiter.told(LONG - 1), waiter.told(LONG)] == ["", "", THINKING]


def test_it_is_told_once_a_game_of_a_player_who_takes_their_time() -> None:
    waiter = Waiter()
    assert [waiter.told(0), waiter.told(LONG), waiter.told(2 * LONG)] == ["", THINKING, ""]
    waiter.session.log.height += 1
    assert [waiter.told(3 * LONG), waiter.told(5 * LONG)] == ["", ""]


def test_it_is_told_each_time_of_a_player_who_cannot_be_reached_and_what_to_do_if_their_machine_is_lost() -> None:
    waiter = Waiter()
    sentence = f"{SENTENCE} {LOST.format(game=waiter.session.charter.id.hex()[:8])}"
    waiter.session.unreachable = (BO,)
    assert [waiter.told(0), waiter.told(LONG)] == ["", sentence]
    waiter.session.unreachable, waiter.session.awaited = (), ()
    assert waiter.told(LONG + 1) == ""
    waiter.session.unreachable, waiter.session.awaited = (BO,), (BO,)
    assert [waiter.told(2 * LONG), waiter.told(3 * LONG)] == ["", sentence]


@pytest.mark.parametrize("has_stopped", [False, True], ids=["out of reach", "stopped"])
def test_where_so_many_are_gone_that_no_vote_can_pass_it_is_told_what_is_left_to_do(has_stopped: bool) -> None:
    waiter = Waiter()
    if has_stopped:
        waiter.session.roster.status = lambda player: Status.STOPPED if player else Status.HERE
    else:
        waiter.session.unreachable = (BO, CY)
    game = waiter.session.charter.id.hex()[:8]
    told = (
        "Without Bo and Cy no vote can pass: 2 of 3 must agree. Wait for them, or leave: `mare resume"
        f" {game}` goes on once they are back, `mare continue {game}` with a bot in their place."
    )
    assert [waiter.told(0), waiter.told(LONG), waiter.told(2 * LONG)] == ["", told, ""]


def test_who_is_connected_is_offered_as_absent_only_once_the_clock_of_the_table_is_over() -> None:
    waiter = Waiter(clock=5)
    assert [waiter.told(0), waiter.told(LONG), waiter.told(299), waiter.told(300)] == ["", THINKING, "", SENTENCE]


def test_the_clock_is_of_a_turn_and_goes_on_from_step_to_step() -> None:
    waiter = Waiter(clock=1)
    for now in (0, 30):
        waiter.told(now)
        waiter.session.log.height += 1
    waiter.told(59)
    assert (waiter.waiting.is_away(BO), waiter.waiting.left(BO)) == (False, 1)
    waiter.told(60)
    assert waiter.waiting.is_away(BO)
    waiter.session.awaited = ()
    waiter.told(61)
    assert not waiter.waiting.is_away(BO)


def test_the_time_that_has_passed_is_told_coarsely_and_with_the_clock() -> None:
    waiter, timed = Waiter(), Waiter(clock=5)
    told = []
    for now in (0, 29, 30, 59, 60, 130):
        waiter.told(now)
        told.append(waiter.waiting.longest)
    assert told == ["", "", "30 seconds", "30 seconds", "1 minute", "2 minutes"]
    timed.told(0)
    timed.told(130)
    assert timed.waiting.longest == "2 minutes of 5 minutes"


def test_who_is_asked_has_the_time_before_them_only_where_there_is_a_clock() -> None:
    waiter, timed = Waiter(), Waiter(clock=5)
    told = []
    for one in (waiter, timed):
        one.session.awaited = (0,)
        one.told(0)
        one.told(130)
        told.append(one.waiting.longest)
    assert told == ["", "2 minutes of 5 minutes"]


def test_the_wait_begins_anew_with_every_step() -> None:
    waiter = Waiter()
    waiter.told(0)
    waiter.session.log.height += 1
    assert [waiter.told(LONG), waiter.told(2 * LONG - 1)] == ["", ""]


@pytest.mark.parametrize("change", [{"awaited": (0, BO)}, {"phase": Phase.SIGNING}, {"is_returning": True}])
def test_nothing_is_told_to_a_player_who_is_asked_or_does_not_play_yet(change: dict[str, object]) -> None:
    waiter = Waiter()
    vars(waiter.session).update(change)
    assert [waiter.told(0), waiter.told(LONG)] == ["", ""]


def test_no_one_waits_for_whom_the_autopilot_plays() -> None:
    waiter = Waiter()
    waiter.session.log.absent = {BO}
    assert [waiter.told(0), waiter.told(LONG)] == ["", ""]


def test_all_who_are_late_are_named() -> None:
    waiter = Waiter()
    waiter.session.awaited = (BO, CY)
    waiter.told(0)
    assert waiter.told(LONG).startswith("The game waits for Bo and Cy: ")


@pytest.mark.parametrize("me", [0, BO, CY])
def test_where_dice_wait_for_the_absent_alone_all_are_told_who_can_be_replaced(me: int) -> None:
    waiter = Waiter()
    waiter.session.me, waiter.session.awaited = me, (0, BO)
    waiter.session.log.absent, waiter.session.log.kind = {0, BO}, Kind.BEACON
    waiter.told(0)
    assert waiter.told(LONG) == (
        "The dice wait for Ada and Bo to acknowledge the game so far. If"
        " that does not happen, you can replace Cy: players for whom the autopilot"
        " plays type “back”, and all of you type “absent Cy”."
    )


def test_who_has_lost_their_secret_answer_is_told_at_once_and_once_a_step_how_the_game_goes_on() -> None:
    waiter = Waiter()
    waiter.session.awaited, waiter.session.log.kind = (0,), Kind.OPENINGS
    assert [waiter.told(0), waiter.told(LONG)] == ["", ""]
    waiter.session.has_lost_answer = True
    game = waiter.session.charter.id.hex()[:8]
    told = waiter.told(LONG)
    assert told == (
        "Your program has lost the secret answer that the game waits for, as an old copy of your data folder may."
        f" All leave, one of you types `mare continue {game}`, and the others join that table."
    )
    assert waiter.told(2 * LONG) == ""
    waiter.session.log.height += 1
    assert waiter.told(3 * LONG) == told


def test_who_leaves_with_their_secret_answer_lost_reads_once_more_how_the_game_goes_on() -> None:
    waiter = Waiter()
    waiter.session.log.kind = Kind.OPENINGS
    assert waiter.told(0) == ""
    assert "secret answer" not in waiter.waiting.how_to_go_on
    waiter.session.has_lost_answer = True
    told = waiter.told(LONG)
    waiter.session.has_lost_answer = False  # as of each session that has stopped
    assert waiter.waiting.how_to_go_on == told
    waiter.session.log.height += 1
    assert "secret answer" not in waiter.waiting.how_to_go_on


def test_who_has_lost_their_secret_answer_is_told_so_also_if_another_player_is_gone() -> None:
    waiter = Waiter()
    waiter.session.log.kind, waiter.session.unreachable = Kind.OPENINGS, (BO,)
    assert waiter.told(0) == ""
    waiter.session.has_lost_answer = True
    assert waiter.told(LONG).startswith("Your program has lost the secret answer")
    assert waiter.told(LONG).startswith(SENTENCE)


def test_the_others_read_once_a_step_that_a_program_may_have_lost_a_secret_answer() -> None:
    waiter = Waiter()
    waiter.session.log.kind = Kind.OPENINGS
    game = waiter.session.charter.id.hex()[:8]
    told = (
        "The game waits for the secret answer of Bo. If they have put back an old copy of their data folder, the answer"
        f" is lost. Then all leave, one of you types `mare continue {game}`, and the others join that table."
    )
    assert [waiter.told(0), waiter.told(LONG), waiter.told(2 * LONG)] == ["", told, ""]
    waiter.session.unreachable = (BO,)
    assert waiter.told(3 * LONG).startswith(SENTENCE)
