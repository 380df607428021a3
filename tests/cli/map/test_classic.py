"""The board of 2003: neutral pieces, docks and pillaged provinces, on a terminal and in a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from cli.classic.view import ORIGINAL_VIEW
from cli.ui.map.labels import Look
from cli.ui.map.textmap import View, draw
from cli.ui.picture.svg import picture
from core.classic.data import classic_toml
from core.classic.rules import load_map, map_board, new_game
from core.classic.state import Options
from core.classic.variant import ORIGINAL
from core.mare.buildings import CARAVAN
from tests.cli.map.positions import war_of_2003

classic_map = ORIGINAL_VIEW.map

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_160x50_every_good_is_named_in_full(players: int) -> None:
    game = new_game(Options(players, ("random",) * players), ORIGINAL)
    rows = draw(classic_map.scene(game.state), (110, 30), view=View(), look=Look(colour=False))
    shown = " ".join("".join(text for _, text in row) for row in rows)
    goods = [icon for icons in game.state.board.icons for icon in icons if icon.kind == CARAVAN]
    for commodity, name in enumerate(game.state.board.tokens):
        number = [icon.commodity for icon in goods].count(commodity) if commodity else 0
        assert sum(shown.count(f"{mark}{name}") for mark in "○●") == number, name


@pytest.fixture(scope="module")
def drawn() -> ET.Element:
    return ET.fromstring(picture("Mare Nostrum (2003)", classic_map, war_of_2003(), "Round 2, Military"))


def tag_of(root: ET.Element, place: str) -> ET.Element:
    return next(group for group in root.iter(f"{SVG}g") if group.get("id") == f"tag-{place}")


def figures(root: ET.Element, place: str) -> Counter[str | None]:
    return Counter(use.get("href") for use in tag_of(root, place).iter(f"{SVG}use"))


def test_neutral_pieces_are_grey_and_of_no_player(drawn: ET.Element) -> None:
    assert [text.text for text in tag_of(drawn, "latium").iter(f"{SVG}text")][:2] == ["N", "Latium"]
    assert "land grey" in {path.get("class") for path in drawn.iter(f"{SVG}path") if path.get("id") == "ground-latium"}
    assert [side.name for side in classic_map.sides(war_of_2003().board)] == ["Greece", "Babylon", "Carthage"]


def test_docks_fortresses_pillage_and_war_are_drawn(drawn: ET.Element) -> None:
    achaia = figures(drawn, "achaia")
    assert (achaia["#dock"], achaia["#fortress"], achaia["#legion"]) == (1, 1, 1)
    assert figures(drawn, "sicilia")["#pillaged"] == 1
    assert figures(drawn, "syria")["#war"] == 1


def test_every_colour_tells_a_side() -> None:
    board = war_of_2003().board
    five = map_board(board.map, ("rome", "greece", "babylon", "egypt", "carthage"), ORIGINAL)
    assert [side.ink for side in classic_map.sides(five)] == ["red", "green", "purple", "yellow", "blue"]


def test_a_map_with_other_borders_is_drawn_as_a_plan() -> None:
    text = classic_toml().replace('coast = ["mare_sardum", "mare_tyrrhenum"]', 'coast = ["mare_tyrrhenum"]', 1)
    board, other = war_of_2003().board, load_map(text, ORIGINAL)
    assert classic_map.atlas(board).lines
    assert not classic_map.atlas(map_board(other, board.empires, ORIGINAL)).lines


def test_every_mark_is_explained() -> None:
    for look in (Look(), Look(unicode=False)):
        explained = " ".join(classic_map.legend(look, war_of_2003().board))
        assert "dock" in explained
        assert "neutral" in explained
