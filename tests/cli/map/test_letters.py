"""Texts of pictures are never wider than the pictures reckon, in the fonts that set a serif text."""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest

from cli.classic.view import ORIGINAL_VIEW
from cli.empires.view import EMPIRES_VIEW
from cli.ui.map.view import MapView
from cli.ui.picture.svg import picture
from cli.ui.picture.tags import FONTS, Font, breadth, wrapped
from core.engine.state import GameState
from tests.cli.map.positions import contested, printed, war_of_2003

empires_map = EMPIRES_VIEW.map
classic_map = ORIGINAL_VIEW.map

FAMILIES = ("DejaVu Serif", "Liberation Serif", "Noto Serif")
ALPHABETS = (
    "".join(map(chr, range(0x20, 0x7F))),
    "áéíóöőúüűÁÉÍÓÖŐÚÜŰ",
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "·…",
)
SVG = "{http://www.w3.org/2000/svg}"


@cache
def measured(family: str, font: Font) -> Any:
    """The font's widths in ems by letter; skips where the machine has no such font."""
    ttlib = pytest.importorskip("fontTools.ttLib")
    if not shutil.which("fc-match"):
        pytest.skip("there is no fc-match, which finds fonts")
    style = f"{family}:weight={'bold' if font.bold else 'regular'}:slant={'italic' if font.italic else 'roman'}"
    found = subprocess.run(
        ["fc-match", "--format", "%{family}|%{file}", style], check=True, capture_output=True, text=True
    ).stdout.split("|")
    if not found[0].startswith(family):
        pytest.skip(f"{family} is not here")
    file = ttlib.TTFont(found[1])
    glyphs, widths, unit = file.getBestCmap(), file["hmtx"], file["head"].unitsPerEm
    return {chr(code): widths[glyph][0] / unit for code, glyph in glyphs.items()}


@pytest.mark.parametrize("style", FONTS)
@pytest.mark.parametrize("family", FAMILIES)
def test_no_letter_is_wider_than_it_is_reckoned(family: str, style: str) -> None:
    font = FONTS[style]
    widths = measured(family, font)
    wider = [
        letter
        for letter in "".join(ALPHABETS)
        if letter in widths and widths[letter] * font.size + font.spacing > breadth(style, letter) + 1e-6
    ]
    assert wider == []


@pytest.mark.parametrize("style", FONTS)
@pytest.mark.parametrize("text", ["Mare Hadriaticum", "Hadriai-tenger", "Адриатическое море"])
def test_a_text_is_reckoned_little_wider_than_the_widest_font_sets_it(style: str, text: str) -> None:
    font = FONTS[style]
    widths = measured(FAMILIES[0], font)
    set_in = sum(widths[letter] * font.size + font.spacing for letter in text)
    assert set_in <= breadth(style, text) < 1.2 * set_in


def test_a_letter_of_korean_is_as_wide_as_its_square() -> None:
    assert breadth("fact", "로마") == 2 * FONTS["fact"].size


@pytest.mark.parametrize("room", [40, 90, 180])
def test_wrapped_lines_have_room_and_lose_nothing(room: int) -> None:
    text = "tiles 3 of 5: Cleopatra, Temple of Artemis, 클레오파트라와아르테미스신전 Donaudampfschifffahrt"
    lines = wrapped("fact", text, room)
    assert max(breadth("fact", line) for line in lines) <= room
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


NAMES = ("Margarethe-Elisabeth von Wittgenstein", "클레오파트라와안토니우스와카이사르", "W" * 24, "Щука", "x")


@pytest.mark.parametrize("position", ["five", "war", "2003"])
def test_no_text_of_a_picture_leaves_its_card_or_plate(position: str) -> None:
    shown: dict[str, tuple[MapView, GameState]] = {
        "five": (empires_map, printed(5).state),
        "war": (empires_map, contested().state),
        "2003": (classic_map, war_of_2003()),
    }
    view, state = shown[position]
    root = ET.fromstring(picture("Mare Nostrum", view, state, "Round 1", NAMES[: len(state.seats or ()) or 5]))
    cards = [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}rect[@class='card']") is not None]
    assert len(cards) == len(view.sides(state.board)) + 1
    for group in cards:
        ground = group.find(f"{SVG}rect[@class='card']")
        assert ground is not None
        for text in group.findall(f"{SVG}text"):
            style, x = text.get("class", ""), float(text.get("x", "0"))
            if style != "letter":
                assert x + breadth(style, text.text or "") <= float(ground.get("width", "0")), text.text
                assert float(text.get("y", "0")) < float(ground.get("height", "0"))
    for group in root.iter(f"{SVG}g"):
        plate, word = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        if plate is not None and word is not None and "good" in word.get("class", ""):
            assert breadth("good", word.text or "") <= float(plate.get("width", "0"))
