"""What is said beside the answers in the list."""

from __future__ import annotations

from typing import Any

import pytest

from cli.classic.answers import ANSWERING as CLASSIC
from cli.empires.answers import ANSWERING as EMPIRES
from cli.ui.text.answering import stage
from cli.ui.text.staging import Plan
from cli.ui.text.word_by_word import Answering
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.flow import Decision, Simultaneous
from core.engine.game import Game
from tests.core.classic import tables
from tests.core.positions import Position


def notes(game: Game[Any], line: str = "") -> dict[str, str]:
    """The notes on the ways to go on from a line, by what they make of it."""
    assert isinstance(game.node, Decision)
    ways = EMPIRES.ways(game, game.node.seat, game.node.answers)
    return {choice.line: choice.note for choice in ways.after(line)}


def takes(held: str, offered: str) -> dict[str, str]:
    """The notes on the takes of Rome, which holds something and offers something."""
    position = Position(3).give("rome", f"{held} {offered}").give("greece", "papyrus gold coin")
    game = position.give("carthage", "spices coin oil").leaders(trade="rome").at_trade().game()
    game.apply(game.parse("announce 2"))
    lines = (f"offer {offered}", "offer papyrus gold", "offer coin spices")
    game.reveal({number: game.parse(line) for number, line in enumerate(lines)})
    return notes(game)


def test_beside_each_resource_of_an_offer_stands_how_many_of_it_one_holds_and_not_of_another() -> None:
    position = Position(3).give("rome", "coin metal metal wine").give("greece", "papyrus gold coin")
    game = position.give("carthage", "spices coin oil").leaders(trade="rome").at_trade().game()
    game.apply(game.parse("announce 2"))
    assert isinstance(game.node, Simultaneous)
    last = EMPIRES.ways(game, 0, game.node.answers[0]).after("offer metal ")
    assert {choice.shown: choice.note for choice in last} == {
        "coin": "you hold 1",
        "metal": "1 more",
        "wine": "you hold 1",
    }
    assert all(choice.whole for choice in last)


def test_a_legendary_commodity_that_one_holds_is_of_the_same_kind_0_2() -> None:
    told = takes("*papyrus", "coin wine")
    assert told["take papyrus from greece"] == "you hold 1"
    assert told["take gold from greece"] == "a kind you lack"


def test_what_lies_face_up_of_ones_own_is_no_kind_that_one_lacks() -> None:
    assert takes("coin", "*papyrus wine")["take papyrus from greece"] == "yours lies face up too"


@pytest.mark.parametrize("variant", [ORIGINAL, REVISED])
def test_occupations_of_several_buildings_are_listed_those_of_most_first(variant: Variant) -> None:
    position = tables.Position("greece babylon carthage", variant).control("babylon", "syria")
    position.build("syria", "caravan:wine", "city").units("syria", carthage=2)
    game = tables.war_turn(position, "carthage", "babylon").game
    assert isinstance(game.node, Decision)
    ways = CLASSIC.ways(game, game.node.seat, game.node.answers)
    assert [choice.line for choice in ways.after("occupy syria ")] == [
        "occupy syria caravan:wine city",
        "occupy syria city",
        "occupy syria caravan:wine",
    ]


@pytest.mark.parametrize("variant", [ORIGINAL, REVISED])
def test_a_resource_that_the_taker_lacks_is_no_payment_of_theirs(variant: Variant) -> None:
    position = (
        tables.Position("greece babylon carthage", variant).leaders(trade="greece").give("greece", "coin wine oil")
    )
    game = position.give("babylon", "gold gold gems").at_trade().table().game
    game.apply(game.parse("announce 2"))
    game.reveal({0: game.parse("offer wine oil"), 1: game.parse("offer gold gems")})
    assert isinstance(game.node, Decision)
    ways = CLASSIC.ways(game, game.node.seat, game.node.answers)
    assert [choice.line for choice in ways.after("")] == ["take gold from babylon", "take gems from babylon"]


def left_bare(game: Game[Any], line: str, typed: Answering) -> list[str]:
    """What is told of provinces without defenders before a line of several steps is entered."""
    assert isinstance(game.node, Decision)
    plan = Plan(game, game.node.seat)
    stage(plan, line, typed)
    return [said for said in typed.preview_of_steps(plan, plan.seat) if "without defenders" in said]


def test_every_march_of_a_line_tells_which_provinces_it_leaves_without_defenders() -> None:
    position = Position(3).clear().control("italia", "rome").control("gallia", "rome")
    game = position.units("italia", rome=1).units("gallia", rome=1).at_war_turn("rome").game()
    told = ["Italia is left without defenders.", "Gallia is left without defenders."]
    assert left_bare(game, "march italia,gallia > latium all", EMPIRES) == told


def test_it_is_told_in_the_editions_of_2003_too() -> None:
    position = tables.Position("rome greece carthage").control("rome", "lombardia").units("lombardia", rome=1)
    game = tables.war_turn(position.units("latium", rome=1), "rome", "greece").game
    told = ["Lombardia is left without defenders."]
    assert left_bare(game, "march lombardia > latium all", CLASSIC) == told


def promised(game: Game[Any], line: str, typed: Answering) -> list[str]:
    """What is foreseen of a province without defenders into which legions march."""
    assert isinstance(game.node, Decision)
    return [said for said in typed.preview(game, game.node.seat, game.parse(line)) if "no defenders" in said]


@pytest.mark.parametrize("variant", [ORIGINAL, REVISED])
@pytest.mark.parametrize(
    ("built", "may"),
    [([], "assimilate"), (["city"], "pillage, occupy or assimilate")],
)
def test_a_march_into_a_province_of_2003_without_defenders_promises_what_can_be_done_there(
    variant: Variant, built: list[str], may: str
) -> None:
    position = tables.Position("greece babylon carthage", variant).control("babylon", "syria").build("syria", *built)
    game = tables.war_turn(position.units("palaestina", carthage=1), "carthage", "babylon").game
    assert promised(game, "march palaestina syria 1", CLASSIC) == [
        f"Syria has no defenders. Alone there, Carthage may {may} in each of its moves and battles (5.8a)."
    ]


def test_a_march_into_a_bare_capital_without_defenders_promises_nothing() -> None:
    game = Position(3).clear().control("achaia", "greece").units("macedonia", rome=1).at_war_turn("rome").game()
    assert promised(game, "march macedonia achaia 1", EMPIRES) == ["Achaia has no defenders."]
