"""Several steps in one line, and steps staged on a copy of the game."""

from __future__ import annotations

import re

import pytest

from cli.empires.answers import ANSWERING
from cli.ui.text.answering import stage
from cli.ui.text.staging import Plan
from cli.ui.view import Unclear
from core import RuleError
from tests.core.positions import Position


def plan() -> Plan:
    """Rome may march with a legion in Latium and three in Italia."""
    position = Position(3).units("italia", rome=3).leaders(military="greece")
    return Plan(position.at_war_turn("rome", "greece", "carthage").game(), 0)


def test_a_list_of_places_is_a_step_for_each() -> None:
    position = Position(3).units("italia", rome=3).units("gallia", rome=2).at_war_turn("rome", "greece", "carthage")
    marches = Plan(position.game(), 0)
    assert stage(marches, "march italia, gallia > latium all", ANSWERING) == 2
    assert marches.steps == ["march italia latium 3", "march gallia latium 2"]


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("march italia > latium 1; march italia latium all", ["march italia latium 1", "march italia latium 2"]),
        ("ma lat > gal all; ma ita lat 2", ["march latium gallia 1", "march italia latium 2"]),
        # After its last legion has marched, Rome's turn ends by itself, with or without “done”.
        (
            "march latium > gallia all; march italia > latium all; done",
            ["march latium gallia 1", "march italia latium 3"],
        ),
    ],
    ids=["all is what can move when the step comes", "words may be cut short", "done where nothing was left to do"],
)
def test_a_line_of_several_steps_is_staged_step_by_step(line: str, steps: list[str]) -> None:
    marches = plan()
    stage(marches, line, ANSWERING)
    assert marches.steps == steps


FOR_ONE = "4.1.2: Macedonia is neither adjacent nor connected to Latium"
ANOTHER_PHASE = "4.1.2: “build” belongs to phase 3, Build; this is phase 4, Move and battle. Move legions"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("done; done", "Step 2, “done”: “done” before it ends your turn"),
        ("march latium macedonia all", FOR_ONE),
        ("march latium all", "The action ends where a province should follow"),
        (
            "march italia latium 1; march latium macedonia 1; done",
            "4.1.2: Step 2, “march latium macedonia 1”: Macedonia",
        ),
        ("march italia latium; done", "Step 1, “march italia latium”: The action ends where a number should follow"),
        ("march gallia dalmatia", "4.1.2: In Gallia 0 of your legions can still move"),
        ("march gallia", "4.1.2: In Gallia 0 of your legions can still move"),
        ("build circe", ANOTHER_PHASE),
        ("build circe with 7 coin", ANOTHER_PHASE),
        ("march latium fém 1", "I don't understand “fém”. “help” lists what you can type"),
        ("done;" * 41, "at most 40 steps"),
    ],
)
def test_a_line_that_cannot_be_staged_is_refused_by_its_own_rule_at_its_own_step(line: str, said: str) -> None:
    with pytest.raises((RuleError, Unclear), match=re.escape(said)):
        stage(plan(), line, ANSWERING)


@pytest.mark.parametrize("line", ["lose legion cyrenaica", "lose leg cyr"])
def test_an_answer_that_is_whole_is_taken_as_it_is_though_a_longer_one_begins_so(line: str) -> None:
    """R15: the legion that occupies nothing dies, unless one says that it is the other."""
    position = Position().disarm().units("cyrenaica", rome=2, egypt=2).occupy("cyrenaica", "rome", "control")
    table = position.at_war_turn("egypt", "rome", "greece").table()
    table.say("egypt", "done")
    table.dice(3, 2, 1, 1)
    losses = Plan(table.game, 0)
    stage(losses, line, ANSWERING)
    assert losses.steps == ["lose legion cyrenaica"]


def test_one_caravan_is_occupied_where_two_could_be() -> None:
    position = Position().disarm().units("macedonia", rome=2).build("macedonia", "caravan:grain", "caravan:wine")
    conquest = Plan(position.at_war_turn("rome", "greece", "carthage").game(), 0)
    stage(conquest, "done", ANSWERING)
    stage(conquest, "occupy macedonia caravan:grain", ANSWERING)
    assert conquest.steps[1:] == ["occupy macedonia caravan:grain"]


