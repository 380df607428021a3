"""What Python compiles from texts while modules are loaded, kept from one program to the next.

Each dataclass and each named tuple is a text that is compiled anew whenever its module is loaded. That is a fifth of
the time that ``mare`` takes to start. So the code of each text lies beside compiled modules, and is found by the text.
"""

from __future__ import annotations

import atexit
import collections
import dataclasses
import marshal
import os
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType
from typing import Any

PLACE = Path(cache_from_source(__file__)).with_suffix(".texts")


def keep(place: Path = PLACE) -> None:
    """Take code from a file where it has some, and add the rest of it when the program ends."""
    kept: dict[str, CodeType] = {}
    with suppress(OSError, EOFError, ValueError, TypeError):
        kept = marshal.loads(place.read_bytes())
    known = len(kept)

    def code(text: str, mode: str) -> CodeType:
        if text not in kept:
            kept[text] = compile(text, "<string>", mode)
        return kept[text]

    def save() -> None:
        if len(kept) > known:
            with suppress(OSError):
                written = place.with_suffix(f".{os.getpid()}")
                written.write_bytes(marshal.dumps(kept))
                written.replace(place)

    def run(text: str, *spaces: dict[str, Any]) -> None:
        exec(code(text, "exec"), *spaces)

    def value(text: str, *spaces: dict[str, Any]) -> Any:
        return eval(code(text, "eval"), *spaces)

    vars(dataclasses)["exec"], vars(collections)["eval"] = run, value
    atexit.register(save)
