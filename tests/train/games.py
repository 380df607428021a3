"""Games for training: their positions as signs, and who won. Each game follows from the seed and its number alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from core import EDITIONS, Over
from core.classic.bots import outlook as classic
from core.empires.bots import outlook as empires
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.game import Game
from core.engine.policy import RandomPlayer

SIGHTS: Mapping[str, Any] = {"empires": empires, "original": classic, "revised": classic}
"""By edition, the module that reads the signs of a position."""

LEVEL = "steady"
"""Who plays."""

LATEST_SLIP = 6
"""The last round in which players may slip. Each game draws a last one from 0 up."""

SLIPS = (0, 5, 15, 30)
"""Each seat draws one of these: how many of its answers, in percent, are random as long as players slip."""

LAST_ROUND = 30


class TooFewGames(Exception):
    """There are not enough games with a winner to learn from."""


class Sight(NamedTuple):
    """The start of a round: its number, and by empire its signs and its tiles' abilities."""

    round: int
    rows: list[list[int]]
    tiles: list[tuple[int, ...]]


class Seen(NamedTuple):
    """The starts of a game's rounds, from the first after which no player slips, and the empires that won it."""

    sights: list[Sight]
    winners: tuple[int, ...]


class Plan(NamedTuple):
    """What is played: the editions in turn, how many players (0 for three to five in turn), the seed, who plays.

    The editions have the same signs. ``nodes`` is the budget of players who search.
    """

    editions: tuple[str, ...]
    players: int
    seed: int
    level: str = LEVEL
    nodes: int = 100


def sight_of(edition: str, state: Any) -> Sight:
    """Return what a network reads in a position."""
    return Sight(state.round, SIGHTS[edition].signs(state), [tuple(player.abilities()) for player in state.players])


def new_game(edition: str, players: int) -> Game[Any]:
    """Return a game at its beginning, with empires still to be drawn. It ends after LAST_ROUND."""
    facts = EDITIONS[edition]
    options = facts.options(players=players, empires=("random",) * players, max_rounds=LAST_ROUND)
    return Game(facts.rules, facts.start(options, facts.standard_map()))


def played(game: Game[Any], decide: Callable[[int, Answers], Action], chance: random.Random) -> Iterator[None]:
    """Play a game to its end, and yield before each step. ``decide`` returns the answer of a seat."""
    while not isinstance(game.node, Over):
        yield
        game.step(decide, chance.randrange)


def winners_of(game: Game[Any]) -> tuple[int, ...]:
    """Return the empires that won a game; none if it is not over, or has no winner."""
    return game.node.result.winners if isinstance(game.node, Over) else ()


def play(plan: Plan, number: int) -> Seen:
    """Play a game and return what was seen in it. A game without a winner has none.

    Slips in the first rounds make games differ. Then all play equally well, so nothing but the position tells who wins.
    """
    turn, which = divmod(number, len(plan.editions))
    edition = plan.editions[which]
    chance = random.Random(f"train {edition} {plan.seed} {number}")
    players = plan.players or 3 + turn % 3
    game = new_game(edition, players)
    player, careless = EDITIONS[edition].strengths[plan.level](plan.nodes, lambda: True), RandomPlayer()
    last_slip = chance.randrange(LATEST_SLIP + 1)
    slips = [chance.choice(SLIPS) for _ in range(players)]

    def decide(seat: int, answers: Answers) -> Action:
        slipped = game.state.round <= last_slip and chance.randrange(100) < slips[seat]
        return (careless if slipped else player).decide(game, seat, answers, chance.randrange)

    sights: list[Sight] = []
    seen = last_slip
    for _ in played(game, decide, chance):
        if game.state.round > seen:
            sights.append(sight_of(edition, game.state))
            seen = game.state.round
    return Seen(sights, winners_of(game))


def games(plan: Plan, numbers: range) -> Iterator[Seen]:
    """Yield the games of these numbers that have a winner and something to see."""
    return (seen for seen in (play(plan, number) for number in numbers) if seen.winners and seen.sights)
