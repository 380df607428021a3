"""The bots of ``docs/bots.md`` play, as they stand there."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from cli.arena.match import play
from cli.bots.protocol import Budget, Inquiry, game_facts
from cli.empires.words import WORDS
from cli.table_game import question
from core import Decision
from core.empires.rules import new_game
from core.empires.state import Options
from tests.cli.arena.matches import match

PAGE = (Path(__file__).parents[1] / "docs/bots.md").read_text("utf-8")

LANGUAGES = {"python": sys.executable, "js": shutil.which("node"), "sh": shutil.which("sh")}


def bot(language: str) -> str:
    """The last example of the page in a language."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return found[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_of_the_documentation_plays_a_game_to_its_end(language: str, tmp_path: Path) -> None:
    interpreter = LANGUAGES[language]
    if interpreter is None:
        pytest.skip(f"there is nothing on this machine that runs {language}")
    path = tmp_path / f"bot.{language}"
    path.write_text(bot(language), "utf-8")
    command = shlex.join([interpreter, str(path)])
    [game] = play(match(f"engine:{command}", "random", "random", seed=1, max_rounds=2, think=60.0), [0])
    assert game.fault is None
    assert game.answers > 20


def test_the_bot_in_python_has_ten_lines() -> None:
    assert len([line for line in bot("python").splitlines() if line]) == 10


def test_the_bot_in_python_can_be_repeated(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(bot("python"), "utf-8")
    command = shlex.join([sys.executable, str(path)])
    games = match(f"engine:{command}", "random", "random", seed=1, think=60.0)
    assert play(games, [3]) == play(games, [3])


def test_everything_that_a_program_is_told_is_documented() -> None:
    game = new_game(Options(3, ("rome", "greece", "carthage")))
    assert isinstance(game.node, Decision)
    seat = game.node.seat
    asked = Inquiry(1, game, seat, *question(game, seat), lambda bound: 0).question([], [], Budget(1.0, 1))
    told = {*game_facts(game, seat, 0), *asked} - {"type"}
    assert {key for key in told if f"`{key}`" not in PAGE} == set()
    facts = WORDS.state_facts(game.state)
    shown = {*facts, *facts["empires"]["rome"], *facts["provinces"]["gallia"]}
    assert {key for key in shown if f'"{key}": ' not in PAGE} == set()
