"""Positions to solve, as scenarios that end with the answers that solve them, and how players are tried on them.

A problem is a scenario whose last steps are ``legal EMPIRE: ACTION``: each of these answers solves it. A player solves
a problem by giving one of them before another player has a turn. How a thing is paid for does not matter. ``done``
solves a problem only if it is the first answer. ``docs/players.md`` explains the files to readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import EDITIONS
from core.engine.action import Action
from core.engine.flow import Chance, Decision, Simultaneous
from core.engine.game import Game
from core.engine.policy import Policy, questions
from core.engine.scenario import Course, Legal, Scenario
from core.mare.actions import Done
from core.mare.bots import Luck

FOLDER = Path(__file__).parent

PROVED = [path.stem for path in sorted(FOLDER.glob("*.scenario"))]
"""The editions that have problems, each in a file of its name."""

MOST_ANSWERS = 60
"""The most answers that a player gives to one problem."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A position of an edition in which ``empire`` is asked, and the answers that solve it, without their payments."""

    edition: str
    scenario: Scenario
    empire: int
    solutions: frozenset[str]

    @property
    def title(self) -> str:
        """The scenario's title: the theme, a colon, and what the position is about."""
        return self.scenario.title

    @property
    def theme(self) -> str:
        """The theme, such as ``undefended``."""
        return self.title.partition(":")[0]

    def game(self) -> Game[Any]:
        """A game at the question. Raises ScenarioFailure if a step before it does not go as written."""
        course = Course.at(self.scenario.language, self.scenario.state.copy())
        for step in self.scenario.steps:
            step.run(course)
        return Game(self.scenario.language.rules, course.game.state)

    def is_solved_by(self, player: Policy, seed: int) -> bool:
        """Whether the player solves the problem with the luck of this seed."""
        game, below = self.game(), Luck(seed).below
        for number, action in enumerate(_answers(game, self.empire, player, below)):
            if spelled(game, action) in self.solutions and (number == 0 or action != Done()):
                return True
        return False


def spelled(game: Game[Any], action: Action) -> str:
    """An action without its payment."""
    return game.text(action).partition(" with ")[0]


def _answers(game: Game[Any], empire: int, player: Policy, below: Any) -> Iterator[Action]:
    """Yield the player's answers before they are carried out, until another player is asked or the game is over."""
    for _ in range(MOST_ANSWERS):
        node = game.node
        if isinstance(node, Chance):
            game.settle(tuple([below(bound) for bound in node.bounds]))
            continue
        asked = {seat: answers for seat, answers in questions(node).items() if game.state.seats[empire] == seat}
        if not asked:
            return
        [(seat, answers)] = asked.items()
        action = player.decide(game, seat, answers, below)
        yield action
        if isinstance(node, Simultaneous):
            return
        assert isinstance(node, Decision)
        game.apply(action)


def problems(edition: str, text: str | None = None) -> list[Problem]:
    """The problems of an edition, or those of a text. Raises ValueError if a scenario ends without an answer."""
    if text is None:
        text = (FOLDER / f"{edition}.scenario").read_text("utf-8")
    return [_problem(edition, scenario) for scenario in EDITIONS[edition].texts.parse_scenarios(text)]


def _problem(edition: str, scenario: Scenario) -> Problem:
    ending: list[Legal] = []
    for step in reversed(scenario.steps):
        if not isinstance(step, Legal):
            break
        ending.append(step)
    if not ending:
        raise ValueError(f"{edition}.scenario:{scenario.line}: no “legal EMPIRE: ACTION” ends this problem")
    game = scenario.game
    return Problem(edition, scenario, ending[0].empire, frozenset([spelled(game, step.action) for step in ending]))


def share(found: Iterable[bool]) -> float:
    """The share of the tries that succeeded, from 0 to 1."""
    tries = list(found)
    return sum(tries) / len(tries)
