"""A game of Empires told round by round."""

from __future__ import annotations

from cli.mare import chronicle
from core.empires.events import TriremeBuilt
from core.engine.event import Event


class Chronicle(chronicle.Chronicle):
    """Knows what only Empires tells: triremes that are built at sea."""

    def piece(self, event: Event, empire: int) -> str:
        return "trireme" if isinstance(event, TriremeBuilt) and event.empire == empire else ""
