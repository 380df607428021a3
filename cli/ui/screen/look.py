"""What the terminal can show: glyphs, each with a fallback in ASCII, and how many colours."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from cli.output.lines import sign_encoding
from cli.ui.map.labels import BADGES, INKS
from cli.ui.map.labels import STYLES as MAP_STYLES


class Glyphs(NamedTuple):
    """The signs of the screen that are not plain letters."""

    line: str
    bar: str
    here: str
    leader: str
    done: str
    waiting: str
    barred: str
    dice: tuple[str, ...]
    more: str
    arrow: str
    bullet: str
    taken: str
    tentative: str
    had: str
    lacking: str
    present: str
    away: str
    automatic: str
    said: str


UNICODE = Glyphs(
    line="─",
    bar="│",
    here="▶",
    leader="★",
    done="✓",
    waiting="…",
    barred="✗",
    dice=("⚀", "⚁", "⚂", "⚃", "⚄", "⚅"),
    more="…",
    arrow="→",
    bullet="·",
    taken="▢",
    tentative="?",
    had="▰",
    lacking="▱",
    present="●",
    away="○",
    automatic="◌",
    said="▌",
)

ASCII = Glyphs(
    line="-",
    bar="|",
    here=">",
    leader="*",
    done="+",
    waiting=".",
    barred="x",
    dice=("", "", "", "", "", ""),
    more="~",
    arrow="->",
    bullet="-",
    taken="_",
    tentative="?",
    had="",
    lacking="",
    present="o",
    away="-",
    automatic="a",
    said='"',
)

PLAIN_SIGNS = str.maketrans("“”„«»…·\u00d7\u2019\u2013\u2014⚀⚁⚂⚃⚄⚅", '"""""~-x\'--' + " " * 6)
"""What stands for the signs of print in texts, where only plain ones are shown."""

_PLAIN = {
    "status": "reverse",
    "rule": "",
    "title": "bold",
    "dim": "",
    "key": "reverse",
    "you": "bold",
    "asked": "bold",
    "number": "bold",
    "chosen": "reverse",
    "good": "bold",
    "bad": "bold",
    "note": "italic",
    "refusal": "reverse",
    "alarm": "reverse bold",
    "staged": "bold",
    "talk": "bold",
    "dice": "bold",
    "heading": "bold underline",
    "prompt": "bold",
    **{f"side-{ink}": "bold" for ink in INKS},
    **{f"map-bar-{ink}": "bold" for ink in INKS},
}
"""Where there are 16 colours or none. Of the 16 every terminal has its own, and no two but black and white can be read
on each other in all of them: texts have the terminal's own colours here."""

_RICH = _PLAIN | {
    "status": "bg:#1c4a70 #ffffff",
    "key": "bg:#3c4650 #ffffff",
    "chosen": "bg:#f0cd48 #221a00",
    "good": "bg:#1f6b35 #ffffff",
    "bad": "bg:#a3271f #ffffff",
    "refusal": "bg:#a3271f #ffffff bold",
    "alarm": "bg:#a3271f #ffffff bold",
    "staged": "bg:#5b4a12 #ffffff",
    **{f"side-{ink}": colours for ink, colours in BADGES.items()},
    # A filled sign, as on the map: its colour is that of the ground of names.
    **{f"map-bar-{ink}": colours.split()[0].removeprefix("bg:") for ink, colours in BADGES.items()},
}
"""Where there are more, these are the same everywhere, but what they stand on is not: each brings its ground."""

_STYLES: Mapping[int, Mapping[str, str]] = {1: _PLAIN, 4: _PLAIN, 8: _RICH, 24: _RICH}


def styles(bits: int) -> dict[str, str]:
    """Return all classes of the screen and of its map for so many bits of colour, each with its style.

    What stands out by colour always stands out by a word, a sign or its place as well.
    """
    return {**_STYLES[bits], **MAP_STYLES[bits]}


def glyphs_for(encoding: str | None = None) -> Glyphs:
    """Return Unicode's signs if the encoding, by default the terminal's, has them."""
    encoding = encoding or sign_encoding(os.environ)
    return UNICODE if encoding.lower().replace("-", "") in ("utf8", "utf16") else ASCII
