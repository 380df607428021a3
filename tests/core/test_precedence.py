"""What stands above and beside all other rules: abilities that override them (7), and diplomacy (8)."""

from __future__ import annotations

import random

import pytest

from core import Chance, Decision, Over, Simultaneous
from core.empires.rules import new_game
from core.empires.state import State
from core.mare.state import Round
from tests.core.positions import Position
from tests.core.random_games import options

LATE_PHASES = (3, 4, 5)
MOST_STEPS = 1500


@pytest.mark.parametrize(
    ("empire", "tile", "hand", "line", "rule"),
    [
        ("egypt", "cleopatra", "coin grain oil", "build legion aegyptus with coin grain oil", "3.0a"),
        ("carthage", "hannibal", "grain grain oil", "build legion africa with grain grain oil", "3.0a"),
        ("rome", "gilgamesh", "coin", "build fortress italia with coin", "3.0a"),
        ("rome", "spartacus", "gladiators", "build legion italia with gladiators", "3.0a"),
        ("rome", "lighthouse", "wood", "build trireme mare_ionium with wood", "3.0a"),
        ("babylon", "hammurabi", "", "build control asia free", "3.0a"),
    ],
)
def test_an_ability_overrides_the_rule_that_it_contradicts(
    empire: str, tile: str, hand: str, line: str, rule: str
) -> None:
    """Rule 7: what the rule refuses to all others, and to the owner without the tile, is legal with it."""
    # A coin more keeps the turn from ending by itself, where nothing else can be bought.
    position = Position().give(empire, f"{hand} coin coin coin")
    position.tiles(empire, tile).at_build_turn(empire).table().say(empire, line)
    position.tiles("greece", tile).at_build_turn(empire).table().refused(empire, line, rule)


def phase(state: State) -> tuple[int, int]:
    """Round and phase."""
    return state.round, max((frame.phase for frame in state.stack if isinstance(frame, Round)), default=0)


def holdings(state: State, empire: int) -> list[tuple[int, ...]]:
    """All that could be handed over to an empire: resources, tiles, provinces, units."""
    player = state.players[empire]
    provinces = tuple(index for index, province in enumerate(state.provinces) if province.controller == empire)
    units = sum(province.legions[empire] + (province.fortress == empire) for province in state.provinces)
    return [tuple(player.hand), player.tiles, provinces, (units, sum(sea[empire] for sea in state.seas))]


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_handed_over_whatever_is_answered(seed: int) -> None:
    """Rule 8: outside of trade no player's answer gives another player anything."""
    below = random.Random(seed).randrange
    game = new_game(options(seed))
    compared = 0
    for _ in range(MOST_STEPS):
        node, before = game.node, phase(game.state)
        if isinstance(node, Over):
            break
        if isinstance(node, Chance):
            game.settle(tuple(map(below, node.bounds)))
        elif isinstance(node, Simultaneous):
            game.reveal({seat: answers.draw(below) for seat, answers in node.answers.items()})
        elif isinstance(node, Decision):
            others = [empire for empire in range(len(game.state.players)) if empire != node.empire]
            held = [holdings(game.state, other) for other in others]
            game.apply(node.answers.draw(below))
            if phase(game.state) == before and before[1] in LATE_PHASES:
                compared += 1
                assert not any(map(gained, held, [holdings(game.state, other) for other in others]))
    assert compared > 20


def gained(before: list[tuple[int, ...]], after: list[tuple[int, ...]]) -> bool:
    """Whether a player has more of anything than before."""
    (hand, tiles, provinces, units), (new_hand, new_tiles, new_provinces, new_units) = before, after
    return (
        any(new > old for old, new in zip(hand, new_hand, strict=True))
        or not set(new_tiles) <= set(tiles)
        or not set(new_provinces) <= set(provinces)
        or any(new > old for old, new in zip(units, new_units, strict=True))
    )
