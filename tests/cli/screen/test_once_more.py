"""What a player is asked to enter once more, and when the question is withdrawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cli.classic.words import ENDED as OF_2003
from cli.empires.words import ENDED as OF_EMPIRES
from cli.ui.screen.face import face
from cli.ui.screen.scene import Page
from cli.ui.text import staging
from cli.ui.text.staging import OnceMore, Plan
from core.classic.rules import FLOW as FLOW_OF_2003
from core.empires.heroes import Copying
from core.empires.rules import FLOW as FLOW_OF_EMPIRES
from core.empires.wonders import Obtaining
from core.engine.flow import Decision
from core.mare.actions import Done
from p2p.log.steps import Kind, Step
from p2p.session.events import Completed
from tests.cli.screen.golden import seated, table
from tests.cli.screen.seats import LARGE, Seat
from tests.core.positions import Position

FLOWS = {
    "empires": (FLOW_OF_EMPIRES, OF_EMPIRES),
    "original": (FLOW_OF_2003, OF_2003),
    "revised": (FLOW_OF_2003, OF_2003),
}
"""By edition, its questions and what ``done`` ends at each, by the type of the frame."""

ONLY_ANSWER = (Copying, Obtaining)
"""What asks no more where ``done`` would be the answer: it is the only one then."""


def warned() -> Seat:
    """Rome is told that its first ``done`` loses 8 resources."""
    seat = seated(table().at_build_turn("rome"))
    seat.enter("done")
    assert "Give it once more" in seat.conversation.refusal
    return seat


def giving_away() -> Seat:
    """Rome, Culture Leader, is level with Greece, which has the two other titles."""
    position = Position(3).clear().leaders(trade="greece", culture="rome", military="greece")
    return seated(position.build("achaia", "caravan:oil", "market").units("macedonia", greece=3).at_leadership())


def escape(seat: Seat) -> None:
    """Press Escape, and type the same again."""
    seat.line = seat.screen.escape() or ""
    seat.type("pass")


def another_line(seat: Seat) -> None:
    """Look at the hand in between."""
    seat.line = ""
    seat.enter("hand")
    seat.type("done")


@pytest.mark.parametrize("deed", [escape, another_line, lambda seat: seat.screen.turn_to(Page.PLAYERS)])
def test_whatever_is_done_instead_withdraws_what_was_asked_once_more(deed: Callable[[Seat], None]) -> None:
    seat = warned()
    deed(seat)
    seat.enter()
    assert "Give it once more" in seat.conversation.refusal
    assert seat.draft.plan is not None


def test_what_is_asked_once_more_may_be_read_for_as_long_as_it_stands() -> None:
    now = [0.0]
    seat = seated(table().at_build_turn("rome"))
    seat.conversation.once_more = OnceMore(seat.conversation.view.words, lambda: now[0])
    seat.enter("done")
    assert "Give it once more" in seat.conversation.refusal
    now[0] = 600
    seat.enter()
    assert not seat.conversation.refusal


def test_another_question_withdraws_what_was_asked_once_more() -> None:
    seat = warned()
    seat.conversation.begin_question()
    assert not seat.conversation.refusal
    seat.enter()
    assert "Give it once more" in seat.conversation.refusal


def test_an_answer_with_which_another_player_wins_at_once_is_asked_once_more() -> None:
    seat = giving_away()
    seat.enter("award culture to greece")
    assert seat.conversation.refusal == (
        "“award culture to greece” ends the game: Greece wins with all three titles. Give it once more to do so."
    )
    seat.enter()
    assert not seat.conversation.refusal


def test_an_answer_that_lets_the_game_go_on_is_asked_once_only() -> None:
    seat = giving_away()
    seat.enter("award culture to rome")
    assert not seat.conversation.refusal


def test_the_list_says_who_wins_at_once_and_who_keeps_the_title() -> None:
    seat = giving_away()
    told = {choice.line: (choice.alarm, choice.note) for choice in seat.draft.choices}
    assert told["award culture to greece"] == ("Greece wins at once", "you lose the title")
    assert told["award culture to rome"] == ("", "you keep the title")
    alarmed = ["".join(text for style, text in row if style == "class:alarm") for row in face(seat.scene, LARGE)]
    assert [row for row in alarmed if "Greece wins at once" in row]


def test_the_preview_of_an_award_says_who_has_the_title_then() -> None:
    seat = giving_away()
    seat.type("award culture to rome")
    assert "You stay Culture Leader." in seat.draft.preview
    seat.line = ""
    seat.type("award culture to greece")
    assert "Greece becomes Culture Leader in your place." in seat.draft.preview


# ---------------------------------------------------------------------- an answer belongs to the question that was read

CHANGED = "The question has changed since your last answer."


def sailed_out() -> Seat:
    """Rome's last trireme has sailed, with which its moves at sea have ended by themselves."""
    seat = seated(Position(3).fleet("mare_ionium", rome=1).units("italia", rome=2).at_war_turn("rome"))
    seat.enter("sail mare_ionium mare_hadriaticum 1")
    assert steps_of(seat) == ["sail mare_ionium mare_hadriaticum 1"]
    return seat


