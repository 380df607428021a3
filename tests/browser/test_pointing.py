"""What clicks on the page mean: each makes a line that could have been typed, and no slip of the pointer is final."""

from __future__ import annotations

import pytest

from cli.output.notices import Notices
from cli.ui.browser.front import PageFront
from cli.ui.browser.pointing import Pointer
from cli.ui.browser.tabs import Tabs
from tests.cli.screen.golden import fight, seated, tray
from tests.cli.screen.seats import Seat
from tests.core.positions import Position


def building() -> Seat:
    """Rome builds, and can pay twice."""
    return seated(Position(3).give("rome", "coin coin coin sheep oil wine metal gold").at_build_turn("rome"))


def moving() -> Seat:
    """Rome moves, with legions in two provinces."""
    return seated(Position(3).units("latium", rome=3).units("italia", rome=2).at_war_turn("rome"))


def steps(seat: Seat) -> list[str]:
    """What is staged."""
    return [] if seat.draft.plan is None else seat.draft.plan.steps


def test_an_answer_that_is_signed_at_once_asks_for_a_second_click() -> None:
    seat = tray()
    pointer = Pointer(seat.screen)
    pointer.add("wine")
    assert (seat.draft.line, steps(seat)) == ("offer wine wine ", [])
    pointer.add("sheep")
    assert (pointer.picked, seat.conversation.secret) == ("offer wine wine sheep", "")
    assert "You keep 2 coin." in seat.draft.preview
    pointer.add("coin")
    assert (pointer.picked, seat.conversation.secret) == ("offer wine wine coin", "")
    pointer.take("offer wine wine coin")
    assert (seat.conversation.refusal, seat.conversation.secret) == ("", "offer coin wine wine")


def test_after_a_click_no_next_step_is_marked_that_another_click_would_give() -> None:
    seat = tray()
    pointer = Pointer(seat.screen)
    pointer.take("offer wine")
    assert (seat.draft.line, seat.draft.chosen, seat.draft.legal) == ("offer wine ", -1, False)


def test_a_place_with_one_answer_that_is_signed_at_once_picks_it() -> None:
    seat = fight()
    pointer = Pointer(seat.screen)
    pointer.click("libya")
    assert pointer.picked == "fight carthage in libya"
    pointer.click("libya")
    pointer.drag("libya", "africa")
    assert (pointer.picked, seat.draft.is_asked) == ("fight carthage in libya", True)
    pointer.take("fight carthage in libya")
    assert not seat.draft.is_asked


def test_an_answer_that_can_be_taken_back_is_staged_by_one_click() -> None:
    seat = building()
    pointer = Pointer(seat.screen)
    seat.type("build legion latium with ")
    pointer.take(seat.draft.choices[0].line)
    assert len(steps(seat)) == 1


def test_resting_on_an_answer_shows_what_it_leads_to_and_leaving_it_marks_none() -> None:
    seat = building()
    pointer = Pointer(seat.screen)
    seat.type("build legion latium with ")
    pointer.rest(seat.draft.choices[1].line)
    assert seat.draft.preview
    pointer.rest("")
    assert seat.draft.chosen == -1
    assert steps(seat) == []


def test_leaving_the_list_keeps_the_answer_that_was_picked() -> None:
    seat = tray()
    pointer = Pointer(seat.screen)
    pointer.add("wine")
    pointer.add("sheep")
    pointer.rest("offer wine wine coin")
    pointer.rest("")
    assert seat.draft.choices[seat.draft.chosen].line == pointer.picked == "offer wine wine sheep"


def test_another_line_forgets_what_was_picked() -> None:
    seat = tray()
    pointer = Pointer(seat.screen)
    pointer.add("wine")
    pointer.add("sheep")
    seat.screen.edited("offer ")
    assert pointer.picked == ""


def test_a_click_on_units_and_one_on_where_they_go_make_a_march() -> None:
    seat = moving()
    pointer = Pointer(seat.screen)
    pointer.click("latium")
    assert seat.draft.line == "march latium "
    pointer.click("gallia")
    assert seat.draft.line == "march latium gallia "
    pointer.take("march latium gallia 2")
    assert steps(seat) == ["march latium gallia 2"]


def test_a_drag_is_the_same_in_one_go() -> None:
    seat = moving()
    Pointer(seat.screen).drag("latium", "gallia")
    assert seat.draft.line == "march latium gallia "


def test_a_drag_to_where_no_unit_can_go_only_begins() -> None:
    seat = moving()
    Pointer(seat.screen).drag("latium", "asia")
    assert seat.draft.line == "march latium "


