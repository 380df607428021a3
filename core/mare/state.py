"""What the shared mechanics ask of a state of any edition of Mare Nostrum."""

from __future__ import annotations

from typing import Any, Protocol

from core.engine import state as engine
from core.engine.event import Event


class State(engine.State, Protocol):
    """A state with leaders and players; *empire* is an index into ``board.empires``."""

    leaders: tuple[int, ...]
    """By track: the empire that holds the title."""

    players: list[Any]
    """By empire: its side of the table, with a ``hand`` and ``holding``, which gives the player with another hand."""

    @property
    def max_rounds(self) -> int:
        """Return the number of the last round; 0 for no limit."""
        ...

    def tell(self, event: Event) -> None:
        """Tell the listener, if there is one, what has happened."""
        ...

    def order_from(self, empire: int) -> tuple[int, ...]:
        """Return all empires in seat order, starting from one."""
        ...
