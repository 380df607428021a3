"""A game told round by round."""

from __future__ import annotations

from cli.empires.chronicle import Chronicle
from tests.core.positions import Position


def test_nothing_is_told_while_the_round_goes_on() -> None:
    chronicle = Chronicle()
    chronicle.add(0, "build legion latium with coin coin coin")
    assert chronicle.turn(Position().state) == []


def test_a_round_tells_who_leads_and_what_was_built_and_conquered() -> None:
    state = Position().round(2).state
    chronicle = Chronicle()
    for empire, body in [
        (0, "build legion latium with coin coin coin"),
        (0, "build legion italia with coin coin coin"),
        (0, "march latium gallia 1"),
        (4, "build caravan:oil libya with sheep wine oil"),
        (4, "build perseus with sheep wine oil coin grain metal gold"),
        (4, "occupy libya market"),
        (1, "build control dacia free"),
        (1, "done"),
    ]:
        chronicle.add(empire, body)
    assert chronicle.turn(state) == [
        "Round 1: Carthage leads trade (7), Egypt culture (4), Rome military (3).",
        "  Rome: 2 legions.",
        "  Greece: 1 control marker.",
        "  Carthage: 1 caravan, Perseus, occupy libya.",
    ]


def test_every_round_is_told_once() -> None:
    chronicle = Chronicle()
    chronicle.add(0, "build legion latium with coin coin coin")
    chronicle.turn(Position().round(2).state)
    assert chronicle.turn(Position().round(2).state) == []
    assert chronicle.turn(Position().round(3).state)[0].startswith("Round 2: ")
    assert len(chronicle.turn(Position().round(4).state)) == 1


def test_the_last_round_is_told_when_the_game_is_over() -> None:
    game = Position().give("rome", "coin " * 12).at_build_turn("rome").game()
    game.apply(game.parse("build pyramids with" + " coin" * 12))
    chronicle = Chronicle()
    chronicle.add(0, "build pyramids with" + " coin" * 12)
    assert chronicle.turn(game.state)[1:] == ["  Rome: Pyramids."]


def test_the_last_round_is_told_once() -> None:
    game = Position().give("rome", "coin " * 12).at_build_turn("rome").game()
    game.apply(game.parse("build pyramids with" + " coin" * 12))
    chronicle = Chronicle()
    assert chronicle.turn(game.state) != []
    assert chronicle.turn(game.state) == []
