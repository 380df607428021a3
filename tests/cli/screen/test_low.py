"""Screens of few rows: the answers have the place of the map, which shows when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cli.ui.conversation.story import Digest
from cli.ui.screen.face import layout_of, reach
from cli.ui.screen.layout import LEAST_ANSWERS, LOW
from cli.ui.screen.panes import log_pane
from cli.ui.screen.rows import Size, plain
from cli.ui.screen.scene import Page
from tests.cli.screen.golden import SCENES, in_the_lead, seated, table
from tests.cli.screen.seats import LARGE, SMALL, Seat
from tests.core.positions import Position

ASKED = [name for name in SCENES if name not in ("setting-up", "walk", "log", "players", "help", "end")]
"""The scenes in which a player is asked something, with no page over it."""

LESSONS = ("lesson", "lesson-page")


@pytest.mark.parametrize("height", [24, 27, LOW - 1])
@pytest.mark.parametrize("width", [80, 120, 160])
@pytest.mark.parametrize("name", [name for name in ASKED if name not in LESSONS])
@pytest.mark.usefixtures("_without_map")
def test_the_answers_have_nine_rows_at_least(name: str, width: int, height: int) -> None:
    seat = SCENES[name]()
    assert layout_of(seat.scene, Size(width, height)).choices.height >= LEAST_ANSWERS
    shown = seat.shown(Size(width, height)).splitlines()
    assert len(shown) == height


def crowded() -> Seat:
    """All that can take rows at once: a long question, a full hand, steps that are staged."""
    position = table().give("rome", "gold wood oil gems marble pottery spices wine grain coin").units("italia", rome=2)
    seat = seated(position.at_war_turn("rome"))
    seat.enter("sail mare_ionium mare_tyrrhenum 1; sail mare_africum mare_ionium 1; march italia latium 1")
    return seat


def test_the_answers_have_nine_rows_where_all_else_needs_rows_too() -> None:
    assert layout_of(crowded().scene, SMALL).choices.height >= LEAST_ANSWERS


def test_the_map_shows_when_it_is_asked_for_and_gives_way_again() -> None:
    seat = SCENES["build"]()
    assert "Thracia" not in seat.shown()
    seat.screen.open(Page.BOARD)
    assert "Thracia" in seat.shown()
    seat.screen.open(Page.BOARD)
    assert "Thracia" not in seat.shown()
    seat.screen.open(Page.BOARD)
    seat.screen.escape()
    assert "Thracia" not in seat.shown()
    seat.screen.walk("right")
    assert "Thracia" in seat.shown()
    seat.screen.escape()
    assert "Thracia" not in seat.shown()


def test_the_key_of_the_map_shows_it_at_once_from_any_page() -> None:
    """Secret offers are asked for, with the players' page over the answers."""
    seat = SCENES["tray"]()
    seat.screen.open(Page.PLAYERS)
    seat.screen.open(Page.BOARD)
    assert "Thracia" in seat.shown()


def test_the_map_shows_while_others_are_asked() -> None:
    seat = SCENES["build"]()
    seat.draft.plan = None
    assert "Thracia" in seat.shown()


def test_a_larger_screen_has_the_map_and_the_answers_at_once() -> None:
    assert "Thracia" in SCENES["build"]().shown(Size(100, LOW))


# ---------------------------------------------------------------------- the trade, while a win is near


def trading_near_a_win(players: int, *, taking: bool) -> Seat:
    """Rome trades, one step from winning in each way."""
    position = in_the_lead(players).give("rome", "coin coin coin coin coin sheep wine oil")
    for other in position.board.empires[1:]:
        position.give(other, "coin sheep wine oil")
    game = position.at_trade().game()
    game.apply(game.parse("announce 3"))
    if taking:
        game.reveal({seat: game.parse("offer coin sheep wine") for seat in range(players)})
    seat = Seat(game)
    seat.conversation.begin_question()
    if not taking:
        seat.type("offer coin ")
    return seat


def beside(seat: Seat, size: Size = SMALL) -> list[str]:
    """What stands beside the answers."""
    rows = (line.partition("│")[2] for line in seat.shown(size).splitlines())
    return [row for row in rows if row]


@pytest.mark.parametrize("taking", [False, True], ids=["offer", "take"])
@pytest.mark.parametrize("size", [Size(80, 24), Size(76, 26), Size(100, 29), Size(129, 24)], ids=str)
def test_a_trade_has_its_rows_however_many_ways_to_win_are_near(size: Size, taking: bool) -> None:
    seat = trading_near_a_win(3, taking=taking)
    shown = beside(seat, size)
    (title,) = [row for row, text in enumerate(shown) if "Trade" in text]
    for name in ("R Rome", "G Greece", "C Carthage"):
        assert any(name in text for text in shown[:title])
    assert any("You win with one more" in text for text in shown[:title])
    assert any("Carthage" in text for text in shown[title:]) or ("PgDn" in shown[-1] and len(shown) - title > 3), shown


def test_warnings_that_lack_room_keep_a_row_and_show_that_they_go_on() -> None:
    shown = beside(trading_near_a_win(3, taking=True))
    assert "You win with one more …" in shown
    assert "You win with one more great city." in trading_near_a_win(3, taking=True).shown(LARGE)


def test_the_key_of_the_next_page_scrolls_a_trade_by_the_rows_that_show() -> None:
    seat = trading_near_a_win(5, taking=True)
    before = beside(seat)
    title = next(row for row, text in enumerate(before) if "Trade" in text)
    seat.screen.scroll(-8, reach(seat.scene, SMALL))
    # The last row has only the key.
    assert seat.scene.below == len(before) - title - 1 > 3


# ---------------------------------------------------------------------- the digest

MANY: Sequence[tuple[str, str, str]] = (
    ("rome", "You", "lost 2 legions in Macedonia, lost 1 trireme in Mare Ionium"),
    ("greece", "Greece", "caravan in Thracia, market in Achaia, legion in Macedonia, 2 legions to Dalmatia, Hercules"),
    ("carthage", "Carthage", "control marker in Numidia, caravan in Libya, trade: gave 2 coin for wine, oil"),
)


@pytest.mark.parametrize("rows", range(3, 12))
@pytest.mark.parametrize("width", [34, 45, 52, 80])
def test_the_digest_is_never_empty_and_never_ends_in_a_comma(width: int, rows: int) -> None:
    seat = seated(Position(3).give("rome", "coin coin coin").at_build_turn("rome"))
    seat.conversation.digest = Digest(seat.conversation.story.told, MANY)
    shown = [line.strip() for line in plain(log_pane(seat.scene, Size(width, rows))).splitlines()]
    digest = shown[1 : shown.index("Log")] if "Log" in shown else shown[1:]
    told = [line for line in digest if "“since”" not in line and line]
    assert shown[0] == "Since your last turn"
    assert told
    assert not told[-1].endswith(",")
