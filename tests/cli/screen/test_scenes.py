"""What each scene must show, pane by pane: one reason a test, whatever the other panes say."""

from __future__ import annotations

import pytest

from cli.ui.screen import face as faces
from cli.ui.screen import panes
from cli.ui.screen.layout import Box
from cli.ui.screen.look import ASCII, PLAIN_SIGNS
from cli.ui.screen.rows import Block, Row, Size, plain
from cli.ui.screen.scene import Page
from tests.cli.screen.golden import (
    SCENES,
    end,
    fight,
    lesson_page,
    march,
    payment,
    race,
    seated,
    setting_up,
    table,
    taking,
    tray,
    votes,
    walk,
)
from tests.cli.screen.seats import LARGE, SMALL, Seat, knowing
from tests.core.positions import Position

PANE = Size(80, 8)


def text_of(rows: Block) -> str:
    """Return the rows of a pane as one line of text."""
    return " ".join(plain(rows).split())


def line_of(row: Row) -> str:
    """Return one row as text."""
    return "".join(text for _, text in row)


def beside_map(seat: Seat, size: Size = SMALL) -> str:
    """Return what stands to the right of the map."""
    where = faces.layout_of(seat.scene, size)
    return text_of(faces.side(seat.scene, where.side, wide=size == LARGE))


def keys(seat: Seat) -> str:
    """Return the line of the keys."""
    return line_of(panes.keys(seat.scene, 160))


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_shows_its_rule_or_who_is_waited_for(name: str) -> None:
    scene = SCENES[name]().scene
    assert text_of(panes.question(scene, Size(300, 1))).strip("─ ") == panes.asked(scene)
    assert panes.whose_turn(scene) in line_of(panes.status(scene, 160))


@pytest.mark.parametrize("name", SCENES)
def test_a_large_screen_has_advice_and_log_side_by_side_and_a_small_one_shares_the_pane(name: str) -> None:
    scene = SCENES[name]().scene
    small, large = faces.layout_of(scene, SMALL), faces.layout_of(scene, LARGE)
    assert small.preview == small.log
    assert large.preview.x < large.log.x


def test_before_the_game_nothing_is_asked_and_no_hand_is_shown() -> None:
    seat = setting_up()
    assert panes.asked(seat.scene) == "setting up the table"
    assert faces.prompt(seat.scene) == ": "
    assert text_of(seat.conversation.view.panes.hand(seat.scene, 80)) == ""


def test_a_trade_says_who_has_committed_and_who_still_picks() -> None:
    shown = beside_map(tray(), LARGE)
    assert "✓ Greece has committed 3" in shown
    assert "… Carthage picks 3" in shown


def test_while_offers_are_opened_a_trade_says_that_all_have_committed() -> None:
    seat = tray()
    knowing(seat.conversation, waits_for_secrets=True)
    shown = beside_map(seat, LARGE)
    assert ("picks" in shown, shown.count("has committed 3")) == (False, 3)


def test_an_offer_is_listed_with_what_one_holds_of_it() -> None:
    listed = {choice.shown: choice.note for choice in tray().scene.draft.choices}
    assert listed == {"sheep": "you hold 1", "wine": "1 more", "coin": "you hold 2"}


def test_a_player_from_whom_nothing_may_be_taken_is_crossed_out_with_the_rule() -> None:
    seat = taking()
    assert "✗ Greece: [oil] [wine] (2.2a: just taken from each other)" in beside_map(seat, LARGE)
    assert {choice.line.split()[-1] for choice in seat.draft.choices} == {"carthage"}


def test_who_is_one_step_from_winning_is_said_and_marked_and_not_by_colour_alone() -> None:
    seat = race()
    assert "heroes ▰▰▰▰▱! titles 2/3!" in beside_map(seat, LARGE)
    assert "You win with one more great city. You win with one more hero or wonder." in beside_map(seat, LARGE)
    own = [text for row in faces.face(seat.scene, SMALL) for style, text in row if style == "class:good"]
    assert own[:3] == ["3!", "4!", "2!"]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_one_s_own_chance_is_no_threat_and_the_others_share_a_sentence(size: Size) -> None:
    position = Position(3).give("rome", "coin " * 3)
    heroes = [tile.id for tile in position.board.tiles if tile.kind == "hero"]
    for number, empire in enumerate(("rome", "greece", "carthage")):
        position.tiles(empire, *heroes[3 * number : 3 * number + 3])
    seat = seated(position.at_build_turn("rome"))
    assert "Greece and Carthage: one hero or wonder from winning." in beside_map(seat, size)
    styles = {style for row in faces.face(seat.scene, size) for style, text in row if text.endswith("!")} - {
        "class:dim"
    }
    assert styles == {"class:good", "class:alarm"}
    spectator = Seat(position.game(), None)
    assert "Rome, Greece and Carthage: one hero or wonder from winning." in beside_map(spectator, size)


