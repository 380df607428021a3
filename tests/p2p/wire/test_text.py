"""Text from outside shows what people see, does nothing else, and is compared by what they see."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.wire.text import folded, shown, unseen, visible

IGNORABLE = [
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010)),
    *(*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0),
    *(*range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)),
]
"""Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt)."""

CONTROLS = [*range(32), *range(127, 160)]
BLANK = [0x2800, 0xFFFC, 0x13441, 0x13442, 0x16FE4, 0x1D159]


def test_what_unicode_says_to_ignore_is_left_out() -> None:
    assert [hex(code) for code in IGNORABLE if visible(f"A{chr(code)}da") != "Ada"] == []


def test_controls_and_blank_letters_show_at_most_as_a_space() -> None:
    shown = {hex(code): visible(f"A{chr(code)}da") for code in (*CONTROLS, *BLANK)}
    assert {code: text for code, text in shown.items() if text not in ("Ada", "A da")} == {}


def test_every_kind_of_space_is_a_space() -> None:
    spaces = [char for char in map(chr, range(0x3001)) if char.isspace()]
    assert [hex(ord(space)) for space in spaces if visible(f"A{space}B") != "A B"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Zo\u00eb",
        "\uac00\ub098",
        "\u0416\u0443\u043a",
        "\u05d0\u05d1",
        "\u0e04\u0e34",
        "\u2714 \U0001f409",
        "  in a  column",
    ],
)
def test_what_people_see_stays(text: str) -> None:
    assert visible(text) == text


def test_an_emoji_that_others_join_shows_as_its_parts() -> None:
    assert visible("\U0001f469\u200d\U0001f680") == "\U0001f469\U0001f680"


PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
SINHALA = "\u0dc1\u0dca\u200d\u0dbb\u0dd3"
MALAYALAM = "\u0d39\u0d30\u0d3f\u0d28\u0d4d\u200d"
KANNADA = "\u0ca8\u0ccd\u200c\u0ca8"
ASTRONAUT = "\U0001f469\U0001f3fd\u200d\U0001f680"
BURNING_HEART = "\u2764\ufe0f\u200d\U0001f525"


@pytest.mark.parametrize("name", [PERSIAN, SINHALA, MALAYALAM, KANNADA])
def test_a_joiner_with_which_a_script_spells_stays(name: str) -> None:
    assert shown(name) == visible(name) == name
    assert unseen(name) == ""


@pytest.mark.parametrize("name", [PERSIAN, SINHALA, MALAYALAM, KANNADA])
def test_names_that_differ_in_joiners_are_the_same(name: str) -> None:
    assert folded(name) == folded(name.replace("\u200c", "").replace("\u200d", ""))


@pytest.mark.parametrize(
    "text", ["A\u200cda", "A\u200dda", "\u200c\u0639", "\u0639\u200c", "\u0639\u200c\u200c\u0631", "\u0639\u200d\u0631"]
)
def test_a_joiner_that_changes_nothing_is_left_out(text: str) -> None:
    assert not {"\u200c", "\u200d"} & set(visible(text))
    assert unseen(text) in ("\u200c", "\u200d")


@pytest.mark.parametrize("name", [ASTRONAUT, BURNING_HEART, "\u2764\ufe0f Ada", "Ada \U0001f3f3\ufe0f\u200d\U0001f308"])
def test_what_joins_or_colours_an_emoji_hides_nothing(name: str) -> None:
    assert unseen(name) == ""


@pytest.mark.parametrize(
    ("name", "char"),
    [
        ("Ada", ""),
        ("A\u200bda", "\u200b"),
        ("Ada\ufe0f", "\ufe0f"),
        ("Ada\t", "\t"),
        ("\U0001f469\u200d", "\u200d"),
        ("\udc80", "\udc80"),
        ("A\u00a0B", "\u00a0"),
    ],
)
def test_the_first_character_that_people_do_not_see_is_found(name: str, char: str) -> None:
    assert unseen(name) == char


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (b"\x1b[31mAda\x1b[0m", "[31mAda[0m"),
        ("A\u202eda\u2066".encode(), "Ada"),
        (b" Ada\r\n", "Ada"),
        (" An  na\n", "An na"),
        ("Zo\u00eb".encode(), "Zo\u00eb"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        ("\ud800", "\ufffd"),
        ("a\u2028b\u200bc\U000e0001".encode(), "a bc"),
    ],
)
def test_a_name_is_shown_with_single_spaces(name: bytes | str, text: str) -> None:
    assert shown(name) == text


@given(st.one_of(st.binary(max_size=64), st.text(max_size=64)))
def test_every_name_is_shown_as_one_line_that_drives_no_terminal(name: bytes | str) -> None:
    text = shown(name)
    assert len(text.splitlines()) <= 1
    hidden = [char for char in text if unicodedata.category(char)[0] == "C" or ord(char) in IGNORABLE]
    assert set(hidden) <= {"\u200c", "\u200d"}
    assert unseen(text) == ""
    assert shown(text) == text


@pytest.mark.parametrize(
    "name", ["ADA", " Ada", "A\u3164da", "Ada\u2800", "\uff21da", "Ada\ufe0f", "A\u034fda", "Ada\u17b5"]
)
def test_names_that_look_the_same_are_the_same(name: str) -> None:
    assert folded(name) == folded("Ada")


@pytest.mark.parametrize("name", ["Ad", "Ida", "A da", "\u00c1da"])
def test_names_that_look_different_are_different(name: str) -> None:
    assert folded(name) != folded("Ada")
