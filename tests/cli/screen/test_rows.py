"""Rows of styled text: exact widths, folding between words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cli.ui.screen.rows import Row, Size, beside, block, fitted, folded, hidden, length, newest, plain, scrolled, titled

TEXTS = st.text(alphabet="abc 日é…─", max_size=30)
ROWS = st.lists(st.tuples(st.sampled_from(["", "class:dim"]), TEXTS), max_size=5)


@given(ROWS, st.integers(0, 40))
def test_a_fitted_row_has_exactly_its_width(row: Row, width: int) -> None:
    assert length(fitted(row, width)) == width


@given(ROWS, st.integers(2, 40), st.integers(0, 1))
def test_a_folded_row_keeps_to_its_width(row: Row, width: int, indent: int) -> None:
    assert all(length(line) <= width for line in folded(row, width, indent))


@given(ROWS, st.integers(4, 60), st.integers(0, 1))
def test_folding_loses_nothing_not_even_of_a_word_that_is_wider_than_a_line(row: Row, width: int, indent: int) -> None:
    words = "".join(text for _, text in row).split()
    assert "".join(plain(folded(row, width, indent)).split()) == "".join(words)


def test_folding_breaks_between_words_and_indents_what_follows() -> None:
    assert plain(folded([("", "one two "), ("class:dim", "three")], 8, 2)) == "one two\n  three"


def test_a_block_has_its_size_whatever_is_in_it() -> None:
    assert plain(block([[("", "a")], [("", "b")], [("", "c")]], Size(3, 2), 1)) == "b\nc"
    assert len(block([], Size(3, 2))) == 2


def test_the_newest_rows_are_shown_or_those_before_them() -> None:
    rows: list[Row] = [[("", text)] for text in "abcde"]
    assert plain(newest(rows, Size(1, 2))) == "d\ne"
    assert plain(newest(rows, Size(1, 2), 1)) == "c\nd"
    assert plain(newest(rows, Size(1, 2), 99)) == "a\nb"


@given(st.integers(1, 12), st.integers(1, 6))
def test_scrolling_by_what_is_hidden_passes_over_no_row(number: int, height: int) -> None:
    rows: list[Row] = [[("", f"row {count}.")] for count in range(number)]
    size, start, seen = Size(20, height), 0, ""
    while True:
        seen += plain(scrolled(rows, size, start, "~"))
        on = hidden(rows, size, start)
        if not on:
            break
        start += on
    assert all(f"row {count}." in seen for count in range(number))


def test_blocks_stand_side_by_side() -> None:
    left, right = block([[("", "a")]], Size(2, 1)), block([[("", "b")]], Size(2, 1))
    assert plain(beside([left, right], ("", "|"))) == "a |b"


@given(TEXTS, st.integers(0, 50), TEXTS)
def test_a_titled_line_has_its_width(title: str, width: int, right: str) -> None:
    assert length(titled(title, width, "-", right)) == width
