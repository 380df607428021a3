"""Where the tests of each edition stand: Python files and scenarios."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.classic.edition import ORIGINAL_EDITION, REVISED_EDITION
from core.empires.edition import EMPIRES_EDITION
from core.engine.edition import Edition
from core.engine.scenario import Scenario
from core.sword.edition import SWORD_EDITION

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "tests" / "core"
OF_2003 = CORE / "classic"
OF_SWORD = CORE / "sword"


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of an edition: its Python files below ``folder`` but ``without``, and the ``scenarios`` in folders."""

    edition: Edition
    folder: Path
    scenario_folders: tuple[Path, ...]
    without: tuple[Path, ...] = ()

    def scenario_files(self) -> list[Path]:
        """The files with scenarios, in order."""
        return [path for folder in self.scenario_folders for path in sorted(folder.glob("*.scenario"))]

    def map_named(self, name: str) -> Any:
        """The map in a file that a scenario names."""
        return self.edition.load_map((self.scenario_folders[0] / name).read_text("utf-8"))

    def places(self) -> list[str]:
        """The places of all scenarios, without reading the rest of them."""
        return [
            f"{path.relative_to(ROOT)}: {title.strip()}"
            for path in self.scenario_files()
            for title in re.findall(r"^scenario:(.*)$", path.read_text("utf-8"), re.MULTILINE)
        ]

    def scenarios(self) -> dict[str, Scenario]:
        """All scenarios by place: file and title."""
        return {place: found for path in self.scenario_files() for place, found in self.scenarios_in(path).items()}

    def scenarios_in(self, path: Path) -> dict[str, Scenario]:
        """The scenarios of one file by place."""
        found = self.edition.texts.parse_scenarios(path.read_text("utf-8"), None, self.map_named)
        return {f"{path.relative_to(ROOT)}: {scenario.title}": scenario for scenario in found}

    def tests(self) -> Iterator[tuple[Path, str, str]]:
        """All tests in Python: file, name, and text with the decorators."""
        for path in sorted(self.folder.rglob("test_*.py")):
            if not set(self.without) & set(path.parents):
                yield from ((path, name, text) for name, text in tests_of(path))


def tests_of(path: Path) -> Iterator[tuple[str, str]]:
    """The tests in a Python file: name, and text with the decorators."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield node.name, "\n".join(lines[first - 1 : node.end_lineno])


def _of_2003(edition: Edition) -> Suite:
    folder = OF_2003 / "scenarios"
    return Suite(edition, OF_2003, (folder / "both", folder / edition.id))


EMPIRES_SUITE = Suite(EMPIRES_EDITION, CORE, (CORE / "scenarios",), without=(OF_2003, OF_SWORD))
SWORD_SUITE = Suite(SWORD_EDITION, OF_SWORD, (OF_SWORD / "scenarios",))
SUITES = {
    suite.edition.id: suite
    for suite in (EMPIRES_SUITE, _of_2003(ORIGINAL_EDITION), _of_2003(REVISED_EDITION), SWORD_SUITE)
}
"""By the edition's id."""


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Let the command line say which edition's tests are meant."""
    parser.add_argument("--edition", choices=SUITES, default=EMPIRES_EDITION.id, help="whose rules (%(default)s)")
