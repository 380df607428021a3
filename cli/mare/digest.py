"""The digest of an edition's events since a player's last turn, in few words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cli.i18n.counting import count
from cli.i18n.texts import term, tr, translated
from core.engine.event import Event, message_of
from core.mare.events import Built, LeaderChanged, MarkerBuilt, TileGained, Took
from core.mare.war_events import (
    ControlTaken,
    FortressLost,
    LegionsLost,
    Marched,
    MarkerOccupied,
    Occupied,
    Pillaged,
    Sailed,
    TriremesLost,
)

Deed = tuple[int, str]
"""An empire, and what it has done or lost, without its name."""

DeedOf = Callable[[Any, Event], Deed | None]
"""Return the deed that an event reports, or None if a digest leaves the event out."""

LOSSES = (FortressLost, LegionsLost, TriremesLost)


def digest(board: Any, events: Iterable[Event], own: int, deed_of: DeedOf) -> list[Deed]:
    """Return by empire, in the order in which they come, what happened; of the ``own`` empire only what it has lost.

    Of neutrals there is nothing: who has done something to them has done more.
    """
    found: dict[int, dict[str, int]] = {}
    for event in events:
        deed = deed_of(board, event)
        is_news = deed is not None and (deed[0] != own or isinstance(event, LOSSES))
        if deed is not None and is_news and deed[0] < len(board.empires):
            counted = found.setdefault(deed[0], {})
            counted[deed[1]] = counted.get(deed[1], 0) + 1
    return [
        (empire, ", ".join(f"{text} ({number})" if number > 1 else text for text, number in counted.items()))
        for empire, counted in found.items()
    ]


def deed_of(board: Any, event: Event) -> Deed | None:
    """Return the deed of an event that every edition has."""
    for kind in type(event).__mro__:
        if kind in DEEDS:
            return DEEDS[kind](event, Names(board, event))
    return None


class Names:
    """The fields of an event as texts in the language in use."""

    def __init__(self, board: Any, event: Event) -> None:
        self._board, self._event = board, event

    def __getitem__(self, field: str) -> str:
        value = message_of(self._board, self._event).fields[field]
        return term(value) if isinstance(value, str) else translated(value)  # type: ignore[arg-type]


def built(thing: str, place: str) -> str:
    """Return what was built, and where."""
    return tr("{thing} in {place}", thing=thing, place=place)


def lost(units: str, place: str) -> str:
    """Return what was lost, and where."""
    return tr("lost {units} in {place}", units=units, place=place)


def occupied(things: str, place: str) -> str:
    """Return what was occupied, and where."""
    return tr("occupied {things} in {place}", things=things, place=place)


def moved(units: str, place: str) -> str:
    """Return what has moved, and to where."""
    return tr("{units} to {place}", units=units, place=place)


DEEDS: Mapping[type, Callable[[Any, Names], Deed]] = {
    TileGained: lambda event, named: (event.empire, named["tile"]),
    MarkerBuilt: lambda event, named: (event.empire, built(term("control marker"), named["province"])),
    Built: lambda event, named: (event.empire, built(named["thing"], named["province"])),
    Took: lambda event, named: (event.taker, tr("{thing} from {empire}", thing=named["token"], empire=named["loser"])),
    LeaderChanged: lambda event, named: (event.empire, named["title"]),
    Sailed: lambda event, named: (event.empire, moved(count(event.number, "trireme"), named["target"])),
    Marched: lambda event, named: (event.empire, moved(count(event.number, "legion"), named["target"])),
    TriremesLost: lambda event, named: (event.empire, tr("lost {units} at sea", units=count(event.number, "trireme"))),
    LegionsLost: lambda event, named: (event.empire, lost(count(event.number, "legion"), named["province"])),
    FortressLost: lambda event, named: (event.empire, lost(term("fortress"), named["province"])),
    Pillaged: lambda event, named: (
        event.empire,
        tr("pillaged {things} in {place}", things=named["icon"], place=named["province"]),
    ),
    Occupied: lambda event, named: (event.empire, occupied(named["icons"], named["province"])),
    MarkerOccupied: lambda event, named: (event.empire, occupied(term("control marker"), named["province"])),
    ControlTaken: lambda event, named: (event.empire, tr("control of {place}", place=named["province"])),
}
"""The deed of each event that all editions have. Subclasses of an event are reported in the same way."""
