"""A second game for the table: dice and secret bids, with every kind of node, for 2 to 5 seats.

A round: two dice make the pot, a third is thrown when they show the same; every seat bids coins in secret; the highest
bidder (the lowest seat among equals) pays the bid and takes the pot or gives it to another seat, who then thanks or
grumbles. After the agreed number of rounds the most points win.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from copy import copy
from typing import Self

from crypto.canonical import encode
from p2p.game import Below, Chance, Decision, IllegalAction, Node, Over, Setup, SetupError, Simultaneous

ENGINE = 7
EDITION = "wager"
RELEASE = "1.1.0"
DATA = hashlib.sha256(b"wager").digest()
COINS = 9


class Wager:
    """The state: round from 1, phase, dice, coins and points by seat, and who decides."""

    def __init__(self, seats: int, rounds: int) -> None:
        self.rounds = rounds
        self._round = 1
        self.phase = "dice"
        self.pot = 0
        self.decider = 0
        self.coins = [COINS] * seats
        self.points = [0] * seats

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(len(self.coins)))

    @property
    def node(self) -> Node:
        match self.phase:
            case "dice":
                return Chance((6, 6))
            case "third":
                return Chance((6,))
            case "bids":
                return Simultaneous(self.seats)
            case "pot" | "thanks":
                return Decision(self.decider)
        best = max(self.points)
        return Over(tuple(seat for seat in self.seats if self.points[seat] == best), f"{best} points")

    def legal(self, seat: int) -> list[str]:
        """Every legal answer of a seat."""
        match self.phase:
            case "bids":
                return [f"bid {coins}" for coins in range(self.coins[seat] + 1)]
            case "pot":
                return ["take", *(f"give {other}" for other in self.seats if other != seat)]
            case "thanks":
                return ["thank", "grumble"]
        return []

    def check(self, seat: int, body: str) -> None:
        if body not in self.legal(seat):
            raise IllegalAction("1.1", f"Seat {seat} cannot {body}.")

    def act(self, body: str) -> None:
        self.check(self.decider, body)
        receiver = int(body[5:]) if body.startswith("give") else self.decider
        if self.phase == "pot":
            self.points[receiver] += self.pot
        if receiver != self.decider:
            self.decider, self.phase = receiver, "thanks"
            return
        self._round += 1
        self.phase = "dice" if self._round <= self.rounds else "over"

    def reveal(self, bodies: Mapping[int, str]) -> None:
        bids = [int(body[4:]) for body in bodies.values()]
        self.decider = bids.index(max(bids))
        self.coins[self.decider] -= max(bids)
        self.phase = "pot"

    def chance(self, outcome: tuple[int, ...]) -> None:
        doubles = self.phase == "dice" and outcome[0] == outcome[1]
        self.pot = sum(outcome) + (self.pot if self.phase == "third" else 0)
        self.phase = "third" if doubles else "bids"

    def encode(self) -> bytes:
        state = (self._round, self.phase, self.pot, self.decider, tuple(self.coins), tuple(self.points))
        return encode((self.rounds, *state))

    def digest(self) -> bytes:
        return hashlib.sha256(self.encode()).digest()

    def round(self) -> int:
        return self._round

    def autopilot(self, seat: int, below: Below) -> str:
        legal = self.legal(seat)
        return legal[below(len(legal))]

    def copy(self) -> Self:
        other = copy(self)
        other.coins, other.points = list(self.coins), list(self.points)
        return other

    def restore(self, earlier: Self) -> None:
        self.__dict__.update(earlier.copy().__dict__)


def new_wager(setup: Setup) -> Wager:
    """The game of a setup whose options are the number of rounds."""
    if setup.engine != ENGINE:
        raise SetupError(f"it was played with engine {setup.engine}, and this program has engine {ENGINE}.")
    if setup.edition != EDITION or setup.data != DATA:
        raise SetupError(f"the edition {setup.edition} is not the one that this program has.")
    if type(setup.options) is not int:
        raise SetupError("its options are not a number of rounds.")
    return Wager(len(setup.choices), setup.options)
