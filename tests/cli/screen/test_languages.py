"""The full screen in other languages, whose letters take one column or two."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.empires import panes as empires_panes
from cli.i18n import texts
from cli.mare.players import heading
from cli.ui.screen import face as faces
from cli.ui.screen import listing
from cli.ui.screen.rows import Block, Size, length, plain
from cli.ui.screen.scene import Page
from cli.ui.text.cells import columns
from tests.cli.screen.golden import SCENES, in_the_lead, seated
from tests.cli.screen.seats import SMALL

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


@pytest.mark.parametrize(("language", "rome"), [("ko", "로마"), ("ru", "Рим")])
def test_a_real_terminal_shows_its_columns_under_each_other(tmp_path: Path, language: str, rome: str) -> None:
    pytest.importorskip("termios", reason="this system has no terminals")
    from tests.cli.screen.terminals import Terminal  # noqa: PLC0415 - which no system without terminals can load

    arguments = ("--language", language, "play", "--empire", "rome", "--max-rounds", "1")
    with Terminal(tmp_path, SMALL, *arguments) as terminal:
        # A wide letter leaves an empty cell behind it, which the text of the screen does not have.
        terminal.await_text(rome)
        terminal.settle()
        where = faces.layout_of(SCENES["build"]().scene, SMALL)
        cells = [terminal.screen.buffer[y][where.side.x - 1].data for y in range(where.side.y, where.side.y + 8)]
        assert cells == [BAR] * len(cells), terminal.shown


@pytest.mark.parametrize("language", ["hu", "ko", "ru"])
def test_an_answer_is_typed_in_english_and_its_meaning_stands_beside_it(language: str) -> None:
    texts.use(language)
    for name in ("taking", "build", "fight"):
        choices = SCENES[name]().scene.choices
        assert [choice.line for choice in choices if not choice.meaning] == []
    seat = SCENES["taking"]()
    chosen = seat.scene.choices[seat.scene.chosen]
    assert chosen.shown.isascii()
    assert chosen.meaning in " ".join(plain(listing.choices(seat.scene, Size(120, 9))).split())


def test_in_english_an_answer_means_what_it_says() -> None:
    assert {choice.meaning for choice in SCENES["build"]().scene.choices} == {""}


@pytest.mark.parametrize("language", texts.languages())
def test_the_heading_of_the_players_fits_its_columns_and_is_explained(language: str) -> None:
    texts.use(language)
    above = "".join(text for _, text in heading(26, empires_panes.tracks()))
    assert columns(above) == 26
    seat = SCENES["build"]()
    seat.screen.open(Page.HELP)
    help_ = " ".join(seat.shown(Size(300, 200)).split())
    assert " ".join(empires_panes.legend(seat.scene).split()) in help_
    assert all(word in empires_panes.legend(seat.scene) for word in above.split()[1:])


@pytest.mark.parametrize("language", texts.languages())
@pytest.mark.parametrize("players", [3, 5])
def test_every_player_s_name_levels_and_race_fit_beside_the_smallest_map(language: str, players: int) -> None:
    """80x24: 26 columns; all three ways to win are one step away, which is marked."""
    texts.use(language)
    seat = seated(in_the_lead(players).at_build_turn("rome"))
    where = faces.layout_of(seat.scene, SMALL).side
    rows = empires_panes.players(seat.scene, where.width, where.height - 1)
    assert [length(row) <= where.width for row in rows] == [True] * (1 + 2 * players)
    [_, rome, race, *_] = plain(rows).splitlines()
    assert (rome.startswith("▶ R "), rome.count("★")) == (True, 2)
    assert (race.count("▰"), race.count("▱"), race.count("!"), "2/3" in race) == (3 + 4, 2, 3, True)
