"""The model of the epoch change in ``docs/model``: what it finds within small bounds, and which rules it needs."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

MODEL = Path(__file__).resolve().parents[3] / "docs" / "model"

HOLDS = {
    "an action, two terms": "--terms 2 --game a --recovery",
    "action and dice": "--terms 1 --game ad --recovery --no-restarts",
    "dice, a liar": "--terms 1 --game ad --liar A --no-restarts --skip-final",
    "secret offers": "--terms 1 --game s --no-restarts --recovery",
    "take back": "--terms 1 --game aa --take-back --no-restarts --recovery",
    "players come back": "--terms 2 --game d --liar A --no-restarts --skip-final --returns",
    "four, a liar coordinates": "--players 4 --terms 2 --game - --liar B --no-restarts --recovery --auto-ack",
    "four, a liar acts": "--players 4 --terms 2 --game a --liar A --no-restarts --auto-ack --no-absences",
    "four, a stolen key": "--players 4 --terms 2 --game - --liar A --lost A --no-restarts --auto-ack --no-absences",
}
"""By what they are about: the options of searches that visit all states and find nothing."""

FORK = "--players 4 --terms 2 --game a --liar A --no-restarts --auto-ack"
LIAR = "--players 4 --terms 1 --game a --liar B --no-restarts --auto-ack"
DICE = "--terms 1 --game d --liar A --no-restarts --skip-final"
FAILS = {
    "promises-forgotten": ("c", "--terms 2 --game a --no-absences"),
    "promises-do-not-bind": ("c", "--terms 2 --game a --no-absences"),
    "half-is-a-quorum": ("a", "--players 2 --terms 2 --game a --no-absences"),
    "epochs-added-up": ("a", "--terms 2 --game a --no-absences"),
    "own-log": ("a", "--terms 2 --game aa --authors AA --no-absences"),
    "longest-only": ("a", "--terms 2 --game aa --authors AA --no-absences"),
    "forks-by-length": ("a", FORK),
    "silent-have-nothing": ("a", FORK),
    "forks-wait-for-nobody": ("a", FORK),
    "proofs-of-any-term": ("a", f"{FORK} --old-copies"),
    "secrets-dropped": ("d", "--terms 1 --game d --no-restarts"),
    "every-redraw-is-free": ("d", DICE),
    "one-hidden-is-free": ("d", DICE),
    "links-after-promise": ("d", DICE),
    "no-barrier": ("d", "--terms 1 --game ad --liar A --no-restarts --skip-final"),
    "taken-back-at-openings": ("g", "--terms 1 --game as --take-back --no-restarts"),
    "back-at-once": ("h", "--terms 2 --game d --liar A --no-restarts --skip-final --returns"),
    "two-epochs-in-a-term": ("c", LIAR),
    "proposals-unverified": ("a", LIAR),
    "old-keys-count": ("a", "--terms 3 --game a --authors B --lost C --no-absences"),
    "logs-left-in-a-term": ("c", "--players 4 --terms 1 --game a --liar A --no-restarts --auto-ack"),
}
"""By the name of a rule that is left out: the property that fails, and the options of the search."""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model, compiled; skipped where there is no C++ compiler."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("this system has no C++ compiler")
    program = tmp_path_factory.mktemp("model") / "epochs"
    subprocess.run(
        [compiler, "-O2", "-std=c++20", "-o", program, MODEL / "epochs.cpp"], check=True, capture_output=True
    )
    return program


def searched(model: Path, options: Sequence[str]) -> tuple[int, str]:
    """The exit code and the output of a search."""
    done = subprocess.run([model, *options], check=False, capture_output=True, text=True)
    return done.returncode, done.stdout


@pytest.mark.parametrize("options", HOLDS.values(), ids=HOLDS)
def test_the_rules_hold_in_all_states(model: Path, options: str) -> None:
    code, told = searched(model, options.split())
    assert (code, told.split(";")[0]) == (0, "holds in all states")


@pytest.mark.parametrize("rule", FAILS)
def test_each_rule_is_needed(model: Path, rule: str) -> None:
    fails, options = FAILS[rule]
    code, told = searched(model, [*options.split(), "--break", rule])
    assert (code, told[: len("fails: (a)")]) == (1, f"fails: ({fails})")
    assert "  1. " in told


def test_every_break_is_searched_and_on_the_page() -> None:
    source = (MODEL / "epochs.cpp").read_text("utf-8")
    declared = re.search(r"BROKEN\[\] = \{(.*?)\};", source, re.DOTALL)
    assert declared is not None
    assert set(re.findall(r'"([\w-]+)"', declared.group(1))) == set(FAILS)
    page = (MODEL / "README.md").read_text("utf-8")
    assert [rule for rule in FAILS if f"`{rule}`" not in page] == []


def test_the_counterexamples_that_tests_of_the_code_name_are_found_by_the_model() -> None:
    """So a rule of the model and the test of the same rule in the code lead to each other."""
    named = [
        name
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for name in re.findall(r"the model's \*([a-z-]+)\*", path.read_text("utf-8"), flags=re.IGNORECASE)
    ]
    assert len(named) >= 6
    assert [name for name in named if name not in FAILS] == []