@pytest.mark.parametrize("line", [",", ", ,", ">", "and", "; ,", "all"])
@pytest.mark.parametrize("position", ["war", "build", "trade"])
def test_a_line_without_a_word_is_refused(line: str, position: str) -> None:
    at = Position(3).give("rome", "coin coin coin").leaders(trade="rome", military="greece")
    game = {"war": lambda: at.at_war_turn("rome"), "build": lambda: at.at_build_turn("rome"), "trade": at.at_trade}
    with pytest.raises((RuleError, Unclear)):
        stage(Plan(game[position]().game(), 0), line, ANSWERING)


def test_a_line_is_staged_whole_or_not_at_all() -> None:
    marches = plan()
    stage(marches, "march latium gallia 1", ANSWERING)
    with pytest.raises(RuleError, match=r"4\.1\.2"):
        stage(marches, "march italia latium 1; march italia gallia 1", ANSWERING)
    assert marches.steps == ["march latium gallia 1"]


def test_done_does_not_end_what_the_step_before_it_has_led_to() -> None:
    """Where the last march conquers, “done” would give the conquest away."""
    position = Position(3).units("latium", rome=0).units("italia", rome=0).units("gallia", rome=0)
    position.control("dalmatia", "greece").units("germania", rome=1)
    marches = Plan(position.at_war_turn("rome", "greece", "carthage").game(), 0)
    stage(marches, "march germania dalmatia all; done", ANSWERING)
    assert marches.steps == ["march germania dalmatia 1"]
    assert marches.question()[0].rule == "4.3"


def test_done_is_meant_where_the_step_before_it_was_none_that_it_could_end() -> None:
    """Rome names itself, and then builds nothing: only the second of these questions is one that “done” answers."""
    naming = Plan(Position(3).give("rome", "coin coin coin").leaders(culture="rome").at_build().game(), 0)
    stage(naming, "name rome; done; name greece", ANSWERING)
    assert naming.steps == ["name rome", "done", "name greece"]


def test_what_comes_when_chance_or_another_decides_is_refused_for_that() -> None:
    position = Position(3).units("latium", rome=2).units("italia", rome=0).units("gallia", rome=0, greece=1)
    battle = Plan(position.at_war_turn("rome", "greece", "carthage").game(), 0)
    with pytest.raises(Unclear, match="after “march latium gallia 2” chance decides the battle of Rome against Greece"):
        stage(battle, "march latium gallia 2; fight greece gallia", ANSWERING)
    naming = Plan(Position(3).give("greece", "coin coin coin").leaders(culture="rome").at_build().game(), 0)
    with pytest.raises(Unclear, match="after “name greece” others are next"):
        stage(naming, "name greece; name carthage", ANSWERING)


def test_nothing_that_cannot_move_is_all() -> None:
    marches = plan()
    stage(marches, "march latium gallia 1", ANSWERING)
    with pytest.raises(RuleError, match=r"4\.1\.2: In Latium 0 of your legions can still move"):
        stage(marches, "march latium gallia all", ANSWERING)


def taking(**trays: str) -> Plan:
    """Rome takes from what the others have offered."""
    position = Position(3).leaders(trade="rome").at_trade()
    for empire in position.board.empires:
        position.give(empire, "coin sheep wine")
    table = position.table()
    table.say("rome", "announce 2")
    table.offers(**(dict.fromkeys(position.board.empires, "coin sheep") | trays))
    return Plan(table.game, 0)


def test_done_after_a_take_does_no_harm() -> None:
    taken = taking(greece="wine sheep")
    stage(taken, "coin; done", ANSWERING)
    assert taken.steps == ["take coin from carthage"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("coin; done", "Step 1, “coin”: The action ends where an empire should follow."),
        ("ta wine", "2.2: No player from whom you may take has wine face up."),
    ],
    ids=["from two", "from none"],
)
def test_a_take_that_could_be_from_two_or_from_none_is_not_guessed(line: str, said: str) -> None:
    with pytest.raises((RuleError, Unclear), match=re.escape(said)):
        stage(taking(), line, ANSWERING)


def test_a_sea_that_is_cut_short_is_no_province() -> None:
    sailing = Plan(Position().fleet("mare_ionium", rome=1).at_war_turn("rome", "greece").game(), 0)
    with pytest.raises(Unclear, match=r"“aeg” could mean mare_aegaeum or mare_aegyptum\."):
        stage(sailing, "sail aeg ion 1", ANSWERING)
    with pytest.raises(RuleError, match=r"4\.1\.1: .*Mare Aegaeum"):
        stage(sailing, "sail aegae ion 1", ANSWERING)


def test_what_cannot_be_built_at_all_is_refused_for_that_and_not_for_its_price() -> None:
    build = Plan(Position(3).give("rome", "coin coin coin").at_build_turn("rome").game(), 0)
    with pytest.raises(RuleError, match=r"3\.1\.1: Sicilia is neither adjacent nor connected"):
        stage(build, "build control sicilia", ANSWERING)
    with pytest.raises(RuleError, match=r"Add what you pay with"):
        stage(build, "build legion latium", ANSWERING)


def test_what_cannot_be_paid_for_is_refused_with_its_price() -> None:
    position = Position(3).give("rome", "coin coin coin wine").raze("latium")
    build = Plan(position.at_build_turn("rome").game(), 0)
    for line, price in (
        ("build circe", "Circe costs one set of 7"),
        ("build market latium", "Market costs one set of 6"),
    ):
        with pytest.raises(RuleError, match=rf"3\.0a: {price}, .*; your largest set has 3\."):
            stage(build, line, ANSWERING)


def test_a_caravan_without_its_commodity_is_refused_for_its_province() -> None:
    position = Position().give("rome", "coin coin coin").control("dacia", "greece").at_build_turn("rome")
    with pytest.raises(RuleError, match=r"3\.1\.2: Dacia is controlled by Greece\."):
        stage(Plan(position.game(), 0), "build caravan dacia c c c", ANSWERING)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("legion latium with 3 coin, legion gallia with 3 coin", "“legion” begins another answer. Put “;” between"),
        ("control sicilia, dalmatia", "Sicilia is neither adjacent nor connected"),
        ("legion with 3 coin", "“coin” stands where a province should follow."),
        ("legion wi with 3 coin", "There is no province “wi” in this game."),
        ("build hero", "Build a hero or a wonder by its name, such as “build "),
        ("buy wonder with coin", "Build a hero or a wonder by its name, such as “build "),
    ],
)
def test_what_stands_in_the_wrong_place_is_said_to_do_so(line: str, said: str) -> None:
    build = Plan(Position(3).give("rome", "coin " * 9).at_build_turn("rome").game(), 0)
    with pytest.raises(RuleError, match=re.escape(said)):
        stage(build, line, ANSWERING)


@pytest.mark.parametrize("typed", ["me", "co"])
def test_a_word_is_quoted_as_it_was_typed(typed: str) -> None:
    with pytest.raises(RuleError, match=f"There is no empire “{typed}” in this game"):
        stage(Plan(Position(3).leaders(culture="rome").at_build().game(), 0), f"name {typed}", ANSWERING)


def test_legions_that_are_to_move_before_their_time_are_told_what_comes_first() -> None:
    position = Position(3).fleet("mare_tyrrhenum", rome=1).at_war_turn("rome", "greece", "carthage")
    with pytest.raises(RuleError, match=r"4\.1\.1: Move triremes .* or be “done”"):
        stage(Plan(position.game(), 0), "march to germania", ANSWERING)


def test_a_plan_leaves_its_game_alone() -> None:
    game = Position(3).at_war_turn("rome", "greece", "carthage").game()
    before = game.digest()
    marches = Plan(game, 0)
    stage(marches, "march latium gallia 1", ANSWERING)
    assert game.digest() == before
    assert marches.game.digest() != before


def test_steps_in_another_order_give_the_same_map_where_they_do_not_meet() -> None:
    marches = plan()
    stage(marches, "march latium gallia 1; march italia latium 1", ANSWERING)
    before = marches.game.state.provinces
    assert marches.move(1, 0) == []
    assert marches.steps == ["march italia latium 1", "march latium gallia 1"]
    assert marches.game.state.provinces == before


def test_what_is_no_longer_legal_is_named_with_why() -> None:
    marches = plan()
    stage(marches, "march italia latium 2; march latium gallia 1; done", ANSWERING)
    assert marches.move(2, 0) == [
        "march italia latium 2: the turn was over by then",
        "march latium gallia 1: the turn was over by then",
    ]
