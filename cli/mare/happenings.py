"""What has happened in a game of any edition, where the words of its events don't say it all."""

from __future__ import annotations

from typing import Any

from cli.i18n.texts import tr
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Row
from cli.ui.text.happened import around
from cli.ui.text.sides import side
from core.engine.action import Action
from core.engine.event import Event
from core.engine.message import Message
from core.mare.actions import Done
from core.mare.events import Rolled


def drawn(event: Event, message: Message, glyphs: Glyphs) -> Row | None:
    """Return an event with the faces of its dice; None for an event without dice."""
    if not isinstance(event, Rolled) or not event.dice:
        return None
    before, after = around(message, "dice")
    dice = " ".join(f"{glyphs.dice[face - 1]}{face}" for face in event.dice)
    return [("", before), ("class:dice", dice), ("", after)]


def deed(state: Any, seat: int, action: Action) -> str:
    """Return an action in words if no event reports it, else nothing."""
    return tr("{who} is done.", who=side(state, seat)) if isinstance(action, Done) else ""


def attack(who: str, empire: str, place: str) -> str:
    """Return in words that an empire attacks an opponent in a place."""
    return tr("{who} attacks {empire} in {place}.", who=who, empire=empire, place=place)