def test_pyramids_within_reach_of_a_hidden_hand_are_told_beside_the_map_and_under_every_page() -> None:
    position = Position(3).give("rome", "coin").give("greece", "coin " * 12)
    seat = seated(position.leaders(trade="rome", culture="greece", military="carthage").at_trade())
    told = "Greece: Pyramids in reach (cost 12)."
    assert told in beside_map(seat)
    for page in (Page.PLAYERS, Page.LOG, Page.HELP, Page.TALK):
        seat.screen.open(page)
        assert told in " ".join(seat.shown().split())


@pytest.mark.parametrize("is_open", [True, False])
def test_who_can_pay_for_the_pyramids_is_named_if_the_hand_is_open_to_see(*, is_open: bool) -> None:
    position = Position(3).give("rome", "coin coin coin").give("greece", "coin " * 12)
    position.face_up("pyramids").at_build_turn("rome", "greece")
    position.state.options = position.state.options._replace(open_hands=is_open)
    seat = seated(position)
    assert ("Greece can pay for the Pyramids, which cost 12." in beside_map(seat, LARGE)) == is_open
    position.give("rome", "coin " * 9)
    assert "Rome can pay for the Pyramids" in beside_map(seated(position), LARGE)


def test_after_a_victory_nothing_is_marked_as_near() -> None:
    seat = race()
    assert all("!" in beside_map(seat, size) for size in (SMALL, LARGE))
    seat.conversation.over = "Rome (you) wins with all three titles."
    assert not any("!" in beside_map(seat, size) for size in (SMALL, LARGE))


def test_the_turn_is_the_player_s_own_as_soon_as_the_game_waits_for_them() -> None:
    """The question may come a moment later."""
    seat = Seat(table().at_build_turn("rome").game())
    knowing(seat.conversation, waited=[0])
    assert seat.draft.plan is None
    assert panes.whose_turn(seat.scene).endswith("Your turn: Rome")


def test_who_cannot_be_reached_has_another_sign_than_who_is_there() -> None:
    assert "▶ R Rome (you) ● ★" in beside_map(race(), LARGE)
    assert "G Greece (Bot 2) ○" in beside_map(race(), LARGE)
    seat = race()
    knowing(seat.conversation, automatic=[1])
    assert "G Greece (Bot 2) ◌" in beside_map(seat, LARGE)


def test_in_ascii_the_race_is_told_in_figures() -> None:
    seat = race()
    seat.scene.glyphs = ASCII
    # The shell writes these signs of sentences in others when it draws the screen.
    assert beside_map(seat, LARGE).translate(PLAIN_SIGNS).isascii()
    assert "cities 3/4! heroes 4/5! titles 2/3!" in beside_map(seat, LARGE)


def test_a_payment_is_asked_by_what_it_leaves() -> None:
    [choice] = payment().scene.draft.choices
    assert (choice.shown, choice.note) == ("3 coin", "leaves 2 metal")


def test_what_is_staged_can_be_taken_back_and_signed_by_keys() -> None:
    seat = payment()
    assert text_of(panes.staged(seat.scene, PANE)).endswith("1 build control germania with oil sheep wine")
    assert "^Z take back" in " ".join(keys(seat).split())
    assert "F10 sign" in " ".join(keys(seat).split())


def test_a_march_is_listed_with_those_that_stay_and_foreseen_as_a_battle() -> None:
    seat = march()
    assert seat.draft.choices[0].note == "1 stay; win 97%, lose all 0%"
    assert text_of(faces.advice(seat.scene, 60)).startswith("· Battle in Macedonia: 97%")


