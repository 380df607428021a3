"""``python -m tests.transitions``: the tables of what leads where in a session, as ``docs/protocol.md`` has them.

They are made from those that the code runs. The words for what happens are the docstrings of the code.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from enum import StrEnum
from textwrap import dedent
from typing import TypeVar

from p2p.session.state import MODES, TRANSITIONS

State = TypeVar("State", bound=StrEnum)
Event = TypeVar("Event", bound=StrEnum)


def told(events: type[StrEnum]) -> dict[str, str]:
    """By the name of an event: its docstring, as the heading of a column."""
    (body,) = ast.parse(dedent(inspect.getsource(events))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for member, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(member, ast.Assign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            (name,) = member.targets
            assert isinstance(name, ast.Name)
            words = str(text.value.value).rstrip(".")
            found[name.id] = words[0].lower() + words[1:]
    return found


def drawn(table: Mapping[tuple[State, Event], State]) -> str:
    """A transition table in Markdown: a row for each state, a column for each event, and where they lead."""
    states, kind = list(dict.fromkeys(state for state, _ in table)), type(next(iter(table))[1])
    words = told(kind)
    events = list(kind)
    rows = [["", *(words[event.name] for event in events)], ["---"] * (1 + len(events))]
    for state in states:
        cells = [table[state, event].name if (state, event) in table else "" for event in events]
        rows.append([state.name, *cells])
    return "".join(_row(row) for row in rows)


def _row(cells: list[str]) -> str:
    if set(cells) == {"---"}:
        return "|" + "|".join(cells) + "|\n"
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells) + "\n"


if __name__ == "__main__":
    print(drawn(TRANSITIONS), drawn(MODES), sep="\n", end="")
