"""The examples of the documents run."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.mark.parametrize("name", ["api.md"])
def test_the_examples_of_a_document_do_what_it_says(name: str) -> None:
    results = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 15
    assert results.failed == 0