def test_a_click_on_a_place_lists_what_can_be_built_there() -> None:
    seat = building()
    pointer = Pointer(seat.screen)
    pointer.click("gallia")
    offered = {choice.line: choice.note for choice in seat.draft.choices}
    assert (offered["build legion gallia"], offered["build fortress gallia"]) == ("costs 3", "costs 3")
    pointer.click("germania")
    assert seat.draft.line.startswith("build control germania")


def test_a_resource_of_the_hand_pays() -> None:
    seat = building()
    pointer = Pointer(seat.screen)
    seat.type("build legion latium with ")
    pointer.add("gold")
    assert seat.draft.line == "build legion latium with gold "
    assert all("gold" in choice.line for choice in seat.draft.choices)


def test_a_resource_that_answers_nothing_leaves_the_line_and_says_why() -> None:
    seat = building()
    Pointer(seat.screen).add("gold")
    assert seat.draft.line == ""
    assert seat.conversation.notes


def test_what_is_no_place_and_no_choice_does_nothing() -> None:
    seat = building()
    pointer = Pointer(seat.screen)
    for deed in (pointer.click, pointer.take, pointer.rest, pointer.add):
        deed("nowhere")
        assert (seat.draft.line, steps(seat)) == ("", [])
    pointer.drag("nowhere", "gallia")
    assert seat.draft.line == ""


@pytest.mark.parametrize("staged", [1, 2])
def test_what_loses_much_is_asked_so_after_other_steps_too(staged: int) -> None:
    goods = "coin coin coin coin coin sheep oil wine metal gold spices gems"
    seat = seated(Position(3).give("rome", goods).at_build_turn("rome"))
    pointer = Pointer(seat.screen)
    for line in ("build legion latium with metal oil wine", "build legion gallia with coin coin coin")[:staged]:
        seat.screen.edited(line)
        seat.screen.entered(line)
    pointer.take("done")
    assert len(steps(seat)) == staged
    assert pointer.picked == "done"
    assert "you lose" in seat.conversation.refusal
    pointer.take("done")
    assert not seat.draft.is_asked


def test_what_loses_much_is_asked_by_the_first_click_and_done_by_the_second() -> None:
    seat = building()
    pointer = Pointer(seat.screen)
    pointer.take("done")
    assert "you lose 6 resources" in seat.conversation.refusal
    pointer.rest("build control")
    pointer.rest("done")
    pointer.take("done")
    assert seat.conversation.refusal == ""
    assert not seat.draft.is_asked


def page(seat: Seat) -> PageFront:
    """The page of a seat."""
    front = PageFront(Tabs(dict, lambda message: None), Notices())
    front.attach(seat.screen)
    return front


def test_escape_drops_the_answer_that_was_picked_also_where_no_line_was_begun() -> None:
    seat = fight()
    front = page(seat)
    front.take({"take": "fight carthage in libya"})
    assert front.parts()["picked"] == "fight carthage in libya"
    front.take({"key": "escape"})
    assert (front.parts()["picked"], seat.draft.chosen) == ("", -1)


def test_a_panel_that_is_closed_keeps_the_answer_that_was_picked() -> None:
    seat = fight()
    front = page(seat)
    for message in ({"take": "fight carthage in libya"}, {"open": "rule"}, {"key": "escape"}):
        front.take(message)
    assert front.parts()["picked"] == "fight carthage in libya"


def test_what_a_button_beside_an_answer_gives_is_signed_by_one_click() -> None:
    seat = fight()
    page(seat).take({"give": "fight carthage in libya"})
    assert not seat.draft.is_asked


@pytest.mark.parametrize("command", ["say hello", "since"])
def test_a_command_gives_no_answer_that_is_picked_or_marked(command: str) -> None:
    seat = tray()
    front = page(seat)
    for message in ({"add": "wine"}, {"add": "sheep"}, {"mark": "offer wine wine coin"}):
        front.take(message)
    front.take({"command": command})
    assert (seat.conversation.secret, front.parts()["picked"]) == ("", "offer wine wine sheep")
    front.take({"entered": seat.draft.line})
    assert seat.conversation.secret == "offer sheep wine wine"


def test_enter_takes_the_line_and_not_the_answer_below_the_pointer() -> None:
    seat = moving()
    front = page(seat)
    front.take({"mark": "done"})
    front.take({"entered": "march latium gallia 2"})
    assert steps(seat) == ["march latium gallia 2"]
    front.take({"mark": "done"})
    front.take({"entered": ""})
    assert steps(seat) == ["march latium gallia 2"]
