"""The whole screen, at any size and in any position."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import core
from cli.empires.view import EMPIRES_VIEW
from cli.ui.screen.face import face, layout_of
from cli.ui.screen.layout import Layout, layout
from cli.ui.screen.rows import Size, block, length, plain
from cli.ui.screen.scene import Page, Scene
from cli.ui.screen.screen import Screen
from core.empires.rules import new_game
from core.empires.state import Game, Options
from tests.cli.screen.golden import march
from tests.cli.screen.seats import LARGE, SMALL, Seat, conversation_at, silent_shell
from tests.core.positions import Position


def played(steps: int, seed: int, players: int = 3) -> Game:
    """A game after so many random steps."""
    below = random.Random(seed).randrange
    game = new_game(Options(players, ("random",) * players))
    for _ in range(steps):
        match game.node:
            case core.Decision(answers=answers):
                game.apply(answers.draw(below))
            case core.Simultaneous(answers=each):
                game.reveal({seat: answers.draw(below) for seat, answers in each.items()})
            case core.Chance(bounds=bounds):
                game.settle(tuple(below(bound) for bound in bounds))
            case core.Over():
                break
    return game


SIZES = st.builds(Size, st.integers(1, 200), st.integers(1, 60))
GAMES = tuple(played(steps, steps) for steps in (0, 1, 3, 40))


@given(SIZES, st.sampled_from(GAMES), st.sampled_from(Page), st.sampled_from([0, None]))
@example(Size(50, 16), GAMES[1], Page.BOARD, 0)
@settings(max_examples=80, deadline=None)
def test_every_size_is_filled_exactly(size: Size, game: Game, page: Page, seat: int | None) -> None:
    with pytest.MonkeyPatch.context() as patch:
        # The map has tests of its own, and takes its time for every new size.
        patch.setattr("cli.ui.screen.panes.board", lambda scene, size: block([], size))
        rows = face(Scene(conversation_at(game, EMPIRES_VIEW, seat, dict.fromkeys(range(3), "Ada")), page=page), size)
    assert len(rows) == size.height
    assert {length(row) for row in rows} == {size.width}


@pytest.mark.parametrize("size", [Size(50, 16), SMALL, LARGE])
def test_the_map_fills_its_pane(size: Size) -> None:
    rows = face(Scene(conversation_at(GAMES[0], EMPIRES_VIEW, 0, {})), size)
    assert {length(row) for row in rows} == {size.width}


@given(SIZES, st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_panes_do_not_overlap_and_lie_on_the_screen(size: Size, staged: int) -> None:
    boxes = layout(size, staged=staged)
    cells: set[tuple[int, int]] = set()
    for box in set(boxes[1:]):
        own = {(x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)}
        assert not own & cells
        cells |= own
    assert all(x < size.width and y < size.height for x, y in cells)


def test_the_line_is_there_at_every_size() -> None:
    scene = Scene(conversation_at(GAMES[0], EMPIRES_VIEW, 0, {}))
    for width in range(1, 60):
        for height in range(1, 30):
            boxes: Layout = layout_of(scene, Size(width, height))
            assert boxes.line.height == 1


def building() -> Seat:
    """Rome builds with three coins and a sheep."""
    seat = Seat(Position().give("rome", "coin coin coin sheep").at_build_turn("rome").game())
    seat.conversation.begin_question()
    return seat


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_question_is_shown_with_its_rule_the_hand_and_the_answers(size: Size) -> None:
    shown = building().shown(size)
    assert "3.1 · Build" in shown
    assert "Your turn: Rome" in shown
    assert "Rome holds 4 resources: 3 coin, sheep" in shown
    assert " control " in shown
    assert " done " in shown


def test_where_only_the_question_has_room_it_is_whole() -> None:
    shown = march().shown(Size(45, 14))
    assert "connected provinces, or be done." in " ".join(shown.split())


@pytest.mark.parametrize("size", [Size(49, 24), Size(80, 15), Size(24, 6)])
def test_where_only_the_question_has_room_a_refusal_and_a_page_show_too(size: Size) -> None:
    seat = building()
    seat.enter("zebra")
    assert " ".join(seat.conversation.refusal.split()[:2]) in seat.shown(size)
    assert "control" in seat.shown(size)
    seat.screen.open(Page.HELP)
    assert "─ Help ─" in seat.shown(size)
    assert {len(face(seat.scene, size)), len(seat.shown(size).splitlines())} == {size.height}
    seat.screen.escape()
    assert "─ Help ─" not in seat.shown(size)


def test_while_a_game_is_taken_up_again_no_opening_position_shows() -> None:
    screen = Screen(silent_shell(), Position(3).at_build_turn("rome").game(), EMPIRES_VIEW, None, {})
    screen.conversation.returning = True
    screen.conversation.notice("Going on with game 1a2b …")
    shown = plain(face(screen.scene, Size(80, 24)))
    assert "Going on with game" in shown
    assert [text for text in ("Players", "Round 1", "The table", "Latium") if text in shown] == []


def test_a_short_page_leaves_the_rest_of_a_large_screen_to_the_map() -> None:
    seat = march()
    seat.screen.show_text("Short", "One line.")
    assert "One line." in seat.shown(LARGE)
    assert "R Latium" in seat.shown(LARGE)
    assert "C Libya" in seat.shown(SMALL)
    seat.screen.show_text("Less short", "One line.\n" * 4)
    assert "C Libya" not in seat.shown(SMALL)


@pytest.mark.parametrize("size", [Size(120, 35), LARGE])
def test_a_page_that_grows_covers_the_map_and_moves_nothing_on_it(size: Size) -> None:
    seat = march()
    large = layout_of(seat.scene, size).large
    before = [line[: large.width] for line in seat.shown(size).splitlines()]
    for lines in range(1, 6):
        seat.screen.show_text("Short", "One line.\n" * lines)
        after = [line[: large.width] for line in seat.shown(size).splitlines()]
        covered = large.y + lines + 2
        assert after[covered : large.y + large.height] == before[covered : large.y + large.height]


def test_a_long_page_covers_the_map() -> None:
    seat = march()
    seat.screen.show_text("Long", "One line.\n" * 20)
    assert "R Latium" not in seat.shown(LARGE)


def test_on_a_page_the_second_column_of_a_line_stays_in_its_column() -> None:
    seat = march()
    seat.screen.show_text(
        "Help", "  resign          let the autopilot play for you, and that cannot be undone, not even by you"
    )
    rows = seat.shown().splitlines()
    assert rows[2] == "  resign          let the autopilot play for you, and that cannot be undone, not"
    assert rows[3] == "                  even by you"
