"""Rules turned round, and the test that notices: ``python -m tests.core.inversions [--edition EDITION] [RULE …]``.

The folder ``inverted`` of an edition's tests has a file for each chapter of its rules. For a number or ruling an
``[[inversion]]`` there has a text of a module or data file and what it is replaced by, so that the engine does the
opposite of the rule; some have several. Where an inversion says ``editions``, it concerns those only. Each is applied
to a copy of its own, in which the tests and scenarios run that cite the rule (``tests.core.rule_coverage``), until one
of them fails. Takes some minutes. The exit code is 1 if no test notices one of them; a text that does not occur exactly
once ends everything at once, and so does an inversion with which nothing can be run.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.core import rule_coverage
from tests.core.suites import EMPIRES_SUITE, ROOT, SUITES, Suite, add_edition

COPIED = ("core", "tests/core", "docs", ".ci")
TRIAL = "tests.core.inversion_trial"


@dataclass(frozen=True, slots=True)
class Inversion:
    """A rule turned round: what the engine then ``says``, and what stands ``instead`` of the ``text`` of a module."""

    rule: str
    says: str
    module: str
    text: str
    instead: str
    editions: str = ""

    def inverted(self) -> str:
        """The module's text with the rule turned round; raises ValueError where the text is not there just once."""
        source = (ROOT / self.module).read_text("utf-8")
        times = source.count(self.text)
        if times != 1:
            raise ValueError(f"{self.rule}: the text to replace occurs {times} times in {self.module}: {self.text!r}.")
        return source.replace(self.text, self.instead)


def inversions(suite: Suite = EMPIRES_SUITE) -> list[Inversion]:
    """Return the inversions that concern an edition, in the order of its rules."""
    tables = [tomllib.loads(path.read_text("utf-8")) for path in suite.inversions]
    found = [Inversion(**entry) for table in tables for entry in table["inversion"]]
    found = [inversion for inversion in found if suite.edition.id in (inversion.editions or suite.edition.id).split()]
    return sorted(found, key=lambda inversion: suite.edition.rulebook.numbers().index(inversion.rule))


def noticed_by(inversion: Inversion, places: list[str], edition: str = EMPIRES_SUITE.edition.id) -> str:
    """The first of these tests and scenarios that fails once the rule is turned round; empty if all pass.

    Raises ValueError where none of them can be run.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "tests/__init__.py", "tests/conftest.py"):
            shutil.copy(ROOT / name, copy / name)
        (copy / inversion.module).write_text(inversion.inverted(), "utf-8")
        trial = subprocess.run(
            [sys.executable, "-m", TRIAL, edition],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": folder, "CI": "1"},
            input="\n".join(places),
            capture_output=True,
            text=True,
            check=False,
        )
    if trial.returncode == 0:
        return ""
    if not trial.stdout:
        raise ValueError(f"{inversion.rule}: once it is turned round, nothing can be run: {trial.stderr[-500:]}")
    return trial.stdout.splitlines()[-1]


def main() -> int:
    """Turn round what is asked for, print what notices, then how many are noticed."""
    parser = argparse.ArgumentParser(description="Rules turned round, and the test that notices.")
    parser.add_argument("rules", nargs="*", metavar="RULE", help="which rules and rulings (all)")
    add_edition(parser)
    asked = parser.parse_args()
    suite = SUITES[asked.edition]
    chosen = [inversion for inversion in inversions(suite) if not asked.rules or inversion.rule in asked.rules]
    for inversion in chosen:
        inversion.inverted()
    cited = rule_coverage.citations(suite)
    missed = 0
    for inversion in chosen:
        test = noticed_by(inversion, cited[inversion.rule], asked.edition)
        missed += not test
        print(f"{inversion.rule}: {inversion.says}\n  {test or 'NO TEST FAILS'}", flush=True)
    print(f"{len(chosen)} inversions of {len({one.rule for one in chosen})} rules and rulings; {missed} not noticed.")
    return 1 if missed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
