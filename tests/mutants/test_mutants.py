"""The mutants of a module, and what notices them."""

from __future__ import annotations

import pytest

from tests.mutants.__main__ import Trial, calling, main, sample, tried
from tests.mutants.mutation import mutants_of
from tests.mutants.trial import OUTSIDE, path_of, quick_tests

SOURCE = '''
LIMIT: int = 3
Kind = int | str

@decorated(1)
def longest(hands: dict[int, str], most: int | None = 5) -> int:
    """Return a number."""
    if len(hands) < LIMIT and not hands.get(1):
        hands.clear()
    return max(hands) + most
'''


def changes(source: str) -> list[str]:
    return [str(mutant) for mutant in mutants_of(source)]


def test_comparisons_numbers_operators_calls_and_statements_change_and_types_do_not() -> None:
    both = "len(hands) < LIMIT and (not hands.get(1))"
    assert changes(SOURCE) == [
        "2: 3  →  4",
        "6: 5  →  6",
        f"8: if {both}  →  if not ({both})",
        f"8: {both}  →  len(hands) < LIMIT or not hands.get(1)",
        f"8: {both}  →  not hands.get(1)",
        f"8: {both}  →  len(hands) < LIMIT",
        "8: len(hands) < LIMIT  →  len(hands) <= LIMIT",
        "8: not hands.get(1)  →  hands.get(1)",
        "8: 1  →  2",
        "9: hands.clear()  →  pass",
        "10: return max(hands) + most  →  return None",
        "10: max(hands) + most  →  max(hands) - most",
        "10: max(hands)  →  min(hands)",
    ]


def test_a_mutant_knows_the_function_around_it_by_its_first_line() -> None:
    assert [mutant.function for mutant in mutants_of(SOURCE)] == [0, 0, *[5] * 11]


def test_a_mutant_is_compiled_with_its_change_and_the_next_one_without_it() -> None:
    first, second = mutants_of("one = 1\ntwo = 2\n")
    for mutant, expected in [(first, (2, 2)), (second, (1, 3))]:
        names: dict[str, int] = {}
        exec(mutant.compiled("module.py"), names)
        assert (names["one"], names["two"]) == expected


def test_the_same_seed_takes_the_same_mutants() -> None:
    module = "core.empires.battle"
    taken = [[number for number, _ in sample(module, 5, seed)] for seed in (1, 1, 2)]
    assert taken[0] == taken[1] != taken[2]
    assert len(sample(module, None, 1)) == len(mutants_of(path_of(module).read_text("utf-8")))


def test_the_tests_that_call_the_function_are_run_or_all_if_it_is_called_while_they_are_loaded() -> None:
    mutant = mutants_of(SOURCE)[-1]
    assert calling({"m": {"5": ["one", "two"]}}, "m", mutant) == ["one", "two"]
    assert calling({"m": {}}, "m", mutant) == []
    assert calling({"m": {"5": [OUTSIDE, "two"]}}, "m", mutant) == quick_tests()
    assert calling({"m": {}}, "m", mutants_of(SOURCE)[0]) == quick_tests()


def trial(module: str, after: str, *tests: str) -> Trial:
    """Try the first mutant of a module that puts this in some place."""
    numbered = next(numbered for numbered in sample(module, None, 1) if numbered[1].after == after)
    return tried(module, *numbered, list(tests))


def test_a_scenario_notices_a_rule_that_returns_nothing() -> None:
    assert trial("core.empires.victory", "return None").kind == "scenario"


def test_a_mutant_that_no_scenario_plays_is_noticed_only_by_a_test() -> None:
    module = "core.mare.race"
    assert trial(module, "return None").kind == "nothing"
    assert trial(module, "return None", "tests/core/test_victory.py").kind == "test"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [([], "Name modules, such as core.empires.trade, or say --changed."), (["core.x"], "No such module: core.x.")],
)
def test_a_module_must_be_named_and_exist(
    words: list[str], complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["mutants", *words])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert complaint in capsys.readouterr().err
