"""``python -m tests.mutants MODULE … [--changed] [--sample N] [--seed S]``: which mutants of the rules go unnoticed.

A mutant is a module with one small change: another comparison, number, operator or result, a condition turned round, a
statement left out. Each runs in a process of its own, in which the mutant is loaded from memory: first all scenarios,
then the quick tests that call the changed function, until one fails. What goes unnoticed is printed with its line, and
for each module how many were noticed. It may be a change without a difference, or a rule without a scenario.

``--sample N`` takes N mutants of each module by chance, the same ones for the same ``--seed``.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.arguments import positive
from tests.mutants.mutation import Mutant, mutants_of
from tests.mutants.trial import OUTSIDE, ROOT, path_of, quick_tests

TRIAL = [sys.executable, "-m", "tests.mutants.trial"]
Calls = dict[str, dict[str, list[str]]]

SCENARIO, TEST, NOTHING = "scenario", "test", "nothing"
"""What notices a mutant."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant's number in its module, and the scenario, test or error that noticed it, if any."""

    module: str
    number: int
    mutant: Mutant
    noticed_by: str

    @property
    def kind(self) -> str:
        """What notices it: a scenario, a test or nothing."""
        if not self.noticed_by:
            return NOTHING
        return TEST if "::" in self.noticed_by else SCENARIO


def sample(module: str, number: int | None, seed: int) -> list[tuple[int, Mutant]]:
    """Return mutants of a module with their numbers: all, or so many by chance."""
    mutants = list(enumerate(mutants_of(path_of(module).read_text("utf-8"))))
    if number is None or number >= len(mutants):
        return mutants
    return sorted(random.Random(f"{seed} {module}").sample(mutants, number), key=lambda numbered: numbered[0])


def calling(calls: Calls, module: str, mutant: Mutant) -> list[str]:
    """Return the tests to run for a mutant; all that are quick if it changes more than one function."""
    tests = calls[module].get(str(mutant.function), [])
    return quick_tests() if not mutant.function or OUTSIDE in tests else tests


def calls_of(modules: list[str]) -> Calls:
    """Return which tests call which function of the modules."""
    ended = subprocess.run([*TRIAL, "--calls", *modules], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found: Calls = json.loads(ended.stdout)
    return found


def tried(module: str, number: int, mutant: Mutant, tests: list[str]) -> Trial:
    """Run scenarios and tests with a mutant."""
    ended = subprocess.run(
        [*TRIAL, module, str(number)],
        cwd=ROOT,
        input="\n".join(tests),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    if ended.returncode == 0:
        return Trial(module, number, mutant, "")
    return Trial(
        module, number, mutant, (ended.stdout.splitlines() or [f"the process ends with {ended.returncode}"])[-1]
    )


def trials(modules: list[str], number: int | None, seed: int, jobs: int, *, tests: bool = True) -> Iterator[Trial]:
    """Try mutants of the modules, in order, so many at a time; only with scenarios if not with ``tests``."""
    calls = calls_of(modules) if tests else {}

    def try_one(module: str, number: int, mutant: Mutant) -> Trial:
        return tried(module, number, mutant, calling(calls, module, mutant) if tests else [])

    chosen = [(module, *numbered) for module in modules for numbered in sample(module, number, seed)]
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(try_one, *zip(*chosen, strict=True))


def changed_modules(since: str) -> list[str]:
    """Return the modules of the rules that differ from a commit."""
    command = ["git", "diff", "--name-only", "--diff-filter=d", since, "--", "core/*.py"]
    files = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return [file.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for file in files]


def row(name: str, kinds: Counter[str]) -> str:
    """Return a line of the last table."""
    number = sum(kinds.values())
    share = 100 * (number - kinds[NOTHING]) // number if number else 100
    return f"{name:40} {number:5} {kinds[SCENARIO]:9} {kinds[TEST]:6} {kinds[NOTHING]:8} {share:6} %"


def main() -> int:
    """Try the mutants that are asked for; the exit code is 1 if one goes unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Mutants of the rules.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="such as core.empires.trade")
    parser.add_argument("--changed", action="store_true", help="the modules that differ from --since")
    parser.add_argument("--since", default="main", help="a commit (%(default)s)")
    parser.add_argument("--sample", type=int, metavar="N", help="so many mutants of each module, by chance (all)")
    parser.add_argument("--seed", type=int, default=1, help="which ones by chance (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=2, metavar="N", help="so many at a time (%(default)s)")
    parser.add_argument("--scenarios", action="store_true", help="only scenarios, no tests")
    parser.add_argument("-v", "--verbose", action="store_true", help="print all mutants, and what notices each")
    asked = parser.parse_args()
    modules = [*asked.modules, *(changed_modules(asked.since) if asked.changed else [])]
    if unknown := [module for module in modules if not path_of(module).is_file()]:
        parser.error(f"No such module: {', '.join(unknown)}.")
    if not modules:
        parser.error("Name modules, such as core.empires.trade, or say --changed.")
    kinds = {module: Counter[str]() for module in modules}
    for trial in trials(modules, asked.sample, asked.seed, asked.jobs, tests=not asked.scenarios):
        kinds[trial.module][trial.kind] += 1
        if asked.verbose or trial.kind == NOTHING:
            place = path_of(trial.module).relative_to(ROOT)
            print(f"{place}:{trial.mutant}\n    {trial.noticed_by or 'NOT NOTICED'}", flush=True)
    print(f"{'':40} {'all':>5} {'scenarios':>9} {'tests':>6} {'nothing':>8} {'noticed':>8}")
    for module in modules:
        print(row(module, kinds[module]))
    total = sum(kinds.values(), Counter[str]())
    print(row("all", total))
    return 1 if total[NOTHING] else 0


if __name__ == "__main__":
    sys.exit(main())
