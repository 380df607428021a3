"""Stepping through a game on a terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth, DummyOutput
from prompt_toolkit.utils import get_cwidth

from cli.empires.view import EMPIRES_VIEW
from cli.ui.map.labels import Look
from cli.ui.replay.replay import of_position
from cli.ui.replay.viewer import HELP, Viewer, run_viewer
from tests.cli.games import replay
from tests.cli.map.positions import contested
from tests.cli.map.test_page import war
from tests.core.positions import Position

LAST = len(replay().moments) - 1
SMALL = (80, 24)
KEYS = (
    "left",
    "right",
    "up",
    "down",
    "home",
    "end",
    " ",
    "g",
    "5",
    "enter",
    "+",
    "-",
    "w",
    "s-left",
    "p",
    "l",
    "?",
    "x",
)


@pytest.fixture
def viewer() -> Viewer:
    """At the beginning of a game, on a small terminal."""
    made = Viewer(replay(), "game.mare", Look(colour=False), 0)
    made.rows(SMALL)
    return made


def text(viewer: Viewer, size: tuple[int, int] = SMALL) -> list[str]:
    return ["".join(part for _, part in row) for row in viewer.rows(size)]


def press(viewer: Viewer, *keys: str) -> None:
    for key in keys:
        viewer.press(key)


@settings(max_examples=20)
@given(st.lists(st.sampled_from(KEYS), max_size=8), st.tuples(st.integers(1, 100), st.integers(1, 40)))
def test_the_screen_is_filled_exactly(keys: list[str], size: tuple[int, int]) -> None:
    viewer = Viewer(replay(), "game.mare", Look(colour=False), LAST // 2)
    for key in keys:
        viewer.press(key)
        viewer.rows(size)
    assert [get_cwidth(row) for row in text(viewer, size)] == [size[0]] * size[1]


def test_the_arrows_step_back_and_on(viewer: Viewer) -> None:
    press(viewer, "right", "right", "left")
    assert viewer.number == 1
    press(viewer, "end", "right")
    assert viewer.number == LAST
    press(viewer, "home", "left")
    assert viewer.number == 0


def test_up_and_down_go_by_rounds(viewer: Viewer) -> None:
    press(viewer, "down")
    assert viewer.number == LAST
    press(viewer, "up")
    assert viewer.number == 0


def test_a_number_is_typed_to_go_to_its_step(viewer: Viewer) -> None:
    press(viewer, "g", "1", "2", "backspace", "7")
    assert text(viewer)[0].startswith(" Go to step: 17_")
    press(viewer, "enter")
    assert viewer.moment.step == 17
    press(viewer, "g", "9", "escape", "g", "enter")
    assert viewer.moment.step == 17
    press(viewer, "g", *"99999", "enter")
    assert viewer.number == LAST


@pytest.mark.parametrize("is_open", [False, True])
def test_hands_stand_under_their_empires_where_they_are_open_r3(is_open: bool) -> None:
    position = Position(3)
    position.state.options = position.state.options._replace(open_hands=is_open)
    viewer = Viewer(of_position(position.game(), EMPIRES_VIEW), "game.toml", Look(colour=False), 0)
    text(viewer)
    press(viewer, "p")
    rows = [row.strip() for row in text(viewer)]
    assert len(rows) == SMALL[1]
    assert ("9 resources: 5 coin, marble, grain, oil, wine" in rows) == is_open


def test_the_heading_says_when_and_the_foot_what(viewer: Viewer) -> None:
    press(viewer, "right")
    rows = text(viewer)
    assert rows[0].startswith(" Round 1")
    assert rows[0].rstrip().endswith(f"step 1 of {LAST} · game.mare")
    assert str(viewer.moment.told[0])[:40] in rows[-3]


def test_the_timeline_shows_where_we_are(viewer: Viewer) -> None:
    assert text(viewer)[-1].index("●") == 1
    press(viewer, "end")
    assert text(viewer)[-1].removesuffix("  ← back, ? help ").endswith("●")


def test_what_a_tall_terminal_shows_unasked_a_small_one_shows_on_demand(viewer: Viewer) -> None:
    press(viewer, "end")
    assert not any("Bot 1" in row for row in text(viewer))
    press(viewer, "p")
    assert any("Bot 1" in row for row in text(viewer))
    assert any("Bot 1" in row for row in text(viewer, (120, 40)))
    press(viewer, "p")
    assert not any("Bot 1" in row for row in text(viewer, (120, 40)))


def test_the_log_ends_with_the_present_step(viewer: Viewer) -> None:
    press(viewer, "right", "right", "l")
    rows = text(viewer)
    assert any(row.startswith("    0  The game begins.") for row in rows)
    assert not any(row.startswith("    3  ") for row in rows)
    press(viewer, "l")
    assert any("Sicilia" in row for row in text(viewer))


def test_help_names_every_key(viewer: Viewer) -> None:
    press(viewer, "?")
    rows = text(viewer)
    assert [line for line in HELP.splitlines() if not any(row.startswith(line) for row in rows)] == []
    assert any("R⚑2♜: two legions and the fortress of Rome" in row for row in rows)
    press(viewer, "escape")
    assert any("Sicilia" in row for row in text(viewer))


def test_a_click_chooses_a_place_and_tells_of_it(viewer: Viewer) -> None:
    rows = text(viewer)
    row = next(number for number, line in enumerate(rows) if "Sicilia" in line)
    viewer.click(rows[row].index("Sicilia"), row)
    assert viewer.view.selected == "sicilia"
    assert any("▸Sicilia◂" in line for line in text(viewer))
    assert text(viewer)[-3].startswith(" Sicilia [temple] [legendary_city]")
    press(viewer, "escape")
    assert viewer.view.selected is None


def test_arrow_keys_with_shift_choose_places(viewer: Viewer) -> None:
    press(viewer, "s-left")
    start = viewer.view.selected
    press(viewer, "s-up")
    assert start
    assert viewer.view.selected not in (None, start)


def test_a_game_plays_by_itself_until_its_end(viewer: Viewer) -> None:
    playing = []
    for key in (" ", "end", " "):
        press(viewer, key)
        playing.append(viewer.playing)
    assert playing == [True, False, True]


def test_at_its_end_a_game_is_played_from_the_beginning(viewer: Viewer) -> None:
    press(viewer, "end", " ")
    assert (viewer.number, viewer.playing) == (0, True)


def test_an_arrow_shows_where_units_went_in_the_step() -> None:
    viewer = Viewer(war(), "war.mare", Look(colour=False), 0)
    drawn = []
    for number in range(len(war().moments)):
        viewer.go(number)
        drawn.append(any("R2" in row and "•" in row for row in text(viewer, (140, 45))))
    assert drawn == [any("marches" in str(told) for told in moment.told) for moment in war().moments]
    assert any(drawn)


def test_dice_are_figures_in_ascii() -> None:
    viewer = Viewer(war(), "war.mare", Look(unicode=False, colour=False), 0)
    viewer.go(len(war().moments))
    rows = text(viewer, (140, 45))
    assert any("Rome in Macedonia:  6  3 +2 = 11" in row for row in rows)
    assert all(row.isascii() for row in rows)


def test_a_position_can_be_looked_at_too() -> None:
    viewer = Viewer(of_position(contested(), EMPIRES_VIEW), "war.toml", Look(unicode=False, colour=False), 0)
    press(viewer, "right", "left", "down", "up", "end", "home", " ")
    rows = text(viewer)
    assert rows[0].startswith(" Round 4, Move and battle")
    assert all(row.isascii() for row in rows)


@pytest.mark.parametrize("size", [(40, 10), (52, 20), (80, 24)])
def test_the_heading_keeps_round_and_step_apart_and_whole(size: tuple[int, int]) -> None:
    viewer = Viewer(replace(replay(), final=LAST), "a-game-with-a-long-name.mare", Look(colour=False), LAST)
    heading = text(viewer, size)[0].split("  ")
    assert heading[0].strip() == "Round 1, the end"
    assert heading[-1].strip() in (
        f"step {LAST} of {LAST} · a-game-with-a-long-name.mare",
        f"step {LAST} of {LAST}",
        f"{LAST}/{LAST}",
    )


def test_the_help_of_a_small_terminal_is_broken_and_scrolled(viewer: Viewer) -> None:
    press(viewer, "?")
    seen = list[str]()
    for _ in range(12):
        rows = text(viewer, (40, 10))
        seen += [row.strip() for row in rows[1:-3] if row.strip() not in seen]
        press(viewer, "down")
    words = " ".join(seen)
    assert [word for line in HELP.splitlines() for word in line.split() if word not in words.split()] == []
    assert "two legions and the fortress" in words


def test_a_page_says_that_there_is_more_below(viewer: Viewer) -> None:
    press(viewer, "?")
    assert text(viewer, (40, 10))[-1].endswith(" ↓ more ")
    press(viewer, *["down"] * 12)
    assert "more" not in text(viewer, (40, 10))[-1]


def test_a_small_terminal_shows_how_the_game_ended(viewer: Viewer) -> None:
    press(viewer, "end")
    assert text(viewer, (50, 10))[-3].startswith(" The last round is over; there is no winner.")


def test_at_the_end_a_hint_says_how_to_go_back(viewer: Viewer) -> None:
    assert "back" not in text(viewer)[-1]
    press(viewer, "end")
    assert text(viewer)[-1].endswith(" ← back, ? help ")


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_1_BIT, ColorDepth.DEPTH_24_BIT])
def test_keys_reach_it_on_a_terminal(viewer: Viewer, depth: ColorDepth) -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("\x1b[C\x1b[C\x1b[D" + "g12\r" + "\x1b[C" + "q")
        run_viewer(viewer, depth)
    assert viewer.number == 13


def test_what_was_signed_in_a_step_is_one_key_away(viewer: Viewer) -> None:
    press(viewer, "right", "e")
    shown = "\n".join(text(viewer))
    assert "Step 1: " in shown
    assert "on log" in shown
    press(viewer, "down")
    assert "Step 1: " not in "\n".join(text(viewer))
    press(viewer, "home")
    assert "Nothing was signed here." in "\n".join(text(viewer))


def test_what_is_not_final_is_marked() -> None:
    game = replay()
    begun = Viewer(replace(game, final=LAST - 2), "game.mare", Look(colour=False), LAST)
    assert f"step {LAST} of {LAST} (not final, see l)" in text(begun)[0]
    press(begun, "l")
    marks = [line[5] for line in text(begun) if line[:5].strip().isdecimal()]
    assert marks[-3:] == [" ", "?", "?"]
    assert any(line.startswith("     ? Not final: the last 2 steps. Most players have") for line in text(begun))
