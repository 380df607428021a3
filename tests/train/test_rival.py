"""A built-in player as a program: it plays whole games of each edition against those of an arena."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

import core
from cli.main import main
from core.editions import EDITIONS
from tests.train import rival


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rival_plays_without_a_fault(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = Path(core.__file__).parents[1]
    program = shlex.join(["env", f"PYTHONPATH={rules}", sys.executable, rival.__file__, "--level", "steady"])
    seats = ["--seats", f"steady,engine:{program}", "--edition", edition]
    assert main(["arena", "--json", "--games", "1", "--jobs", "1", "--max-rounds", "2", "--seed", "1", *seats]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []
