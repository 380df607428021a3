"""What has happened in a game of any edition, where the words of its events don't say it all."""

from __future__ import annotations

from typing import Any

from cli.i18n.texts import begun, both, term, tr
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Row
from cli.ui.text.happened import around
from cli.ui.text.sides import empires, side
from core.engine.action import Action
from core.engine.event import Event
from core.engine.message import Message
from core.mare.actions import Award, Done
from core.mare.titles import all_levels
from core.mare.war_events import Rolled


def drawn(event: Event, message: Message, glyphs: Glyphs) -> Row | None:
    """Return an event with the faces of its dice; None for an event without dice."""
    if not isinstance(event, Rolled) or not event.dice:
        return None
    before, after = around(message, "dice")
    dice = " ".join(f"{glyphs.dice[face - 1]}{face}" for face in event.dice)
    return [("", before), ("class:dice", dice), ("", after)]


def deed(state: Any, seat: int, action: Action) -> str:
    """Return an action in words if no event reports it, else nothing."""
    who = side(state, seat)
    match action:
        case Done():
            return tr("{who} is done.", who=who)
        case Award(track, empire):
            track_name = term(state.board.track_names[track])
            return tr("{who} awards {track} to {empire}.", who=who, track=track_name, empire=empires(state)[empire])
    return ""


def decided(state: Any, action: Action) -> str:
    """Return what an answer decides that no event may report: who of tied players has a title; else nothing."""
    if not isinstance(action, Award):
        return ""
    names, reached = empires(state), [levels[action.track] for levels in all_levels(state)]
    level = reached[action.empire]
    tied = both([name for name, of in zip(names, reached, strict=True) if of == level])
    return tr(
        "{track}: {empires} tie at {level}; the title goes to {empire}.",
        track=begun(term(state.board.track_names[action.track])),
        empires=tied,
        level=level,
        empire=names[action.empire],
    )


def attack(who: str, empire: str, place: str) -> str:
    """Return in words that an empire attacks an opponent in a place."""
    return tr("{who} attacks {empire} in {place}.", who=who, empire=empire, place=place)
