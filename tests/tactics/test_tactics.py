"""The tactical suite: its positions are legal, its tries are fair, and steady solves what it must."""

from __future__ import annotations

from typing import Any

import pytest

from core import EDITIONS
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.game import Game
from core.engine.policy import STEADY, questions
from core.mare.actions import Done
from tests.tactics.finder import Finder, written
from tests.tactics.suite import PROVED, Problem, problems

PROBLEMS = {edition: problems(edition) for edition in PROVED}
ALL = {f"{edition}:{problem.title}": problem for edition, found in PROBLEMS.items() for problem in found}

THEMES = {"undefended", "win", "leader", "titles", "defend", "blockade", "pillage", "trade", "found"}

NOT_BY_STEADY = {"undefended: Over the Alps"}
"""Problems made by hand that steady does not solve."""


class Says:
    """A player who says one thing where it is legal, and else the first answer."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        for line in self.lines:
            action = game.parse(line)
            if action in answers:
                self.lines.remove(line)
                return action
        return Done() if Done() in answers else answers.draw(below)


@pytest.mark.parametrize("problem", ALL.values(), ids=ALL.keys())
def test_the_answers_that_solve_a_problem_are_legal(problem: Problem) -> None:
    seat = problem.game().state.seats[problem.empire]
    assert seat in questions(problem.game().node)
    assert problem.theme in THEMES


def test_the_suite_has_sixty_positions_and_many_are_found_in_games() -> None:
    assert len(ALL) >= 60
    assert len([problem for problem in ALL.values() if problem.theme == "found"]) >= 30


def landing() -> Problem:
    return ALL["empires:undefended: Carthago lies open across two seas"]


def test_a_problem_is_solved_by_one_of_its_answers() -> None:
    assert landing().is_solved_by(Says("march italia africa 1"), 1)
    assert not landing().is_solved_by(Says("march italia sicilia 1"), 1)


def test_a_problem_is_solved_by_an_answer_that_comes_second_in_the_same_turn() -> None:
    assert landing().is_solved_by(Says("march latium gallia 1", "march italia africa 1"), 1)


def test_done_solves_a_problem_only_as_the_first_answer() -> None:
    garrison = ALL["empires:defend: The garrison stays"]
    assert garrison.is_solved_by(Says("done"), 1)
    assert not garrison.is_solved_by(Says("march latium gallia 1"), 1)


def test_it_does_not_matter_how_a_thing_is_paid() -> None:
    text = """scenario: win: A legion
position:
  start = true
  phase = "build"
  turn = "rome"
  [empires]
  rome = { resources = "3 coin oil wine wood" }
play:
  legal rome: build legion latium with coin coin coin
"""
    [problem] = problems("empires", text)
    assert problem.is_solved_by(Says("build legion latium with wood oil wine"), 1)


def test_a_problem_without_an_answer_is_refused() -> None:
    with pytest.raises(ValueError, match=r"empires\.scenario:1: no .legal EMPIRE: ACTION. ends this problem"):
        problems("empires", "scenario: win: Nothing\nplay:\n  expect round: 1\n")


@pytest.mark.parametrize("edition", PROVED)
def test_steady_solves_the_problems_made_by_hand(edition: str) -> None:
    steady = EDITIONS[edition].strengths[STEADY](0, lambda: True)
    asked = [problem for problem in PROBLEMS[edition] if problem.theme != "found"]
    missed = {problem.title for problem in asked if not problem.is_solved_by(steady, 1)}
    assert len(asked) >= 16
    assert missed <= NOT_BY_STEADY


PUNISHED_BY_NOVICE = (
    "empires:undefended: A rich province over the border",
    "original:undefended: Carthago lies open",
    "revised:undefended: Carthago lies open",
    "empires:leader: Take one of four great cities",
    "original:leader: The coin that the leader lacks",
    "revised:leader: The coin that the leader lacks",
)


@pytest.mark.parametrize("title", PUNISHED_BY_NOVICE)
def test_even_the_novice_punishes_an_open_place_and_a_leader(title: str) -> None:
    [problem] = [problem for name, problem in ALL.items() if name.startswith(title)]
    novice = EDITIONS[problem.edition].strengths["novice"](0, lambda: True)
    assert sum(problem.is_solved_by(novice, seed) for seed in range(8)) >= 6


def test_the_finder_sees_a_win_that_its_player_misses() -> None:
    problem = ALL["original:win: Name yourself first"]
    finder = Finder("original", STEADY, 5)
    finder.player = Says("name egypt")
    find = finder.find(7, problem.game(), seed=1)
    assert find is not None
    assert list(find.solutions) == ["name rome"]
    [again] = problems("original", written("original", find))
    assert again.is_solved_by(Says("name rome"), 1)
    finder.player = Says("name rome")
    assert finder.find(7, problem.game(), seed=1) is None