def steps_of(seat: Seat) -> list[str]:
    return seat.draft.plan.steps if seat.draft.plan is not None else []


def marked(seat: Seat) -> None:
    """Take ``done`` from the list."""
    seat.screen.mark(-1)
    seat.line = seat.screen.entered(seat.line)


@pytest.mark.parametrize("give", [lambda seat: seat.enter("done"), lambda seat: seat.enter("d"), marked])
def test_done_after_the_question_has_changed_by_itself_is_asked_once_more(give: Callable[[Seat], None]) -> None:
    seat = sailed_out()
    give(seat)
    assert seat.conversation.refusal == f"{CHANGED} Now “done” ends your moves on land: enter it once more to do so."
    assert "done" not in steps_of(seat)
    seat.line = seat.screen.entered(seat.line)
    assert not seat.conversation.refusal


@pytest.mark.parametrize("before", ["done", "march italia latium 1"])
def test_typing_the_same_once_more_or_having_moved_a_legion_is_enough(before: str) -> None:
    seat = sailed_out()
    seat.enter(before)
    seat.line = ""
    seat.enter("done")
    assert not seat.conversation.refusal


def test_done_after_a_list_whose_last_step_ended_the_question_is_asked_once_more_and_in_it_ends_no_battles() -> None:
    """Moves and battles at sea have one rule, but are two questions."""
    position = Position(3).fleet("mare_africum", rome=1).fleet("mare_ionium", greece=1).units("italia", rome=2)
    seat = seated(position.at_war_turn("rome"))
    seat.enter("sail mare_africum mare_ionium 1; done")
    assert steps_of(seat) == ["sail mare_africum mare_ionium 1"]
    seat.line = ""
    seat.enter("done")
    assert seat.conversation.refusal.startswith(CHANGED)


def test_who_goes_back_to_the_question_can_be_done_with_it() -> None:
    seat = seated(Position(3).fleet("mare_ionium", rome=1).units("italia", rome=2).at_war_turn("rome"))
    seat.enter("sail mare_ionium mare_hadriaticum 1")
    seat.screen.conversation.undo()
    seat.enter("done")
    assert not seat.conversation.refusal
    assert steps_of(seat) == ["done"]


def test_done_that_comes_before_anybody_can_have_read_the_question_is_asked_once_more() -> None:
    now = [0.0]
    seat = Seat(table().at_war_turn("rome").game())
    seat.conversation.once_more = OnceMore(seat.conversation.view.words, lambda: now[0])
    staging.UNREAD = 1.0
    seat.type("done")
    seat.conversation.begin_question()
    now[0] = 0.9
    seat.enter()
    assert seat.conversation.refusal == (
        "This question has only just come. “done” ends your moves at sea: enter it once more to do so."
    )
    seat.enter()
    assert steps_of(seat) == ["done"]


STEP = Completed(Step(1, Kind.ACTION, (), (), None, None, b"", b"", 0))


def test_done_after_others_have_had_turns_counts_at_once() -> None:
    """Rome's last purchase ended its building; Greece built next, and then the moves began."""
    position = Position(3).give("rome", "coin coin coin").give("greece", "coin coin coin").units("italia", rome=2)
    game = position.leaders(culture="greece", military="rome").at_build_turn("rome", "greece").game()
    seat = Seat(game)
    seat.conversation.begin_question()
    bought = "build legion italia with coin coin coin"
    seat.enter(bought)
    for line in (bought, "done"):
        game.apply(game.parse(line))
        seat.conversation.see(STEP)
    while isinstance(game.node, Decision) and game.node.seat != 0:
        game.apply(next(iter(game.node.answers)))
    assert game.state.phase == 4
    seat.conversation.begin_question()
    if "name rome" in [choice.line for choice in seat.draft.choices]:
        seat.enter("name rome")
    assert seat.draft.plan is not None
    before = list(seat.draft.plan.steps)
    seat.enter("done")
    assert not seat.conversation.refusal
    assert steps_of(seat) == [*before, "done"]


def test_a_second_done_after_others_have_had_turns_is_no_habit() -> None:
    game = table().at_war_turn("rome", "greece").game()
    seat = Seat(game)
    once_more_ = OnceMore(seat.conversation.view.words, lambda: 0.0)
    first = Plan(game, 0)
    first.add("done")
    assert not once_more_.objection(first, 0, typed=True)
    second = Plan(table().at_war_turn("rome", "greece").game(), 0)
    second.add("done")
    assert "You have just said" in once_more_.objection(second, 0, typed=True)
    once_more_.withdraw()
    once_more_.follow(table().at_war_turn("greece").game().state, 0)
    assert not once_more_.objection(second, 0, typed=True)


@pytest.mark.parametrize("edition", ["empires", "original", "revised"])
def test_of_each_question_that_done_ends_there_is_a_word_on_what_it_ends(edition: str) -> None:
    flow, ended = FLOWS[edition]
    asking = [frame for frame, handler in flow.items() if Done in handler.accepts]
    assert asking
    assert [frame.__name__ for frame in asking if frame not in {*ended, *ONLY_ANSWER}] == []
