"""What a player is about to answer: the steps that are staged, and the line that they type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from cli.ui.text.staging import Plan
from cli.ui.view import Choice


class Later(Sequence[Choice]):
    """Choices that are worked out when they are looked at: not where the next key comes first."""

    def __init__(self, work_out: Callable[[], Sequence[Choice]]) -> None:
        self._work_out = work_out
        self._choices: Sequence[Choice] | None = None

    def _known(self) -> Sequence[Choice]:
        if self._choices is None:
            self._choices = self._work_out()
        return self._choices

    def __len__(self) -> int:
        return len(self._known())

    @overload
    def __getitem__(self, index: int) -> Choice: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Choice]: ...

    def __getitem__(self, index: int | slice) -> Choice | Sequence[Choice]:
        return self._known()[index]


@dataclass(slots=True)
class Draft:
    """What is staged and typed.

    ``plan`` has what is staged while the player is asked, and is None otherwise. ``choices`` are the ways to go on from
    the ``line``, and ``chosen`` is the number of the one that is marked, -1 for none.
    ``why`` says why the line is no answer.
    ``trial`` has what the line, or the answer that is marked, would change, given on a copy of the game.
    ``legal`` says that it is an answer, ``preview`` what it would lead to.
    """

    plan: Plan | None = None
    line: str = ""
    choices: Sequence[Choice] = ()
    chosen: int = -1
    preview: Sequence[str] = ()
    trial: Plan | None = None
    legal: bool = False
    why: str = ""
    is_command: bool = False
