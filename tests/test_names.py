"""One word for one thing: where a public class name stands, and what the glossary says of it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FAMILIES = ("classic", "empires", "sword")
"""The packages of the families of editions, beside each other wherever they stand."""


def classes(package: str) -> dict[str, list[str]]:
    """Return the modules of a package in which each public class name stands."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return found


def are_twins(modules: Sequence[str]) -> bool:
    """Return whether modules belong to one family each, and so have each family's own kind of one thing."""
    families = [module.split(".")[1] for module in modules]
    return len({*families}) == len(families) and {*families} <= {*FAMILIES}


def doubled(found: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the names that stand in several modules, without the twins of the families."""
    return {name: modules for name, modules in found.items() if len(modules) > 1 and not are_twins(modules)}


@pytest.mark.parametrize("package", ["cli", "core", "crypto", "p2p"])
def test_a_class_name_means_one_thing(package: str) -> None:
    found = classes(package)
    assert found
    assert doubled(found) == {}


def test_a_name_of_two_things_is_found() -> None:
    found = {"Offer": ["core.mare.actions", "core.mare.payment"], "State": ["core.mare.state", "core.empires.state"]}
    assert doubled(found) == found


def test_twins_of_the_families_may_share_a_name() -> None:
    assert doubled({"Province": ["core.classic.state", "core.empires.state"]}) == {}
