"""What the table exports: each name is loaded when it is asked for, and the console uses all of them."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import p2p

ROOT = Path(__file__).parents[2]


def imports(path: Path) -> dict[str, str]:
    """Return by name the module of the table from which a file imports it."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "p2p":
            found |= {alias.name: node.module or "" for alias in node.names}
    return found


EXPORTED = imports(ROOT / "p2p" / "__init__.py")


def test_what_a_checker_reads_is_what_a_program_gets() -> None:
    assert set(EXPORTED) == set(vars(p2p)["_HOMES"])
    for name, module in EXPORTED.items():
        exported = getattr(p2p, name)
        assert isinstance(exported, ModuleType) or exported is getattr(import_module(module), name)


def test_a_name_that_is_not_exported_is_refused_as_by_any_module() -> None:
    with pytest.raises(ImportError, match="cannot import name 'Log2' from 'p2p'"):
        exec("from p2p import Log2", {})


def test_the_console_uses_each_name() -> None:
    used = {name for path in sorted((ROOT / "cli").rglob("*.py")) for name in imports(path)}
    by_dot = {
        name for path in (ROOT / "cli").rglob("*.py") for name in EXPORTED if f"p2p.{name}" in path.read_text("utf-8")
    }
    assert set(EXPORTED) == used | by_dot


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    code = "import sys, p2p; print(*sys.modules); p2p.Allowance; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    before, after = ({name for name in line.split() if name.startswith("p2p")} for line in done.stdout.splitlines())
    assert before == {"p2p"}
    assert after == {"p2p", "p2p.errors", "p2p.wire", "p2p.wire.frames"}
