"""What a player does on the full screen: staging, taking back, signing, commands, the map."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
import trio
import trio.testing

from cli.empires.view import EMPIRES_VIEW
from cli.i18n.texts import speaking
from cli.mare.answers import in_words
from cli.play.people import OtherPeople, Players
from cli.play.seating import Seating, card_of
from cli.play.table_with_bots import OnlyBots
from cli.table_game import DEFAULT, new_game, rules_of
from cli.ui.screen import panes
from cli.ui.screen.rows import Block, Size, plain
from cli.ui.screen.scene import Page
from cli.ui.screen.screen import Screen
from cli.ui.text.console import Link
from core.empires.state import Options
from core.mare.events import StayedPut
from core.mare.trade import Taking
from p2p.log.statements import ABSENT, TAKE_BACK, Change
from p2p.log.steps import Kind, Step
from p2p.session.events import Completed, Event, Returned, RolledBack
from p2p.session.session import Session
from tests.cli.games import answer, begun, go_on, play
from tests.cli.screen.golden import seated, table, taking, tray
from tests.cli.screen.seats import LARGE, Seat, knowing, silent_shell
from tests.core.positions import Position
from tests.p2p.hands import Hands
from tests.p2p.tables import signer


def on_the_table(seat: Seat) -> Block:
    """The rows of the trade."""
    shown = EMPIRES_VIEW.panes.on_table(seat.scene, 200)
    return shown[1] if shown else []


def building() -> Seat:
    """Rome builds with three coins and five commodities."""
    return seated(table().at_build_turn("rome"))


def marching() -> Seat:
    """Rome's legions may march."""
    seat = seated(table().at_war_turn("rome"))
    seat.enter("done; done")
    return seat


def steps(seat: Seat) -> list[str]:
    """What is staged."""
    assert seat.draft.plan is not None
    return seat.draft.plan.steps


# ---------------------------------------------------------------------- what no player holds


def test_an_offer_of_what_one_does_not_hold_has_no_way_on_and_is_refused() -> None:
    seat = tray()
    seat.enter("gold coin")
    assert seat.conversation.refusal.startswith("2.1a: You do not hold")
    assert {choice.line.split()[0] for choice in seat.draft.choices} == {"offer"}


def test_an_open_answer_before_secret_ones_is_no_secret() -> None:
    position = Position(3).give("rome", "coin coin wine sheep").give("greece", "coin sheep wine")
    seat = seated(position.give("carthage", "coin sheep oil").leaders(trade="rome").at_trade())
    seat.enter("announce 2")
    assert seat.line == ""
    assert seat.conversation.secret == ""


@pytest.mark.parametrize("typed", ["announce", "ann", "announce "])
def test_what_follows_a_word_that_was_entered_is_a_word_of_its_own(typed: str) -> None:
    position = Position(3).give("rome", "coin coin wine sheep").give("greece", "coin sheep wine")
    seat = seated(position.give("carthage", "coin sheep oil").leaders(trade="rome").at_trade())
    seat.enter(typed)
    assert seat.line == "announce "
    assert seat.draft.chosen == 0
    seat.type("3")
    assert seat.line == "announce 3"
    assert seat.draft.legal


def test_a_counted_offer_fills_the_tray_and_is_foreseen() -> None:
    seat = tray()
    seat.line = ""
    seat.type("2 wine, sheep")
    assert "Your tray: [wine] [wine] [sheep]" in seat.shown(LARGE)
    assert "You keep" in seat.shown(LARGE)


def test_a_number_chooses_from_the_answers_that_are_listed() -> None:
    seat = building()
    seat.enter("answers build legion latium")
    first = " 1. build legion latium with 3 coin"
    assert first in seat.shown(LARGE)
    seat.type("1")
    assert first in seat.shown(LARGE)
    seat.enter()
    assert steps(seat) == ["build legion latium with coin coin coin"]


def test_a_number_chooses_nothing_from_a_list_that_is_shown_no_more() -> None:
    seat = building()
    seat.enter("answers build legion latium")
    seat.type("b")
    seat.line = ""
    seat.enter("1")
    assert seat.conversation.refusal.startswith("I don't understand “1”")


def test_a_command_is_no_answer_and_not_called_a_wrong_one() -> None:
    seat = building()
    seat.type("? 3.1")
    assert "Enter does that." in seat.shown()
    seat.line = ""
    seat.type("zebra")
    assert "That is no legal answer" in seat.shown()
    assert " Esc clear " in seat.shown()


