"""The rules turned round on purpose: each text that is replaced is there, and every rule is turned round."""

import ast
import builtins
import dis
import tomllib
from functools import cache
from types import CodeType

import pytest

from tests.core import inversions
from tests.core.inversions import Inversion
from tests.core.suites import ROOT, SUITES, Suite

ALL = inversions.inversions()
OF_2003 = list(dict.fromkeys([*inversions.inversions(SUITES["original"]), *inversions.inversions(SUITES["revised"])]))
by_game = pytest.mark.parametrize("found", [ALL, OF_2003], ids=["2016", "2003"])


@pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)
def test_every_rule_and_ruling_is_turned_round(suite: Suite) -> None:
    assert {inversion.rule for inversion in inversions.inversions(suite)} == set(suite.edition.rulebook.numbers())


@by_game
def test_every_text_that_is_replaced_occurs_exactly_once_and_leaves_a_module(found: list[Inversion]) -> None:
    for inversion in found:
        read = tomllib.loads if inversion.module.endswith(".toml") else lambda text: ast.dump(ast.parse(text))
        before = (ROOT / inversion.module).read_text("utf-8")
        assert read(inversion.inverted()) != read(before), inversion.says
        if read is not tomllib.loads:
            assert unknown_names(inversion.inverted()) == unknown_names(before), inversion.says


@cache
def unknown_names(source: str) -> set[str]:
    """Return the names that a module uses and nothing in it defines: with one of them it fails whatever the rule is."""
    codes = [compile(source, "", "exec")]
    for code in codes:
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
    steps = [step for code in codes for step in dis.get_instructions(code)]
    known = {step.argval for step in steps if step.opname == "STORE_NAME"} | {*dir(builtins), "__name__"}
    return {step.argval for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")} - known


@by_game
def test_no_two_rules_are_turned_round_alike(found: list[Inversion]) -> None:
    assert len({inversion.inverted() for inversion in found}) == len(found)


@pytest.mark.parametrize("text", ["no such text in the module", "state"])
def test_a_text_that_is_not_there_just_once_is_refused(text: str) -> None:
    inversion = Inversion("6.4", "two titles win", "core/empires/victory.py", text, "")
    with pytest.raises(ValueError, match=r"6\.4: the text to replace occurs \d+ times in core/empires/victory\.py"):
        inversion.inverted()


PASSES = "tests/core/scenarios/build.scenario: A set is of exactly the cost"
FAILS = "tests/core/scenarios/leadership_and_victory.scenario: All three titles win at the end of the leadership phase"
FAILS_TOO = "tests/core/test_victory.py: test_the_titles_of_trade_and_culture_do_not_win"


@pytest.mark.parametrize(
    ("places", "noticed"),
    [
        ([PASSES, FAILS, FAILS_TOO], FAILS),
        ([PASSES, FAILS_TOO], FAILS_TOO.replace(": ", "::")),
        ([PASSES], ""),
    ],
)
def test_the_first_that_fails_in_the_inverted_copy_is_named(places: list[str], noticed: str) -> None:
    two_titles_win = next(inversion for inversion in ALL if inversion.rule == "6.4")
    assert inversions.noticed_by(two_titles_win, places) == noticed
