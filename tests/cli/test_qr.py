"""QR codes in letters: what a camera reads from them is the text."""

from __future__ import annotations

import segno

from cli.ui.text.cells import QUIET, drawn_as_qr

INVITATION = "mare://join/AQCQjHhmDZPEEH5gP-1Oux-nlxwPaEssPBHEIDnkwltQWkNh3-g5u9RIX9fRBdcHLZodzr0gO7V-p4XpkpKoMTAuMC4x"


def modules(code: str) -> list[list[int]]:
    """The modules that a drawing shows, 1 for dark ones."""
    upper = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = [[upper[letter] for letter in line] for line in code.split("\n")]
    return [[pair[half] for pair in row] for row in rows for half in (0, 1)]


def test_every_module_is_drawn_with_light_ones_around() -> None:
    shown = modules(drawn_as_qr(INVITATION))
    meant = segno.make(INVITATION, micro=False, error="l", boost_error=False)
    size = len(meant.matrix)
    inner = [row[QUIET:-QUIET] for row in shown[QUIET : QUIET + size]]
    assert inner == [[module & 1 for module in row] for row in meant.matrix]
    outer = [*shown[:QUIET], *shown[QUIET + size :], *([*row[:QUIET], *row[-QUIET:]] for row in shown)]
    assert not any(map(any, outer))


def test_a_usual_invitation_fits_the_width_of_a_terminal() -> None:
    assert {len(line) for line in drawn_as_qr("mare://join/" + "A" * 330).split("\n")} == {69}
