"""How far one entry goes through the modules of the protocol, and how much of them a quiet game runs.

A *hop* is a call from one module of the protocol into another one. Counted are those that a peer makes for an entry
that completes a step, from the frame that it receives to all that it gives out. *Quiet* is a game of three to its end,
in which no one is missing, late or proposes anything. Both figures are of counts, and so the same on every machine.
"""

from __future__ import annotations

import ast
import statistics
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import p2p
from p2p.log import messages
from p2p.log.statements import SignedEntry
from p2p.session.session import Session
from tests.p2p.tables import Table, charter

PLAYERS = 3
PACKAGES = ("session", "log")
"""The packages of the protocol whose statements are counted."""

HERE = Path(p2p.__file__).parent
RECEIVE = Session.receive.__code__


def measure() -> dict[str, float | int | str]:
    """Hops of an entry, between how many modules, and by package the share of its statements that a game runs."""
    hops, lines = Hops(), Lines()
    sys.setprofile(hops)
    try:
        Table(charter(PLAYERS)).play()
    finally:
        sys.setprofile(None)
    before = sys.gettrace()
    sys.settrace(lines)
    try:
        Table(charter(PLAYERS)).play()
    finally:
        sys.settrace(before)
    figures: dict[str, float | int | str] = {
        "entries": len(hops.entries),
        "entry_hops": statistics.median(sum(of.values()) for of in hops.entries),
        "entry_modules": statistics.median(len({name for pair in of for name in pair}) for of in hops.entries),
    }
    for package in PACKAGES:
        of = {(str(path), line) for path in sorted((HERE / package).glob("*.py")) for line in statements(path)}
        figures |= {f"{package}_statements": len(of), f"{package}_run": len(of & lines.run) / len(of)}
    return figures


class Hops:
    """A profile that counts, for each entry that completes a step, the hops by pair of modules."""

    def __init__(self) -> None:
        self.entries: list[Counter[tuple[str, str]]] = []
        self._hops: Counter[tuple[str, str]] | None = None
        self._height = 0

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if frame.f_code is RECEIVE:
            self._receive(frame, event)
        elif event == "call" and self._hops is not None and frame.f_back is not None:
            pair = (_module(frame.f_back), _module(frame))
            if all(name.startswith("p2p.") for name in pair) and pair[0] != pair[1]:
                self._hops[pair] += 1

    def _receive(self, frame: FrameType, event: str) -> None:
        session: Session = frame.f_locals["self"]
        if event == "call":
            is_entry = isinstance(messages.decode(frame.f_locals["data"]), SignedEntry)
            self._hops, self._height = Counter() if is_entry else None, session.log.height
        elif event == "return" and self._hops is not None:
            if session.log.height > self._height:
                self.entries.append(self._hops)
            self._hops = None


class Lines:
    """A trace that notes which lines of those packages are run."""

    def __init__(self) -> None:
        self.run: set[tuple[str, int]] = set()

    def __call__(self, frame: FrameType, event: str, argument: object) -> Any:
        path = frame.f_code.co_filename
        if Path(path).parent.parent != HERE:
            return None
        if event == "line":
            self.run.add((path, frame.f_lineno))
        return self


def statements(path: Path) -> set[int]:
    """Return the lines at which statements of a module's functions begin, but for definitions and docstrings."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = [of for function in ast.walk(tree) if isinstance(function, functions) for of in _below(function)]
    return {of.lineno for of in inside if not isinstance(of, (*functions, ast.ClassDef)) and not _is_constant(of)}


def _below(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    return [of for part in function.body for of in ast.walk(part) if isinstance(of, ast.stmt)]


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _module(frame: FrameType) -> str:
    name: str = frame.f_globals.get("__name__", "")
    return name
