"""Games for training: their positions as signs, and who won. Each game follows from the seed and its number alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core import EDITIONS, Chance, Decision, Over
from core.classic.bots import outlook as classic
from core.empires.bots import outlook as empires
from core.engine.game import Game
from core.engine.policy import Policy, RandomPlayer, questions

SIGHTS: Mapping[str, Any] = {"empires": empires, "original": classic, "revised": classic}
"""By edition, the module that reads the signs of a position."""

LEVELS = ("steady", "steady", "steady", "able")
"""Each seat draws one of these players."""

SLIPS = (0, 0, 0, 2, 8)
"""Each seat draws one of these: how many of its answers, in percent, are random."""

LAST_ROUND = 30

SPARSE = 24
"""Of the positions inside a phase, one in so many is kept. The first position of each phase is always kept."""


class Sight(NamedTuple):
    """A position: the part and the number of the round, and by empire its signs and its tiles' abilities."""

    season: int
    round: int
    rows: list[list[int]]
    tiles: list[tuple[int, ...]]


class Seen(NamedTuple):
    """The positions of a game from its start, and the empires that won it."""

    sights: list[Sight]
    winners: tuple[int, ...]


class Plan(NamedTuple):
    """What is played: the editions in turn, how many players (0 for three to five in turn), the seed, the players.

    The editions have the same signs. ``nodes`` is the budget of players who search.
    """

    editions: tuple[str, ...]
    players: int
    seed: int
    levels: tuple[str, ...] = LEVELS
    nodes: int = 100


class _Distracted:
    """A player some of whose answers, in percent, are random."""

    def __init__(self, player: Policy, percent: int, chance: random.Random) -> None:
        self.player = player
        self.percent = percent
        self.chance = chance

    def decide(self, game: Game[Any], seat: int, answers: Any) -> Any:
        player = RandomPlayer() if self.chance.randrange(100) < self.percent else self.player
        return player.decide(game, seat, answers, self.chance.randrange)


def sight_of(edition: str, state: Any) -> Sight:
    """Return what a network reads in a position."""
    reader = SIGHTS[edition]
    tiles = [tuple(player.abilities()) for player in state.players]
    return Sight(reader.season_of(state), state.round, reader.signs(state), tiles)


def play(plan: Plan, number: int) -> Seen:
    """Play a game and return what was seen in it. A game without a winner has none."""
    turn, which = divmod(number, len(plan.editions))
    edition = plan.editions[which]
    chance = random.Random(f"train {edition} {plan.seed} {number}")
    facts = EDITIONS[edition]
    players = plan.players or 3 + turn % 3
    options = facts.options(players=players, empires=("random",) * players, max_rounds=LAST_ROUND)
    game: Game[Any] = Game(facts.rules, facts.start(options, facts.standard_map()))
    seats = [
        _Distracted(
            facts.strengths[chance.choice(plan.levels)](plan.nodes, lambda: True),
            chance.choice(SLIPS),
            random.Random(chance.getrandbits(64)),
        )
        for _ in range(players)
    ]
    sights: list[Sight] = []
    phase = None
    while not isinstance(node := game.node, Over):
        state = game.state
        now = (state.round, state.phase)
        if state.seats and (now != phase or chance.randrange(SPARSE) == 0):
            sights.append(sight_of(edition, state))
        phase = now
        if isinstance(node, Chance):
            game.settle(tuple([chance.randrange(bound) for bound in node.bounds]))
            continue
        actions = {seat: seats[seat].decide(game, seat, answers) for seat, answers in questions(node).items()}
        if isinstance(node, Decision):
            game.apply(actions[node.seat])
        else:
            game.reveal(actions)
    return Seen(sights, node.result.winners)


def games(plan: Plan, numbers: range) -> Iterator[Seen]:
    """Yield the games of these numbers that have a winner."""
    return (seen for seen in (play(plan, number) for number in numbers) if seen.winners)
