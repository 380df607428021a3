"""What the terminal can show: glyphs, each with a fallback in ASCII, and how many colours."""

from __future__ import annotations

import locale
from collections.abc import Mapping
from typing import NamedTuple

from prompt_toolkit.output import ColorDepth

from cli.output.ability import is_dumb


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
)

STYLES = {
    "status": "reverse",
    "rule": "ansibrightblack",
    "title": "bold",
    "dim": "ansibrightblack",
    "key": "reverse",
    "you": "bold",
    "asked": "bold",
    "number": "bold",
    "chosen": "reverse",
    "good": "ansigreen",
    "bad": "ansired",
    "note": "italic",
    "refusal": "ansired bold",
    "staged": "ansiyellow",
    "talk": "ansicyan",
    "dice": "bold",
    "heading": "bold underline",
    "prompt": "bold",
}
"""What stands out by colour here always stands out by a word, a sign or its place as well."""


def glyphs_for(encoding: str | None = None) -> Glyphs:
    """Unicode's where the encoding, by default the terminal's, can say them."""
    encoding = encoding or locale.getpreferredencoding(do_setlocale=False)
    return UNICODE if encoding.lower().replace("-", "") in ("utf8", "utf16") else ASCII


def colour_depth(environ: Mapping[str, str]) -> ColorDepth:
    """How many colours the environment lets us use: none under NO_COLOR, else what the terminal's name promises."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or is_dumb(environ) or term in ("vt100", "vt220"):
        return ColorDepth.DEPTH_1_BIT
    if environ.get("COLORTERM", "") in ("truecolor", "24bit") or term.endswith("-direct"):
        return ColorDepth.DEPTH_24_BIT
    return ColorDepth.DEPTH_8_BIT if "256" in term or "kitty" in term else ColorDepth.DEPTH_4_BIT
