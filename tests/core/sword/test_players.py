"""The built-in players, and the positions that they and random play reach."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from core.engine.flow import Over
from core.engine.game import Game
from core.engine.policy import Policy
from core.sword.bots import STRENGTHS, Passer, Steward
from core.sword.position import dump_position, load_position
from core.sword.state import State
from tests.core.sword.tables import seated, wandered

KEPT = {
    2: "fc60bf7b1e5f54353a347b7efa51a499b3cec6ac8face655296254927ae2fbeb",
    3: "0d10619eb2362b77a567f4d05aa9d88ef9c23d149ef4cfa0546ccdb236144df6",
    4: "2dcce5d5d2f74c5ffe281ac46b522d17459f074fb3862b46d3ed7f155c641ca6",
    5: "0b57e08ace0588f8f8d9e4a0fd85da4968dc23a8dcd850e2650d872ba0a21688",
}
"""By number of players, the digest over all positions of a game of stewards."""


def played(players: int, policy: Policy, seed: int) -> tuple[Game[State], str]:
    """A game to its end, and the digest over its positions. Every answer must be legal."""
    random, positions = Random(seed), hashlib.sha256()
    game = seated(players)
    while not isinstance(game.node, Over):
        positions.update(game.digest())
        game.step(lambda seat, answers: policy.decide(game, seat, answers, random.randrange), random.randrange)
    return game, positions.hexdigest()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_stewards_positions_are_those_that_they_were(players: int) -> None:
    """Recorded games can be verified only as long as this holds."""
    _, found = played(players, Steward(), players)
    assert found == KEPT[players], "a change of the rules needs another engine number; then keep the new digest"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players_that_only_pass_play_to_the_end_of_the_last_turn(players: int) -> None:
    game, _ = played(players, Passer(), 1)
    assert game.state.round == game.state.board.map.turns
    assert game.state.result is not None
    assert game.state.result.victory == "last_turn"


def test_stewards_play_cards_march_take_control_and_score() -> None:
    told: list[str] = []
    game = seated(4)
    game.listen(lambda event: told.append(type(event).__name__))
    random = Random(3)
    while not isinstance(game.node, Over):
        game.step(lambda seat, answers: Steward().decide(game, seat, answers, random.randrange), random.randrange)
    assert {"CardPlayed", "UnitsMoved", "ControlPlaced", "PointsGained", "UnitsAdded", "AttritionRolled"} <= {*told}


def test_the_autopilot_is_among_the_strengths() -> None:
    assert list(STRENGTHS) == ["novice", "steady"]
    assert isinstance(STRENGTHS["steady"](0, lambda: True), Steward)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_position_is_written_and_read_back(players: int) -> None:
    def look(game: Game[State]) -> None:
        text = dump_position(game)
        read = load_position(text)
        assert dump_position(read) == text
        assert read.digest() == game.digest()
        assert type(read.node) is type(game.node)

    wandered(seated(players), Random(players), 250, look)


def test_3_a_new_game_begins_as_the_file_says() -> None:
    assert seated(4).state.sites == load_position("start = true").state.sites
    assert any(any(site.units) for site in seated(4).state.sites)
