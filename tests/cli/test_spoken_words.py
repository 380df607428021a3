"""Words that people read to each other are never broken inside a word, at any width."""

from __future__ import annotations

import pytest

from cli.ui.screen.rows import folded, length, plain
from cli.ui.text.cells import columns, fitted, wrapped
from crypto import fingerprint, to_words
from tests.p2p.tables import identity

LONGEST = "abstract"
"""As long as a word can be."""

KEY = fingerprint(identity(0).public)
LONG = "-".join([LONGEST] * 6)
TWELVE = to_words(bytes(range(16)))


def parts(shown: list[str]) -> list[str]:
    """The words on lines, without hyphens and quotation marks."""
    return [word.strip("“”.,:") for line in shown for word in line.replace("-", " ").split()]


@pytest.mark.parametrize("words", [KEY, LONG, TWELVE])
def test_no_word_is_broken(words: str) -> None:
    text = f"They ask to play on: “{words}”. Read it to the others."
    said = parts([text])
    for width in range(14, 100):
        for lines in (
            fitted(text, width).splitlines(),
            fitted(f"  {text}", width).splitlines(),
            wrapped(text, width, rest="  "),
            plain(folded([("", "· "), ("class:note", text)], width, 2)).replace("·", "").splitlines(),
        ):
            assert parts(lines) == said
            assert max(map(columns, lines)) <= width


def test_a_row_with_words_keeps_to_its_width() -> None:
    for width in range(12, 100):
        assert all(length(row) <= width for row in folded([("", f"{LONG} {KEY}")], width, 2))


def test_a_key_stays_on_one_line_where_it_fits() -> None:
    assert KEY in fitted(f"The key of this player is {KEY}, and no other one.", 60).splitlines()[1]
