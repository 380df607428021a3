"""Whole games among honest persons, however the network delays and mixes what they say."""

from __future__ import annotations

import pytest

from p2p.session import Phase
from tests.p2p.tables import Table, charter

HOLDERS = {1: (0, 0), 2: (0, 1), 3: (0, 1, 1, 2, 0), 4: (0, 1, 2, 3), 5: (4, 3, 2, 1, 0)}


@pytest.mark.parametrize("persons", HOLDERS)
@pytest.mark.parametrize("seed", range(3))
def test_all_come_to_the_same_end(persons: int, seed: int) -> None:
    table = Table(charter(persons, HOLDERS[persons]), seed)
    table.play()
    assert {session.phase for session in table.sessions} == {Phase.FINISHED}
    assert len({session.record() for session in table.sessions}) == 1