def test_beside_a_place_that_is_held_stand_the_odds_of_all_who_can_march_there() -> None:
    seat = marching()
    seat.type("march italia ")
    notes = {choice.shown: choice.note for choice in seat.draft.choices}
    assert notes["macedonia"] == "Greece; Greece 1 legion; 3: win 100%, lose all 0%"
    assert notes["sicilia"] == "uncontrolled; empty"


def test_a_line_that_enter_would_complete_is_foreseen_like_the_whole_one() -> None:
    seat = seated(table().units("italia", rome=1).at_war_turn("rome"))
    seat.enter("done; done")
    seat.type("march italia macedonia 1")
    foreseen = seat.draft.preview
    seat.line = ""
    seat.type("march ital mac")
    assert "Battle in Macedonia" in foreseen[0]
    assert seat.draft.preview == foreseen


def test_a_line_that_can_go_on_in_one_way_only_is_foreseen_as_that() -> None:
    seat = seated(table().control("libya", "carthage").units("libya", rome=2).at_war_turn("rome"))
    seat.enter("done; done; done")
    seat.type("occupy libya caravan:sh")
    foreseen = seat.draft.preview
    seat.line = ""
    seat.type("occupy caravan:sh")
    assert [choice.line for choice in seat.draft.choices] == ["occupy libya caravan:sheep"]
    assert seat.draft.preview == foreseen


def test_once_a_line_is_refused_nothing_promises_to_tell_why() -> None:
    seat = building()
    seat.enter("zebra")
    assert seat.conversation.refusal
    assert "Enter tells why" not in seat.shown()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        *((typed, "“quit” leaves.") for typed in ("q", "exit", ":q!")),
        (
            "build legion latium c c c build legion italia o s w",
            "“build” begins another answer. Put “;” between two answers: “…; build”.",
        ),
        (
            "build mona lisa",
            "Nothing is called “mona lisa” here. You can build control, legion, fortress or trireme.",
        ),
    ],
)
def test_a_line_that_is_no_answer_is_refused_with_what_helps(typed: str, said: str) -> None:
    seat = building()
    seat.enter(typed)
    assert seat.conversation.refusal == said


def test_an_empty_page_says_what_to_do() -> None:
    seat = Seat(Position().at_build_turn("rome").game())
    seat.screen.open(Page.TALK)
    assert "“say hello” says hello to all" in seat.shown()
    seat.screen.open(Page.LOG)
    assert "Nothing has happened yet" in seat.shown()
    seat.screen.open(Page.BOARD)
    seat.screen.open(Page.TEXT)
    assert "You are asked nothing now; “rule victory”" in " ".join(seat.conversation.notes)


def test_whose_offer_a_new_epoch_has_made_void_is_told_what_it_was() -> None:
    seat = tray()
    seat.line = ""
    seat.enter("offer wine wine sheep")
    seat.conversation.see(Completed(Step(1, Kind.EPOCH, (), (), None, None, b"", b"", 0)))
    assert "Your “offer sheep wine wine” no longer counts" in str(seat.conversation.story.lines[-1].text)


def test_news_takes_the_place_of_an_older_reply() -> None:
    seat = Seat(Position().at_build_turn("rome").game())
    news: dict[str, Callable[[], None]] = {
        "The game waits for Ada.": lambda: seat.conversation.notice("The game waits for Ada."),
        "Rome moves no legions.": lambda: seat.conversation.tell(StayedPut(0)),
        "▌Ada: “Well!”": lambda: seat.conversation.heard("Ada", "Well!"),
    }
    for text, tell in news.items():
        seat.line = ""
        seat.enter("zebra")
        assert seat.conversation.refusal == "You are asked nothing at the moment."
        tell()
        assert seat.conversation.refusal == ""
        assert text in seat.shown()


def test_news_leaves_the_reason_why_the_line_that_one_mends_is_refused() -> None:
    seat = building()
    seat.enter("zebra")
    seat.conversation.notice("The game waits for Ada.")
    assert seat.conversation.refusal.startswith("I don't understand “zebra”")


def test_enter_on_an_empty_line_says_how_one_answers() -> None:
    seat = building()
    seat.enter()
    assert "Choose an answer from the list" in seat.shown()
    assert seat.draft.chosen == -1
    assert steps(seat) == []


# ---------------------------------------------------------------------- staging


def test_a_step_is_staged_and_the_game_left_alone() -> None:
    seat = building()
    before = seat.conversation.game.digest()
    seat.enter("bu leg lat with c c c")
    assert steps(seat) == ["build legion latium with coin coin coin"]
    assert seat.conversation.game.digest() == before
    assert "Staged, not signed (1): 1 build legion latium with 3 coin" in seat.shown()


