"""Who answers for a seat that no player plays; at a table of people some program always does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.bots.minds import (
    FAILURES,
    SEARCHING,
    BuiltIn,
    Chosen,
    Understudied,
    built_in,
    check_name,
    introduce,
    mind_of,
    reliable_mind,
)
from cli.bots.protocol import Budget, Said, Unanswered
from cli.empires.deals import EmpiresJudge
from cli.mare.talking import Deals
from cli.table_game import DEFAULT
from cli.ui.view import Talker
from core.empires.bots import STRENGTHS
from core.empires.position import load_position
from core.empires.state import Game
from core.engine.action import Action
from core.engine.answers import Below
from core.engine.policy import More, Policy, RandomPlayer
from core.mare.actions import Announce
from tests.cli.bots.programs import FIRST, program

POSITION = 'start = true\nphase = "trade"\n[empires]\ncarthage = { resources = "2 coin" }\n'
CARTHAGE = 4


def never(bound: int) -> int:
    """Chance that gives 0."""
    return 0


class Doubtful:
    """A mind that answers as often as it is told to, and fails otherwise."""

    listens = True
    talks = True

    def __init__(self, answers: Callable[[], bool]) -> None:
        self._answers = answers
        self.heard: list[str] = []
        self.games = 0

    def bind(self, talker: Talker) -> None:
        self.heard.append("a talker")

    async def begin(self, game: Game, seat: int, below: Below) -> None:
        self.games += 1

    def hear(self, said: Said) -> None:
        self.heard.append(said.action)

    def listen(self, sentence: str) -> None:
        self.heard.append(sentence)

    async def answer(self) -> Action:
        if self._answers():
            return Announce(1)
        raise Unanswered("The engine “Test” has failed.")

    async def end(self) -> None:
        self.heard.append("the end")


async def test_where_a_mind_fails_the_autopilot_plays_and_that_is_said() -> None:
    told: list[str] = []
    course = iter([False, True])
    mind = Understudied(Doubtful(lambda: next(course)), told.append)
    await mind.begin(load_position(POSITION), CARTHAGE, never)
    assert isinstance(await mind.answer(), Announce)
    assert told == ["The engine “Test” has failed. The autopilot plays this answer instead."]
    assert await mind.answer() == Announce(1)
    assert len(told) == 1


async def test_who_fails_again_and_again_is_asked_no_more_in_this_game() -> None:
    told: list[str] = []
    asked: list[int] = []

    def never_again() -> bool:
        asked.append(len(asked))
        return False

    mind = Understudied(Doubtful(never_again), told.append)
    game = load_position(POSITION)
    await mind.begin(game, CARTHAGE, never)
    for _ in range(FAILURES + 3):
        await mind.answer()
    assert len(asked) == len(told) == FAILURES
    assert told[-1].endswith("The autopilot plays the rest of this game instead.")
    await mind.end()
    await mind.begin(game, CARTHAGE, never)
    await mind.answer()
    assert len(asked) == FAILURES + 1


async def test_a_mind_hears_what_its_understudy_is_told() -> None:
    doubtful = Doubtful(lambda: True)
    mind = Understudied(doubtful, lambda sentence: None)
    await mind.begin(load_position(POSITION), CARTHAGE, never)
    mind.bind(Deals(EmpiresJudge).talker(load_position(POSITION), CARTHAGE, [], never))
    mind.hear(Said("rome", "announce 2"))
    mind.listen("Rome announces 2.")
    await mind.end()
    assert doubtful.heard == ["a talker", "announce 2", "Rome announces 2.", "the end"]


@pytest.mark.parametrize("name", ["random", *STRENGTHS])
async def test_every_name_is_a_player(name: str) -> None:
    game = load_position(POSITION)
    async with mind_of(name, Budget(1.0, 5), DEFAULT) as mind:
        await mind.begin(game, CARTHAGE, never)
        game.apply(await mind.answer())
        await mind.end()


@pytest.mark.parametrize("strength", STRENGTHS)
async def test_a_bot_at_a_table_answers_and_leaves_the_game_as_it_is(strength: str) -> None:
    """However little time it has: a clock decides how good an answer is, never whether there is one."""
    game = load_position(POSITION)
    before = game.digest()
    mind = built_in(Chosen(strength, think=1e-9))
    await mind.begin(game, CARTHAGE, never)
    action = await mind.answer()
    assert game.digest() == before
    game.apply(action)


async def test_each_second_at_a_table_is_worth_1200_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[int] = []

    def made(edition: str, name: str, nodes: int, more: More) -> Policy:
        budgets.append(nodes)
        return RandomPlayer()

    monkeypatch.setattr("cli.bots.minds.policy_of", made)
    for think in (0.5, 2, 10):
        await built_in(Chosen("strong", think=think)).begin(load_position(POSITION), CARTHAGE, never)
    assert budgets == [600, 2_400, 12_000]


async def test_nodes_make_a_search_repeatable() -> None:
    game = load_position(POSITION)
    mind = built_in(Chosen(SEARCHING[0], nodes=60))
    await mind.begin(game, CARTHAGE, never)
    assert await mind.answer() == await mind.answer()


@pytest.mark.parametrize("name", ["clever", "", "engine:", "engine:'", "Steady"])
def test_no_one_else_can(name: str) -> None:
    with pytest.raises(Unanswered):
        check_name(name, DEFAULT)


async def test_a_built_in_mind_answers_in_a_game_only() -> None:
    with pytest.raises(ValueError, match="in a game"):
        await BuiltIn("random").answer()
    with pytest.raises(ValueError, match="in a game"):
        await built_in(Chosen(SEARCHING[0])).answer()


async def test_a_program_introduces_itself(tmp_path: Path) -> None:
    assert await introduce(program(tmp_path, FIRST)) == "Test"
    with pytest.raises(Unanswered, match="cannot be started"):
        await introduce("nothing-of-this-name")


async def test_what_a_program_says_is_written_down(tmp_path: Path) -> None:
    log = tmp_path / "engine.log"
    chosen = Chosen(f"engine:{program(tmp_path, FIRST)}", 20.0, log)
    async with reliable_mind(chosen, DEFAULT, lambda sentence: None) as mind:
        await mind.begin(load_position(POSITION), CARTHAGE, never)
        assert await mind.answer() == Announce(0)
    lines = log.read_text("utf-8").splitlines()
    assert lines[1] == '< {"type": "hello", "protocol": 1, "name": "Test"}'
    assert lines[-1] == '> {"type": "quit"}'
