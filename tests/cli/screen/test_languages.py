"""The full screen in other languages, whose letters take one column or two."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.empires.view import EMPIRES_VIEW
from cli.i18n import texts
from cli.ui.screen import face as faces
from cli.ui.screen import panes
from cli.ui.screen.rows import Block, Size, length, plain
from cli.ui.screen.scene import Page
from cli.ui.text.cells import columns
from tests.cli.screen.golden import SCENES, in_the_lead, seated
from tests.cli.screen.seats import LARGE, SMALL

BAR = "│"


def _bars(rows: Block) -> list[set[int]]:
    """By row, the columns in which a bar stands."""
    found = []
    for row in rows:
        text = "".join(text for _, text in row)
        found.append({columns(text[:place]) for place, letter in enumerate(text) if letter == BAR})
    return found


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("language", ["ko", "ru"])
def test_every_row_has_its_width_and_every_bar_its_column(language: str, name: str) -> None:
    texts.use(language)
    scene = SCENES[name]().scene
    rows, where = faces.face(scene, SMALL), faces.layout_of(scene, SMALL)
    assert {length(row) for row in rows} == {SMALL.width}
    if scene.page is Page.BOARD:
        beside_map = _bars(rows)[where.side.y : where.side.y + where.side.height]
        assert all(where.side.x - 1 in bars for bars in beside_map)


def test_names_are_translated_and_what_one_types_is_not() -> None:
    texts.use("ko")
    shown = SCENES["payment"]().shown(SMALL)
    assert "로마" in shown
    assert "build legion latium" in shown


def test_a_real_terminal_shows_its_columns_under_each_other(tmp_path: Path) -> None:
    pytest.importorskip("termios", reason="this system has no terminals")
    from tests.cli.screen.terminals import Terminal  # noqa: PLC0415 - which no system without terminals can load

    arguments = ("--language", "ko", "play", "--empire", "rome", "--max-rounds", "1")
    with Terminal(tmp_path, SMALL, *arguments) as terminal:
        # A wide letter leaves an empty cell behind it, which the text of the screen does not have.
        terminal.await_text("로마")
        terminal.settle()
        where = faces.layout_of(SCENES["build"]().scene, SMALL)
        cells = [terminal.screen.buffer[y][where.side.x - 1].data for y in range(where.side.y, where.side.y + 8)]
        assert cells == [BAR] * len(cells), terminal.shown


@pytest.mark.parametrize("language", ["hu", "ko", "ru"])
def test_an_answer_is_typed_in_english_and_its_meaning_stands_beside_it(language: str) -> None:
    texts.use(language)
    for name in ("taking", "build", "fight"):
        choices = SCENES[name]().scene.draft.choices
        assert [choice.line for choice in choices if not choice.meaning] == []
    seat = SCENES["taking"]()
    chosen = seat.draft.choices[seat.draft.chosen]
    assert chosen.shown.isascii()
    assert chosen.meaning in " ".join(plain(panes.choices(seat.scene, Size(120, 9))).split())


def test_in_english_an_answer_means_what_it_says() -> None:
    assert {choice.meaning for choice in SCENES["build"]().scene.draft.choices} == {""}


@pytest.mark.parametrize("language", texts.languages())
@pytest.mark.parametrize("width", [26, 34, 39])
def test_the_title_over_the_players_fits_its_columns_and_is_explained(language: str, width: int) -> None:
    texts.use(language)
    seat = SCENES["build"]()
    title, *_ = EMPIRES_VIEW.panes.players(seat.scene, width, 12)
    assert length(title) == width
    above = title[-1][1].split()
    seat.screen.open(Page.HELP)
    help_ = " ".join(seat.shown(Size(300, 200)).split())
    assert " ".join(EMPIRES_VIEW.panes.legend(seat.scene).split()) in help_
    said = EMPIRES_VIEW.panes.legend(seat.scene, width)
    assert all(word in said for word in above if word != texts.tr("res.").strip())


@pytest.mark.parametrize("language", texts.languages())
@pytest.mark.parametrize("players", [3, 5])
def test_every_player_s_empire_and_race_fit_beside_the_smallest_map(language: str, players: int) -> None:
    """80x24: 26 columns; all three ways to win are one step away, which is marked."""
    texts.use(language)
    seat = seated(in_the_lead(players).at_build_turn("rome"))
    where = faces.layout_of(seat.scene, SMALL).side
    rows = EMPIRES_VIEW.panes.players(seat.scene, where.width, where.height)
    assert [length(row) <= where.width for row in rows] == [True] * (1 + players)
    [_, rome, *_] = plain(rows).splitlines()
    assert rome.startswith(f"▶ R {texts.term('Rome')}")
    assert rome.endswith(" 3! 4! 2!")
    levels = EMPIRES_VIEW.panes.levels(seat.scene, where.width, where.height)
    assert [length(row) <= where.width for row in levels] == [True] * (1 + players)
    assert plain(levels).splitlines()[1].count("★") == 2


@pytest.mark.parametrize("name", ["build", "taking", "tray", "race", "march"])
@pytest.mark.parametrize("size", [SMALL, Size(120, 35), LARGE])
def test_the_players_have_one_form_whatever_lies_under_them(name: str, size: Size) -> None:
    seat = SCENES[name]()
    side = faces.layout_of(seat.scene, size).side
    shown = plain(faces.side(seat.scene, side, size.width >= 130)).splitlines()
    assert shown[0].startswith("─ Players ")
    [rome] = [row for row in shown if row.startswith(("▶ R Rome ", "  R Rome "))]
    assert ("(you)" in rome) == (size is not SMALL)
