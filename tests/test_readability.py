"""The pages are easy to read: no overlong sentence, no word of the old style, and the counting is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readability import PAGES, complaints, figures, main, sentences, syllables

PLAIN_ENGLISH = 60.0
"""The reading ease from which on Flesch calls a text plain English."""

PAGE = """\
# A heading

Roll the dice. Then `mare show GAME --at 5`
moves, e.g. [two legions](rules.md#4-1). Done?

> A quotation of whoever wrote the book.

```sh
mare play   # whoever plays
```

- An item
  goes on
- Another

| key | does |
|---|---|
| Esc | goes back |
"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_easy_to_read(page: Path) -> None:
    text = page.read_text("utf-8")
    assert complaints(text) == []
    assert figures(text).ease >= PLAIN_ENGLISH


def test_a_page_has_sentences_without_code_quotations_and_addresses() -> None:
    assert [sentence.text.strip() for sentence in sentences(PAGE) if sentence.told] == [
        "Roll the dice.",
        "Then □ moves, e.g two legions.",
        "Done?",
        "An item goes on",
        "Another",
    ]


def test_headings_and_cells_are_read_but_do_not_count_as_sentences() -> None:
    assert [(sentence.line, sentence.text.strip()) for sentence in sentences(PAGE) if not sentence.told] == [
        (1, "A heading"),
        (16, "key"),
        (16, "does"),
        (18, "Esc"),
        (18, "goes back"),
    ]


@pytest.mark.parametrize(
    ("word", "number"),
    [("dice", 1), ("table", 2), ("province", 2), ("voted", 2), ("passed", 1), ("houses", 2), ("7", 1)],
)
def test_syllables_are_counted_as_they_are_spoken(word: str, number: int) -> None:
    assert syllables(word) == number


def test_a_sentence_of_one_syllable_words_is_as_easy_as_flesch_says() -> None:
    assert figures("The dog sat on the mat.").ease == pytest.approx(206.835 - 1.015 * 6 - 84.6)


def test_a_long_sentence_is_found_at_the_line_where_its_paragraph_begins() -> None:
    (complaint,) = complaints("Short.\n\n" + "word " * 36 + "end.\n")
    assert complaint.startswith("3: 37 words: word word")


@pytest.mark.parametrize("text", ["Whoever wins.", "- An item for somebody", "| key | what he does |"])
def test_a_word_of_the_old_style_is_found(text: str) -> None:
    assert len(complaints(text)) == 1


def test_the_command_fails_where_a_page_is_hard_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("Whoever wins, has won.\n", "utf-8")
    assert main([page]) == 1
    assert "1: Whoever: Whoever wins, has won." in capsys.readouterr().out
