"""Whole games between sessions in one process, for tests that need a record."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from functools import cache

import core
from cli.empires.view import EMPIRES_VIEW
from cli.play.seating import Seating, card_of
from cli.table_game import DEFAULT, new_game, rules_of
from cli.ui.replay.replay import Replay, of_log
from core.empires.state import Game, Options
from core.engine.answers import Below
from p2p.log.log import Log
from p2p.log.steps import Kind
from p2p.session.events import Asked, Keep, Output, Send
from p2p.session.session import Session
from tests.p2p.tables import signer

PLAYERS = 3


@cache
def sessions() -> tuple[Session, ...]:
    """Three sessions that have played a game of one round to its end and closed it."""
    table = begun()
    play(table)
    return table


def begun() -> tuple[Session, ...]:
    """Three sessions of a game of one round, of which nothing is played yet."""
    signers = [signer(number) for number in range(PLAYERS)]
    cards = tuple(card_of(f"Bot {number + 1}", of, 0) for number, of in enumerate(signers))
    options = Options(PLAYERS, ("random",) * PLAYERS, "short", max_rounds=1)
    charter = Seating(DEFAULT, options, cards).charter()
    return tuple(Session(charter, new_game, of) for of in signers)


@cache
def replay() -> Replay:
    """That game as moments."""
    return of_log(sessions()[0].log, EMPIRES_VIEW)


def play(table: tuple[Session, ...], kept: list[list[bytes]] | None = None, most: int = 1 << 30) -> None:
    """Deliver and answer, by chance but the same each time, until there is nothing to do, or so many steps are done.

    Items to keep go to the lists of their players in ``kept``.
    """
    below = random.Random(1).randrange
    mail: deque[tuple[int, int, bytes]] = deque()

    def handle(player: int, outputs: list[Output]) -> None:
        waiting = outputs[::-1]
        while waiting:
            match waiting.pop():
                case Keep(data=data):
                    if kept is not None:
                        kept[player].append(data)
                case Send(links, data):
                    mail.extend((player, other, data) for other in links)
                case Asked(seat=seat):
                    waiting += table[player].answer(seat, answer(table[player].log, seat, below))[::-1]

    for player, session in enumerate(table):
        for other in range(len(table)):
            if other != player:
                handle(player, session.connected(other, other))
        handle(player, session.start())
    while mail and table[0].log.height < most:
        sender, receiver, data = mail.popleft()
        handle(receiver, table[receiver].receive(sender, data))


def go_on(log: Log, until: Callable[[Game], bool]) -> None:
    """Have everybody sign what is due, by chance but the same each time, until the game is as wanted."""
    below, signers = random.Random(1).randrange, [signer(player) for player in range(PLAYERS)]
    while not until(rules_of(log.game)):
        for slot in log.missing():
            hand = signers[log.holder(slot)]
            match log.kind:
                case Kind.BEACON:
                    log.accept(hand.beacon_value(log, slot))
                case Kind.OPENINGS:
                    log.accept(hand.opening(log, slot))
                case Kind.COMMITMENTS:
                    log.accept(hand.commitment(log, slot, answer(log, slot, below)))
                case _:
                    log.accept(hand.action(log, slot, answer(log, slot, below)))


def answer(log: Log, seat: int, below: Below) -> str:
    """A legal answer by chance."""
    game = rules_of(log.game)
    node = game.node
    if isinstance(node, core.Decision):
        return game.text(node.answers.draw(below))
    assert isinstance(node, core.Simultaneous)
    return game.text(node.answers[seat].draw(below))
