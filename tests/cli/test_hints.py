"""Hints in a real game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from cli.classic.view import REVISED_VIEW
from cli.empires.view import EMPIRES_VIEW
from cli.sword.view import SWORD_VIEW
from cli.ui.screen.panes import keys
from cli.ui.screen.rows import plain
from cli.ui.text.help import hint_of
from cli.ui.text.staging import Plan
from core.engine.game import Game
from core.engine.policy import CERTAIN, STEADY, UNTRIED, RankedAction
from tests.cli.screen.golden import in_the_lead, seated, table, tray
from tests.cli.screen.seats import Seat
from tests.cli.sword.tables import carry_on, game_of
from tests.core.classic.tables import Position
from tests.core.positions import Position as OfEmpires


def building() -> Seat:
    return seated(table().at_build_turn("rome"))


def hinted(seat: Seat) -> str:
    """What F7 says."""
    seat.screen.hint()
    return seat.conversation.notes[0]


GERMANIA = "build control germania with oil sheep wine"


def advise(monkeypatch: pytest.MonkeyPatch, answers: Sequence[str], chances: Sequence[int] = (UNTRIED,)) -> None:
    """Have *strong* rank these answers, with these chances to win in millionths, and *steady* choose the first."""

    def ranked(game: Game[Any], seat: int, name: str) -> list[RankedAction]:
        found = [RankedAction(game.parse_strict(line), chance) for line, chance in zip(answers, chances, strict=True)]
        return found[:1] if name == STEADY else found

    monkeypatch.setattr("cli.ui.text.help._ranked", ranked)


def test_a_hint_has_a_legal_answer_and_what_it_leads_to() -> None:
    seat = building()
    assert "F7" in plain([keys(seat.scene, 160)])
    seat.screen.hint()
    [told] = seat.conversation.notes
    first, *reasons = told.splitlines()
    assert first.startswith("Consider “")
    seat.enter(first.split("“")[1].split("”")[0])
    assert seat.conversation.refusal == ""
    assert reasons[0].startswith("  ")


def test_a_hint_is_on_the_position_that_the_staged_steps_lead_to() -> None:
    seat = building()
    assert "with 3 coin" in hinted(seat)
    seat.enter("build legion latium with c c c")
    assert "Consider “" in hinted(seat)
    assert "with 3 coin" not in hinted(seat), "the coins are spent"


def test_a_hint_that_both_built_in_players_give_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = building()
    advise(monkeypatch, ["done"])
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


# ---------------------------------------------------------------------- chances to win


@pytest.mark.parametrize(
    ("best", "second", "said"),
    [
        (344_000, 306_000, "~35% with this, ~30% with “{}”."),
        (975_000, 24_999, ">95% with this, <5% with “{}”."),
        (CERTAIN, 974_999, ">95% with this, ~95% with “{}”."),
        (344_000, 326_000, "~35% with this, about the same with “{}”."),
        (324_000, 326_000, "~30% with this, about the same with “{}”."),
    ],
    ids=["worse", "far worse", "sure", "about as good", "no better by the margin"],
)
def test_a_hint_says_how_likely_strong_thinks_you_are_to_win_and_with_the_next_best_answer(
    monkeypatch: pytest.MonkeyPatch, best: int, second: int, said: str
) -> None:
    advise(monkeypatch, ["done", GERMANIA], [best, second])
    [_, chances, *_] = hinted(building()).splitlines()
    assert chances == f"  Your chance to win, as strong sees it: {said.format(GERMANIA)}"


def test_the_next_best_answer_is_as_short_as_the_best_one(monkeypatch: pytest.MonkeyPatch) -> None:
    advise(monkeypatch, ["done", "build legion latium with coin coin coin"], [200_000, 100_000])
    assert "~10% with “build legion latium with 3 coin”." in hinted(building())


def test_a_hint_names_the_next_best_answer_only(monkeypatch: pytest.MonkeyPatch) -> None:
    advise(monkeypatch, ["done", GERMANIA, "build legion latium with coin coin coin"], [300_000, 200_000, 100_000])
    assert "10%" not in hinted(building())


def test_the_advice_of_strong_comes_before_that_of_steady(monkeypatch: pytest.MonkeyPatch) -> None:
    def ranked(game: Game[Any], seat: int, name: str) -> list[RankedAction]:
        lines = ["done"] if name == STEADY else [GERMANIA, "done"]
        return [RankedAction(game.parse_strict(line), 500_000) for line in lines]

    monkeypatch.setattr("cli.ui.text.help._ranked", ranked)
    first, second, *rest = hinted(building()).splitlines()
    assert first.startswith("Consider “build control germania")
    assert second.startswith("  Your chance to win, as strong sees it: ~50% with this")
    assert any(line.startswith("Consider “done”") for line in rest)


def test_a_hint_says_no_chance_to_win_if_strong_compared_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    advise(monkeypatch, ["done"])
    assert "chance to win" not in hinted(building())


@pytest.mark.parametrize("edition", ["empires", "revised"])
def test_a_hint_has_what_strong_found(monkeypatch: pytest.MonkeyPatch, edition: str) -> None:
    monkeypatch.setattr("cli.ui.text.help.HINT_SECONDS", 60)
    if edition == "empires":
        told = hinted(building())
    else:
        game = Position(THREE).give("greece", "coin coin coin wine oil gems").at_build_turn("greece").table().game
        told = hint_of(REVISED_VIEW, Plan(game, game.state.seats[game.state.board.empires.index("greece")]))
    assert re.search(r"^  Your chance to win, as strong sees it: \S+% with this, .+ with “.+”\.$", told, re.MULTILINE)


# ---------------------------------------------------------------------- dangers


def open_border() -> OfEmpires:
    """Gallia is Roman and unguarded, and Greece has three legions beside it; Rome has some at home."""
    position = OfEmpires().disarm().control("gallia", "rome").units("latium", rome=3)
    return position.units("germania", greece=3)


OPEN = "Gallia has no defenders, and Greece can come there with 3 legions."


@pytest.mark.parametrize(
    "position",
    [open_border().at_build_turn("rome"), open_border().at_war_turn("rome", "greece")],
    ids=["before the war", "before its turn in it"],
)
def test_a_hint_begins_with_the_place_that_another_can_take(position: OfEmpires) -> None:
    first, second, *_ = hinted(seated(position)).splitlines()
    assert first == OPEN
    assert second.startswith("Consider “")


def test_a_hint_says_how_likely_an_attack_on_defenders_is_to_win() -> None:
    position = open_border().units("gallia", rome=1).at_war_turn("rome", "greece")
    assert hinted(seated(position)).startswith("Greece can attack Gallia with 3 legions: 98% to win there.\n")


@pytest.mark.parametrize(
    "position",
    [
        open_border().at_war_turn("rome"),
        open_border().peace("rome", "greece").at_war_turn("rome", "greece"),
        open_border().units("gallia", rome=4).at_war_turn("rome", "greece"),
        open_border().clear("germania").units("aegyptus", greece=3).at_war_turn("rome", "greece"),
        open_border().units("gallia", carthage=4).at_war_turn("rome", "greece"),
        open_border().units("gallia", greece=1).at_war_turn("rome", "greece"),
        open_border().at_leadership(),
    ],
    ids=[
        "its turn is over",
        "peace",
        "enough defenders",
        "too far",
        "a third empire is there",
        "the enemy is there",
        "the war is over",
    ],
)
def test_a_hint_names_no_danger_where_there_is_none(position: OfEmpires) -> None:
    state = position.game().state
    assert EMPIRES_VIEW.answering.dangers(state, state.board.empires.index("rome")) == []


def test_an_enemy_in_its_turn_has_marched_and_comes_nowhere_else() -> None:
    game = open_border().units("macedonia", greece=3).control("dalmatia", "rome").at_war_turn("greece").game()
    rome = game.state.board.empires.index("rome")
    assert EMPIRES_VIEW.answering.dangers(game.state, rome) == []


def test_a_hint_names_two_dangers_and_the_worst_first() -> None:
    position = open_border().build("gallia", "market").units("libya", carthage=2, greece=1)
    for province in ("numidia", "garamantia", "phasania"):
        position.control(province, "rome")
    dangers = hinted(seated(position.at_war_turn("rome", "greece", "carthage"))).splitlines()
    assert dangers[0] == OPEN
    assert " has no defenders" in dangers[1]
    assert dangers[2].startswith("Consider “")


def test_a_hint_names_dangers_in_2003_too() -> None:
    position = Position(THREE).control("greece", "macedonia").units("thracia", babylon=2).units("achaia", greece=3)
    state = position.at_war_turn("greece", "babylon").table().state
    [told] = REVISED_VIEW.answering.dangers(state, state.board.empires.index("greece"))
    assert told == "Macedonia has no defenders, and Babylon can come there with 2 legions."
    position = position.units("macedonia", babylon=1)
    state = position.at_war_turn("greece", "babylon").table().state
    assert REVISED_VIEW.answering.dangers(state, state.board.empires.index("greece")) == []


def test_a_hint_in_the_sword_of_rome_names_open_locations_without_units_beside_enemies() -> None:
    state = carry_on(game_of(), 4).state
    gauls, etruscans_samnites, _, romans = range(4)
    dangers = SWORD_VIEW.answering.dangers
    assert dangers(state, gauls) == []
    assert dangers(state, etruscans_samnites) == ["Ashholm has no CU, and 4 CU of the Gauls stand beside it."]
    assert dangers(state, romans) == ["Oldwall has no CU, and 3 CU of the Etruscans stand beside it."]


# ---------------------------------------------------------------------- the race, and what follows


def test_a_hint_ends_with_who_is_nearest_to_winning() -> None:
    """Rome lacks one great city, too, and one hero; but these it must pay for."""
    *_, last = hinted(seated(in_the_lead().at_build_turn("rome"))).splitlines()
    assert last == "Rome wins at the end of “Leadership” if nothing changes."


def test_a_hint_says_how_a_built_in_player_would_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(("build legion latium with coin coin coin",) * 2 + (GERMANIA, "done"))

    def ranked(game: Game[Any], seat: int, name: str) -> list[RankedAction]:
        return [RankedAction(game.parse_strict(next(answers)), UNTRIED)]

    monkeypatch.setattr("cli.ui.text.help._ranked", ranked)
    assert "\n  Then “build control germania with oil sheep wine”." in hinted(building())


def test_a_hint_names_only_players_that_the_edition_has() -> None:
    game = carry_on(game_of(), 4)
    assert (
        hint_of(SWORD_VIEW, Plan(game, 0)).splitlines()[0].endswith("the choice of the built-in player who is steady.")
    )
