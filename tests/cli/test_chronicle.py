"""A game told round by round."""

from __future__ import annotations

from cli.empires.words import EmpiresChronicle
from core.mare.events import Built, Marched, MarkerBuilt, Occupied, TileGained
from tests.core.positions import Position

LEGION = Built(0, "legion", 0, (0, 0, 0))


def test_nothing_is_told_while_the_round_goes_on() -> None:
    chronicle = EmpiresChronicle()
    chronicle.hear(LEGION)
    assert chronicle.turn(Position().state) == []


def test_a_round_tells_who_leads_and_what_was_built_and_conquered() -> None:
    state = Position().round(2).state
    chronicle = EmpiresChronicle()
    board = state.board
    libya = board.provinces.index("libya")
    for event in (
        LEGION,
        LEGION,
        Marched(0, 1, 0, 1),
        Built(4, "caravan:oil", libya, (0,)),
        TileGained(4, board.tile_of["perseus"], (0,)),
        Occupied(4, ("market",), libya),
        MarkerBuilt(1, board.provinces.index("dacia"), ()),
    ):
        chronicle.hear(event)
    assert chronicle.turn(state) == [
        "Round 1: Carthage leads trade (7), Egypt culture (4), Rome military (3).",
        "  Rome: 2 legions.",
        "  Greece: 1 control marker.",
        "  Carthage: 1 caravan, Perseus, occupy Libya.",
    ]


def test_every_round_is_told_once() -> None:
    chronicle = EmpiresChronicle()
    chronicle.hear(LEGION)
    chronicle.turn(Position().round(2).state)
    assert chronicle.turn(Position().round(2).state) == []
    assert chronicle.turn(Position().round(3).state)[0].startswith("Round 2: ")
    assert len(chronicle.turn(Position().round(4).state)) == 1


def test_the_last_round_is_told_when_the_game_is_over_and_once() -> None:
    chronicle = EmpiresChronicle()
    game = Position().give("rome", "coin " * 12).at_build_turn("rome").game()
    game.listen(chronicle.hear)
    game.apply(game.parse("build pyramids with" + " coin" * 12))
    assert chronicle.turn(game.state)[1:] == ["  Rome: Pyramids."]
    assert chronicle.turn(game.state) == []
