"""Run scenarios and tests in a process of their own, in which one module of the rules is a mutant.

``python -m tests.mutants.trial MODULE NUMBER``: the module and the number among its mutants. The tests to run stand on
standard input, one on a line. The first scenario or test that fails is the last line of standard output, and the exit
code is 1. Scenarios come first, since all of them take less time than pytest needs to begin.

``python -m tests.mutants.trial --calls MODULE …`` changes nothing. It runs all quick tests and prints, as JSON, which
of them call which function of the modules: by module, by first line of the function.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import json
import resource
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest

from tests.mutants.mutation import mutants_of

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "tests" / "core"

SECONDS = 60
"""Most processor seconds of a trial. A mutant that takes more goes round in circles, and has been noticed."""

SLOW = ("test_digests.py", "test_random_games.py", "test_scenarios.py", "test_searcher.py", "test_strengths.py")
"""Files with tests that aren't quick: they play whole games. The scenarios have been played before."""

OUTSIDE = ""
"""Stands in place of a test: the function was called while tests were loaded, so any of them may depend on it."""


def path_of(module: str) -> Path:
    """Return the file of a module."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


class MutantLoader(SourceFileLoader):
    """Loads a module from the code of a mutant, and finds it before the module's file is found."""

    def __init__(self, module: str, number: int) -> None:
        path = path_of(module)
        super().__init__(module, str(path))
        self.code = mutants_of(path.read_text("utf-8"))[number].compiled(str(path))

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find this one module."""
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        """Return the mutant's code."""
        return self.code


class FirstFailure:
    """Hears from pytest which test or file has failed first."""

    def __init__(self) -> None:
        self.name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.name = self.name or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.name = self.name or f"{report.nodeid} (can't be loaded)"


class Calls:
    """Notes which test calls which function, by file and first line."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.tests: dict[tuple[str, int], dict[str, None]] = defaultdict(dict)
        self.now = OUTSIDE

    def called(self, frame: FrameType, event: str, argument: object) -> None:
        """Note the call of a function, for ``sys.settrace``."""
        if frame.f_code.co_filename in self.files:
            self.tests[frame.f_code.co_filename, frame.f_code.co_firstlineno][self.now] = None

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.now = item.nodeid
        sys.settrace(self.called)
        yield
        self.now = OUTSIDE


def plays(scenario: Any) -> bool:
    """Return whether a scenario goes as it says; a mutant may raise anything."""
    with contextlib.suppress(Exception):
        scenario.run()
        return True
    return False


def failing_scenario() -> str:
    """Return the first scenario that fails, or which of them can't even be read.

    The rules are loaded only here, when the mutant is in its place.
    """
    reading = "the rules"
    with contextlib.suppress(Exception):
        for edition, suite in importlib.import_module("tests.core.suites").SUITES.items():
            reading = f"the scenarios of {edition}"
            failing = next((place for place, scenario in suite.scenarios().items() if not plays(scenario)), "")
            if failing:
                return failing
        return ""
    return f"{reading} can't be read"


def run_tests(places: list[str], plugin: object) -> int:
    """Run tests in this process, without a word, until one fails."""
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={ROOT}"]
    with contextlib.redirect_stdout(io.StringIO()):
        return int(pytest.main([*options, *places], plugins=[plugin]))


def quick_tests() -> list[str]:
    """Return the files with tests that are quick."""
    return [str(path) for path in sorted(CORE.rglob("test_*.py")) if path.name not in SLOW]


def failing_test(places: list[str]) -> str:
    """Return the first of these tests that fails."""
    if not places:
        return ""
    first = FirstFailure()
    code = run_tests(places, first)
    return first.name or (f"pytest ends with {code}" if code else "")


def calls(modules: list[str]) -> dict[str, dict[int, list[str]]]:
    """Return the tests that call each function of the modules: by module, by first line."""
    noted = Calls({str(path_of(module)) for module in modules})
    sys.settrace(noted.called)
    try:
        code = run_tests(quick_tests(), noted)
    finally:
        sys.settrace(None)
    if code:
        raise SystemExit(f"The tests fail without any mutant: pytest ends with {code}.")
    return {
        module: {line: list(tests) for (file, line), tests in noted.tests.items() if file == str(path_of(module))}
        for module in modules
    }


def main() -> int:
    """Do what the command line says."""
    first, *rest = sys.argv[1:]
    if first == "--calls":
        print(json.dumps(calls(rest)))
        return 0
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    sys.meta_path.insert(0, MutantLoader(first, int(rest[0])))
    failed = failing_scenario() or failing_test(sys.stdin.read().splitlines())
    print(failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
