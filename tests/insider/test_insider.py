"""Whatever an insider signs and sends, no program trips over it; all others end their game, or stop with a proof."""

from __future__ import annotations

import pytest

from tests.insider import consoles, forging, lobbies, outsiders, sessions
from tests.insider.sieges import Siege, Tally


def test_there_is_a_message_of_every_kind_that_the_protocol_knows() -> None:
    assert forging._BUILDERS.keys() == set(forging.KINDS)


@pytest.mark.parametrize("besiege", [sessions.besiege, outsiders.besiege_as_guest])
def test_at_every_stage_of_a_game(besiege: Siege, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "BURSTS", 1)
    tally = Tally()
    for number in range(len(sessions.STAGES)):
        tally.add(besiege(number))
    assert tally.kinds.keys() == set(forging.KINDS)
    assert tally.stages.keys() == sessions.STAGES.keys()


def test_in_a_lobby() -> None:
    tally = Tally()
    for number in range(5):
        tally.add(lobbies.besiege(number))
    sides = {"wish": lobbies.WISHES, "word": lobbies.WORDS}
    assert tally.kinds.keys() == {f"{side} {kind}" for side, kinds in sides.items() for kind in kinds}


def test_at_real_consoles() -> None:
    tally = consoles.besiege(0)
    assert tally.kinds.keys() & set(forging.KINDS), "the insider has said nothing in the game"
