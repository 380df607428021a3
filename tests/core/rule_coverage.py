"""Which tests and scenarios cite which rule: ``python -m tests.core.rule_coverage [--edition EDITION]``.

It prints every number and ruling of the edition's rules. A test covers a number that stands anywhere in its own text,
decorators included, or that its name says as ``4_2a`` or ``k26``; a scenario those after ``rules:``. The exit code is 1
if a number or ruling of the rules has neither.
"""

from __future__ import annotations

import argparse
import re
import sys

from tests.core.suites import EMPIRES_SUITE, ROOT, SUITES, Suite, add_edition

CITED = re.compile(r"(?<![\w.*=])([RKS]\d{1,2}|\d\.\d{1,2}(?:\.\d)*[a-z]?|(?<=Rule )\d)(?![\w=]|\.\d)")
"""A rule's number in text. That of a rule without a dot, such as 7, is read as one only after “Rule”."""

NAMED = re.compile(r"(?<!\d)_(?:(\d)_(\d{1,2}[a-z]?)|k(\d{1,2}))(?=_[a-z]|_\d_\d|$)")
"""A rule's number in a test's name."""

TEST_NO_RULE = "test_rulebook.py"
"""The tests of this list: they mention rules, and test none."""


def numbers_in(text: str) -> list[str]:
    """The rule numbers that a text cites."""
    return CITED.findall(text)


def numbers_named(name: str) -> list[str]:
    """The rule numbers that a test's name says."""
    return [f"K{ruling}" if ruling else f"{chapter}.{rest}" for chapter, rest, ruling in NAMED.findall(name)]


def citations(suite: Suite = EMPIRES_SUITE) -> dict[str, list[str]]:
    """The tests and scenarios of the rules, as ``file: name``, by every number that they cite."""
    found: dict[str, list[str]] = {}
    for path, name, text in suite.tests():
        if path.name != TEST_NO_RULE:
            for number in dict.fromkeys([*numbers_named(name), *numbers_in(text)]):
                found.setdefault(number, []).append(f"{path.relative_to(ROOT)}: {name}")
    for place, scenario in suite.scenarios().items():
        for number in dict.fromkeys(scenario.rules):
            found.setdefault(number, []).append(place)
    return found


def main(words: list[str] | None = None) -> int:
    """Print the list, and the gaps if there are any."""
    parser = argparse.ArgumentParser(description="Which tests and scenarios cite which rule.")
    add_edition(parser)
    suite = SUITES[parser.parse_args(words).edition]
    numbers = suite.edition.rulebook.numbers()
    found = citations(suite)
    for number in numbers:
        print(f"{number} ({len(found.get(number, []))})")
        for place in found.get(number, []):
            print(f"  {place}")
    gaps = [number for number in numbers if number not in found]
    print(f"{len(numbers)} numbers and rulings; without a test: {', '.join(gaps) or 'none'}.")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
