"""The log: whose words are whose, in whose colour, and where on the map it happened."""

from __future__ import annotations

import pytest

from cli.i18n import texts
from cli.ui.screen import face as faces
from cli.ui.screen import panes
from cli.ui.screen.rows import Row, Size, plain
from cli.ui.screen.scene import Page
from core.mare.events import LegionLost, Marched, NextNamed, Sailed
from tests.cli.screen.golden import table
from tests.cli.screen.seats import LARGE, SMALL, Seat

ROME, GREECE, CARTHAGE = range(3)


def told() -> Seat:
    """A march, what Greece's player says in the words of an event, what the program notices, and a loss."""
    seat = Seat(table().at_war_turn("rome").game())
    board = seat.conversation.state.board
    italia, macedonia = (board.provinces.index(name) for name in ("italia", "macedonia"))
    seat.conversation.tell(Marched(ROME, 1, italia, macedonia))
    seat.conversation.heard("Bot 2 (Greece)", "Rome loses 1 legion in Latium.", GREECE)
    seat.conversation.notice("Bot 3 has left.")
    seat.conversation.tell(LegionLost(CARTHAGE, 1, board.provinces.index("libya")))
    return seat


def pane(seat: Seat, width: int = 60) -> list[Row]:
    """The rows of the log's pane that say something."""
    return [row for row in panes.log_pane(seat.scene, Size(width, 12)) if plain([row]).strip()]


def test_events_talk_and_notices_begin_with_a_sign_of_their_own() -> None:
    assert plain(pane(told())).splitlines()[1:] == [
        " Rome marches 1 from Italia to Macedonia.",
        "▌Bot 2 (Greece): “Rome loses 1 legion in Latium.”",
        "·Bot 3 has left.",
        " Carthage loses 1 legion in Libya.",
    ]


def test_what_is_said_has_its_sign_at_every_row_on_the_page_too() -> None:
    seat = told()
    seat.conversation.heard("Bot 2 (Greece)", "Round 9 · Build " * 9, GREECE)
    assert all(line.startswith("▌") for line in plain(pane(seat, 40)[-4:]).splitlines())
    rows = [told.row for told in panes.log_page(seat.scene, 40)]
    assert all(line.startswith("    ▌") for line in plain(rows[-4:]).splitlines())


def test_the_names_of_events_and_who_speaks_have_the_colours_of_the_map() -> None:
    _, march, talk, notice, loss = pane(told())
    assert ("class:side-red", "Rome") in march
    assert talk[:2] == [("class:map-bar-green", "▌"), ("class:side-green", "Bot 2 (Greece)")]
    assert ("class:side-black", "Carthage") in loss
    assert not [style for style, _ in (*notice, *talk[2:]) if style]


@pytest.mark.parametrize("language", texts.languages())
def test_names_have_their_colours_in_every_language(language: str) -> None:
    texts.use(language)
    [march] = [row for row in pane(told()) if "Macedonia" in plain([row])]
    assert ("class:side-red", texts.term("Rome")) in march


def click(seat: Seat, text: str, size: Size) -> None:
    """Click on the row of the screen in which a text stands last."""
    rows = plain(faces.face(seat.scene, size)).splitlines()
    y = max(y for y, row in enumerate(rows) if text in row)
    seat.screen.show_entry(panes.entry_at(seat.scene, faces.layout_of(seat.scene, size), rows[y].index(text), y))


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("page", [Page.BOARD, Page.LOG])
def test_a_click_on_a_line_shows_where_it_happened(size: Size, page: Page) -> None:
    seat = told()
    seat.screen.open(page) if page is Page.LOG else None
    click(seat, "Rome marches", size)
    assert (seat.scene.selected, seat.scene.page, seat.scene.on_map) == ("macedonia", Page.BOARD, True)


def test_a_click_on_what_has_no_place_shows_none() -> None:
    seat = told()
    click(seat, "Bot 3 has left.", LARGE)
    assert (seat.scene.selected, seat.scene.on_map) == ("", False)


def test_arrows_go_through_what_has_a_place_and_enter_shows_it() -> None:
    seat = told()
    seat.screen.open(Page.LOG)
    seat.screen.mark(-1)
    assert (seat.scene.selected, seat.scene.page) == ("libya", Page.LOG)
    seat.screen.mark(-1)
    assert seat.scene.selected == "macedonia"
    marked = [text for row in faces.face(seat.scene, SMALL) for style, text in row if style == "class:chosen"]
    assert "".join(marked).split() == ["Rome", "marches", "1", "from", "Italia", "to", "Macedonia."]
    seat.enter()
    assert (seat.scene.page, seat.scene.on_map) == (Page.BOARD, True)


