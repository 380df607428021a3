"""What maps and pages show of what happens: where units go, what lies face up in a trade, and dice."""

from __future__ import annotations

from typing import Any

from cli.ui.map.view import Course, Tray
from core.engine.event import Event
from core.mare.events import Marched, MarkerOccupied, Occupied, Rolled, Sailed
from core.mare.trade import Offers, Taking


def course(board: Any, event: Event) -> Course | None:
    """Return where units go by an event, if any do."""
    match event:
        case Marched(empire=empire, number=number, source=source, target=target):
            return Course(board.provinces[source], board.provinces[target], empire, number)
        case Sailed(empire=empire, number=number, source=source, target=target):
            return Course(board.seas[source], board.seas[target], empire, number)
    return None


def is_occupation(event: Event) -> bool:
    """Return whether a conqueror occupies something."""
    return isinstance(event, Occupied | MarkerOccupied)


def dice(event: Event) -> tuple[int, ...]:
    """Return the faces of the dice that an event rolls; nothing for other events."""
    return event.dice if isinstance(event, Rolled) else ()


def trays(state: Any) -> list[Tray]:
    """Return what players have before them in a trade; nothing if none is going on."""
    match state.stack[-1] if state.stack else None:
        case Offers(sizes):
            return [Tray(empire, (), size, takes=False) for empire, size in enumerate(sizes) if size]
        case Taking(face_up, taker):
            return [
                Tray(empire, tuple(state.board.tokens[token] for token in tokens), 0, takes=empire == taker)
                for empire, tokens in enumerate(face_up)
            ]
    return []
