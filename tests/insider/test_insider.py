"""Whatever somebody inside signs and sends, no program trips over it, and all others come to the end of their game."""

from __future__ import annotations

import pytest

from p2p import messages
from tests.insider import forging, sessions
from tests.insider.sieges import Tally


def test_there_is_a_message_of_every_kind_that_the_protocol_knows() -> None:
    assert forging._BUILDERS.keys() == messages._MESSAGES.keys()


@pytest.mark.parametrize("first", [0, 12, 24])
def test_a_person_who_has_a_seat(first: int) -> None:
    tally = Tally()
    for number in range(first, first + len(sessions.STAGES)):
        tally.add(sessions.besiege(number))
    assert tally.kinds.keys() == messages._MESSAGES.keys()
    assert tally.stages.keys() == sessions.STAGES.keys()
