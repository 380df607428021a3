"""What a player is asked to enter once more, and when the question is withdrawn."""

from __future__ import annotations

import pytest

from cli.ui.screen.face import face
from cli.ui.screen.scene import Page
from cli.ui.text.once_more import MEANT, OnceMore
from tests.cli.screen.golden import seated, table
from tests.cli.screen.seats import LARGE, Seat
from tests.core.positions import Position


def warned() -> Seat:
    """Rome is told that its first ``done`` loses 8 resources."""
    seat = seated(table().at_build_turn("rome"))
    seat.enter("done")
    assert "Enter it once more" in seat.scene.refusal
    return seat


def giving_away() -> Seat:
    """Rome, Culture Leader, is level with Greece, which has the two other titles."""
    position = Position(3).clear().leaders(trade="greece", culture="rome", military="greece")
    return seated(position.build("achaia", "caravan:oil", "market").units("macedonia", greece=3).at_leadership())


def test_escape_withdraws_what_was_asked_once_more() -> None:
    seat = warned()
    seat.line = seat.screen.escape() or ""
    seat.enter("pass")
    assert "Enter it once more" in seat.scene.refusal
    assert seat.scene.plan is not None


def test_another_line_withdraws_what_was_asked_once_more() -> None:
    seat = warned()
    seat.line = ""
    seat.enter("hand")
    seat.enter("done")
    assert "Enter it once more" in seat.scene.refusal


def test_another_page_withdraws_what_was_asked_once_more() -> None:
    seat = warned()
    seat.screen._show(Page.PLAYERS)
    seat.enter()
    assert "Enter it once more" in seat.scene.refusal


def test_what_was_asked_once_more_long_ago_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    seat = seated(table().at_build_turn("rome"))
    seat.screen._once_more = OnceMore(seat.screen._view.words, lambda: now[0])
    seat.enter("done")
    now[0] = MEANT
    seat.enter()
    assert "Enter it once more" in seat.scene.refusal
    seat.enter()
    assert not seat.scene.refusal


def test_an_answer_with_which_another_player_wins_at_once_is_asked_once_more() -> None:
    seat = giving_away()
    seat.enter("award culture to greece")
    assert seat.scene.refusal == (
        "“award culture to greece” ends the game: Greece wins with all three titles. Enter it once more to do so."
    )
    seat.enter()
    assert not seat.scene.refusal


def test_an_answer_that_lets_the_game_go_on_is_asked_once_only() -> None:
    seat = giving_away()
    seat.enter("award culture to rome")
    assert not seat.scene.refusal


def test_the_list_says_who_wins_at_once_and_who_keeps_the_title() -> None:
    seat = giving_away()
    told = {choice.line: (choice.alarm, choice.note) for choice in seat.scene.choices}
    assert told["award culture to greece"] == ("Greece wins at once", "you lose the title")
    assert told["award culture to rome"] == ("", "you keep the title")
    alarmed = ["".join(text for style, text in row if style == "class:alarm") for row in face(seat.scene, LARGE)]
    assert [row for row in alarmed if "Greece wins at once" in row]


def test_the_preview_of_an_award_says_who_has_the_title_then() -> None:
    seat = giving_away()
    seat.type("award culture to rome")
    assert "You stay Culture Leader." in seat.scene.preview
    seat.line = ""
    seat.type("award culture to greece")
    assert "Greece becomes Culture Leader in your place." in seat.scene.preview
