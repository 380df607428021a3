"""Frames of the flow as tables of words in a position, and whether they fit together.

Each frame is a table such as ``{ what = "losses", province = "latium", hits = 1 }``. ``what`` is the name of its type
in small letters; its fields follow. A field with its default value is left out. Only frames whose handlers declare
``below`` are written so. Each edition writes the bottom frame of the stack in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.engine.errors import DataError
from core.engine.flow import Flow
from core.engine.kind import Setting, kinds_of
from core.engine.state import Frame, State
from core.engine.toml import Reader


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


def check_frames(flow: Flow, state: State, listed: int) -> None:
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
