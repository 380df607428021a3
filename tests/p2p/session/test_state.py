"""The phases of a session and what leads from one to another."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from p2p.session.state import MODES, TRANSITIONS, ImpossibleTransition, Phase, State, Transition, Turn, mode_of
from tests.p2p.tables import charter, signer
from tests.p2p.wager import new_wager
from tests.transitions import drawn

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_what_the_table_does_not_have_is_a_fault_and_changes_nothing() -> None:
    state = State(charter(2), new_wager, None, agreeable=False)
    for transition in (Transition.BEGIN, Transition.END, Transition.CLOSE):
        state.change(transition)
    with pytest.raises(ImpossibleTransition, match="go_on while finished"):
        state.change(Transition.GO_ON)
    assert state.phase is Phase.FINISHED


def absent_and_connected() -> State:
    """The state of the first of two players, who are connected, and who is absent by the log."""
    state = State(charter(2), new_wager, signer(0), agreeable=False)
    state.peers.connected(1, 1)
    state.log.absent = frozenset({0})
    return state


def test_a_step_taken_with_the_others_ends_being_cut_off() -> None:
    state = absent_and_connected()
    state.peers.disconnected(1)
    state.looked_round()
    state.peers.connected(1, 1)
    state.stepped()
    state.epoch_began()
    assert not state.was_away


def turns(promised: int, term: int) -> list[tuple[Turn, int, int]]:
    """What can happen to a program that has promised a term, and where it stands after that."""
    higher = range(max(promised, term) + 1, 5)
    entered = [(Turn.ENTER if new >= promised else Turn.ENTER_BELOW, promised, new) for new in range(term + 1, 5)]
    return [*((Turn.PROMISE, new, term) for new in higher), *entered]


def test_the_table_of_modes_has_all_that_can_happen_and_nothing_else() -> None:
    seen = {
        (mode_of(promised, term), turn): mode_of(*after)
        for promised, term in product(range(4), repeat=2)
        for turn, *after in turns(promised, term)
    }
    assert seen == MODES


@pytest.mark.parametrize("table", [TRANSITIONS, MODES], ids=["phases", "modes"])
def test_the_protocol_has_the_table_that_the_code_runs(table: dict[tuple[Any, Any], Any]) -> None:
    assert drawn(table) in PROTOCOL.read_text("utf-8")
