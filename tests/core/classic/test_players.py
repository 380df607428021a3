"""The built-in players of 2003: every answer legal, the game left as it is, the same chance the same answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.classic.actions import Pass
from core.classic.bots import STRENGTHS, Planner
from core.classic.bots.building import Appraisal, wishes_of
from core.classic.bots.outlook import chances
from core.classic.bots.planner import DECISIONS
from core.classic.bots.searcher import Searcher
from core.classic.bots.worth import View
from core.classic.building import BuildTurn
from core.classic.rules import FLOW, new_game
from core.classic.state import Options
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Decision, Question, Secret
from core.engine.game import Game
from core.engine.levels import LADDER
from core.engine.policy import CERTAIN, NODES, RandomPlayer, RankingPolicy, always, questions
from core.mare.bots import Luck, Search
from tests.core.classic.tables import Position, war_turn
from tests.core.play import play
from tests.core.pure import pure_only
from tests.tactics.suite import problems

BUDGET = 20

TABLES = [(ORIGINAL, "points", 3), (REVISED, "printed", 4)]


class Watched:
    """A player whose answers must be legal, the same when asked again, and must leave the game as it is."""

    def __init__(self, strength: str) -> None:
        self.policy = STRENGTHS[strength](BUDGET, always)
        self.asked = 0

    def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
        luck = below(1 << 30)
        before = game.encode() if self.asked % 5 == 0 else b""
        action = self.policy.decide(game, seat, answers, random.Random(luck).randrange)
        answers.check(action)
        if before:
            assert game.encode() == before
            assert self.policy.decide(game, seat, answers, random.Random(luck).randrange) == action
        self.asked += 1
        return action


@pytest.mark.parametrize(("variant", "start", "players"), TABLES)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_player_of_any_strength_answers_every_question(
    strength: str, variant: Variant, start: str, players: int
) -> None:
    watched = Watched(strength)
    options = Options(players, ("random",) * players, start, max_rounds=2, blockade=variant is REVISED)
    play(players, new_game(options, variant), [watched, RandomPlayer(), *[watched] * (players - 2)])
    assert watched.asked


@pytest.mark.parametrize(("variant", "start", "players"), TABLES)
def test_games_of_planners_end_by_a_victory_within_twenty_rounds(variant: Variant, start: str, players: int) -> None:
    options = Options(players, ("random",) * players, start, max_rounds=20)
    played = play(1, new_game(options, variant), [Planner()] * players)
    assert played.winners


def test_the_strengths_are_named_weakest_first() -> None:
    assert list(STRENGTHS) == list(LADDER)


def test_the_planner_decides_on_every_question() -> None:
    asked = [frame for frame, handler in FLOW.items() if isinstance(handler, Question | Secret)]
    assert [frame.__name__ for frame in asked if frame not in DECISIONS] == []


@pure_only
@pytest.mark.parametrize(("variant", "start", "players"), TABLES)
def test_remembered_wishes_are_those_of_a_fresh_look(variant: Variant, start: str, players: int) -> None:
    class Checked(Planner):
        def decide(self, game: Game[Any], seat: int, answers: Answers, below: Below) -> Action:
            view = View(game.state, game.state.seats.index(seat), below)
            remembered, fresh = wishes_of(view), Appraisal(view, BuildTurn(view.empire)).wishes()
            assert (remembered.by_price, remembered.steps) == (fresh.by_price, fresh.steps)
            return super().decide(game, seat, answers, below)

    options = Options(players, ("random",) * players, start, max_rounds=4)
    assert play(2, new_game(options, variant), [Checked()] * players).rounds >= 4


def stopped(target: str, carthage: int) -> bool:
    """Whether a steady Carthage with so many ships stops Rome's legions, which one ship carries from Latium."""
    position = Position().agreed(blockade=True).units("latium", rome=2).control("carthage", "sardinia")
    table = war_turn(position.fleet("mare_tyrrhenum", rome=1, carthage=carthage), "rome", "carthage")
    table.say("rome", f"march latium {target} 2")
    node = table.game.node
    assert isinstance(node, Decision)
    return Planner().decide(table.game, node.seat, node.answers, random.Random(1).randrange) != Pass()


def test_the_planner_blockades_legions_that_come_for_its_provinces() -> None:
    """8.1a: with as many ships as carry them, and no others."""
    assert stopped("sardinia", carthage=1)
    assert stopped("sardinia", carthage=2)
    assert not stopped("corsica", carthage=2)


def test_who_can_pay_for_the_last_hero_or_wonder_is_likely_to_win() -> None:
    position = Position().tiles("greece", "caesar", "helen", "colossus").give("greece", " ".join(["coin"] * 9))
    found = chances(position.at_build_turn("greece", "rome").table().state)
    assert found[1] == max(found) > CERTAIN // 2
    assert CERTAIN - len(found) < sum(found) <= CERTAIN


def peaceful() -> Game[Any]:
    """No player has a legion, and one who builds some can attack no enemy before the round ends."""
    return Position().give("greece", "coin coin coin wine oil gems").at_build_turn("greece").table().game


def test_strong_tries_each_answer_once_where_no_dice_can_fall() -> None:
    game = peaceful()
    [(seat, answers)] = questions(game.node).items()
    usual = Planner().decide(game, seat, answers, Luck(0).below)
    strong, empire = Searcher(NODES, always), game.state.seats.index(seat)
    actions = strong.options(game.state, empire, answers, usual, Luck(0).below)
    once, repeated = [Search(game, seat, actions, strong.trials) for _ in range(2)]
    repeated.lucky = True
    assert len(actions) > 2
    assert once.ranked(Luck(1).below)[0] == repeated.ranked(Luck(1).below)[0]
    assert once.spent * 2 < repeated.spent


def test_strong_decides_for_the_answer_that_it_ranks_first() -> None:
    game = peaceful()
    [(seat, answers)] = questions(game.node).items()
    strong = STRENGTHS["strong"](NODES, always)
    assert isinstance(strong, RankingPolicy)
    ranked = strong.ranked(game, seat, answers, Luck(1).below)
    assert len(ranked) > 1
    assert strong.decide(game, seat, answers, Luck(1).below) == ranked[0].action


def test_strong_crosses_the_alps_to_a_rich_open_province() -> None:
    """8.2: no other march leads there, and *steady* does not think of it."""
    [problem] = [problem for problem in problems("revised") if problem.title == "undefended: Over the Alps"]
    assert problem.is_solved_by(STRENGTHS["strong"](NODES, always), seed=1)
