"""Hints in a real game."""

from __future__ import annotations

import pytest

from cli.classic.view import REVISED_VIEW
from cli.ui.screen.panes import keys
from cli.ui.screen.rows import plain
from cli.ui.text.help import hint_of
from cli.ui.text.staging import Plan
from tests.cli.screen.golden import seated, table, tray
from tests.cli.screen.seats import Seat
from tests.core.classic.tables import Position


def building() -> Seat:
    return seated(table().at_build_turn("rome"))


def hinted(seat: Seat) -> str:
    """What F7 says."""
    seat.screen.hint()
    return seat.conversation.notes[0]


def test_a_hint_has_a_legal_answer_and_what_it_leads_to() -> None:
    seat = building()
    assert "F7" in plain([keys(seat.scene, 160)])
    seat.screen.hint()
    [told] = seat.conversation.notes
    first, *reasons = told.splitlines()
    assert first.startswith("Consider “")
    assert "steady" in first
    seat.enter(first.split("“")[1].split("”")[0])
    assert seat.conversation.refusal == ""
    assert reasons[0].startswith("  ")


def test_a_hint_is_on_the_position_that_the_staged_steps_lead_to() -> None:
    seat = building()
    seat.enter("build legion latium with c c c; build control germania with oil sheep wine; done")
    assert "build" not in hinted(seat)


def test_a_hint_that_both_built_in_players_give_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = building()
    monkeypatch.setattr("cli.ui.text.help._decided", lambda game, seat, name: game.parse_strict("done"))
    assert hinted(seat).startswith("Consider “done”: both built-in players, steady and strong, would choose it.")


def test_a_secret_offer_has_a_hint_too() -> None:
    seat = tray()
    seat.line = ""
    told = hinted(seat)
    assert "Consider “offer " in told
    assert "You keep " in told
    assert "Enter" not in told, "the answer is not typed yet"


def test_a_table_may_forbid_hints() -> None:
    seat = building()
    seat.conversation.allows_hints = False
    assert hinted(seat) == "This table plays without hints."
    assert "F7" not in plain([keys(seat.scene, 160)])


def test_who_is_asked_nothing_has_no_hint() -> None:
    seat = Seat(table().at_build_turn("greece").game())
    assert hinted(seat) == "You are asked nothing at the moment."


THREE = "greece babylon carthage"


@pytest.mark.parametrize("phase", ["build", "war"])
def test_players_of_2003_give_hints_too(phase: str) -> None:
    position = Position(THREE)
    game = (position.at_build_turn("greece") if phase == "build" else position.at_war_turn("greece")).table().game
    plan = Plan(game, game.state.seats[game.state.board.empires.index("greece")])
    assert hint_of(REVISED_VIEW, plan).startswith("Consider “")