def test_the_chosen_line_is_scrolled_to() -> None:
    seat = told()
    for _ in range(40):
        seat.conversation.tell(Marched(GREECE, 1, 0, 1))
    seat.screen.open(Page.LOG)
    for _ in range(50):
        seat.screen.mark(-1)
    assert "Rome marches 1 from Italia to Macedonia." in seat.shown()


def test_while_a_line_is_typed_arrows_go_through_the_answers() -> None:
    seat = told()
    seat.conversation.begin_question()
    seat.screen.open(Page.LOG)
    seat.type("d")
    seat.screen.mark(1)
    assert (seat.scene.entry, seat.draft.chosen) == (0, 0)


# ---------------------------------------------------------------------- since one's last turn


def since() -> Seat:
    """Rome is asked, after Greece and Carthage have done this and that, and Rome itself has lost a legion."""
    seat = told()
    for event in (Marched(GREECE, 2, 0, 1), Marched(GREECE, 2, 0, 1), LegionLost(ROME, 1, 0), NextNamed(GREECE, ROME)):
        seat.conversation.tell(event)
    seat.conversation.begin_question()
    return seat


def test_a_turn_begins_with_what_the_others_have_done_since_the_last_one() -> None:
    seat = since()
    names = seat.conversation.state.board.province_names
    assert plain(pane(seat, 80)).splitlines()[:4] == [
        " Since your last turn",
        f" You: lost 1 legion in {names[0]}",
        " Carthage: lost 1 legion in Libya",
        f" Greece: 4 legions to {names[1]}",
    ]


def test_what_one_has_done_oneself_and_who_is_next_are_no_news() -> None:
    digest = seat_of(since())
    assert "Macedonia" not in digest
    assert "turn" not in digest


def seat_of(seat: Seat) -> str:
    """The digest as a command tells it, on lines too."""
    seat.enter("since")
    return "\n".join(seat.conversation.notes)


def test_the_digest_gives_way_to_what_is_told_later() -> None:
    seat = since()
    seat.conversation.heard("Bot 2", "Well?", GREECE)
    assert "Since your last turn" not in plain(pane(seat))
    assert "You: lost 1 legion" in seat_of(seat)


def test_what_is_signed_begins_the_next_digest() -> None:
    seat = since()
    seat.enter("done")
    seat.screen.conversation.sign()
    assert seat_of(seat) == "Nothing has happened since your last turn."


def test_a_digest_that_has_no_room_says_how_to_read_it() -> None:
    seat = since()
    rows = plain(panes.log_pane(seat.scene, Size(34, 6))).splitlines()
    assert rows[2].split() == ["…", "“since”"]


@pytest.mark.parametrize("height", [6, 7, 10])
def test_a_digest_leaves_the_newest_rows_of_the_log_to_be_seen(height: int) -> None:
    seat = since()
    below = plain(panes.log_pane(seat.scene, Size(24, height))).split(" Log\n")[1]
    assert below.splitlines()[-2:] == [" Greece gives the next", "   turn to Rome."]


def test_below_a_digest_the_log_begins_with_a_whole_line() -> None:
    seat = since()
    below = [plain(panes.log_pane(seat.scene, Size(24, height))).split(" Log\n")[1] for height in range(6, 14)]
    assert all(rows.startswith((" Greece gives", " Rome loses")) for rows in below)


def test_a_click_below_the_digest_is_on_the_line_that_stands_there() -> None:
    seat = since()
    click(seat, "Carthage loses 1 legion in Libya.", LARGE)
    assert seat.scene.selected == "libya"
    seat = since()
    click(seat, "Since your last turn", LARGE)
    assert seat.scene.selected == ""


def test_the_log_of_battles_has_no_moves() -> None:
    seat = Seat(table().at_war_turn("rome", "greece").game())
    for line in ("done", "done", "march italia macedonia 3", "done"):
        seat.conversation.game.apply(seat.conversation.game.parse(line))
    seat.conversation.game.settle((5, 2, 0, 4))
    told = [str(line.text) for line in seat.conversation.story.filtered("battle")]
    assert any("hits" in text for text in told)
    assert not [line for line in seat.conversation.story.filtered("battle") if isinstance(line.event, Marched | Sailed)]
    assert [line for line in seat.conversation.story.filtered("march") if isinstance(line.event, Marched)]
