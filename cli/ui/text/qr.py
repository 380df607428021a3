"""A text as a QR code (ISO/IEC 18004) in letters: half a letter for each module, light ones drawn.

Terminals are mostly dark, so a code is drawn in the light modules. On a light terminal it shows inverted, which
telephones read as well.
"""

from __future__ import annotations

QUIET = 2
"""Light modules around the code; scanners want four, and two are enough for a telephone."""

_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""By the upper and the lower module, 1 for dark ones."""


def drawn(text: str) -> str:
    """Return a text as a QR code, in lines of one width."""
    import segno  # noqa: PLC0415 - it is needed only on request

    # The lowest level of correction makes the smallest code, and a screen is not dirty.
    code = segno.make(text, micro=False, error="l", boost_error=False)
    rows = [[module & 1 for module in row] for row in code.matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return "\n".join(
        "".join(map(_HALVES.__getitem__, zip(upper, lower, strict=True)))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