async def test_what_ends_a_phase_is_signed_though_the_same_player_is_next() -> None:
    seat = seated(table().at_build_turn("rome"))
    answers: list[str] = []

    async def ask() -> None:
        answers.extend([await seat.conversation.ask(), await seat.conversation.ask()])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await trio.testing.wait_all_tasks_blocked()
        seat.enter("build control germania with oil sheep wine")
        seat.type("build legion latium with coin coin coin")
        assert seat.draft.preview[0] == "This is signed at once: then “Round 1, Move and battle” begins."
        seat.enter()
    assert answers == ["build control germania with oil sheep wine", "build legion latium with coin coin coin"]


def test_a_line_of_several_builds_says_first_that_its_last_one_ends_the_turn() -> None:
    position = Position(3).give("rome", "coin coin coin coin sheep oil wine").give("greece", "coin coin coin")
    seat = seated(position.at_build_turn("rome", "greece"))
    seat.type("build legion latium with sheep oil wine; build trireme mare_tyrrhenum with c c c")
    assert seat.draft.preview[0] == "This is signed at once: then Greece is next."


async def test_staged_steps_are_signed_in_order_when_another_is_next() -> None:
    seat = seated(table().at_build_turn("rome", "greece", "carthage"))
    answers: list[str] = []

    async def ask() -> None:
        while True:
            answers.append(await seat.conversation.ask())
            if answers[-1] == "done":
                return

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await trio.testing.wait_all_tasks_blocked()
        seat.enter("build legion latium with coin coin coin")
        await trio.testing.wait_all_tasks_blocked()
        assert answers == []
        seat.enter("done")
        assert seat.conversation.refusal.startswith("“done” ends your building, and you lose 5 resources.")
        seat.enter()
    assert answers == ["build legion latium with coin coin coin", "done"]


def test_a_second_done_out_of_habit_does_not_end_the_next_question() -> None:
    seat = seated(table().at_war_turn("rome"))
    seat.enter("done")
    assert steps(seat) == ["done"]
    seat.enter("done")
    assert steps(seat) == ["done"]
    assert seat.conversation.refusal == (
        "You have just said “done”. Now it ends your battles at sea: enter it once more to do so."
    )
    seat.enter()
    assert steps(seat) == ["done", "done"]


def test_a_done_that_is_marked_in_the_list_is_meant() -> None:
    seat = seated(table().at_war_turn("rome"))
    seat.enter("done")
    seat.screen.mark(-1)
    seat.enter()
    assert steps(seat) == ["done", "done"]


@pytest.mark.parametrize("begun", ["build control germania ", "build ", "build legion latium with coin "])
def test_half_an_answer_gives_way_to_another_one_or_to_being_done(begun: str) -> None:
    seat = building()
    seat.type(begun)
    seat.type("build ")
    assert seat.line == "build "
    seat = seated(table().at_war_turn("rome"))
    seat.enter("sail mare_ionium")
    seat.enter("done")
    assert steps(seat) == ["done"]


def test_a_name_of_several_words_goes_on_as_it_is_typed() -> None:
    seat = building()
    seat.type("build trireme mare ")
    assert [choice.line.split()[2] for choice in seat.draft.choices] == [
        "mare_tyrrhenum",
        "mare_hadriaticum",
        "mare_ionium",
    ]
    assert not seat.conversation.notes


def test_legions_are_moved_by_the_word_that_puts_steps_elsewhere_too() -> None:
    seat = marching()
    seat.enter("move italia macedonia 2")
    assert steps(seat)[-1] == "march italia macedonia 2"
    seat.enter("undo")
    assert steps(seat)[-1] == "done"


async def test_one_can_sign_before_the_turn_ends() -> None:
    seat = building()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.conversation.ask)
        await trio.testing.wait_all_tasks_blocked()
        seat.enter("build legion latium with coin coin coin")
        seat.screen.conversation.sign()


def test_the_last_step_is_taken_back_by_its_key_and_any_by_its_number() -> None:
    seat = building()
    seat.enter("build control germania with oil sheep wine")
    seat.enter("build legion latium with coin coin coin")
    seat.screen.conversation.undo()
    assert steps(seat) == ["build control germania with oil sheep wine"]
    seat.enter("back 1")
    assert steps(seat) == []
    assert "8 resources" in seat.shown()


@pytest.mark.parametrize(("line", "number"), [("back 3", 3), ("move 1 2", 2), ("move 4 1", 4)])
def test_a_step_that_is_not_there_is_said_not_to_be(line: str, number: int) -> None:
    seat = building()
    seat.enter(line)
    assert seat.conversation.notes == [f"There is no step {number if number != 2 else 1}; 0 steps staged."]
    seat.enter("build legion latium with coin coin coin")
    seat.enter(line)
    assert seat.conversation.notes == [f"There is no step {number}; 1 step staged."]


