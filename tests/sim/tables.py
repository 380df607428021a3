"""What is played at a simulated table: the wager of the tests, or an edition, from the start or a late position."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Protocol

from cli.table_game import TableGame, edition_by, edition_of, new_game, question, rules_of, setup_of
from core import Chance, Decision, Over, Simultaneous
from core.engine import game as engine
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.edition import Edition
from core.engine.option import Choice
from core.engine.policy import questions
from core.engine.state import GameState
from p2p.game import Game, NewGame, Setup, SetupError
from p2p.log.changes import AGREEMENT
from p2p.log.charter import Charter, Seat
from tests.p2p.tables import NAMES
from tests.p2p.wager import DATA, EDITION, ENGINE, RELEASE, Wager, new_wager
from tests.sim import keys

VARIED = ("start", "blockade", "alps")
"""The options of editions that the seed decides; all others are the usual ones."""


class Playable(Protocol):
    """A game that people of the simulation know how to play."""

    new_game: NewGame

    def charter(self, holders: tuple[int, ...], *, real: bool) -> Charter:
        """The charter of a table; ``holders`` are the players of the seats."""
        ...

    def answer(self, game: Game, seat: int, random: Random) -> str:
        """Any legal answer of a seat that is asked."""
        ...

    def ending(self, victory: str) -> str:
        """The way in which a game has ended, by its victory."""
        ...


class WagerTable:
    """The wager, whose rules cost nothing."""

    def __init__(self, rounds: int) -> None:
        self.new_game: NewGame = new_wager
        self._rounds = rounds

    def charter(self, holders: tuple[int, ...], *, real: bool) -> Charter:
        people = tuple(keys.player(number, real=real) for number in sorted(set(holders)))
        seats = tuple(Seat("any", player, NAMES[player].encode()) for player in holders)
        return Charter(ENGINE, EDITION, RELEASE, DATA, self._rounds, True, people, seats)

    def answer(self, game: Game, seat: int, random: Random) -> str:
        assert isinstance(game, Wager)
        return random.choice(game.legal(seat))

    def ending(self, victory: str) -> str:
        return victory if victory == AGREEMENT else "the most points in the wager"


class EditionTable:
    """A game of an edition, of so many rounds at most, after so many that have been ``played`` before.

    The seed decides the options, and how those rounds went.
    """

    def __init__(self, edition: Edition, rounds: int, played: int, seed: int) -> None:
        self.new_game: NewGame = new_late_game if played else new_game
        self._edition = edition
        self._rounds = rounds
        self._played = played
        self._seed = seed

    def charter(self, holders: tuple[int, ...], *, real: bool) -> Charter:
        people = tuple(keys.player(number, real=real) for number in sorted(set(holders)))
        limit = self._played + self._rounds
        random, choices = Random(f"{self._seed} options"), {}
        for option in self._edition.declared:
            if isinstance(option, Choice) and option.name in VARIED:
                choices[option.name] = random.choice(list(option.terms))
        options = self._edition.options(len(holders), ("random",) * len(holders), max_rounds=limit, **choices)
        setup = setup_of(options, edition=self._edition)
        if self._played:
            setup = setup._replace(options=(setup.options, self._played, self._seed))
        seats = tuple(Seat("random", player, NAMES[player].encode()) for player in holders)
        return Charter(setup.engine, setup.edition, setup.release, setup.data, setup.options, True, people, seats)

    def answer(self, game: Game, seat: int, random: Random) -> str:
        rules = rules_of(game)
        return rules.text(_choice(rules, seat, question(rules, seat)[1], random))

    def ending(self, victory: str) -> str:
        return victory


def new_late_game(setup: Setup) -> TableGame:
    """A game of which some rounds have been played already, as the charter says.

    So each holder of the charter, or of a record, begins with the same position.
    """
    return TableGame(edition_of(setup), _late_position(setup).copy())


@lru_cache(4)
def _late_position(setup: Setup) -> GameState:
    """Where people of the simulation get in so many rounds; where they need fewer, the beginning of their last."""
    match setup.options:
        case (own, int() as played, int() as seed):
            game = rules_of(new_game(setup._replace(options=own)))
        case _:
            raise SetupError("its options do not say what has been played.")
    random = Random(f"{seed} late position")
    late: GameState = game.state.copy()
    while game.state.round <= played and not isinstance(game.node, Over):
        _play(game, random)
        if game.state.round > late.round:
            late = game.state.copy()
    return late


def _play(game: engine.Game[Any], random: Random) -> None:
    """Take the game to its next node."""
    node = game.node
    actions = {seat: _choice(game, seat, answers, random) for seat, answers in questions(node).items()}
    match node:
        case Chance(bounds=bounds):
            game.settle(tuple(map(random.randrange, bounds)))
        case Decision(seat=seat):
            game.apply(actions[seat])
        case Simultaneous():
            game.reveal(actions)
        case Over():
            raise ValueError("the game is over")


def _choice(rules: engine.Game[Any], seat: int, answers: Answers, random: Random) -> Action:
    """Mostly what the edition's autopilot would answer, since random answers alone hardly come to an end."""
    if random.random() < 0.2:
        return answers.draw(random.randrange)
    return edition_by(rules).autopilot.decide(rules, seat, answers, random.randrange)
