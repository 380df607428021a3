"""What a terminal is given to show."""

from __future__ import annotations

from cli.terminal import fitted


def test_a_line_that_is_too_long_is_broken_between_words_and_goes_on_indented() -> None:
    assert fitted("  one two three\n\nfour", 11) == "  one two\n    three\n\nfour"


def test_what_is_to_be_copied_stays_in_one_piece() -> None:
    invitation = "mare://join/" + "abc-def_" * 20
    assert invitation in fitted(f"  {invitation}", 40).split()