def test_what_stands_on_a_step_that_is_taken_back_falls_with_it() -> None:
    seat = seated(Position(3).give("rome", "coin coin coin oil sheep wine").at_build_turn("rome"))
    seat.enter("build trireme mare_ionium with coin coin coin")
    seat.enter("build control sicilia with oil sheep wine")
    seat.enter("back 1")
    assert steps(seat) == []
    assert "taken back too" in "\n".join(seat.conversation.notes)


def test_staged_steps_can_be_put_in_another_order() -> None:
    seat = building()
    seat.enter("build legion latium with coin coin coin")
    seat.enter("build control germania with oil sheep wine")
    seat.enter("move 2 1")
    assert [step.split()[1] for step in steps(seat)] == ["control", "legion"]


def test_steps_that_cannot_be_put_in_another_order_stay_as_they_were() -> None:
    seat = seated(Position(3).give("rome", "coin coin coin oil sheep wine").at_build_turn("rome"))
    seat.enter("build trireme mare_ionium with coin coin coin")
    seat.enter("build control sicilia with oil sheep wine")
    before = list(steps(seat))
    seat.enter("move 2 1")
    assert steps(seat) == before
    assert "all stays as it was" in "\n".join(seat.conversation.notes)


def test_of_a_line_with_a_mistake_nothing_is_staged() -> None:
    seat = marching()
    before = list(steps(seat))
    seat.enter("march latium gallia 1; march italia gallia 9")
    assert steps(seat) == before
    assert seat.conversation.refusal.startswith("4.1.2: ")
    assert seat.line == "march latium gallia 1; march italia gallia 9"


# ---------------------------------------------------------------------- choosing


def test_answers_can_be_given_with_nothing_but_down_and_enter() -> None:
    seat = building()
    seat.screen.mark(1)
    for _ in range(4):
        seat.enter()
        if steps(seat):
            break
    assert steps(seat)[0].startswith("build control germania with ")


def test_what_is_typed_narrows_the_list_and_enter_takes_the_only_one() -> None:
    seat = seated(Position(3).give("rome", "coin").leaders(military="rome").at_war())
    seat.type("gre")
    assert [choice.line for choice in seat.draft.choices] == ["name greece"]


def test_tab_completes_what_all_answers_share_and_then_takes_the_first() -> None:
    seat = building()
    seat.type("build con")
    seat.tab()
    assert seat.line == "build control "


def test_the_help_begins_with_what_is_for_newcomers() -> None:
    seat = building()
    seat.enter("help")
    assert seat.scene.text[0].startswith("To win, build the Pyramids, own five heroes and wonders")
    assert seat.scene.text[2].startswith("New to the game? “rule victory” says how you win")


def test_beside_a_refusal_the_answers_to_the_question_are_listed_and_can_be_taken() -> None:
    seat = building()
    fresh = list(seat.draft.choices)
    seat.enter("zebra")
    seat.enter("")
    assert (seat.line, list(seat.draft.choices)) == ("zebra", fresh)
    assert seat.conversation.refusal.startswith("I don't understand “zebra”")
    seat.screen.mark(1)
    seat.enter()
    assert (seat.line, seat.conversation.refusal) == (f"{fresh[0].line} ", "")


def test_what_was_noted_is_gone_once_one_goes_on_from_the_list() -> None:
    seat = building()
    seat.enter()
    assert seat.conversation.notes == ["Choose an answer from the list, or type one."]
    seat.screen.mark(1)
    seat.enter()
    assert seat.conversation.notes == []


def test_a_refusal_proposes_the_payment_that_stands_first_in_the_list() -> None:
    seat = seated(Position(3).give("rome", "coin coin metal oil sheep wine").at_build_turn("rome"))
    seat.type("build legion latium ")
    first = seat.draft.choices[0].shown
    assert "coin" not in first
    seat.enter("with")
    assert seat.conversation.refusal == f"Add what you pay with, such as “with {first}”."


def test_the_takes_of_a_trade_are_those_of_the_rules_and_no_one_s_talk() -> None:
    seat = taking()
    told = ["Greece takes wine from Rome.", "Rome takes gold from Greece."]
    assert takes(seat) == told
    seat.conversation.heard("Bo", "Carthage takes gold from Rome.")
    seat.conversation.notice("Bo: Carthage takes gold from Rome.")
    seat.conversation.heard("Bo", "Carthage announces 3.")
    assert takes(seat) == told


