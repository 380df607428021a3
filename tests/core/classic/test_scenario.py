"""Scenario files of 2003: what cannot be read in the facts and steps that only these editions have."""

from __future__ import annotations

import pytest

from core.engine.errors import DataError
from tests.core.suites import SUITES

SCENARIO = """\
scenario: A turn
position:
  phase = "military"
play:
"""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("expect syria fortresses: one", "Expected a number"),
        ("expect syria fortresses: 100000", "Expected a number"),
        ("expect syria fortresses: 1 2", "Expected one word"),
        ("lot: rome greece", "Expected the empire that is drawn"),
        ("lot: thule", "no empire “thule”"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(line: str, problem: str) -> None:
    texts = SUITES["original"].edition.texts
    with pytest.raises(DataError) as refusal:
        texts.parse_scenarios(SCENARIO + line, None, SUITES["original"].map_named)
    assert refusal.value.line == 5
    assert problem in refusal.value.sentence
