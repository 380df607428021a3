"""Positions as short texts, whatever the game: frames of the flow, seats, results, and TOML.

A frame of the flow is a table such as ``{ what = "losses", province = "latium", hits = 1 }``. ``what`` is the name of
its type in small letters; its fields follow. A field with its default value is left out. Only frames whose handlers
declare ``below`` are written so. Each edition writes the bottom frame of the stack in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from core.engine.edition import RANDOM
from core.engine.errors import DataError
from core.engine.flow import Flow
from core.engine.game import Game, Rules
from core.engine.kind import Setting, kinds_of
from core.engine.state import Frame, GameState, Result
from core.engine.toml import Reader
from core.engine.words import indices_of

NO_EMPIRE_WORD = "nobody"


def read_seats(root: Reader, board: Any, chosen: Sequence[str], *, is_begun: bool) -> tuple[int, ...]:
    """Return by empire its seat; empty while chance has yet to deal some empires."""
    dealt = root.words("dealt")
    if dealt is None and RANDOM in chosen:
        if not is_begun:
            return ()
        raise root.fail("seats", "empires were left to chance, so “dealt” must say which seat plays which.")
    if dealt is None:
        dealt = tuple(chosen)
    agreed = all(empire in (RANDOM, got) for empire, got in zip(chosen, dealt, strict=False))
    if sorted(dealt) != sorted(board.empires) or not agreed:
        raise root.fail("dealt", "expected the empire of each seat, in the order of “seats”, as agreed there.")
    return tuple(dealt.index(empire) for empire in board.empires)


def dealt_words(board: Any, chosen: Sequence[str], seats: Sequence[int]) -> str:
    """Return which seat plays which empire if chance has dealt some; else an empty text."""
    if RANDOM not in chosen or not seats:
        return ""
    return " ".join(board.empires[list(seats).index(seat)] for seat in range(len(seats)))


def read_result(root: Reader, state: GameState, victories: Sequence[str], *, is_over: bool) -> None:
    """Set the winners and the victory if the game is over. The last of the victories has no winner."""
    if not is_over:
        for key in ("winners", "victory"):
            if key in root.table:
                raise root.fail(key, "goes with the phase “over” only.")
        return
    empires = state.board.empires
    winners = indices_of(root.words("winners") or (), empires, "empire", partial(root.fail, "winners"))
    victory = root.choice("victory", victories)
    if bool(winners) == (victory == victories[-1]):
        raise root.fail("winners", "name the winners: only the limit of rounds ends a game without any.")
    state.result = Result(winners, victory)


def result_words(board: Any, result: Result | None) -> dict[str, Any]:
    """Return the keys that say how a game has ended; none while it goes on."""
    if result is None:
        return {}
    winners = " ".join(board.empires[empire] for empire in result.winners)
    return {"winners": winners, "victory": result.victory} if winners else {"victory": result.victory}


def shortest(
    rules: Rules, state: Any, forms: Iterable[dict[str, Any]], stack_of: Callable[[Reader, Any], list[Frame]]
) -> dict[str, Any]:
    """Return the first of the forms of a position that leads to it; nothing if none does."""
    for keys in forms:
        twin = state.copy()
        twin.stack = stack_of(Reader("", keys), twin)
        if Game(rules, twin).encode() == state.encode():
            return keys
    return {}


def toml_of(tables: Mapping[str, Any], headings: Sequence[str]) -> str:
    """Return tables as TOML: everything on a line of its own, the pieces under headings."""
    lines = [f"{key} = {value_text(value)}" for key, value in tables.items() if key != "doing" and key not in headings]
    if "doing" in tables:
        lines.append("doing = [")
        lines += [f"  {value_text(frame)}," for frame in tables["doing"]]
        lines.append("]")
    for heading in headings:
        if heading in tables:
            lines += ["", f"[{heading}]"]
            lines += [f"{key} = {value_text(value)}" for key, value in tables[heading].items()]
    return "\n".join(lines) + "\n"


def value_text(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key_text(key)} = {value_text(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _key_text(key: str) -> str:
    return key if key.replace("_", "").isalnum() else f'"{key}"'


def name_of(frame: type) -> str:
    """Return a frame's type as a word: ``land_battles``."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", frame.__name__).lower()


def written_frames(flow: Flow) -> Mapping[str, type[Any]]:
    """Return the types of frames that are written as tables, by name."""
    return {name_of(frame): frame for frame, handler in flow.items() if handler.below}


def read_frame(flow: Flow, reader: Reader, at: Setting) -> Frame:
    """Return the frame that a table describes. Raises DataError."""
    frames = written_frames(flow)
    frame = frames[reader.choice("what", frames)]
    reader.only(("what", *keys_of(frame)))
    values = [kind.load(reader, name, at) for name, kind in kinds_of(frame).items()]
    found: Frame = frame(*values)
    return found


def write_frame(flow: Flow, frame: Frame, at: Setting) -> dict[str, Any]:
    """Return the table that describes a frame. Raises ValueError if its type is not written as a table."""
    if not flow[type(frame)].below:
        raise ValueError(f"{type(frame).__name__} is not written as a table of its own")
    table: dict[str, Any] = {"what": name_of(type(frame))}
    for (name, kind), value in zip(kinds_of(type(frame)).items(), frame, strict=True):
        written = kind.dump(value, at)
        if written is not None:
            table[name] = written
    return table


def keys_of(frame: type) -> list[str]:
    """Return the keys that a frame's table can have, in order."""
    return [name for name, kind in kinds_of(frame).items() if not kind.follows]


def check_frames(flow: Flow, state: GameState, listed: int) -> None:
    """Raise DataError if the last ``listed`` frames of the stack can't lie on each other.

    The engine never reaches such a stack, so it doesn't check for one itself. A position written by hand may have one.
    """
    first = len(state.stack) - listed
    for index in range(first, len(state.stack)):
        frame, below = state.stack[index], state.stack[index - 1]
        handler = flow[type(frame)]
        fits = state.phase in handler.phases and type(below).__name__ in handler.below
        problem = handler.problem(state, frame, below) if fits else "does not fit the phase, or the frame below it."
        if problem:
            raise DataError(f"doing[{index - first}]", problem)
