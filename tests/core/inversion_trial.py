"""Runs the tests and scenarios named on standard input until one fails, and names it on standard output.

They stand there one to a line, as ``tests.core.rule_coverage`` writes them; the one argument is the edition. The exit
code is 1 if one has failed; a test that can't be loaded has failed too. ``tests.core.inversions`` runs this in a copy
in which a rule is turned round.
"""

from __future__ import annotations

import contextlib
import io
import sys

import pytest

from core.engine.errors import DataError
from core.mare.scenario import Scenario
from tests.core.suites import SUITES, Suite

SCENARIO = ".scenario: "


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


def fails(scenario: Scenario) -> bool:
    """Whether a scenario ends in an error, whichever: an engine that is turned round may raise anything."""
    with contextlib.suppress(Exception):
        scenario.run()
        return False
    return True


def failing_scenario(suite: Suite, places: list[str]) -> str:
    """The first of these scenarios that fails; none where their positions can't be read, which a test has to notice."""
    with contextlib.suppress(DataError):
        scenarios = suite.scenarios()
        return next((place for place in places if fails(scenarios[place])), "")
    return ""


def failing_test(places: list[str]) -> str:
    """The first of these tests that fails."""
    if not places:
        return ""
    first = FirstFailure()
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    with contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main([*options, *[place.replace(": ", "::", 1) for place in places]], plugins=[first])
    return first.name or (f"pytest ends with {code}" if code else "")


def main() -> int:
    """Scenarios first, since all of them take less time than pytest needs to begin."""
    places = sys.stdin.read().splitlines()
    failed = failing_scenario(SUITES[sys.argv[1]], [place for place in places if SCENARIO in place])
    failed = failed or failing_test([place for place in places if SCENARIO not in place])
    print(failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
