"""What is played at a simulated table: the wager of the tests, or Empires."""

from __future__ import annotations

from random import Random
from typing import Protocol

from cli.table import new_game, question, rules_of, setup_of
from core import Options
from core.players import Steward
from p2p.charter import Charter, Seat
from p2p.game import NewGame
from p2p.session import Session
from tests.p2p.tables import NAMES
from tests.p2p.wager import DATA, EDITION, ENGINE, Wager, new_wager
from tests.sim import keys


class Playable(Protocol):
    """A game that people of the simulation know how to play."""

    new_game: NewGame

    def charter(self, holders: tuple[int, ...], *, real: bool) -> Charter:
        """The charter of a table; ``holders`` are the persons of the seats."""
        ...

    def answer(self, session: Session, seat: int, random: Random) -> str:
        """Any legal answer of a seat that is asked."""
        ...


class WagerTable:
    """The wager, whose rules cost nothing."""

    def __init__(self, rounds: int) -> None:
        self.new_game: NewGame = new_wager
        self._rounds = rounds

    def charter(self, holders: tuple[int, ...], *, real: bool) -> Charter:
        people = tuple(keys.person(number, real=real) for number in sorted(set(holders)))
        seats = tuple(Seat("any", person, NAMES[person].encode()) for person in holders)
        return Charter(ENGINE, EDITION, DATA, self._rounds, people, seats)

    def answer(self, session: Session, seat: int, random: Random) -> str:
        game = session.log.game
        assert isinstance(game, Wager)
        return random.choice(game.legal(seat))


class EmpiresTable:
    """A game of Empires, of so many rounds."""

    def __init__(self, rounds: int) -> None:
        self.new_game: NewGame = new_game
        self._rounds = rounds

    def charter(self, holders: tuple[int, ...], *, real: bool) -> Charter:
        people = tuple(keys.person(number, real=real) for number in sorted(set(holders)))
        options = Options(len(holders), ("random",) * len(holders), max_rounds=self._rounds)
        setup = setup_of(options)
        seats = tuple(Seat("random", person, NAMES[person].encode()) for person in holders)
        return Charter(setup.engine, setup.edition, setup.data, setup.options, people, seats)

    def answer(self, session: Session, seat: int, random: Random) -> str:
        """Mostly what the steward would answer, since random answers alone hardly come to an end."""
        rules = rules_of(session.log.game)
        answers = question(rules, seat)[1]
        if random.random() < 0.2:
            return rules.text(answers.draw(random.randrange))
        return rules.text(Steward().decide(rules, seat, answers, random.randrange))