@pytest.mark.parametrize("kind", [TAKE_BACK, ABSENT])
def test_a_take_that_a_vote_undoes_is_shown_as_a_take_no_more(kind: str) -> None:
    """All take it back; or the vote goes on from below it, without another player."""
    session, *_ = begun()
    log, rules = session.log, rules_of(session.log.game)
    seat = Seat(
        rules, screen=Screen(silent_shell(), rules, EMPIRES_VIEW, 0, {0: "you", 1: "Bo", 2: "Cy"}, session=session)
    )
    go_on(log, lambda game: bool(game.state.stack) and isinstance(game.state.stack[-1], Taking))
    before, told = log.height, takes(seat)
    (taker,) = {log.holder(slot) for slot in log.missing()}
    go_on(log, lambda game: log.height > before)
    assert len(takes(seat)) > len(told)
    change, base = (Change(kind, before), None) if kind == TAKE_BACK else (Change(kind, (taker + 1) % 3), before)
    Hands(session.charter).change(log, change, base=base)
    assert takes(seat) == told


def takes(seat: Seat) -> list[str]:
    """The takes that are shown beside the trade, the last first."""
    return [
        line.strip()
        for line in plain(on_the_table(seat)).splitlines()
        if " takes " in line and " from " in line and "next" not in line
    ]


def offering(line: str) -> str:
    """The trade as it is shown to a player who is to offer three of 2 coin, sheep and 2 wine, and has typed a line."""
    seat = tray()
    seat.line = ""
    seat.type(line)
    return plain(on_the_table(seat))


def test_what_stands_in_the_list_of_offers_can_be_typed_as_it_stands() -> None:
    seat = tray()
    seat.line = ""
    seat.type("")
    first = seat.draft.choices[0].shown
    assert first == "offer wine"
    seat.enter(f"{first} coin coin")
    assert seat.conversation.secret == "offer coin coin wine"


@pytest.mark.parametrize(
    ("line", "tray"),
    [
        *((line, "[wine] [sheep] [▢] 1 to pick") for line in ("offer wine sheep ", "wine sheep ", "wi sh")),
        ("wine sheep coin", "[wine] [sheep] [coin] ready to commit"),
    ],
)
def test_the_tray_has_what_the_line_would_offer(line: str, tray: str) -> None:
    assert f"Your tray: {tray}" in offering(line)


@pytest.mark.parametrize("line", ["players", "hand", "off", "foo", "take c from rome", "build legion", "done coin"])
def test_a_line_that_is_no_offer_puts_nothing_into_the_tray(line: str) -> None:
    assert "Your tray: [▢] [▢] [▢] 3 to pick" in offering(line)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("offer wine zebra coin", "[wine] [▢] [▢] you hold no “zebra”"),
        ("sheep sheep coin", "[sheep] [▢] [▢] sheep: you hold 1"),
        ("wine m ", "[wine] [▢] [▢] you hold no “m”"),
        ("gold coin", "[▢] [▢] [▢] gold: you hold 0"),
        ("coin coin wine wine", "[coin] [coin] [wine] 1 too many"),
    ],
)
def test_the_tray_says_what_is_wrong_with_a_line(line: str, wrong: str) -> None:
    assert f"Your tray: {wrong}" in offering(line)


def test_what_one_has_committed_to_is_still_shown_to_oneself() -> None:
    seat = tray()
    seat.enter("sheep coin")
    assert seat.conversation.secret == "offer coin sheep wine"
    assert "Your tray: [coin] [sheep] [wine] committed" in seat.shown(LARGE)


# ---------------------------------------------------------------------- the map, pages, leaving


def test_a_place_can_be_looked_at_by_the_beginning_of_its_name() -> None:
    seat = building()
    seat.enter("/mace")
    assert seat.scene.selected == "macedonia"
    assert "✗ place a control marker: 3.1.1: Macedonia is" in seat.shown(LARGE)


def test_a_walk_over_the_map_begins_at_home_and_enter_lists_what_to_do_there() -> None:
    seat = building()
    seat.screen.walk("up")
    assert seat.scene.selected == "latium"
    seat.enter()
    assert not seat.scene.on_map
    assert seat.draft.choices
    assert all("latium" in choice.line for choice in seat.draft.choices)


def test_escape_turns_from_the_answers_of_a_place_to_those_of_all() -> None:
    seat = building()
    everything = [choice.line for choice in seat.draft.choices]
    seat.screen.walk("up")
    seat.enter()
    assert [choice.line for choice in seat.draft.choices] != everything
    while seat.scene.selected:
        seat.screen.escape()
    assert [choice.line for choice in seat.draft.choices] == everything


def test_a_place_is_written_into_a_line_that_has_begun() -> None:
    seat = marching()
    seat.type("march latium")
    seat.screen.walk("up")
    seat.screen.look_at("gallia")
    seat.enter()
    assert seat.line == "march latium gallia "


