"""Which tests and scenarios cite which rule: ``python -m tests.core.rule_coverage`` prints every number and ruling.

A test covers a number that stands anywhere in its own text, decorators included; a scenario those after ``rules:``. The
exit code is 1 if a number or ruling of the rules has neither.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from core.empires.rulebook import RULEBOOK
from core.empires.scenario.scenario import parse_scenarios
from tests.core.test_scenarios import FILES, map_named

ROOT = Path(__file__).resolve().parents[2]
CITED = re.compile(r"(?<![\w.*=])([RK]\d{1,2}|\d\.\d{1,2}(?:\.\d)*[a-z]?|(?<=Rule )\d)(?![\w=]|\.\d)")
"""A rule's number in text. That of a rule without a dot, such as 7, is read as one only after “Rule”."""

TEST_NO_RULE = ("test_rulebook.py", "test_inversions.py")
"""The tests of this list, and of what is made of it: they mention rules, and test none."""

OF_2003 = ROOT / "tests" / "core" / "classic"
"""The tests of the editions of 2003, whose rules have numbers of their own."""


def numbers_in(text: str) -> list[str]:
    """The rule numbers that a text cites."""
    return CITED.findall(text)


def tests_of(path: Path) -> Iterator[tuple[str, str]]:
    """The tests in a Python file: name, and text with the decorators."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield node.name, "\n".join(lines[first - 1 : node.end_lineno])


def citations() -> dict[str, list[str]]:
    """The tests and scenarios of the rules, as ``file: name``, by every number that they cite."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "core").rglob("test_*.py")):
        if path.name in TEST_NO_RULE or OF_2003 in path.parents:
            continue
        for name, text in tests_of(path):
            for number in dict.fromkeys(numbers_in(text)):
                found.setdefault(number, []).append(f"{path.relative_to(ROOT)}: {name}")
    for path in FILES:
        for scenario in parse_scenarios(path.read_text("utf-8"), open_map=map_named):
            for number in dict.fromkeys(scenario.rules):
                found.setdefault(number, []).append(f"{path.relative_to(ROOT)}: {scenario.title}")
    return found


def main() -> int:
    """Print the list, and the gaps if there are any."""
    found = citations()
    for number in RULEBOOK.numbers():
        print(f"{number} ({len(found.get(number, []))})")
        for place in found.get(number, []):
            print(f"  {place}")
    gaps = [number for number in RULEBOOK.numbers() if number not in found]
    print(f"{len(RULEBOOK.numbers())} numbers and rulings; without a test: {', '.join(gaps) or 'none'}.")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
