"""How far a player wants to be reached: whom their program may ask on the way to friends. The answer is kept."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path

from cli.command import Failure
from cli.i18n.texts import tr
from cli.storage import ownfiles
from cli.storage.profile import data_folder


class Reach(StrEnum):
    """Whom the program may ask: relays too, only the player's own router, or no one."""

    ANYWHERE = "anywhere"
    DIRECT = "direct"
    LOCAL = "local"


def kept_reach() -> Reach | None:
    """Return what the player has chosen; None if they were never asked. Raises Failure and OSError."""
    path = _file()
    try:
        data = ownfiles.read(path)
    except FileNotFoundError:
        return None
    try:
        match json.loads(data):
            case {"reach": str(reach), **rest} if not rest:
                return Reach(reach)
    except (ValueError, RecursionError):
        pass
    raise Failure(tr("{path}: this file is damaged; `mare whoami --reach` writes a new one.", path=path))


def keep_reach(reach: Reach) -> None:
    """Keep the answer from now on; raises Failure and OSError."""
    ownfiles.replace(_file(), json.dumps({"reach": reach}).encode("utf-8"))


def _file() -> Path:
    return data_folder() / "reach.json"