@pytest.mark.parametrize(
    ("line", "page"),
    [
        ("board", Page.BOARD),
        ("players", Page.PLAYERS),
        ("log", Page.LOG),
        ("help", Page.HELP),
        ("rule 3.1", Page.TEXT),
        ("score", Page.PLAYERS),
        ("heroes", Page.PLAYERS),
        ("victory", Page.TEXT),
    ],
)
def test_commands_open_their_pages_and_escape_closes_them(line: str, page: Page) -> None:
    seat = building()
    seat.enter(line)
    assert (seat.scene.page, seat.line) == (page, "")
    seat.screen.escape()
    assert seat.scene.page is Page.BOARD


def test_escape_leaves_the_map_and_then_turns_away_from_the_place() -> None:
    seat = building()
    seat.screen.look_at("latium")
    seat.screen.escape()
    assert (seat.scene.on_map, seat.scene.selected) == (False, "latium")
    seat.screen.escape()
    assert seat.scene.selected == ""


def test_leaving_wants_to_be_said_twice() -> None:
    seat = building()
    seat.enter("quit")
    assert not seat.screen._front.left.is_set()
    assert "Leave once more" in seat.conversation.refusal
    seat.enter("quit")
    assert seat.screen._front.left.is_set()


def test_a_player_who_would_leave_is_told_how_many_staged_steps_would_be_lost() -> None:
    seat = building()
    seat.screen.conversation.interrupt()
    seat.screen.escape()
    seat.screen.conversation.interrupt()
    assert "staged" not in seat.conversation.refusal
    assert not seat.screen._front.left.is_set()
    seat.enter("build legion latium with coin coin coin")
    seat.enter("build control germania with oil sheep wine")
    seat.screen.conversation.interrupt()
    assert "2 staged steps will be lost; “sign” signs them first." in seat.conversation.refusal
    assert not seat.screen._front.left.is_set()
    seat.screen.conversation.interrupt()
    assert seat.screen._front.left.is_set()


