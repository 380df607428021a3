"""The colours of well-known terminals, and how well one can be read on another: the contrast of WCAG 2.

A terminal sets the colours of its text and its ground, and the 16 that have names. The others, of 256 or all, are the
same everywhere.
"""

from __future__ import annotations

from typing import NamedTuple

LEAST = 4.5
"""The contrast that text needs (WCAG 2.2, 1.4.3)."""


class Palette(NamedTuple):
    """What a terminal makes of its own text, of its ground, and of the 16 colours in their order."""

    text: str
    ground: str
    colours: tuple[str, ...]


def _palette(text: str, ground: str, colours: str) -> Palette:
    return Palette(text, ground, tuple(colours.split()))


_XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
_SOLARIZED = (
    "073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3"
)
_TANGO = (
    "2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec"
)

PALETTES = {
    "dark": _palette("e5e5e5", "000000", _XTERM),
    "light": _palette("000000", "ffffff", _XTERM),
    "Solarized dark": _palette("839496", "002b36", _SOLARIZED),
    "Solarized light": _palette("657b83", "fdf6e3", _SOLARIZED),
    "Nord": _palette(
        "d8dee9",
        "2e3440",
        "3b4252 bf616a a3be8c ebcb8b 81a1c1 b48ead 88c0d0 e5e9f0"
        " 4c566a bf616a a3be8c ebcb8b 81a1c1 b48ead 8fbcbb eceff4",
    ),
    "Tango dark": _palette("d3d7cf", "2e3436", _TANGO),
    "Tango light": _palette("2e3436", "eeeeec", _TANGO),
    "Gruvbox dark": _palette(
        "ebdbb2",
        "282828",
        "282828 cc241d 98971a d79921 458588 b16286 689d6a a89984"
        " 928374 fb4934 b8bb26 fabd2f 83a598 d3869b 8ec07c ebdbb2",
    ),
    "Gruvbox light": _palette(
        "3c3836",
        "fbf1c7",
        "fbf1c7 cc241d 98971a d79921 458588 b16286 689d6a 7c6f64"
        " 928374 9d0006 79740e b57614 076678 8f3f71 427b58 3c3836",
    ),
    "Campbell": _palette(
        "cccccc",
        "0c0c0c",
        "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
        " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
    ),
}


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
