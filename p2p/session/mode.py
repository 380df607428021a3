"""Whether a program may sign on its log, or has promised a higher term and may not (R1).

The mode is no field: it follows from the highest term that the program has promised and the term of its log.
"""

from __future__ import annotations

from enum import StrEnum, auto
from typing import Final


class Mode(StrEnum):
    """Whether the term of the newest promise is above that of the log."""

    NORMAL = auto()
    PROMISED = auto()


class Turn(StrEnum):
    """What can change the mode."""

    PROMISE = auto()
    """It promises a higher term than any before."""
    ENTER = auto()
    """It enters an epoch of the promised term, or of a higher one."""
    ENTER_BELOW = auto()
    """It enters an epoch of a term below the promised one."""


MODES: Final = {
    (Mode.NORMAL, Turn.PROMISE): Mode.PROMISED,
    (Mode.NORMAL, Turn.ENTER): Mode.NORMAL,
    (Mode.PROMISED, Turn.PROMISE): Mode.PROMISED,
    (Mode.PROMISED, Turn.ENTER): Mode.NORMAL,
    (Mode.PROMISED, Turn.ENTER_BELOW): Mode.PROMISED,
}
"""Where each turn leads from each mode; there are no others."""


def mode_of(promised: int, term: int) -> Mode:
    """Return the mode of a program that has promised a term, 0 for none, and whose log is in ``term``."""
    return Mode.PROMISED if promised > term else Mode.NORMAL