@pytest.mark.parametrize(
    ("people", "becomes"),
    [
        (OnlyBots, "The game is kept: `mare resume 00000000` goes on with it."),
        (OtherPeople, "The others may vote that the autopilot plays for you; `mare resume` brings you back."),
        (Players, "The players go on without you."),
    ],
)
def test_a_player_who_would_leave_is_told_what_becomes_of_the_game(
    people: type[OnlyBots | OtherPeople | Players], becomes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = building()
    charter = SimpleNamespace(id=bytes(4), everyone=range(3), options=())
    session = SimpleNamespace(me=0, charter=charter)
    monkeypatch.setattr("cli.storage.games.open_store", lambda: SimpleNamespace(games=lambda: [charter]))
    seat.conversation.people = people(cast(Any, SimpleNamespace(session=session)))
    seat.screen.conversation.interrupt()
    assert seat.conversation.refusal.endswith(becomes)


def resumed() -> tuple[Screen, Session]:
    """The screen of a player who has taken up a game again, and their session."""
    signers = [signer(number) for number in range(3)]
    cards = tuple(card_of(name, of, 0) for name, of in zip(("Ada", "Bo", "Cy"), signers, strict=True))
    charter = Seating(DEFAULT, Options(3, ("rome", "greece", "carthage")), cards).charter()
    kept: list[list[bytes]] = [[], [], []]
    table = tuple(Session(charter, new_game, of) for of in signers)
    play(table, kept, most=12)
    session = Session(charter, new_game, signers[0])
    screen = Screen(silent_shell(), rules_of(session.log.game), EMPIRES_VIEW, 0, {}, session=session)
    session.restore(kept[0])
    assert session.log.height >= table[0].final > 0
    return screen, session


def test_what_was_final_before_the_game_was_taken_up_again_is_not_shown_as_tentative() -> None:
    screen, session = resumed()
    seat = Seat(screen.conversation.game, screen=screen)
    seat.enter("log")
    marks = {int(found) for found in re.findall(r"^ *(\d+)\?", seat.shown(Size(80, 200)), re.MULTILINE)}
    assert session.final > 0
    assert all(number > session.final for number in marks)
    assert re.search(rf"^ *{session.final} ", seat.shown(Size(80, 200)), re.MULTILINE)


def test_while_secrets_are_opened_a_player_does_not_wait_for_themselves() -> None:
    screen, session = resumed()
    log = SimpleNamespace(kind=Kind.OPENINGS, missing=lambda: (0, 2))
    screen.conversation.session = cast(Any, SimpleNamespace(log=log, awaited=(0, 2), me=0, charter=session.charter))
    assert screen.conversation.waited() == [2]


@pytest.mark.parametrize(
    ("kind", "is_lost", "told"),
    [
        (Kind.BEACON, False, "waiting for the dice"),
        (Kind.OPENINGS, False, "waiting for the secret answers"),
        (Kind.OPENINGS, True, "your secret answer is lost"),
    ],
)
def test_the_first_line_tells_dice_from_secret_answers_and_from_one_that_is_lost(
    kind: Kind, is_lost: bool, told: str
) -> None:
    screen, session = resumed()
    log = SimpleNamespace(kind=kind, missing=lambda: (0,), resigned=(), absent=())
    of = SimpleNamespace(log=log, awaited=(0,), me=0, charter=session.charter, has_lost_answer=is_lost)
    screen.conversation.session, screen.conversation.begun = cast(Any, of), True
    assert panes.whose_turn(Seat(screen.conversation.game, screen=screen).scene) == told


def test_what_is_told_in_two_lines_stands_in_two_lines() -> None:
    seat = building()
    seat.conversation.notice("Yours is in\n  mare resume 1a2b3c4d")
    seat.enter("log")
    assert re.search(r"Yours is in\n +mare resume 1a2b3c4d", seat.shown())


def test_the_mark_of_what_is_tentative_is_explained_where_it_shows_and_in_the_help() -> None:
    seat = building()
    explained = "? = not final yet"
    assert explained not in seat.shown()
    seat.conversation.story.add(seat.conversation.state, 41, "Greece moves no legions.")
    knowing(seat.conversation, final=40)
    assert "Greece moves no legions. ?" in seat.shown()
    assert explained in seat.shown()
    seat.enter("log")
    assert "Log (? = not final yet)" in seat.shown()
    seat.enter("help")
    assert "no majority has acknowledged" in seat.shown(Size(120, 200))


def test_the_help_of_a_guest_has_no_key_that_answers() -> None:
    seat = Seat(table().at_build_turn("greece").game(), None)
    seat.enter("help")
    told = "\n".join(seat.scene.text)
    assert "F1 help" in told
    assert not [word for word in ("Ctrl-Z", "F10", "F7", "stage") if word in told]


@pytest.mark.parametrize("event", [RolledBack(()), Completed(Step(1, Kind.EPOCH, (), (), None, None, b"", b"", 0))])
def test_what_is_staged_on_steps_that_count_no_more_is_forgotten(event: Event) -> None:
    seat = building()
    seat.enter("build legion latium with coin coin coin")
    seat.conversation.see(event)
    assert seat.draft.plan is None
    assert "Staged" not in seat.shown()


def test_talk_on_deals_says_what_it_means_to_a_player_who_reads_another_language() -> None:
    seat = building()
    with speaking("ko"):
        seat.conversation.heard("Bot 1", "Greece: Agreed, Rome.")
        seat.enter("talk")
        assert "▌Bot 1: “Greece: Agreed, Rome. (동의합니다.)”" in seat.shown()


def test_a_line_to_be_passed_on_is_shown_whole_and_without_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "mare watch mare://watch/" + "abcdefghij" * 20
    seat = building()
    shown: list[str] = []
    monkeypatch.setattr(seat.screen._front, "show_aside", shown.append)
    assert seat.screen.pass_on(Link("A guest watches with this:", line)) == ""
    assert shown == [f"A guest watches with this:\n{line}"]
    assert seat.scene.page is Page.BOARD


def test_what_was_refused_out_of_turn_gives_way_to_what_happens() -> None:
    seat = Seat(table().at_build_turn("greece").game())
    step = Completed(Step(1, Kind.ACTION, (), (), None, None, b"", b"", 0))
    seat.enter("done")
    assert seat.conversation.refusal != ""
    seat.conversation.see(step)
    assert seat.conversation.refusal == ""
    seat.screen.conversation.interrupt()
    seat.conversation.see(step)
    assert "Leave once more" in seat.conversation.refusal


@pytest.mark.parametrize("language", ["ru", "hu", "ko"])
def test_where_there_is_no_room_for_what_an_answer_means_the_remark_on_it_comes_first(language: str) -> None:
    with speaking(language):
        seat = building()
        seat.type("build ")
        notes = [choice.note for choice in seat.draft.choices]
        assert len(notes) == 4
        assert all(note[:8] in seat.shown() for note in notes)
        board, shown = seat.conversation.state.board, seat.shown(Size(320, 50))
        told = [in_words(board, f"({choice.meaning}) {choice.note}") for choice in seat.draft.choices]
        assert all(line in shown for line in told)


def test_escape_clears_a_line_at_once_although_an_answer_is_marked() -> None:
    seat = building()
    seat.type("build control ")
    seat.screen.mark(1)
    assert " Esc clear " in seat.shown()
    assert seat.screen.escape() == ""


def test_escape_takes_back_what_was_typed_on_a_page_before_it_closes_the_page() -> None:
    seat = building()
    seat.screen.open(Page.LOG)
    seat.type("build")
    assert seat.shown().splitlines()[-1].lstrip().startswith("Esc clear")
    assert (seat.screen.escape(), seat.scene.page) == ("", Page.LOG)


def test_escape_keeps_a_line_that_was_begun_before_a_page_was_opened() -> None:
    seat = building()
    seat.type("build control ")
    seat.screen.open(Page.LOG)
    assert seat.shown().splitlines()[-1].lstrip().startswith("Esc map")
    assert (seat.screen.escape(), seat.scene.page) == (None, Page.BOARD)


def test_the_key_to_the_map_stands_right_below_the_keys() -> None:
    seat = building()
    seat.screen.open(Page.HELP)
    assert "R Asia: controlled by Rome" in seat.shown(LARGE)


def test_the_board_says_where_the_tiles_are() -> None:
    seat = building()
    seat.enter("board")
    assert "What lies face up is on the page of the players (F3)." in " ".join(seat.conversation.notes)


def test_the_only_destination_of_a_march_is_marked_and_not_taken_unseen() -> None:
    seat = Seat(Position(3).units("italia", rome=1).at_war_turn("rome").game())
    seat.conversation.begin_question()
    seat.enter("march italia")
    assert (steps(seat), seat.draft.chosen) == ([], 0)
    seat.enter()
    assert steps(seat) == ["march italia latium 1"]


@pytest.mark.parametrize(
    ("lobby", "told"),
    [(12, "it opens by itself after 12 seconds"), (math.inf, "The host may begin another game without you.")],
    ids=["host", "guest"],
)
async def test_an_end_says_when_the_lobby_opens(
    lobby: float, told: str, autojump_clock: trio.testing.MockClock
) -> None:
    seat = Seat(table().at_end_of_war().game())
    with trio.move_on_after(60):
        await seat.screen.linger("Rome wins.", (), lobby)
    assert trio.current_time() == min(lobby, 60)
    assert told in plain(panes.choices(seat.scene, Size(100, 3)))


@pytest.mark.parametrize("is_asked", [True, False])
def test_who_had_committed_before_a_game_was_taken_up_again_is_shown_so(is_asked: bool) -> None:
    session, *_ = begun()
    log, rules = session.log, rules_of(session.log.game)
    go_on(log, lambda game: log.kind is Kind.COMMITMENTS)
    other = next(slot for slot in log.missing() if slot)
    hand = signer(log.holder(other))
    log.accept(hand.commitment(log, other, answer(log, other, random.Random(1).randrange)))
    screen = Screen(silent_shell(), rules, EMPIRES_VIEW, 0, {0: "you", 1: "Bo", 2: "Cy"}, session=session)
    if is_asked:
        screen.conversation.begin_question()
    else:
        screen.conversation.see(Returned())
    assert screen.conversation.committed == {other}


def test_a_coloured_sign_or_label_ends_with_its_text() -> None:
    scenes = [scene().scene for scene in (taking, tray)]
    blocks = [(scene.conversation.view.panes.on_table(scene, 60) or ("", []))[1] for scene in scenes]
    state, shown = scenes[0].conversation.state, scenes[0].conversation.view.panes
    blocks += [shown.facts(state, "latium", 0, 60, scenes[0].glyphs)]
    blocks += [shown.rights(state, "latium", 0, 60, scenes[0].glyphs)]
    boxes = [text for rows in blocks for row in rows for style, text in row if style in ("class:good", "class:bad")]
    assert boxes
    assert not [text for text in boxes if text != text.rstrip()]


async def test_the_commands_of_the_last_page_keep_their_columns_where_lines_are_broken() -> None:
    seat = Seat(table().at_end_of_war().game())
    page = (
        "Rome wins.",
        "",
        "  mare verify 1a2b3c4d    checks every signature, die and rule",
        "  mare show 1a2b3c4d      steps through it; with `--html 1a2b3c4d.html` as a web page",
    )
    with trio.move_on_after(0):
        await seat.screen.linger("Rome wins.", page)
    lines = [line.rstrip() for line in seat.shown().splitlines()]
    at = next(number for number, line in enumerate(lines) if "mare show" in line)
    assert lines[at - 1].index("checks") == lines[at].index("steps")
    assert lines[at + 1].startswith(" " * lines[at].index("steps"))
