"""Connections that break at any moment, in any graph, with all that is under way, change nothing in the end."""

from __future__ import annotations

import pytest

from tests.p2p import storms


@pytest.mark.parametrize("number", range(12))
def test_all_come_to_the_same_record_when_the_weather_clears(number: int) -> None:
    assert storms.check(number) > 0


def test_what_two_had_sent_each_other_when_their_connection_broke_is_offered_again() -> None:
    """Else this game stands still: a third player believes that the two are connected, and passes nothing on."""
    assert storms.check(118) > 0
