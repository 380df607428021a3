"""How long a decision takes: processor time of one player of each strength among four steady ones, in milliseconds."""

from __future__ import annotations

import time

from core.empires.bots import STRENGTHS, Planner
from core.empires.state import Game
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.policy import NODES, Policy, always
from tests.core.play import empires, play

GAMES = 20
SEATS = 5
LAST_ROUND = 20


class Timed:
    """A policy whose decisions are timed."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.times: list[float] = []

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        """The policy's answer."""
        began = time.process_time()
        action = self._policy.decide(game, seat, answers, below)
        self.times.append(1000 * (time.process_time() - began))
        return action


def measure() -> dict[str, float | int | str]:
    """By strength, the mean, the median and the 99th of a hundred decisions; who searches has the usual budget."""
    figures: dict[str, float | int | str] = {"games": GAMES}
    for strength in STRENGTHS:
        timed = Timed(STRENGTHS[strength](NODES, always))
        for number in range(GAMES):
            seats: list[Policy] = [Planner()] * SEATS
            seats[number % SEATS] = timed
            play(number, empires(SEATS, max_rounds=LAST_ROUND), seats)
        times = sorted(timed.times)
        figures[f"{strength}_mean_ms"] = sum(times) / len(times)
        figures[f"{strength}_median_ms"] = times[len(times) // 2]
        figures[f"{strength}_99th_ms"] = times[len(times) * 99 // 100]
    return figures
