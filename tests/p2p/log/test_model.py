"""The models of the epoch change in ``tests/model``: what they find within small bounds, and which rules they need."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[2]
MODEL = TESTS / "model"
SOURCES = [MODEL / "epochs.cpp", MODEL / "terms.cpp"]

PRICE = "epochs --terms 2 --game d --liar B --no-restarts --skip-final --no-absences --auto-ack --prompt"
HOLDS = {
    "an action, two terms": "epochs --terms 2 --game a --recovery --no-absences",
    "action and dice": "epochs --terms 1 --game ad --recovery --no-restarts",
    "dice, a liar": "epochs --terms 1 --game ad --liar A --no-restarts --skip-final",
    "secret offers": "epochs --terms 1 --game s --no-restarts --recovery",
    "take back": "epochs --terms 1 --game aa --take-back --no-restarts --recovery",
    "players come back": "epochs --terms 2 --game - --liar A --no-restarts --skip-final --returns",
    "prices": "epochs --terms 1 --game d --liar B --no-restarts --skip-final --no-absences --auto-ack --prompt",
    "four, a liar coordinates": "epochs --players 4 --terms 1 --game - --liar B --no-restarts --recovery --auto-ack",
    "four, a liar acts": "epochs --players 4 --terms 1 --game a --liar A --no-restarts --auto-ack --no-absences",
    "terms, no liar": "terms --terms 1",
    "terms, the last coordinator lies": "terms --terms 2 --liar A",
    "terms, the first coordinator lies": "terms --terms 2 --liar B",
    "terms, the second coordinator lies": "terms --terms 2 --liar C",
    "terms, four, a liar coordinates": "terms --players 4 --terms 1 --liar B",
}
"""By what they are about: short searches that visit all states and find nothing. `docs/model.md` has the long ones."""

FORK = "epochs --players 4 --terms 2 --game a --liar A --no-restarts --auto-ack"
LIAR = "epochs --players 4 --terms 1 --game a --liar B --no-restarts --auto-ack"
DICE = "epochs --terms 1 --game d --liar A --no-restarts --skip-final"
TERMS = "terms --terms 2 --liar C"
FAILS = {
    "promises-forgotten": ("c", "epochs --terms 2 --game a --no-absences"),
    "promises-do-not-bind": ("c", "epochs --terms 2 --game a --no-absences"),
    "half-is-a-quorum": ("a", "epochs --players 2 --terms 2 --game a --no-absences"),
    "epochs-added-up": ("a", "epochs --terms 2 --game a --no-absences"),
    "own-log": ("a", "epochs --terms 2 --game aa --authors AA --no-absences"),
    "longest-only": ("a", "epochs --terms 2 --game aa --authors AA --no-absences"),
    "forks-by-length": ("a", FORK),
    "secrets-dropped": ("d", "epochs --terms 1 --game d --no-restarts"),
    "every-redraw-is-free": ("d", DICE),
    "one-hidden-is-free": ("d", DICE),
    "values-after-promise": ("d", DICE),
    "no-barrier": ("d", "epochs --terms 1 --game ad --liar A --no-restarts --skip-final"),
    "taken-back-at-openings": ("g", "epochs --terms 1 --game as --take-back --no-restarts"),
    "back-at-once": ("h", "epochs --terms 2 --game d --liar A --no-restarts --skip-final --returns"),
    "two-epochs-in-a-term": ("c", LIAR),
    "proposals-unverified": ("a", LIAR),
    "prices-unchecked": ("i", PRICE),
    "prices-adopted": ("j", PRICE),
    "prices-below-unchecked": ("i", f"{PRICE} --terms 4"),
    "no-pre-vote": ("k", TERMS),
    "evidence-for-any-term": ("k", TERMS),
    "no-change-in-common": ("k", "terms --terms 2 --no-restarts"),
    "any-term-is-named": ("l", TERMS),
    "asked-while-promised": ("m", TERMS),
    "no-timer": ("m", TERMS),
    "restarts-without-timer": ("m", TERMS),
    "evidence-stays-behind": ("m", TERMS),
    "put-off-for-ever": ("m", TERMS),
    "asked-once": ("n", TERMS),
}
"""By the name of a rule that is left out: the property that fails, and the search."""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory with both programs, compiled; skipped where there is no C++ compiler."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("this system has no C++ compiler")
    # Workers share the folder above theirs, and a program takes its place there when it is whole.
    base = tmp_path_factory.getbasetemp()
    programs = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "model"
    programs.mkdir(exist_ok=True)
    for source in SOURCES:
        if not (programs / source.stem).exists():
            made = tmp_path_factory.mktemp("compiled") / source.stem
            subprocess.run([compiler, "-O1", "-std=c++20", "-o", made, source], check=True, capture_output=True)
            made.replace(programs / source.stem)
    return programs


def searched(model: Path, search: str, *options: str) -> tuple[int, str]:
    """The exit code and the output of a search."""
    program, *given = search.split()
    done = subprocess.run([model / program, *given, *options], check=False, capture_output=True, text=True)
    return done.returncode, done.stdout


@pytest.mark.parametrize("search", HOLDS.values(), ids=HOLDS)
def test_the_rules_hold_in_all_states(model: Path, search: str) -> None:
    code, told = searched(model, search)
    assert (code, told.split(";")[0]) == (0, "holds in all states")


@pytest.mark.parametrize("players", ["3", "4"])
def test_a_liar_alone_changes_nothing(model: Path, players: str) -> None:
    code, told = searched(model, "terms --terms 3 --liar B --nothing-wanted --players", players)
    assert (code, told.split(",")[0]) == (0, "holds in all states; 1 states")


@pytest.mark.parametrize("rule", FAILS)
def test_each_rule_is_needed(model: Path, rule: str) -> None:
    fails, search = FAILS[rule]
    code, told = searched(model, search, "--break", rule)
    assert (code, told[: len("fails: (a)")]) == (1, f"fails: ({fails})")
    assert "  1. " in told


def test_every_break_is_searched_and_on_the_pages() -> None:
    sources = "".join(source.read_text("utf-8") for source in SOURCES)
    declared = re.findall(r"BROKEN\[\] = \{(.*?)\};", sources, re.DOTALL)
    assert set(re.findall(r'"([\w-]+)"', "".join(declared))) == set(FAILS)
    for page in ("model.md", "protocol.md"):
        text = (TESTS.parent / "docs" / page).read_text("utf-8")
        assert [rule for rule in FAILS if f"`{rule}`" not in text] == []


def test_the_counterexamples_that_tests_of_the_code_name_are_found_by_the_model() -> None:
    """So a rule of the model and the test of the same rule in the code lead to each other."""
    named = [
        name
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for name in re.findall(r"the model's \*([a-z-]+)\*", path.read_text("utf-8"), flags=re.IGNORECASE)
    ]
    assert len(named) >= 4
    assert [name for name in named if name not in FAILS] == []