def test_every_battle_to_choose_from_has_its_odds() -> None:
    assert {choice.line: choice.note for choice in fight().scene.draft.choices} == {
        "fight greece in macedonia": "win 97%, lose all 0%",
        "fight carthage in libya": "win 35%, lose all 17%",
    }


def test_on_the_map_the_place_stands_where_the_question_was_and_the_keys_walk() -> None:
    seat = walk()
    assert panes.asked(seat.scene) == "Germania"
    assert "▸Germania◂" in seat.shown()
    assert keys(seat).split()[:2] == ["arrows", "walk"]


def test_a_place_that_takes_all_of_the_lower_rows_leaves_no_answers_beside_it() -> None:
    seat = walk()
    assert "legion …" not in seat.shown(SMALL)
    assert "legion …" in seat.shown(LARGE)


def test_a_page_says_how_many_lines_it_has_where_not_all_show() -> None:
    heading = SCENES["help"]().shown(SMALL).splitlines()[1]
    assert heading.startswith("─ Help ─")
    assert heading.rstrip("─ ").endswith("lines")


def test_at_the_end_the_winner_is_named_and_nothing_is_asked() -> None:
    seat = end()
    assert panes.asked(seat.scene) == seat.conversation.over
    assert "Enter closes this screen." in text_of(panes.choices(seat.scene, PANE))
    seat.conversation.pause = "Enter ends."
    assert text_of(panes.choices(seat.scene, PANE)).split()[-2:] == ["Enter", "ends."]
    assert "go on" not in text_of([panes.keys(seat.scene, 80)])


def test_where_the_end_has_no_room_its_last_words_show_and_what_to_do() -> None:
    seat = end()
    proof = "Cy signed two versions of an entry of step 6: a cheat, a restored backup or a copied profile. "
    seat.conversation.over = (
        proof + "The proof against you is kept. " + "The others can go on without you. " * 3 + "Ask."
    )
    seat.conversation.closing = "Enter leads to the lobby."
    size = faces.layout_of(seat.scene, SMALL).choices.size
    assert text_of(panes.choices(seat.scene, size)).endswith("without you. Ask. Enter leads to the lobby.")


def test_a_long_end_stands_once_in_whole_and_the_first_line_says_where_the_game_stands() -> None:
    seat = end()
    seat.conversation.over = (
        "Cy signed two versions of an entry of step 6: a cheat, a restored backup or a copied profile. The proof is"
        " kept. To go on without that player, one of you types `mare continue 3119bf2a --from 46`, and the others join"
        " that table."
    )
    rows = faces.face(seat.scene, SMALL)
    assert line_of(rows[0]).strip() == "mare · Round 1, Leadership"
    where = faces.layout_of(seat.scene, SMALL)
    told = [line_of(row)[: where.choices.width] for row in rows[where.choices.y : where.log.y + where.choices.height]]
    under = [line_of(row) for row in rows[where.question.y : where.choices.y]]
    shown = " ".join(" ".join([*under, *told]).replace("─", "").split())
    assert shown == f"{seat.conversation.over} Enter closes this screen."


def test_the_votes_stand_under_the_players_and_what_has_no_room_is_scrolled_to() -> None:
    seat = votes()
    assert "Votes" in beside_map(seat)
    assert all(" ".join(vote.told.split()) in beside_map(seat, LARGE) for vote in seat.conversation.votes())
    assert "… PgDn" in text_of(faces.side(seat.scene, Box(0, 0, 26, 9), wide=False))


def test_a_page_of_a_lesson_waits_for_enter_and_asks_nothing() -> None:
    seat = lesson_page()
    assert seat.draft.plan is None
    assert text_of(panes.choices(seat.scene, PANE)).startswith("Enter goes on.")
    assert keys(seat).split()[:3] == ["Enter", "go", "on"]


def test_at_the_end_the_keys_close_the_screen_or_play_again_and_no_one_seems_away() -> None:
    seat = end()
    knowing(seat.conversation, unreached=[1, 2])
    assert keys(seat).split()[:2] == ["Enter", "close"]
    assert "G Greece (Bot 2) ●" in beside_map(seat, LARGE)
    assert "rematch" not in keys(seat)
    seat.conversation.pause = "“rematch” plays again."
    assert "rematch play again" in " ".join(keys(seat).split())
    seat.enter("foo")
    assert seat.conversation.refusal == "No answer is asked for here any more."
